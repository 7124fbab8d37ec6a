"""Open the configured database, on a URI or on the private server, for reading or writing."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wildwood.kernel.errors import LockedError, RifError, ServerError, StoreError
from wildwood.kernel.extras import check_system
from wildwood.kernel.settings import Config
from wildwood.nep.connection import Connection, connect
from wildwood.nep.mongod import has_database
from wildwood.nep.mongod_program import embedded_mongod, find_mongod
from wildwood.nep.private_server import move_data, private_server, restart_if_gone
from wildwood.nep.ps_folder import PsFolder
from wildwood.nep.store import Store
from wildwood.nep.swap import Swap


class SwapElsewhereError(StoreError):
    """The ps rifs of a decided swap are not in this ps directory."""


def clean_up(ps: PsFolder, store: Store, *, starts_over: bool) -> None:
    """Finish or remove the unfinished work of killed commands; needs the writer's lock.

    With `starts_over`, a rebuild whose ps rifs are elsewhere is given up.
    """
    try:
        finish_swap(ps, store)
    except SwapElsewhereError:
        decided = store.swaps.pending()
        if decided is None or not starts_over:
            raise
        store.swaps.cancel(decided)
    ps.remove_leftovers()
    store.swaps.drop_leftovers()
    _finish_removals(ps, store)


def remove_issue(ps: PsFolder, store: Store, date: datetime.date) -> None:
    store.mark_forgotten(date)
    ps.remove(*(issue.ps_name for issue in store.issues_of([date]) if issue.ps_name))
    store.forget_issue(date)


def finish_swap(ps: PsFolder, store: Store) -> None:
    """If a rebuild decided its swap, put its ps rifs and its collections in place.

    Raises:
        SwapElsewhereError: the rebuild wrote to another ps directory. Nothing has changed.
        StoreError: some of them are gone. The swap is cancelled.
    """
    decided = store.swaps.pending()
    if decided is None:
        return
    store.lock.check()
    staging = ps.staging(decided.mark)
    missing = _missing_parts(store, decided, ps, staging)
    if missing:
        store.swaps.cancel(decided)
        raise StoreError(
            f"The rebuild that was interrupted cannot be finished, because {missing} gone;"
            " run wildwood_all again."
        )
    replaced = {issue.date: issue.ps_name for issue in store.issues()}
    ps.publish(staging, replaced, store.lock.check)
    store.swaps.complete(decided)
    store.reload()
    _finish_removals(ps, store)


def _missing_parts(store: Store, decided: Swap, ps: PsFolder, staging: PsFolder) -> str:
    """Return what a decided swap lacks, for a message; empty if it lacks nothing."""
    if collections := store.swaps.missing_collections(decided):
        return f"its collections {', '.join(collections)} are"
    written = store.swaps.written_files(decided)
    missing = [file for file in written if not (staging.holds(file) or ps.holds(file))]
    if missing and not staging.path.is_dir():
        raise SwapElsewhereError(
            f"A rebuild was interrupted before its ps rifs were in place, and they are not in"
            f" {ps.path}; set paths.ps to the directory of that rebuild, or start it again:"
            " wildwood_all."
        )
    return f"{len(missing)} of its {len(written)} ps rifs in {staging.path} are" if missing else ""


def _finish_removals(ps: PsFolder, store: Store) -> None:
    for date in store.forgotten_dates():
        remove_issue(ps, store, date)


class NothingStoredError(StoreError):
    """There is no private database yet."""


@contextmanager
def server_socket(config: Config) -> Iterator[Path | None]:
    """Keep the private server running, and yield its socket; None if a URI is configured."""
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
    with server_socket(config) as socket, connect(config.mongodb, socket) as opened:
        yield opened


@contextmanager
def open_store(config: Config, *, creates: bool = False) -> Iterator[Store]:
    """Open the store: the schema is this version's, and no swap is pending.

    A command that only reads must not create a missing private database (`creates`): its user
    may be another one than that of the nightly run.
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
    """Raise `NothingStoredError` if there is no database."""
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

    `purpose` is the command that writes, for messages to others. With `starts_over`, an
    interrupted rebuild that cannot be finished here is given up.
    """
    ps = _ps_folder(config)
    with _prepared_store(config) as store, store.lock.held(purpose, wait_s):
        clean_up(ps, store, starts_over=starts_over)
        store.schema.repair()
        store.reconcile()
        yield store
        store.record_run(purpose)


def migrate(config: Config) -> list[str]:
    """Migrate the database to this version's schema; return what ran or was made again."""
    require_database(config)
    with connection(config) as opened:
        store = Store(opened)
        _finish_pending_swap(store, config)
        return store.migrate()


def move_to_mongod(config: Config, old: Path | None) -> Path:
    """Move the private database to the mongod that commands use.

    Returns where its old files are. `old` is the mongod that can read its data files; None for
    the embedded one.
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
    ps = PsFolder(config.paths.ps)
    ps.check_apart(config.paths.us)
    return ps
