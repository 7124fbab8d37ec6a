"""The private mongod: started by the first command, stopped by the last.

Each command holds a shared lock on `users.lock` while it uses the server, and an exclusive one on
`gate.lock` while it starts or stops it. The kernel drops the locks of a command that dies.
"""

import json
import os
import shutil
import signal
import stat
import subprocess
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import bson
import psutil
import pymongo
from bson.codec_options import CodecOptions
from bson.raw_bson import RawBSONDocument
from pymongo.database import Database

from wildwood.kernel import interruption
from wildwood.kernel.errors import ServerError
from wildwood.kernel.files import input_errors, sync_folder
from wildwood.kernel.settings import MongoSettings
from wildwood.nep import mongod
from wildwood.nep.connection import Document, connect
from wildwood.nep.writer_lock import Life, ProcessIdentity

with suppress(ModuleNotFoundError):  # on Windows, where no store is opened
    import fcntl

_COMMAND_LIMIT_S = 720.0  # limit for a command that starts or stops a server
_STRANGER_LIMIT_S = 30.0  # how long to wait for a program that is not a command of ours
_POLL_S = 0.02
_LOCKS = Path("/proc/locks")
_USE, _CURE = "use {} for the private database", "; check paths.db"


class LockFile(AbstractContextManager["LockFile"]):
    """A file to lock, for its user only; a command with an exclusive lock is named in it."""

    def __init__(self, path: Path) -> None:
        """Open or create the file, which must not be a link."""
        self._path = path
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        self._descriptor = os.open(path, flags, 0o600)
        status = os.fstat(self._descriptor)
        if status.st_uid == os.getuid() and stat.S_IMODE(status.st_mode) & 0o077:
            os.fchmod(self._descriptor, 0o600)

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
                fault = f"{self._path} is locked by another program{self._holder()}"
                raise ServerError(f"{fault}; end that program and run this command again.")
            interruption.check()
            time.sleep(_POLL_S)

    def _has_locked(self, kind: int) -> bool:
        with input_errors(f"lock {self._path}", _CURE, ServerError), suppress(BlockingIOError):
            fcntl.flock(self._descriptor, kind | fcntl.LOCK_NB)
            return True
        return False

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


_JOURNAL = "log=(file_max=48MB,prealloc=false)"
"""Small files, as a server reads a whole one at its start; one must hold the largest change."""
_START_TIMEOUT_S = 600.0  # Long, since a server that was killed first replays its journal
_STOP_TIMEOUT_S = 120.0
_MIN_FREE_BYTES = 1 << 20  # with less free disk space, a server cannot even log why it exits


class DataVersionError(ServerError):
    """Another version of MongoDB has made the data files."""


@contextmanager
def private_server(db: Path) -> Iterator[Path]:
    """Run a mongod on `db` that only this user can reach; yield its socket."""
    with _locked_folder(db) as (folder, gate, users), ExitStack() as stack:
        with gate.exclusive():
            if users.is_only_ours():
                _end_orphans(folder)
            users.share()
            stack.callback(interruption.uninterrupted, _leave, folder, gate, users)
            server = mongod.running_server(folder) or _start(folder, mongod.find_mongod())
            if not server.socket.exists():
                raise ServerError(
                    f"The socket of the private server, {server.socket}, was removed; run this"
                    f" command again when the others on {folder} have finished."
                )
        yield server.socket


@contextmanager
def only_user(db: Path) -> Iterator[Path]:
    """Keep other commands from a private database; yield its directory."""
    with _locked_folder(db) as (folder, gate, users), gate.exclusive():
        if not users.is_only_ours():
            fault = f"Another command uses {db}; run this one again when it has finished."
            raise ServerError(fault)
        _end_orphans(folder)
        yield folder


@contextmanager
def server_of(program: Path, db: Path) -> Iterator[Path]:
    try:
        yield _start(db, program).socket
    finally:
        interruption.uninterrupted(_stop, db)


@contextmanager
def _locked_folder(db: Path) -> Iterator[tuple[Path, LockFile, LockFile]]:
    with input_errors(_USE.format(db), _CURE, ServerError):
        folder = mongod.database_folder(db)
        gate, users = LockFile(folder / "gate.lock"), LockFile(folder / "users.lock")
    with gate, users:
        yield folder, gate, users


def restart_if_gone(db: Path) -> bool:
    """Start the server again if it or its socket is gone; return whether it was."""
    folder = Path(os.path.realpath(db))
    with LockFile(folder / "gate.lock") as gate, gate.exclusive():
        server = mongod.running_server(folder)
        if server and server.socket.exists():
            return False
        _stop(folder)
        _start(folder, mongod.find_mongod())
        return True


def _leave(db: Path, gate: LockFile, users: LockFile) -> None:
    """Stop the server unless another command uses it."""
    with gate.exclusive():
        if users.is_only_ours():
            _stop(db)


def _start(db: Path, program: Path) -> mongod.ServerProcess:
    """Start a server; mongod forks, and the parent exits when its child answers."""
    sock, log = mongod.socket_path(db), db / mongod.LOG
    mongod.wait_for_release(db)
    mongod.create_socket_folder(sock.parent)
    with input_errors(_USE.format(db), _CURE, ServerError):
        if log.exists():
            log.replace(db / "mongod.log.1")
    command = [
        *(str(program), "--dbpath", str(db / "data"), "--logpath", str(log)),
        *("--bind_ip", str(sock), "--nounixsocket", "--fork"),
        *("--networkMessageCompressors", "disabled"),  # see docs/operation.md
        *("--setParameter", "diagnosticDataCollectionEnabled=false"),
        *("--wiredTigerEngineConfigString", _JOURNAL),
    ]
    try:
        ended = subprocess.run(  # noqa: S603 - the program was looked up, and the arguments are ours
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", timeout=_START_TIMEOUT_S, check=False,
            cwd=db,  # mongod does not start in a directory that was removed
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
    server = mongod.running_server(db)
    if ended.returncode or server is None:
        raise _failure(program, ended, log)
    return server


def _end_orphans(db: Path) -> None:
    """Stop a server that a killed command left, even one that is starting or stopping."""
    if mongod.running_server(db):
        _stop(db)
    _kill_starting(db)


def _kill_starting(db: Path) -> None:
    """Kill every server on a database, under the gate lock; one that starts can fork meanwhile."""
    while any(
        mongod.end(db, server, signal.SIGKILL, _STOP_TIMEOUT_S) for server in mongod.all_servers(db)
    ):
        pass


def _failure(program: Path, ended: "subprocess.CompletedProcess[str]", log: Path) -> ServerError:
    if any(map(mongod.failure(log, ended.stdout).reason.count, mongod.VERSIONS)):
        return DataVersionError(
            f"The data files in {log.parent} are those of another version of MongoDB than"
            f" {program}; run wildwood migrate, with --server and the mongod that made them if that"
            " is not the embedded one."
        )
    return ServerError(_failure_message(program, ended, log))


def _failure_message(program: Path, ended: "subprocess.CompletedProcess[str]", log: Path) -> str:
    if "error while loading shared libraries" in ended.stdout:
        library = ended.stdout.split("libraries:")[1].split(":")[0].strip()
        package = {"libcurl.so.4": "libcurl4", "libssl.so.3": "libssl3"}.get(library, library)
        return f"{program} needs {library}; as root: apt-get install -y {package}"
    if shutil.disk_usage(log.parent).free < _MIN_FREE_BYTES:
        return f"{program} exited with status {ended.returncode}: the disk of {log.parent} is full."
    if ended.returncode < 0:
        return f"{program} was ended by {signal.Signals(-ended.returncode).name} while it started."
    cause = mongod.failure(log, ended.stdout)
    exited = f"{program} exited with status {ended.returncode}: {cause.reason} ({log})"
    if "Permission denied" in cause.reason:
        return f"{exited}; make all files in {log.parent} belong to the user of this command."
    if cause.is_in_data:
        data = log.parent / "data"
        return f"{exited}; if the database is damaged, move {data} away and run wildwood_all."
    return f"{exited}."


def _stop(db: Path) -> None:
    server = mongod.running_server(db)
    if server and not mongod.end(db, server, signal.SIGTERM, _STOP_TIMEOUT_S):
        raise ServerError(f"mongod (process {server.pid}) does not stop; see {db / mongod.LOG}.")
    sock = server.socket if server else mongod.socket_path(db)
    with suppress(OSError):  # something else removed it, or uses it
        sock.unlink(missing_ok=True)
        sock.parent.rmdir()


_SERVER_DATABASES = ("admin", "config", "local")
_VIEWS = "system.views"  # the server writes it when views are created
_RAW: CodecOptions[Any] = CodecOptions(document_class=RawBSONDocument)


def move_data(db: Path, old: Path, new: Path, settings: MongoSettings) -> Path:
    """Copy a private database to files of another mongod; return where the old files are."""
    with only_user(db) as folder:
        kept, moving = folder / f"data-{mongod.version_of(old)}", folder / mongod.MOVING
        if kept.exists():
            raise ServerError(f"{kept} is there already; move it away and run this command again.")
        shutil.rmtree(moving, ignore_errors=True)
        try:
            with (
                server_of(old, folder) as source,
                server_of(new, mongod.database_folder(moving)) as target,
            ):
                _copy_all(source, target, settings)
        except BaseException:
            shutil.rmtree(moving, ignore_errors=True)
            raise
        # If it is broken off between the two, the next command continues: see `database_folder`.
        (folder / "data").rename(kept)
        (moving / "data").rename(folder / "data")
        sync_folder(folder)
        shutil.rmtree(moving, ignore_errors=True)
    return kept


def _copy_all(source: Path, target: Path, settings: MongoSettings) -> None:
    with (
        connect(settings, source) as old,
        connect(settings, target) as new,
        old.translated_errors(),
        pymongo.timeout(None),
    ):
        old_client, new_client = old.database.client, new.database.client
        for name in old_client.list_database_names():
            if name not in _SERVER_DATABASES:
                _copy_database(old_client[name], new_client[name])


def _copy_database(source: Database[Document], target: Database[Document]) -> None:
    for collection in list(source.list_collections(filter={"name": {"$ne": _VIEWS}})):
        name = collection["name"]
        target.command({"create": name, **collection["options"]})
        if collection["type"] == "view":
            continue
        documents = target.get_collection(name, write_concern=pymongo.WriteConcern(1, j=False))
        batches: Any = source[name].find_raw_batches()
        for batch in batches:
            interruption.check()
            decoded = bson.decode_all(batch, _RAW)
            documents.insert_many(decoded, ordered=False, bypass_document_validation=True)
        # With the documents in place, an index is sorted once.
        target.command("createIndexes", name, indexes=list(source[name].list_indexes()))
