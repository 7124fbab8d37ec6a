"""PostScript to PDF, by Ghostscript as a program."""

import os
import shutil
import subprocess
from pathlib import Path

from wildwood.extraction.errors import MissingProgramError, NothingToExtractError


def to_pdf(source: Path, target: Path, timeout_s: float) -> None:
    """Write the PDF of a PostScript file; the program may read that file and nothing else.

    Raises:
        MissingProgramError: there is no Ghostscript.
        NothingToExtractError: it is broken, or takes too long.
    """
    program = shutil.which("gs")
    if program is None:
        raise MissingProgramError(
            "PostScript needs Ghostscript; as root: apt-get install -y ghostscript"
        )
    command = [
        program, "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite",
        f"-sOutputFile={target}", str(source),
    ]  # fmt: skip
    try:
        subprocess.run(  # noqa: S603 - the program was looked up, the paths are ours
            command, check=True, timeout=timeout_s, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": str(target.parent)},
        )  # fmt: skip
    except subprocess.CalledProcessError as error:
        raise NothingToExtractError("The PostScript cannot be run.") from error
    except subprocess.TimeoutExpired as error:
        raise NothingToExtractError(f"The PostScript runs for over {timeout_s:g} s.") from error
