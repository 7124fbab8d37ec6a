"""What becomes of repeats in lists: they are marked, left out and merged, or counted."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum

from wildwood.analysis.merging import gains_of
from wildwood.analysis.removals import Node, Removal, node_of, removals_of
from wildwood.lists import Entry
from wildwood.model import PairVerdict
from wildwood.report.shown import ReportPair


class Survivor(Enum):
    """Which of several entries that are one record stays."""

    FIRST = "first"
    LAST = "last"
    RICHEST = "richest"


@dataclass(frozen=True, slots=True)
class Preference:
    """Which entry stays, by its place or by its list."""

    survivor: Survivor = Survivor.FIRST
    source: str = ""
    """The list whose entries stay if it has one."""


@dataclass(frozen=True, slots=True)
class Deduplicated:
    """What becomes of a list."""

    gone: Mapping[str, str]
    """The handles of what is left out, each with that of the record that stays."""
    gains: Mapping[str, Entry]
    """What entries that stay get from those that go, by handle."""
    undecided: Sequence[tuple[str, str]]
    """Handles that a person has to compare: both stay."""
    removals: Sequence[Removal] = ()
    """What is left out, with the reasons."""


def deduplicated(
    entries: Sequence[Entry],
    pairs: Sequence[ReportPair],
    preference: Preference,
    references: AbstractSet[str] = frozenset(),
) -> Deduplicated:
    """Decide what becomes of the entries of a list.

    What an older list has goes. Of several entries that are one record one stays; an entry to
    which others refer always does.

    Args:
        entries: the new list.
        pairs: its pairs, strongest first.
        preference: which one stays.
        references: the ids, in lower case, to which entries refer.
    """
    by_handle = {entry.handle: entry for entry in entries}
    source = preference.source
    chosen = {pair.kept.record.handle for pair in pairs if pair.keep}
    preferred = {
        paper.record.handle
        for pair in pairs
        for paper in (pair.left, pair.right)
        if paper.is_new and source and paper.source == source
    }
    ordered = sorted(
        _in_order(entries, preference.survivor),
        key=lambda handle: (handle not in chosen, handle not in preferred),
    )
    rank = {handle: number for number, handle in enumerate(ordered)}
    survivors: dict[Node, Node] = {}
    gains: dict[str, Entry] = {}
    groups = same_records(pairs)
    for group in groups:
        new = sorted((handle for is_new, handle in group if is_new), key=rank.__getitem__)
        referred = [handle for handle in new if by_handle[handle].id.lower() in references]
        known = next((node for node in group if not node[0]), None)
        first = known or (True, (referred or new)[0])
        gone = [handle for handle in new if handle not in referred and (True, handle) != first]
        survivors.update(((True, handle), first) for handle in gone)
        if first[0] and (more := gains_of(by_handle[first[1]], [by_handle[one] for one in gone])):
            gains[first[1]] = more
    return Deduplicated(
        {handle: stays for (_, handle), (_, stays) in survivors.items()},
        gains,
        list({**_undecided(pairs, survivors), **_contradicted(pairs, groups)}),
        list(removals_of(survivors, groups, [pair for pair in pairs if _is_same(pair)])),
    )


def _in_order(entries: Sequence[Entry], survivor: Survivor) -> list[str]:
    """Return the handles of entries, those that rather stay first."""
    if survivor is Survivor.LAST:
        entries = entries[::-1]
    if survivor is Survivor.RICHEST:
        entries = sorted(entries, key=lambda entry: -entry.richness)
    return [entry.handle for entry in entries]


def same_records(pairs: Iterable[ReportPair]) -> list[set[Node]]:
    """Group papers that are one record; what is different from a member does not join its group."""
    apart: dict[Node, set[Node]] = {}
    groups: dict[Node, set[Node]] = {}
    for one, other in _nodes(pairs, PairVerdict.DIFFERENT):
        apart.setdefault(one, set()).add(other)
        apart.setdefault(other, set()).add(one)
    for one, other in _nodes(pairs, PairVerdict.SAME):
        ours, theirs = (groups.setdefault(node, {node}) for node in (one, other))
        if ours is not theirs and not any(apart.get(node, set()) & theirs for node in ours):
            ours |= theirs
            groups.update(dict.fromkeys(theirs, ours))
    return list({id(group): group for group in groups.values() if len(group) > 1}.values())


def _nodes(pairs: Iterable[ReportPair], verdict: PairVerdict) -> Iterable[tuple[Node, Node]]:
    return (
        (node_of(pair.left), node_of(pair.right))
        for pair in pairs
        if (_is_same(pair) if verdict is PairVerdict.SAME else pair.settled is verdict)
    )


def _is_same(pair: ReportPair) -> bool:
    return pair.settled is PairVerdict.SAME and not pair.both_stay


def _contradicted(
    pairs: Iterable[ReportPair], groups: Iterable[AbstractSet[Node]]
) -> dict[tuple[str, str], None]:
    """Return the pairs of the same record that stay apart, since one differs from others of it."""
    group_of: dict[Node, object] = {
        node: number for number, group in enumerate(groups) for node in group
    }
    return {
        (one[1], other[1]): None
        for one, other in _nodes(pairs, PairVerdict.SAME)
        if group_of.get(one, one) != group_of.get(other, other)
    }


def _undecided(
    pairs: Iterable[ReportPair], survivors: Mapping[Node, Node]
) -> dict[tuple[str, str], None]:
    """Return the pairs to be compared by a person, each once, as what stays for them."""
    found: dict[tuple[str, str], None] = {}
    for one, other in _nodes(pairs, PairVerdict.UNSURE):
        left, right = (survivors.get(node, node) for node in (one, other))
        if left != right and (left[0] or right[0]) and (right[1], left[1]) not in found:
            found.setdefault((left[1], right[1]))
    return found


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


@dataclass(frozen=True, slots=True)
class ListCounts:
    """A list among several."""

    name: str
    papers: int
    works: int
    """Its papers, each record once."""
    alone: int
    """The works that no other list has."""


def sources_of(papers: Mapping[str, int], pairs: Iterable[ReportPair]) -> list[ListCounts]:
    """Count what each list has, and has alone.

    Args:
        papers: the number of papers of each list, by its name.
        pairs: the pairs of all of them.
    """
    pairs = list(pairs)
    source = {
        paper.record.handle: paper.source for pair in pairs for paper in (pair.left, pair.right)
    }
    repeated, shared = Counter[str](), Counter[str]()
    for group in same_records(pairs):
        members = Counter(source[handle] for _, handle in group)
        repeated.update({name: count - 1 for name, count in members.items()})
        if len(members) > 1:
            shared.update(members.keys())
    return [
        ListCounts(name, count, count - repeated[name], count - repeated[name] - shared[name])
        for name, count in papers.items()
    ]
