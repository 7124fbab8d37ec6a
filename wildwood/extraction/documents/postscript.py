"""How the program Ghostscript converts PostScript to PDF."""

import os
import shutil
from pathlib import Path

from wildwood.extraction.errors import MissingProgramError, NothingToExtractError

FILES = tuple(
    Path(path)
    for path in (
        "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/fonts", "/etc/ghostscript",
        "/etc/papersize", "/var/cache/fontconfig", "/var/lib/ghostscript", "/opt/ghostscript",
    )
)  # fmt: skip
"""The files that Ghostscript can read and run: itself, its libraries, fonts and settings."""


def command(path: Path, target: Path) -> list[str]:
    """Return the command that converts a PostScript file to a PDF; it can read no other file.

    Raises:
        MissingProgramError: Ghostscript is not installed.
    """
    program = shutil.which("gs")
    if program is None:
        raise MissingProgramError(
            "PostScript needs Ghostscript; as root: apt-get install -y ghostscript"
        )
    return [
        os.path.realpath(program), "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite",
        f"-sOutputFile={target}", str(path),
    ]  # fmt: skip


def check_converted(status: int, target: Path) -> None:
    """Check the exit status of the command, and that it has written the PDF.

    Raises:
        NothingToExtractError: it has not.
    """
    if status or not target.is_file():
        raise NothingToExtractError("Ghostscript cannot run the PostScript.")
