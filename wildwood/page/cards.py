"""Lay out pairs as cards: one for each work, with a row for each of its records."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from wildwood.biblio.entry import PublicationType, publication_type
from wildwood.biblio.words import words
from wildwood.kernel.model import PairVerdict
from wildwood.kernel.pairs import (
    Decision,
    DisjointSets,
    Family,
    Pair,
    PairFacts,
    Relation,
    ReportPair,
    ReportPaper,
    families,
)

MAX_PAIRS = 5_000  # more only if a person has more to decide; a browser is slow with many


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    paper: ReportPaper
    reference: "Row | None" = None  # the row above that it is compared with
    facts: PairFacts | None = None  # their pair


@dataclass(frozen=True)
class Card:
    family: Family
    facts: tuple[PairFacts, ...]  # what of its pairs is shown

    @property
    def pairs(self) -> list[PairFacts]:
        """The pairs in the order of the page."""
        return [*(row.facts for row in self.rows if row.facts), *self.further, *self.folded]

    @property
    def is_sure(self) -> bool:
        return all(facts.pair.is_sure or facts.pair.keys in self.implied for facts in self.facts)

    @property
    def verdict(self) -> str:
        """What the fields say of the records: the first of these verdicts that any pair has."""
        verdicts = {facts.pair.verdict for facts in self.facts}
        return next(verdict.value for verdict in PairVerdict if verdict in verdicts)

    @cached_property
    def rows(self) -> list[Row]:
        return list(_rows(self.family, self.facts))

    @cached_property
    def further(self) -> list[PairFacts]:
        return [facts for facts in self._others if self.is_open(facts.pair)]

    @cached_property
    def folded(self) -> list[PairFacts]:
        return [facts for facts in self._others if not self.is_open(facts.pair)]

    @cached_property
    def _others(self) -> list[PairFacts]:
        in_rows = {id(row.facts) for row in self.rows}
        return [facts for facts in self.facts if id(facts) not in in_rows]

    @cached_property
    def implied(self) -> set[Pair]:
        in_rows = (row.facts for row in self.rows if row.facts)
        return set(_implied(self.family, (facts.pair for facts in (*in_rows, *self._others))))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of the first row of each paper, by its key."""
        return {row.paper.key: row.number for row in reversed(self.rows)}

    def is_open(self, pair: ReportPair) -> bool:
        """Return whether the fields leave it to a person, who has not decided."""
        is_unsure = pair.decision is None and pair.verdict is PairVerdict.UNSURE
        return is_unsure and pair.keys not in self.implied


def _rows(family: Family, facts: Sequence[PairFacts]) -> Iterator[Row]:
    """Yield each record behind one that it resembles, from the one with most pairs on."""
    pairs_of: dict[str, list[PairFacts]] = {}
    for fact in facts:
        for key in fact.pair.keys:
            pairs_of.setdefault(key, []).append(fact)
    papers = {paper.key: paper for paper in family.papers if paper.key in pairs_of}
    rows: dict[str, Row] = {}
    number = 0
    for start in sorted(papers, key=lambda key: (not papers[key].is_new, -len(pairs_of[key]))):
        queue = [] if start in rows else [Row(number + 1, papers[start])]
        for row in queue:
            if row.paper.key not in rows:
                number += 1
                rows[row.paper.key] = numbered = replace(row, number=number)
                yield numbered
                queue += _neighbours(numbered, pairs_of[row.paper.key])
            elif row.reference and row.reference.paper.key == row.paper.key:
                number += 1
                yield replace(row, number=number)


def _neighbours(row: Row, facts: Iterable[PairFacts]) -> Iterator[Row]:
    for fact in facts:
        left, right = fact.pair.left, fact.pair.right
        yield Row(0, left if right.key == row.paper.key != left.key else right, row, fact)


def laid_out(pairs: Sequence[ReportPair]) -> list[Card]:
    """Return cards, those to decide first, then by verdict; omits some pairs of too many."""
    cards = _cards(pairs)
    verdicts = [verdict.value for verdict in PairVerdict]
    cards.sort(key=lambda card: verdicts.index(card.verdict) if card.is_sure else -1)
    return cards if len(pairs) <= MAX_PAIRS else _cut(cards)


def _cards(pairs: Sequence[ReportPair]) -> list[Card]:
    return [
        Card(family, tuple(PairFacts(pair, number) for pair in family.pairs))
        for number, family in enumerate(families(pairs), 1)
    ]


def count_open(pairs: Sequence[ReportPair]) -> int:
    return sum(card.is_open(facts.pair) for card in _cards(pairs) for facts in card.facts)


def _implied(family: Family, pairs: Iterable[ReportPair]) -> Iterator[Pair]:
    """Yield the unsure pairs of records that are the same as those of an earlier or decided one."""
    settled = {
        pair.keys: Decision.SAME if pair.settled is PairVerdict.SAME else Decision.DIFFERENT
        for pair in family.pairs
        if pair.settled not in {None, PairVerdict.UNSURE}
    }
    relation, groups = Relation(settled), DisjointSets[str]()
    for keys, decision in settled.items():
        if decision is Decision.SAME and not relation.contradicts(keys):
            groups.join(min(keys), max(keys))
    asked = {frozenset(map(groups.root, pair.keys)) for pair in family.pairs if pair.decision}
    for pair in pairs:
        if pair.verdict is PairVerdict.UNSURE and pair.decision is None:
            between = frozenset(map(groups.root, pair.keys))
            if between in asked or len(between) == 1:
                yield pair.keys
            asked.add(between)


def _cut(cards: Sequence[Card]) -> list[Card]:
    all_facts = [(card, facts) for card in cards for facts in card.facts]
    removable = [
        (card.is_sure, -facts.pair.strength, id(facts))
        for card, facts in all_facts
        if facts.pair.is_sure or facts.pair.settled is None
    ]
    room = max(0, MAX_PAIRS - (len(all_facts) - len(removable)))
    removed = {number for *_, number in sorted(removable)[room:]}
    cut = (
        replace(card, facts=tuple(facts for facts in card.facts if id(facts) not in removed))
        for card in cards
    )
    return [card for card in cut if card.facts]


_KINDS = {
    PublicationType.REPORT: "working paper",
    PublicationType.MASTERS_THESIS: "thesis",
    PublicationType.UNPUBLISHED: "manuscript",
    PublicationType.OTHER: "",
}  # others have their own names
_PREPRINT = re.compile(r"arxiv|bioxiv|biorxiv|medrxiv|ssrn|preprint|research square", re.IGNORECASE)
_REGISTRATION = re.compile(r"\bNCT\d{8}\b|\bCRD\d{11}\b|\bISRCTN\d+|clinicaltrials\.gov|prospero")
_ANOTHER = {"numbers in the titles": "another part", "editions": "another edition"}


def role_of(row: Row) -> str:
    """Return what kind of record it is, as far as its fields say."""
    paper, against = row.paper, row.facts.pair.against if row.facts else ()
    if notice := words("notices").search(" ".join(paper.record.titles[:1])):
        return notice[0].lower()
    if another := next((_ANOTHER[field] for field in against if field in _ANOTHER), ""):
        return another
    series, where = paper.series, " ".join((paper.record.handle, *paper.dois, *paper.urls))
    if not series.volume and _REGISTRATION.search(where):
        return "registration"
    if not series.volume and _PREPRINT.search(f"{series.title} {paper.kind} {where}"):
        return "preprint"
    kind = publication_type(paper.kind, series)
    return _KINDS.get(kind, kind.name.lower().replace("_", " "))
