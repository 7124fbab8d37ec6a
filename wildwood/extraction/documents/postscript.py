"""PostScript to PDF, by Ghostscript as a program."""

import ctypes
import math
import os
import resource
import shutil
import signal
import subprocess
from functools import partial
from pathlib import Path

from wildwood.extraction.errors import MissingProgramError, NothingToExtractError

_LIBC = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1
"""From <linux/prctl.h>: the signal that a process gets when the one that started it dies."""


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
        subprocess.run(  # noqa: S603 - a worker has one thread; the paths are ours
            command, check=True, timeout=timeout_s, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": str(target.parent)},
            preexec_fn=partial(_begin, os.getpid(), math.ceil(timeout_s) + 1),
        )  # fmt: skip
    except subprocess.CalledProcessError as error:
        raise NothingToExtractError("The PostScript cannot be run.") from error
    except subprocess.TimeoutExpired as error:
        raise NothingToExtractError(f"The PostScript runs for over {timeout_s:g} s.") from error


def _begin(parent: int, seconds: int) -> None:
    """End with the process that started this one, which may be killed, or after so much work."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
