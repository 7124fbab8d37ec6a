"""Open the configured database, on a URI or on the private server, for reading or writing."""

import datetime
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

from wildwood.kernel.errors import LockedError, RifError, ServerError, StoreError
from wildwood.kernel.extras import check_system
from wildwood.kernel.settings import Config
from wildwood.nep.connection import Connection, connect
from wildwood.nep.folders import PsFolder
from wildwood.nep.fresh import Swap
from wildwood.nep.mongod import embedded_mongod, find_mongod, is_there
from wildwood.nep.private_server import move_data, private_server, restart_if_gone
from wildwood.nep.store import Store


class SwapElsewhereError(StoreError):
    """The ps rifs of a decided swap are not in this ps directory."""


def clean_up(ps: PsFolder, store: Store, *, starts_over: bool) -> None:
    """Clean up under the writer's lock; `starts_over` gives up a swap with ps rifs elsewhere."""
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
    """Finish a decided swap. `SwapElsewhereError` changes nothing; a `StoreError` cancels it."""
    decided = store.swaps.pending()
    if decided is None:
        return
    store.lock.check()
    staging = ps.staging(decided.mark)
    missing = _missing_parts(store, decided, ps, staging)
    if missing:
        store.swaps.cancel(decided)
        fault = f"The rebuild that was interrupted cannot be finished, because {missing} gone"
        raise StoreError(f"{fault}; run wildwood_all again.")
    replaced = {issue.date: issue.ps_name for issue in store.issues()}
    ps.publish(staging, replaced, store.lock.check)
    store.swaps.complete(decided)
    store.reload()
    _finish_removals(ps, store)


def _missing_parts(store: Store, decided: Swap, ps: PsFolder, staging: PsFolder) -> str:
    """Return what a decided swap lacks, for a message; empty if nothing."""
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


def server_socket(config: Config) -> AbstractContextManager[Path | None]:
    """Keep the private server running, and yield its socket; None for a URI."""
    check_system()
    is_elsewhere = config.mongodb.uri or config.client
    return nullcontext() if is_elsewhere else private_server(config.paths.db)


def restart_server_if_gone(config: Config) -> bool:
    return not config.mongodb.uri and restart_if_gone(config.paths.db)


@contextmanager
def connection(config: Config) -> Iterator[Connection]:
    with server_socket(config) as socket, connect(config.mongodb, socket, config.client) as opened:
        yield opened


@contextmanager
def open_store(config: Config, *, creates: bool = False) -> Iterator[Store]:
    """Open the store; commands that only read must not create it, as their user may be another."""
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


def require_database(config: Config) -> None:
    if not is_there(config):
        cure = "run wildwood latest first, or use the configuration and user of the nightly run"
        cure = cure if config.has_file else config.cure("paths.db")
        raise NothingStoredError(f"Nothing is stored yet in {config.paths.db}; {cure}.")


@contextmanager
def writing_store(
    config: Config, purpose: str, wait_s: float = 0.0, *, starts_over: bool = False
) -> Iterator[Store]:
    """Open the store under the writer's lock, and record the run; `purpose` is for messages."""
    ps = _ps_folder(config)
    with _prepared_store(config) as store, store.lock.held(purpose, wait_s):
        clean_up(ps, store, starts_over=starts_over)
        store.schema.repair()
        store.reconcile(ps)
        yield store
        store.record_run(purpose)


def migrate(config: Config) -> list[str]:
    """Migrate to this version's schema; return what ran or was made again."""
    require_database(config)
    with connection(config) as opened:
        store = Store(opened)
        _finish_pending_swap(store, config)
        ran = store.migrate()
        with store.lock.held("wildwood migrate"):
            store.reconcile(PsFolder(config.paths.ps))
        return ran


def move_to_mongod(config: Config, old: Path | None) -> Path:
    """Move the private database from mongod `old` (None: embedded); return where old files are."""
    old = old or embedded_mongod()
    if old is None:
        cure = f"with --server, give the mongod that made the data files in {config.paths.db}."
        raise ServerError(f"The extra 'embedded' is not installed; {cure}")
    return move_data(config.paths.db, old.absolute(), find_mongod(), config.mongodb)


@contextmanager
def shell_socket(config: Config) -> Iterator[Path | None]:
    """Yield the socket after trying to finish a pending swap; the shell opens any database."""
    require_database(config)
    with server_socket(config) as socket:
        with suppress(StoreError, RifError), connect(config.mongodb, socket) as opened:
            _finish_pending_swap(Store(opened), config)
        yield socket


def _finish_pending_swap(store: Store, config: Config) -> None:
    if store.swaps.pending():
        with suppress(LockedError), store.lock.held("the end of a rebuild"):
            finish_swap(_ps_folder(config), store)


def _ps_folder(config: Config) -> PsFolder:
    ps = PsFolder(config.paths.ps)
    ps.check_apart(config.paths.us)
    return ps
