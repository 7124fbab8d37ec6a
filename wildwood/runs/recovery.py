"""Clean up after commands that were killed."""

import datetime

from wildwood.errors import StoreError
from wildwood.rif import PsFolder
from wildwood.store import Store, Swap


class SwapElsewhereError(StoreError):
    """The ps rifs of a decided swap are not in this ps directory."""


def clean_up(ps: PsFolder, store: Store, *, starts_over: bool) -> None:
    """Finish or remove the unfinished work of killed commands; needs the writer's lock.

    Args:
        ps: the ps directory.
        store: the store.
        starts_over: whether to give up a rebuild whose ps rifs are elsewhere.

    Raises:
        StoreError: see `finish_swap`.
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
    """Remove an issue from the database, and its ps rif."""
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
    """Remove the issues whose removal was recorded."""
    for date in store.forgotten_dates():
        remove_issue(ps, store, date)
