"""An open store, whatever the configuration says it lies on."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wildwood.errors import LockedError, StoreError
from wildwood.job import Job
from wildwood.mongod import private_server, revived
from wildwood.pipeline import finish_swap, tidy_up
from wildwood.rif import PsFolder, UsFolder
from wildwood.settings import Config
from wildwood.store import Connection, Store, connect


@contextmanager
def server_socket(config: Config) -> Iterator[Path | None]:
    """The private server's socket, the server running meanwhile; None where a URI is set."""
    if config.mongodb.uri:
        yield None
    else:
        with private_server(config.paths.db) as socket:
            yield socket


def revived_server(config: Config) -> bool:
    """Start the private server again where it is gone, for a session that lasts; say whether."""
    return not config.mongodb.uri and revived(config.paths.db)


@contextmanager
def connection(config: Config) -> Iterator[Connection]:
    """A connection to the configured database."""
    with server_socket(config) as socket, connect(config.mongodb, socket) as opened:
        yield opened


@contextmanager
def open_store(config: Config) -> Iterator[Store]:
    """The store, with this version's schema and no swap half done.

    Raises:
        StoreError: the database cannot be reached, or is of another make.
    """
    with connection(config) as opened:
        store = Store(opened)
        store.prepare()
        _finish_what_was_broken_off(store)
        yield store


@contextmanager
def writing_store(config: Config, purpose: str, wait_s: float = 0.0) -> Iterator[Store]:
    """The store, with every other writer kept out; what comes to its end is noted.

    Raises:
        LockedError: another command writes, and does for longer than `wait_s`.
    """
    with open_store(config) as store, store.writing(purpose, wait_s):
        tidy_up(job_of(config).ps, store)
        yield store
        store.note_run(purpose)


def migrate(config: Config) -> list[str]:
    """Bring the database to this version's schema; give the names of what ran."""
    with connection(config) as opened:
        store = Store(opened)
        _finish_what_was_broken_off(store)
        return store.migrate()


@contextmanager
def shell_socket(config: Config) -> Iterator[Path | None]:
    """The server's socket, as `server_socket`, with no swap half done where that can be.

    The shell is for looking into a database that no other command can open, too.
    """
    with server_socket(config) as socket:
        with suppress(StoreError), connect(config.mongodb, socket) as opened:
            _finish_what_was_broken_off(Store(opened))
        yield socket


def _finish_what_was_broken_off(store: Store) -> None:
    """Finish a rebuild's swap, unless the rebuild that decided it is at it."""
    if store.pending_swap():
        with suppress(LockedError), store.writing("the end of a rebuild"):
            finish_swap(store)


def job_of(config: Config) -> Job:
    """What the configuration says about every run."""
    return Job(
        us=UsFolder(config.paths.us),
        ps=PsFolder(config.paths.ps),
        limits=config.limits,
        formula=config.formula,
        punctuation=config.punctuation,
        presort=config.presort,
    )
