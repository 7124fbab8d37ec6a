"""Clean up after commands that were killed."""

from wildwood.rif import PsFolder
from wildwood.store import Store


def clean_up(ps: PsFolder, store: Store) -> None:
    """Finish or remove the unfinished work of killed commands; needs the writer's lock."""
    finish_swap(store)
    ps.clear()
    store.swaps.drop_leftovers()


def finish_swap(store: Store) -> None:
    """If a rebuild decided its swap, put its ps rifs and its collections in place."""
    decided = store.swaps.pending()
    if decided is not None:
        store.lock.check()
        ps = PsFolder(decided.ps)
        ps.publish(ps.staging(decided.mark))
        store.swaps.complete(decided)
