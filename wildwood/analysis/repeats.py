"""Decide which entries of a list are likely repeats of others."""

from collections.abc import Iterable, Sequence
from enum import Enum

from wildwood.lists import Entry
from wildwood.model import Verdict
from wildwood.report.shown import Decision, ReportPair
from wildwood.report.shown import Keep as Kept


class Keep(Enum):
    """Which of several entries that resemble each other stays."""

    FIRST = "first"
    LAST = "last"
    RICHEST = "richest"


def repeats(entries: Sequence[Entry], pairs: Iterable[ReportPair], keep: Keep) -> dict[str, str]:
    """Return the handles of likely repeats, each with a note that names what it repeats.

    A repeat resembles a paper of the older list, or an entry that stays: the first, or the
    one with the most fields. Being of the same family is not enough, so nothing goes that
    resembles only what has gone itself. Nothing goes for a pair that a person is unsure about, and
    what a person keeps comes first.

    Args:
        entries: the new list.
        pairs: its pairs, strongest first.
        keep: which one stays.
    """
    similar: dict[str, list[tuple[str, bool, str]]] = {}
    chosen: set[str] = set()
    for pair in pairs:
        if stays(pair) or pair.settled is Verdict.DIFFERENT:
            continue
        if pair.keep:
            chosen.add(chosen_of(pair))
        left, right = pair.left.record.handle, pair.right.record.handle
        similar.setdefault(left, []).append((right, pair.right.is_new, pair.printed))
        if pair.right.is_new:
            similar.setdefault(right, []).append((left, True, pair.printed))
    staying: set[str] = set()
    notes: dict[str, str] = {}
    for handle in sorted(in_order(entries, keep), key=lambda handle: handle not in chosen):
        for other, is_new, printed in similar.get(handle, ()):
            if not is_new or other in staying:
                notes[handle] = f"Likely repeat of {other} (strength {printed})"
                break
        else:
            staying.add(handle)
    return notes


def stays(pair: ReportPair) -> bool:
    """Return whether a person wants both papers of a pair to stay."""
    keeps_new = pair.keep is Kept.FIRST and not pair.right.is_new
    return pair.decision is Decision.UNSURE or keeps_new


def chosen_of(pair: ReportPair) -> str:
    """Return the handle of the paper that a person keeps; that of the second if none is chosen."""
    return (pair.left if pair.keep is Kept.FIRST else pair.right).record.handle


def in_order(entries: Sequence[Entry], keep: Keep) -> list[str]:
    """Return the handles of entries, those that rather stay first."""
    if keep is Keep.LAST:
        entries = entries[::-1]
    if keep is Keep.RICHEST:
        entries = sorted(entries, key=lambda entry: -entry.richness)
    return [entry.handle for entry in entries]
