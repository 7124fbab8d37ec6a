"""Decide which entries of a list are likely repeats of others."""

from collections.abc import Iterable, Sequence

from wildwood.lists import Entry
from wildwood.model import PairVerdict
from wildwood.report.shown import ReportPair


def repeats(entries: Sequence[Entry], pairs: Iterable[ReportPair]) -> dict[str, str]:
    """Return the handles of likely repeats, each with a note that names what it repeats.

    A repeat resembles a paper of the older list, or an earlier entry that stays. Being of the same
    family is not enough, so nothing goes that resembles only what has gone itself. Nothing goes for
    a pair that a person is unsure about, and what a person keeps comes first.

    Args:
        entries: the new list.
        pairs: its pairs, strongest first.
    """
    similar: dict[str, list[tuple[str, bool, str]]] = {}
    chosen: set[str] = set()
    for pair in pairs:
        if pair.both_stay or pair.settled is PairVerdict.DIFFERENT:
            continue
        if pair.keep:
            chosen.add(pair.kept.record.handle)
        left, right = pair.left.record.handle, pair.right.record.handle
        similar.setdefault(left, []).append((right, pair.right.is_new, pair.printed))
        if pair.right.is_new:
            similar.setdefault(right, []).append((left, True, pair.printed))
    staying: set[str] = set()
    notes: dict[str, str] = {}
    for handle in sorted((entry.handle for entry in entries), key=lambda one: one not in chosen):
        for other, is_new, printed in similar.get(handle, ()):
            if not is_new or other in staying:
                notes[handle] = f"Likely repeat of {other} (strength {printed})"
                break
        else:
            staying.add(handle)
    return notes
