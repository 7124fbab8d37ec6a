"""Open the configured database, on a URI or on the private server, for reading or writing."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wildwood.errors import LockedError, StoreError
from wildwood.rif import PsFolder
from wildwood.runs.recovery import clean_up, finish_swap
from wildwood.settings import Config
from wildwood.store import Connection, Store, connect
from wildwood.store.private_server import private_server, restart_if_gone


@contextmanager
def server_socket(config: Config) -> Iterator[Path | None]:
    """Keep the private server running, and yield its socket; None if a URI is configured."""
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
def open_store(config: Config) -> Iterator[Store]:
    """Open the store: the schema is this version's, and no swap is pending.

    Raises:
        StoreError: the database cannot be reached or is incompatible.
    """
    with connection(config) as opened:
        store = Store(opened)
        store.prepare()
        _finish_pending_swap(store)
        yield store


@contextmanager
def writing_store(config: Config, purpose: str, wait_s: float = 0.0) -> Iterator[Store]:
    """Open the store and hold the writer's lock; record the run if the block succeeds.

    Args:
        config: the configuration.
        purpose: the command that writes, for messages to other commands.
        wait_s: how long to wait for another command that writes, in seconds.

    Raises:
        LockedError: another command still writes after `wait_s`.
    """
    with open_store(config) as store, store.lock.held(purpose, wait_s):
        clean_up(PsFolder(config.paths.ps), store)
        store.reconcile()
        yield store
        store.record_run(purpose)


def migrate(config: Config) -> list[str]:
    """Migrate the database to this version's schema; return the migrations that ran."""
    with connection(config) as opened:
        store = Store(opened)
        _finish_pending_swap(store)
        return store.migrate()


@contextmanager
def shell_socket(config: Config) -> Iterator[Path | None]:
    """Yield the socket like `server_socket`, after finishing a pending swap if possible.

    The shell must also open a database that no other command can open.
    """
    with server_socket(config) as socket:
        with suppress(StoreError), connect(config.mongodb, socket) as opened:
            _finish_pending_swap(Store(opened))
        yield socket


def _finish_pending_swap(store: Store) -> None:
    """Finish the swap of an interrupted rebuild; a running rebuild finishes its own."""
    if store.swaps.pending():
        with suppress(LockedError), store.lock.held("the end of a rebuild"):
            finish_swap(store)
