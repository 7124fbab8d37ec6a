"""Mark, leave out, merge or count the repeats in lists, and bound how many works that loses."""

import hashlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import chain, pairwise
from math import comb
from typing import NamedTuple, Self

from wildwood.biblio.as_bibtex import bibtex_key
from wildwood.biblio.entry import KEYS, Entry, PublicationType, Series, publication_type
from wildwood.biblio.identifiers import ARTICLE_HANDLE
from wildwood.kernel.model import PairVerdict
from wildwood.kernel.pairs import VALUES, Report, ReportPair, ReportPaper
from wildwood.kernel.relation import Decision, DisjointSets, values_by_key
from wildwood.kernel.text import counted
from wildwood.lists.fields import words_of
from wildwood.lists.stated_facts import StatedFacts

_EMPTY = Entry("", (), ())
_FILLED = (
    "authors", "editors", "date", "languages", "abstracts", "classifications", "dois", "pmid",
    "edition", "archive",
)  # fmt: skip
_PARTS = {"title": "titles", "journal": "title", "doi": "dois"}
_APART = (PairVerdict.DIFFERENT, PairVerdict.VERSION)
_LISTS, _NOTED = KEYS.union(words_of("lists_of_fields")), frozenset(words_of("noted_fields"))
"""The extra fields that a record can have several times, and those whose others become a note."""
_LINKED = {PublicationType.ARTICLE, PublicationType.BOOK, PublicationType.CHAPTER}
"""The kinds of works that ReDIF links, other than papers."""


def gains_of(stays: Entry, gone: Sequence[Entry]) -> Entry | None:
    """Return what only the removed entries have; values that contradict become a note."""
    gains = _EMPTY
    for entry in gone:
        has = stays.joined(gains)
        filled = {name: getattr(entry, name) for name in _FILLED if not getattr(has, name)}
        extra = tuple(_extra(has, entry))
        conflicts = "; ".join((*_conflicts(stays, entry), *_origins(has, entry, extra)))
        notes = [*entry.notes, f"{entry.handle}: {conflicts}" if conflicts else ""]
        gain = replace(
            _EMPTY,
            **filled,
            series=_missing(has.series, entry.series),
            urls=_new(entry.urls, has.urls),
            keywords=_new(entry.keywords, has.keywords),
            extra=extra,
            notes=_new(filter(None, notes), has.notes),
        )
        gains = gains.joined(gain)
    return None if gains == _EMPTY and not (gains.notes or gains.extra) else gains


def _missing(series: Series, source: Series) -> Series:
    parts = ("" if getattr(series, name) else getattr(source, name) for name in Series.__slots__)
    return Series(*parts)


def _extra(stays: Entry, entry: Entry) -> Iterator[tuple[str, str]]:
    names = {name for name, _ in stays.extra}
    for name, value in entry.extra:
        if (name in _LISTS or name not in names) and (name, value) not in stays.extra:
            yield name, value


def _origins(stays: Entry, gone: Entry, extra: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield identifiers and sources that no field of its format takes in."""
    added = " ".join(value for _, value in extra).lower()
    for identifier in gone.identifiers:
        kind, _, number = identifier.partition(":")
        if identifier not in stays.identifiers and number not in added:
            yield "the same record" if identifier == gone.id.lower() else f"{kind} {number}"
    if gone.archive not in ("", stays.archive) and stays.archive:
        yield f"source {gone.archive}"
    names = {name for name, _ in stays.extra}
    for name, value in gone.extra:
        if name in _NOTED & names and (name, value) not in stays.extra:
            yield f"{name} {value}"


def _new(values: Sequence[str] | Iterator[str], present: Sequence[str]) -> tuple[str, ...]:
    folded = {value.casefold() for value in present}
    return tuple(value for value in values if value.casefold() not in folded)


def _conflicts(stays: Entry, gone: Entry) -> Iterator[str]:
    ours, theirs = (StatedFacts(ReportPaper.make(entry)) for entry in (stays, gone))
    if ours.title != theirs.title and gone.title:
        yield f"title “{gone.title}”"
    series = gone.series
    for name, left, right, shown in (
        ("DOI", ours.dois, theirs.dois, ", ".join(gone.dois)),
        ("PMID", stays.pmid, gone.pmid, gone.pmid),
        ("year", ours.year, theirs.year, gone.date[:4]),
        ("volume", ours.volumes, theirs.volumes, series.volume),
        ("issue", ours.issues, theirs.issues, series.issue),
        ("pages", ours.pages, theirs.pages, series.pages),
        ("ISBN", ours.isbn, theirs.isbn, series.isbn),
        ("edition", ours.editions, theirs.editions, gone.edition),
    ):
        if left and right and left != right:
            yield f"{name} {shown}"


Node = tuple[bool, str]  # whether a paper is of the new list, and its handle


@dataclass(frozen=True, slots=True)
class Removal:
    removed: ReportPaper
    kept: ReportPaper
    step: ReportPair  # the first pair on the way to what is kept
    why: str


def node_of(paper: ReportPaper) -> Node:
    return paper.is_new, paper.record.handle


def removals_of(
    survivors: Mapping[Node, Node], groups: Iterable[AbstractSet[Node]], same: Sequence[ReportPair]
) -> Iterator[Removal]:
    """Yield the papers that are left out; `same` are the pairs that connect a group."""
    papers = {node_of(paper): paper for pair in same for paper in (pair.left, pair.right)}
    pairs: dict[Node, dict[Node, ReportPair]] = {}
    for pair in same:
        left, right = node_of(pair.left), node_of(pair.right)
        pairs.setdefault(left, {}).setdefault(right, pair)
        pairs.setdefault(right, {}).setdefault(left, pair)
    group_of = {node: group for group in groups for node in group}
    towards: dict[Node, dict[Node, Node]] = {}
    for removed, kept in survivors.items():
        if kept not in towards:
            towards[kept] = _steps(pairs, group_of[removed], kept)
        path = [removed]
        while path[-1] != kept:
            path.append(towards[kept][path[-1]])
        steps = [pairs[start][stop] for start, stop in pairwise(path)]
        yield Removal(papers[removed], papers[kept], steps[0], _why(steps))


def _steps(
    pairs: Mapping[Node, Mapping[Node, ReportPair]], group: AbstractSet[Node], end: Node
) -> dict[Node, Node]:
    """Return each paper's next one on the shortest way to `end`."""
    steps = {end: end}
    for node in (queue := [end]):
        neighbours = sorted((pairs[node].keys() & group) - steps.keys())
        steps.update(dict.fromkeys(neighbours, node))
        queue += neighbours
    return steps


def _why(pairs: Sequence[ReportPair]) -> str:
    whys = [
        "decision" if pair.decision or not pair.verdict else f"{pair.verdict.value}: {reasons}"
        for pair in pairs
        for reasons in ["; ".join(pair.reasons)]
    ]
    if len(pairs) == 1:
        return whys[0]
    both = (f"{pair.left.record.handle} and {pair.right.record.handle}" for pair in pairs)
    return "; ".join(f"{papers}: {why}" for papers, why in zip(both, whys, strict=True))


class Survivor(Enum):
    FIRST = "first"
    LAST = "last"
    RICHEST = "richest"


@dataclass(frozen=True, slots=True)
class Preference:
    survivor: Survivor = Survivor.FIRST
    source: str = ""

    @classmethod
    def parse(cls, keep: str) -> Self:
        """Return the preference for a rule, or for the papers of the list with this name."""
        is_rule = keep in {rule.value for rule in Survivor}
        return cls(Survivor(keep)) if is_rule else cls(source=keep)

    def ranks(self, entries: Sequence[Entry], pairs: Sequence[ReportPair]) -> dict[str, int]:
        """Return ranks by handle, 0 for what stays first; what a person keeps precedes the rest."""
        chosen = {pair.kept.record.handle for pair in pairs if pair.keep}
        papers = (paper for pair in pairs for paper in (pair.left, pair.right) if paper.is_new)
        preferred = {paper.record.handle for paper in papers if paper.source == self.source != ""}

        def rank(entry: Entry) -> tuple[bool, bool, int]:
            richness = entry.richness if self.survivor is Survivor.RICHEST else 0
            return entry.handle not in chosen, entry.handle not in preferred, -richness

        ordered = sorted(entries[::-1] if self.survivor is Survivor.LAST else entries, key=rank)
        return {entry.handle: number for number, entry in enumerate(ordered)}


@dataclass(frozen=True, slots=True)
class Deduplicated:
    gone: Mapping[str, str]  # handles of what is left out, with those of what stays
    gains: Mapping[str, Entry]
    undecided: Sequence[tuple[str, str]]
    removals: Sequence[Removal] = ()
    versions: Sequence[tuple[str, str]] = ()  # that stay, the later one first
    rewritten: Mapping[str, Entry] = field(default_factory=dict)  # with values that were chosen

    def staying(self, entries: Iterable[Entry]) -> list[Entry]:
        return [self.rewritten.get(e.handle, e) for e in entries if e.handle not in self.gone]


def deduplicated(
    entries: Sequence[Entry],
    pairs: Sequence[ReportPair],
    preference: Preference,
    references: AbstractSet[str] = frozenset(),
) -> Deduplicated:
    """Decide what goes: what an older list has, and all but one of the same record."""
    by_handle = {entry.handle: entry for entry in entries}
    rank = preference.ranks(entries, pairs)
    survivors: dict[Node, Node] = {}
    gains, rewritten = dict[str, Entry](), dict[str, Entry]()
    values = [source for pair in pairs if _is_same(pair) for source in pair.sources]
    groups = same_records(pairs)
    for group in groups:
        new = sorted((handle for is_new, handle in group if is_new), key=rank.__getitem__)
        referred = [handle for handle in new if by_handle[handle].id.lower() in references]
        older = next((node for node in group if not node[0]), None)
        first = older or (True, (referred or new)[0])
        gone = [handle for handle in new if handle not in referred and (True, handle) != first]
        survivors.update(((True, handle), first) for handle in gone)
        if gone and first[0]:
            stays = by_handle[first[1]]
            sources = {
                name: by_handle[paper.record.handle]
                for name, paper in values
                if paper.is_new and node_of(paper) in group - {first}
            }
            if sources:
                rewritten[stays.handle] = stays = _take_values(stays, sources)
            if gain := gains_of(stays, [by_handle[handle] for handle in gone]):
                gains[stays.handle] = gain
    versions = versions_of(pairs, survivors)
    for later, earlier in versions:
        handle = later.record.handle
        if relation := _relation(by_handle, handle, earlier):
            gains[handle] = gains.get(handle, _EMPTY).joined(relation)
    return Deduplicated(
        {handle: stays for (_, handle), (_, stays) in survivors.items()},
        gains,
        list(dict.fromkeys((*_undecided(pairs, survivors), *_contradicted(pairs, groups)))),
        list(removals_of(survivors, groups, [pair for pair in pairs if _is_same(pair)])),
        [(later.record.handle, earlier.record.handle) for later, earlier in versions],
        rewritten,
    )


def _take_values(entry: Entry, sources: Mapping[str, Entry]) -> Entry:
    """Return an entry with values of others; its own become a note."""
    own, series = ReportPaper.make(entry), entry.series
    replaced = "; ".join(f"{name} {VALUES[name](own)}" for name in sources)
    entry = replace(entry, notes=(*entry.notes, f"{entry.handle}: {replaced}"))
    for name, source in sources.items():
        part = _PARTS.get(name, name)
        if hasattr(series, part):
            series = replace(series, **{part: getattr(source.series, part)})
        else:
            entry = replace(entry, **{part: getattr(source, part)})
    return replace(entry, series=series)


def versions_of(
    pairs: Sequence[ReportPair], survivors: Mapping[Node, Node]
) -> list[tuple[ReportPaper, ReportPaper]]:
    """Return each pair of versions that stay, the later one of the new list first."""
    papers = {node_of(paper): paper for pair in pairs for paper in (pair.left, pair.right)}
    versions: dict[tuple[Node, Node], None] = {}
    for pair in _nodes(pairs, PairVerdict.VERSION):
        nodes = (survivors.get(node, node) for node in pair)
        earlier, later = sorted(nodes, key=lambda node: (node[0], papers[node].date, node))
        if later[0] and later != earlier:
            versions[later, earlier] = None
    return [(papers[later], papers[earlier]) for later, earlier in versions]


def version_note(paper: ReportPaper) -> str:
    where = ", ".join(filter(None, (paper.series.title, paper.date[:4], *paper.dois[:1])))
    return f"Version of {paper.record.handle}{where and f' ({where})'}"


def _relation(entries: Mapping[str, Entry], handle: str, version: ReportPaper) -> Entry | None:
    """Return fields that name a version of an entry, or None if its notes name it."""
    note, key = version_note(version), version.record.handle
    if any(note in text for text in entries[handle].notes):
        return None
    has_key = version.is_new and bibtex_key(entries[key]) == entries[key].id
    related = (("related", key), ("relatedtype", "version")) if has_key else ()
    kind = publication_type(version.kind, version.series)
    if kind is PublicationType.OTHER and ARTICLE_HANDLE.search(key):
        kind = PublicationType.ARTICLE
    linked = (f"{kind.name.title() if kind in _LINKED else 'Paper'}-Handle", key)
    return replace(_EMPTY, notes=(note,), extra=(*related, linked))


def same_records(pairs: Iterable[ReportPair]) -> list[set[Node]]:
    """Group papers that are one record; versions and different papers are never in one group."""
    of_two = chain.from_iterable(_nodes(pairs, verdict) for verdict in _APART)
    apart = values_by_key(nodes for pair in of_two for nodes in (pair, pair[::-1]))
    groups: dict[Node, set[Node]] = {}
    for left, right in _nodes(pairs, PairVerdict.SAME):
        ours, theirs = (groups.setdefault(node, {node}) for node in (left, right))
        if ours is not theirs and all(theirs.isdisjoint(apart.get(node, ())) for node in ours):
            ours |= theirs
            groups.update(dict.fromkeys(theirs, ours))
    return list({id(group): group for group in groups.values() if len(group) > 1}.values())


def _nodes(pairs: Iterable[ReportPair], verdict: PairVerdict) -> Iterable[tuple[Node, Node]]:
    are_same = verdict is PairVerdict.SAME
    chosen = (pair for pair in pairs if (_is_same(pair) if are_same else pair.settled is verdict))
    return ((node_of(pair.left), node_of(pair.right)) for pair in chosen)


def _is_same(pair: ReportPair) -> bool:
    return pair.settled is PairVerdict.SAME and not pair.both_stay


def _contradicted(
    pairs: Iterable[ReportPair], groups: Iterable[AbstractSet[Node]]
) -> Iterator[tuple[str, str]]:
    """Yield the pairs of the same record that no group has, because others contradict them."""
    group_of = {node: group for group in groups for node in group}
    for left, right in _nodes(pairs, PairVerdict.SAME):
        if right not in group_of.get(left, {left}):
            yield left[1], right[1]


def _undecided(
    pairs: Iterable[ReportPair], survivors: Mapping[Node, Node]
) -> dict[tuple[str, str], None]:
    undecided: dict[tuple[str, str], None] = {}
    for nodes in _nodes(pairs, PairVerdict.UNSURE):
        left, right = (survivors.get(node, node) for node in nodes)
        if left != right and (left[0] or right[0]) and (right[1], left[1]) not in undecided:
            undecided.setdefault((left[1], right[1]))
    return undecided


def repeats(entries: Sequence[Entry], pairs: Sequence[ReportPair]) -> dict[str, str]:
    """Return, by handle, a note on what a paper repeats or is a version of."""
    near = [pair for pair in pairs if not (pair.both_stay or pair.settled in _APART)]
    chosen = {pair.kept.record.handle for pair in near if pair.keep}
    similar = values_by_key(
        (paper.record.handle, (twin.record.handle, twin.is_new, pair.printed))
        for pair in near
        for paper, twin in ((pair.left, pair.right), (pair.right, pair.left))
        if paper.is_new
    )
    staying: set[str] = set()
    notes: dict[str, str] = {}
    for entry in sorted(entries, key=lambda entry: entry.handle not in chosen):
        alike = similar.get(entry.handle, ())
        twins = [twin for twin in alike if not twin[1] or twin[0] in staying]
        if twins:
            notes[entry.handle] = f"Likely repeat of {twins[0][0]} (strength {twins[0][2]})"
        else:
            staying.add(entry.handle)
    for later, earlier in versions_of(pairs, {}):
        notes.setdefault(later.record.handle, version_note(earlier))
    return notes


@dataclass(frozen=True, slots=True)
class ListCounts:
    name: str
    papers: int
    works: int
    alone: int  # the works that no other list has


def sources_of(papers: Mapping[str, int], pairs: Sequence[ReportPair]) -> list[ListCounts]:
    in_pairs = (paper for pair in pairs for paper in (pair.left, pair.right))
    source = {paper.record.handle: paper.source for paper in in_pairs}
    repeated, shared = Counter[str](), Counter[str]()
    for group in same_records(pairs):
        members = Counter(source[handle] for _, handle in group)
        repeated.update({name: count - 1 for name, count in members.items()})
        if len(members) > 1:
            shared.update(members.keys())
    works = {name: count - repeated[name] for name, count in papers.items()}
    return [ListCounts(name, papers[name], own, own - shared[name]) for name, own in works.items()]


MAX_DRAWN = 60
_ONE_IN = 20  # the bound is too low for at most one of so many samples


def shuffled(removals: Iterable[Removal]) -> list[ReportPair]:
    """Return the pairs that remove papers, not identical ones, in a random order by content."""
    steps = (removal.step for removal in removals)
    return sorted((step for step in steps if not _is_identical(step)), key=_random_key)


def _is_identical(pair: ReportPair) -> bool:
    return bool(pair.left.digest) and pair.left.digest == pair.right.digest


def _random_key(pair: ReportPair) -> bytes:
    sides = sorted(repr((node_of(paper), paper.record)) for paper in (pair.left, pair.right))
    return hashlib.sha256("".join(sides).encode(errors="replace")).digest()


def sample_of(report: Report, pairs: Sequence[ReportPair]) -> Report:
    """Draw from shuffled pairs, without their verdicts, which could sway a person."""
    drawn = sorted(pairs[:MAX_DRAWN], key=lambda pair: -pair.strength)
    drawn = [replace(pair, verdict=None, reasons=()) for pair in drawn]
    shown = f"{len(drawn)} of {counted(len(pairs), 'pair')}"
    fact = f"Drawn at random: {shown} for which a paper is left out."
    return replace(report, facts=[*report.facts, fact], pairs=drawn)


def most_plausible(size: int, drawn: int, wrong: int) -> int:
    """Return the exact 95 % bound on all wrong ones, if `drawn` of `size` show `wrong`."""

    def is_ruled_out(number: int) -> bool:
        ways = (comb(number, i) * comb(size - number, drawn - i) for i in range(wrong + 1))
        return sum(ways) * _ONE_IN <= comb(size, drawn)

    return wrong - 1 + bisect_left(range(wrong, size - drawn + wrong + 1), 1, key=is_ruled_out)


class Certificate(NamedTuple):
    papers: int  # left out
    pairs: int  # from which some are drawn
    drawn: int
    same: int  # of the drawn ones
    undecided: int
    most_lost: int

    def __str__(self) -> str:
        drawn = counted(self.drawn, "pair")
        if self.undecided:
            them = f"{self.undecided} of the {drawn} that --sample writes"
            return f"To know how many works can be lost, decide on {them}."
        lost = f"at most {self.most_lost:,}" if self.most_lost else "none"
        confidence = ", with 95 % confidence" if self.drawn < self.pairs else ""
        papers = f"Works lost by leaving out {counted(self.papers, 'paper')}"
        sample = f"of the {drawn} of the sample, {self.same} are the same."
        return f"{papers}: {lost}{confidence}; {sample}"


def certify(
    shuffled: Sequence[ReportPair], pairs: Sequence[ReportPair], removals: Sequence[Removal]
) -> Certificate:
    """Bound the works that `removals` lose, which follow from `pairs` with a person's decisions.

    Each lost work has a removal by a wrong pair. The sample bounds the wrong ones of the shuffled
    pairs that still count; a work that leaves by other pairs counts as lost.
    """
    decisions = {pair.keys: pair.decision for pair in pairs}
    drawn = [decisions[pair.keys] for pair in shuffled[:MAX_DRAWN]]
    still_open = [pair for pair in shuffled if decisions[pair.keys] is None]
    size, papers, same = len(shuffled), len(removals), drawn.count(Decision.SAME)
    wrong = most_plausible(size, len(drawn), len(drawn) - same) - drawn.count(Decision.DIFFERENT)
    decided = [pair for pair in pairs if pair.decision is Decision.SAME]
    identical = [pair for pair in pairs if not pair.decision and _is_identical(pair)]
    lost = min(wrong, len(still_open)) + _count_apart(removals, [*decided, *identical, *still_open])
    return Certificate(papers, size, len(drawn), same, drawn.count(None), min(lost, papers))


def _count_apart(removals: Iterable[Removal], joined: Iterable[ReportPair]) -> int:
    """Count the groups of removed papers that no pair joins to one that stays."""
    removed = {node_of(removal.removed) for removal in removals}
    pairs = [(node_of(pair.left), node_of(pair.right)) for pair in joined]
    sets = DisjointSets(pairs)
    staying = {sets.root(node) for node in {*chain.from_iterable(pairs)} - removed}
    return len({sets.root(node) for node in removed} - staying)
