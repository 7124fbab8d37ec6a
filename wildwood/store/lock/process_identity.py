"""Which process a record means, and whether it still runs; no wall-clock time is involved."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Self

_PROC = Path("/proc")
_STATE, _START = 0, 19
"""Places in `/proc/PID/stat` after the program's name, which can contain spaces."""
_ENDED = "ZX"
"""The states of a process that has ended and that its parent has not asked for."""


class Life(Enum):
    """Whether a process runs, as seen from this one."""

    RUNS = "runs"
    GONE = "gone"
    UNKNOWN = "unknown"
    """It belongs to another host, boot or namespace, or is hidden."""


@dataclass(frozen=True, slots=True)
class ProcessIdentity:
    """A process, to be distinguished from every other one, even with the same number."""

    host: str
    boot: str
    """The kernel's random number for the time since the host was started; empty if unknown."""
    namespaces: str
    """Where the process number and start time are valid; containers have their own."""
    pid: int
    ticks: int
    """The start time in clock ticks since the boot, which setting the clock does not change."""

    @classmethod
    def of_this_process(cls) -> Self:
        """Return the identity of the running process."""
        stat = _stat("self")
        return cls(
            host=socket.gethostname(),
            boot=_boot(),
            namespaces=_namespaces(),
            pid=os.getpid(),
            ticks=int(stat[_START]) if stat else 0,
        )

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self | None:
        """Return the identity in a record, among other fields; None if it is incomplete."""
        with suppress(KeyError):
            return cls(**{name: record[name] for name in cls.__slots__})
        return None

    def record(self) -> dict[str, Any]:
        """Return the identity as the fields of a record."""
        return asdict(self)

    def life(self) -> Life:
        """Return whether the process runs; `UNKNOWN` unless it belongs to this host and boot."""
        if not self._is_of_here() or not _numbers_are_ours():
            return Life.UNKNOWN
        if not _exists(self.pid):
            return Life.GONE
        stat = _stat(str(self.pid))
        if stat is None:
            return Life.UNKNOWN
        is_another = int(stat[_START]) != self.ticks
        return Life.GONE if is_another or stat[_STATE] in _ENDED else Life.RUNS

    def _is_of_here(self) -> bool:
        here = ProcessIdentity.of_this_process()
        place = (here.host, here.boot, here.namespaces)
        return bool(here.boot) and (self.host, self.boot, self.namespaces) == place


def _boot() -> str:
    with suppress(OSError):
        return (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return ""


def _namespaces() -> str:
    """Return the PID namespace, and the time namespace where the kernel has them."""
    found = []
    for kind in ("pid", "time"):
        with suppress(OSError):
            found.append(str((_PROC / "self/ns" / kind).readlink()))
    return " ".join(found)


def _numbers_are_ours() -> bool:
    """Return whether /proc shows this PID namespace; it can be that of an outer one."""
    with suppress(OSError):
        return (_PROC / "self").readlink().name == str(os.getpid())
    return False


def _exists(pid: int) -> bool:
    """Return whether a process has this number, even one that /proc hides."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _stat(process: str) -> list[str] | None:
    """Return the fields of `/proc/PID/stat` after the name; None if it cannot be read."""
    with suppress(OSError):
        text = (_PROC / process / "stat").read_text(encoding="utf-8", errors="replace")
        return text.rpartition(")")[2].split()
    return None
