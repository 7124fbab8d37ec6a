"""Confine this process before it touches what a stranger has sent."""

import ctypes
import math
import os
import resource
import signal
import site
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from wildwood.extraction.confinement import landlock, seccomp
from wildwood.extraction.confinement.landlock import Access

_LIBC = ctypes.CDLL(None)
_PACKAGE = Path(__file__).parents[2]
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
"""From <linux/prctl.h>."""
_DESCRIPTORS = 64
_SPARE_CPU_S = 2
"""The limit of processor time only ends what nothing else has ended."""
_NICENESS = 10
"""Requests are answered before documents are processed."""


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """What a process can use up."""

    seconds: float
    """Of processor time."""
    memory_bytes: int
    """Of memory, besides what it has already, and of each file that it writes."""


@dataclass(frozen=True, slots=True)
class Confinement:
    """How the processes that read documents are confined."""

    landlock: int
    """The version of Landlock; 0 if the kernel has none."""
    seccomp: bool
    shortcomings: tuple[str, ...]
    """What such a process could still do, one sentence each."""


@cache
def confinement() -> Confinement:
    """Return what the kernel of this machine offers."""
    return confinement_by(landlock.version(), seccomp=seccomp.is_available())


def confinement_by(version: int, *, seccomp: bool) -> Confinement:
    """Return how processes are confined by a version of Landlock, and by seccomp or not."""
    shortcomings = []
    if not version:
        shortcomings.append(
            "This kernel has no Landlock, so that a worker can open other files of its user."
        )
    if not seccomp:
        shortcomings.append(
            "This kernel has no seccomp filters, or the machine is neither x86-64 nor ARM64,"
            " so that a worker can use the network."
        )
    return Confinement(version, seccomp, tuple(shortcomings))


def prepare() -> None:
    """Find out what `confine` needs, so that the processes that are forked know it."""
    if confinement().seccomp:
        seccomp.prepare()
    _own_files()


def end_with(parent: int) -> None:
    """Make the kernel end this process when its parent ends."""
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def confine(access: Access, limits: ProcessLimits) -> None:
    """Take from this process permanently all that its work does not need.

    It keeps its open files, the files of `access`, and Python's and Wildwood's own; it can start
    no process, and another program only if `access` has programs.
    """
    for name, value in (
        (resource.RLIMIT_AS, _address_space() + limits.memory_bytes),
        (resource.RLIMIT_FSIZE, limits.memory_bytes),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _DESCRIPTORS),
        (resource.RLIMIT_NPROC, 0),
    ):
        resource.setrlimit(name, (value, value))
    seconds = math.ceil(limits.seconds) + _SPARE_CPU_S
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    os.nice(_NICENESS)
    os.umask(0o077)
    offered = confinement()
    _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if offered.landlock:
        landlock.restrict(replace(access, read=(*access.read, *_own_files())))
    if offered.seccomp:
        seccomp.restrict(programs=bool(access.programs))


def _address_space() -> int:
    """Return the bytes of memory that this process has, which are shared for the most part."""
    pages = Path("/proc/self/statm").read_bytes().split()[0]
    return int(pages) * resource.getpagesize()


@cache
def _own_files() -> tuple[Path, ...]:
    """Return the folders of Python, its packages and Wildwood; Python reads some of them late."""
    folders = (Path(os.__file__).parent, *map(Path, site.getsitepackages()), _PACKAGE)
    return tuple(folder for folder in folders if folder.exists())
