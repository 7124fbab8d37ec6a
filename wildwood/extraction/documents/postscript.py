"""Convert PostScript to PDF with the program Ghostscript."""

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
"""From <linux/prctl.h>: the signal that a process receives when its parent dies."""


def to_pdf(path: Path, target: Path, timeout_s: float) -> None:
    """Convert a PostScript file to a PDF; Ghostscript can read no other file.

    Raises:
        MissingProgramError: Ghostscript is not installed.
        NothingToExtractError: the file is broken, or takes longer than `timeout_s`.
    """
    program = shutil.which("gs")
    if program is None:
        raise MissingProgramError(
            "PostScript needs Ghostscript; as root: apt-get install -y ghostscript"
        )
    command = [
        program, "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pdfwrite",
        f"-sOutputFile={target}", str(path),
    ]  # fmt: skip
    try:
        subprocess.run(  # noqa: S603 - a worker has one thread; the paths are ours
            command, check=True, timeout=timeout_s, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": str(target.parent)},
            preexec_fn=partial(_limit_child, os.getpid(), math.ceil(timeout_s) + 1),
        )  # fmt: skip
    except subprocess.CalledProcessError as error:
        raise NothingToExtractError("Ghostscript cannot run the PostScript.") from error
    except subprocess.TimeoutExpired as error:
        raise NothingToExtractError(
            f"The PostScript runs for more than {timeout_s:g} s."
        ) from error


def _limit_child(parent: int, seconds: int) -> None:
    """Make this process end with its parent, which can be killed, or after `seconds` of CPU."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
