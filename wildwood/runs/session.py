"""Open the configured database, on a URI or on the private server, for reading or writing."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wildwood.errors import LockedError, RifError, ServerError, StoreError
from wildwood.extras import check_system
from wildwood.rif import PsFolder
from wildwood.runs.recovery import clean_up, finish_swap
from wildwood.settings import Config
from wildwood.store import Connection, Store, connect
from wildwood.store.server.folders import has_database
from wildwood.store.server.mongod_program import embedded_mongod, find_mongod
from wildwood.store.server.private_server import private_server, restart_if_gone
from wildwood.store.server.relocation import move_data


class NothingStoredError(StoreError):
    """There is no private database yet."""


@contextmanager
def server_socket(config: Config) -> Iterator[Path | None]:
    """Keep the private server running, and yield its socket; None if a URI is configured.

    Raises:
        WildwoodError: the system has no locks of files; see `check_system`.
    """
    check_system()
    if config.mongodb.uri:
        yield None
    else:
        with private_server(config.paths.db) as socket:
            yield socket


def restart_server_if_gone(config: Config) -> bool:
    """Start the private server again if it is gone; return whether it was."""
    return not config.mongodb.uri and restart_if_gone(config.paths.db)


@contextmanager
def connection(config: Config) -> Iterator[Connection]:
    """Connect to the configured database."""
    with server_socket(config) as socket, connect(config.mongodb, socket) as opened:
        yield opened


@contextmanager
def open_store(config: Config, *, creates: bool = False) -> Iterator[Store]:
    """Open the store: the schema is this version's, and no swap is pending.

    Args:
        config: the configuration.
        creates: whether to create a private database that is missing. A command that only reads
            does not: its user may be another one than that of the nightly run.

    Raises:
        NothingStoredError: there is no private database.
        StoreError: the database cannot be reached or is incompatible.
    """
    if not creates:
        require_database(config)
    with _prepared_store(config) as store:
        _finish_pending_swap(store, config)
        if creates and store.schema.lost():
            with suppress(LockedError), store.lock.held("the repair of the schema"):
                store.schema.repair()
        yield store


@contextmanager
def _prepared_store(config: Config) -> Iterator[Store]:
    with connection(config) as opened:
        store = Store(opened)
        store.prepare()
        yield store


def is_there(config: Config) -> bool:
    """Return whether there is a database: that of a URI, or a private one that is made."""
    return bool(config.mongodb.uri) or has_database(config.paths.db)


def require_database(config: Config) -> None:
    """Check that there is a database, for a command that must not create one.

    Raises:
        NothingStoredError: there is no private database.
    """
    if not is_there(config):
        cure = "run wildwood latest first, or use the configuration and user of the nightly run"
        raise NothingStoredError(
            f"Nothing is stored yet in {config.paths.db};"
            f" {cure if config.has_file else config.cure('paths.db')}."
        )


@contextmanager
def writing_store(
    config: Config, purpose: str, wait_s: float = 0.0, *, starts_over: bool = False
) -> Iterator[Store]:
    """Open the store and hold the writer's lock; record the run if the block succeeds.

    Args:
        config: the configuration.
        purpose: the command that writes, for messages to other commands.
        wait_s: how long to wait for another command that writes, in seconds.
        starts_over: whether to give up an interrupted rebuild that cannot be finished here.

    Raises:
        RifError: the ps directory is the us directory. Nothing has changed.
        LockedError: another command still writes after `wait_s`.
    """
    ps = _ps_folder(config)
    with _prepared_store(config) as store, store.lock.held(purpose, wait_s):
        clean_up(ps, store, starts_over=starts_over)
        store.schema.repair()
        store.reconcile()
        yield store
        store.record_run(purpose)


def migrate(config: Config) -> list[str]:
    """Migrate the database to this version's schema; return what ran or was made again.

    Raises:
        NothingStoredError: there is no private database.
        DataVersionError: its data files are those of another version of MongoDB.
    """
    require_database(config)
    with connection(config) as opened:
        store = Store(opened)
        _finish_pending_swap(store, config)
        return store.migrate()


def move_to_mongod(config: Config, old: Path | None) -> Path:
    """Move the private database to the mongod that commands use; return where its old files are.

    Args:
        config: the configuration.
        old: the mongod that can read its data files; None for the embedded one.

    Raises:
        ServerError: there is no such mongod, or it cannot read them.
    """
    old = old or embedded_mongod()
    if old is None:
        raise ServerError(
            "The extra 'embedded' is not installed; with --server, give the mongod that made the"
            f" data files in {config.paths.db}."
        )
    return move_data(config.paths.db, old.absolute(), find_mongod(), config.mongodb)


@contextmanager
def shell_socket(config: Config) -> Iterator[Path | None]:
    """Yield the socket like `server_socket`, after finishing a pending swap if possible.

    The shell must also open a database that no other command can open.
    """
    require_database(config)
    with server_socket(config) as socket:
        with suppress(StoreError, RifError), connect(config.mongodb, socket) as opened:
            _finish_pending_swap(Store(opened), config)
        yield socket


def _finish_pending_swap(store: Store, config: Config) -> None:
    """Finish the swap of an interrupted rebuild; a running rebuild finishes its own."""
    if store.swaps.pending():
        with suppress(LockedError), store.lock.held("the end of a rebuild"):
            finish_swap(_ps_folder(config), store)


def _ps_folder(config: Config) -> PsFolder:
    """Return the ps directory, for writing."""
    ps = PsFolder(config.paths.ps)
    ps.check_apart(config.paths.us)
    return ps
