"""Files that commands lock; the kernel drops the locks of a command that dies."""

import json
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

import psutil

from wildwood.kernel import interruption
from wildwood.kernel.errors import ServerError
from wildwood.nep.writer_lock import Life, ProcessIdentity

with suppress(ModuleNotFoundError):  # on Windows, where no store is opened
    import fcntl

_COMMAND_LIMIT_S = 720.0  # limit for a command that starts or stops a server
_STRANGER_LIMIT_S = 30.0  # how long to wait for a program that is no command of ours
_POLL_S = 0.02
_LOCKS = Path("/proc/locks")


class LockFile:
    """A file to lock, for its user only; a command with an exclusive lock is named in it."""

    def __init__(self, path: Path) -> None:
        """Open or create the file, which must not be a link."""
        self._path = path
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        self._descriptor = os.open(path, flags, 0o600)
        status = os.fstat(self._descriptor)
        if status.st_uid == os.getuid() and stat.S_IMODE(status.st_mode) & 0o077:
            os.fchmod(self._descriptor, 0o600)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        # A process that was forked meanwhile has the file open too, and with it the lock.
        fcntl.flock(self._descriptor, fcntl.LOCK_UN)
        os.close(self._descriptor)

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold an exclusive lock; `ServerError` names a program that keeps it."""
        self._lock(fcntl.LOCK_EX)
        try:
            holder = json.dumps(ProcessIdentity.current().record())
            with suppress(OSError):  # on a full disk, others wait for this command less long
                os.pwrite(self._descriptor, holder.encode(), 0)
            yield
        finally:
            with suppress(OSError):
                os.ftruncate(self._descriptor, 0)
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)

    def share(self) -> None:
        self._lock(fcntl.LOCK_SH)

    def is_only_ours(self) -> bool:
        """Return whether nobody else has a lock; if so, lock exclusively."""
        return self._has_locked(fcntl.LOCK_EX)

    def _lock(self, kind: int) -> None:
        """Wait for a lock, longer while a command has it than while a stranger does."""
        start = stranger_seen = time.monotonic()
        while not self._has_locked(kind):
            now = time.monotonic()
            if self._is_held_by_a_command():
                stranger_seen = now
            if now - start > _COMMAND_LIMIT_S or now - stranger_seen > _STRANGER_LIMIT_S:
                raise ServerError(
                    f"{self._path} is locked by another program{self._holder()}; end that program"
                    " and run this command again."
                )
            interruption.check()
            time.sleep(_POLL_S)

    def _has_locked(self, kind: int) -> bool:
        try:
            fcntl.flock(self._descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            raise ServerError(
                f"Cannot lock {self._path}: {error.strerror}; check paths.db."
            ) from error
        return True

    def _is_held_by_a_command(self) -> bool:
        with suppress(ValueError):
            record = json.loads(os.pread(self._descriptor, 4096, 0))
            identity = ProcessIdentity.read(record) if isinstance(record, dict) else None
            return identity is not None and identity.life() is not Life.GONE
        return False

    def _holder(self) -> str:
        """Return the process that locked the file, for a message; empty if unknown."""
        status = os.fstat(self._descriptor)
        device = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
        with suppress(OSError, psutil.Error):
            for line in _LOCKS.read_text(encoding="ascii").splitlines():
                _, kind, _, _, pid, place, *_ = line.split()
                if (kind, place) == ("FLOCK", device):
                    return f" (process {pid}, {psutil.Process(int(pid)).name()})"
        return ""
