"""Clean up after commands that were killed."""

import datetime

from wildwood.errors import StoreError
from wildwood.rif import PsFolder
from wildwood.store import Store, Swap


def clean_up(ps: PsFolder, store: Store) -> None:
    """Finish or remove the unfinished work of killed commands; needs the writer's lock."""
    finish_swap(store)
    ps.remove_leftovers()
    store.swaps.drop_leftovers()
    _finish_removals(ps, store)


def remove_issue(ps: PsFolder, store: Store, date: datetime.date) -> None:
    """Remove an issue from the database, and its ps rif."""
    store.mark_forgotten(date)
    ps.remove(date)
    store.forget_issue(date)


def finish_swap(store: Store) -> None:
    """If a rebuild decided its swap, put its ps rifs and its collections in place.

    Raises:
        StoreError: some of them are gone. The swap is cancelled.
    """
    decided = store.swaps.pending()
    if decided is None:
        return
    store.lock.check()
    ps = PsFolder(decided.ps)
    staging = ps.staging(decided.mark)
    missing = _missing_parts(store, decided, ps, staging)
    if missing:
        store.swaps.cancel(decided)
        raise StoreError(
            f"The rebuild that was interrupted cannot be finished, because {missing} gone;"
            " run wildwood_all again."
        )
    ps.publish(staging, store.lock.check)
    store.swaps.complete(decided)
    store.reload()
    _finish_removals(ps, store)


def _missing_parts(store: Store, decided: Swap, ps: PsFolder, staging: PsFolder) -> str:
    """Return what a decided swap lacks, for a message; empty if it lacks nothing."""
    if collections := store.swaps.missing_collections(decided):
        return f"its collections {', '.join(collections)} are"
    written = store.swaps.written_files(decided)
    missing = [file for file in written if not (staging.holds(file) or ps.holds(file))]
    return f"{len(missing)} of its {len(written)} ps rifs in {staging.path} are" if missing else ""


def _finish_removals(ps: PsFolder, store: Store) -> None:
    """Remove the issues whose removal was recorded."""
    for date in store.forgotten_dates():
        remove_issue(ps, store, date)
