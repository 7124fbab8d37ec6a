"""A page of pairs: one HTML file that needs neither a server nor a network.

A card is a work, with a row for each of its records.
"""

import base64
import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from wildwood.biblio.entry import PublicationType, publication_type
from wildwood.biblio.identifiers import URL, bare_doi
from wildwood.biblio.words import words
from wildwood.kernel.features import normalise
from wildwood.kernel.model import PairVerdict
from wildwood.kernel.pairs import (
    COLUMNS,
    Family,
    PairFacts,
    Report,
    ReportPair,
    ReportPaper,
    families,
)
from wildwood.kernel.relation import Decision, DisjointSets, Pair, Relation, values_by_key
from wildwood.kernel.text import counted, printable

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
        """What the fields say of the records: a version if any pair is, else the first verdict."""
        verdicts = {facts.pair.verdict for facts in self.facts}
        ranked: list[PairVerdict] = [PairVerdict.VERSION, *PairVerdict]
        return next(verdict.value for verdict in ranked if verdict in verdicts)

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
    """Yield the records, each after one that it resembles, beginning with that of most pairs."""
    pairs_of = values_by_key((key, fact) for fact in facts for key in fact.pair.keys)
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
    """Yield the unsure pairs whose records are the same as those of a pair asked before."""
    settled = {
        pair.keys: Decision.SAME if pair.settled is PairVerdict.SAME else Decision.DIFFERENT
        for pair in family.pairs
        if pair.settled not in {None, PairVerdict.UNSURE}
    }
    relation = Relation(settled)
    same = (keys for keys, decision in settled.items() if decision is Decision.SAME)
    sure = (keys for keys in same if not relation.contradicts(keys))
    groups = DisjointSets((min(keys), max(keys)) for keys in sure)
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
    kept = (tuple(facts for facts in card.facts if id(facts) not in removed) for card in cards)
    return [replace(card, facts=facts) for card, facts in zip(cards, kept, strict=True) if facts]


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


class Segment(NamedTuple):
    text: str
    differs: bool  # whether the counterpart has something else in its place


def marked(
    texts: Iterable[str], counterparts: Iterable[str], *, are_names: bool = False
) -> list[list[Segment]]:
    """Split texts into segments that counterparts have or lack; initials equal their words."""
    words = {word for text in counterparts for word in normalise(text).split()}
    initials = {word[:1] for word in words} if are_names else set[str]()
    return [list(_segments(text, words, initials)) for text in texts]


def _segments(text: str, words: Collection[str], initials: Collection[str]) -> Iterator[Segment]:
    """Yield neighbouring parts that differ as one segment, so that lines run through phrases."""
    parts = ["".join(letters) for _, letters in groupby(text, _is_gap)]
    differ = [bool(words) and _is_other(part, words, initials) for part in parts]
    for place in range(1, len(parts) - 1):
        if _is_gap(parts[place][0]):
            differ[place] = differ[place - 1] and differ[place + 1]
    for differs, run in groupby(zip(differ, parts, strict=True), itemgetter(0)):
        yield Segment("".join(part for _, part in run), differs)


def _is_other(part: str, words: Collection[str], initials: Collection[str]) -> bool:
    """Return whether `words` lack a word of a part, and `initials` do not match it either."""
    return any(
        word not in words and not (initials and (word in initials or word[:1] in words))
        for word in normalise(part).split()
    )


def _is_gap(character: str) -> bool:
    return character.isspace() or category(character)[0] in "PS"


def facts_of(paper: ReportPaper, counterpart: ReportPaper) -> Iterator[Segment]:
    if paper.date:
        # Dates are the same as far as both go: 2015 is the same as 2015-03.
        short, long = sorted((paper.date, counterpart.date), key=len)
        yield Segment(paper.date, not long.startswith(short))
    for form, name in _SHOWN.items():
        ours, theirs = getattr(paper.series, name), getattr(counterpart.series, name)
        if ours:
            are_same = _same_first_page if name == "pages" else _same_words
            yield Segment(form.format(ours), bool(theirs) and not are_same(ours, theirs))


def _same_words(left: str, right: str) -> bool:
    return normalise(left) == normalise(right)


def _same_first_page(left: str, right: str) -> bool:
    """Return whether the first pages are the same, since 1021-7 can be 1021-1027."""
    return re.findall(r"\w+", left)[:1] == re.findall(r"\w+", right)[:1]


_SHOWN = {"{}": "title", "vol. {}": "volume", "no. {}": "issue", "pp. {}": "pages"}
"""The form in which a part of the series is shown."""

_HANDLE = re.compile(r"RePEc:([a-z0-9]{3}):([a-z0-9]{6}):(\S+)", re.IGNORECASE)
_ARTICLE = re.compile(r"v:?\d+\w*:?y:?\d{4}", re.IGNORECASE)
_ON_IDEAS = re.compile(r"[\w.,:()+-]+", re.ASCII)
_LETTERS = {
    PublicationType.CHAPTER: "h", PublicationType.BOOK: "b", PublicationType.SOFTWARE: "c",
    PublicationType.ARTICLE: "a",
}  # fmt: skip
"""The directory of a type of publication on IDEAS; all others are papers, `p`."""


class Link(NamedTuple):
    text: str
    url: str


def links_of(paper: ReportPaper) -> list[Link]:
    return [*_repec(paper), *_dois(paper), *_urls(paper)]


def _repec(paper: ReportPaper) -> Iterator[Link]:
    """Yield the pages: EconPapers, and IDEAS as in a/eee/econom/v99y2000i1p39-61.html."""
    parts = _HANDLE.fullmatch(paper.record.handle)
    if parts is None:
        return
    archive, series, item = parts.groups()
    if _ON_IDEAS.fullmatch(item):
        kind = publication_type(paper.kind, paper.series)
        folder = "a" if _ARTICLE.match(item) else _LETTERS.get(kind, "p")
        page = f"{folder}/{archive.lower()}/{series.lower()}/{quote(item.replace(':', ''))}.html"
        yield Link("IDEAS", f"https://ideas.repec.org/{page}")
    handle = quote(f"RePEc:{archive}:{series}:{item}", safe=":")
    yield Link("EconPapers", f"https://econpapers.repec.org/{handle}")


def _have_other_dois(paper: ReportPaper, counterpart: ReportPaper) -> bool:
    left, right = (set(map(bare_doi, each.dois)) for each in (paper, counterpart))
    return bool(left and right and not left & right)


def _dois(paper: ReportPaper) -> Iterator[Link]:
    handle = paper.record.handle
    dois = [*paper.dois]
    if handle.lower().startswith("doi:"):
        dois.append(handle[len("doi:") :])
    for doi in dict.fromkeys(dois):
        yield Link(f"doi:{doi}", f"https://doi.org/{quote(doi, safe='/:;()')}")


def _urls(paper: ReportPaper) -> Iterator[Link]:
    """Yield what a browser fetches; other schemes, such as `javascript:`, are left out."""
    for url in dict.fromkeys(filter(URL.fullmatch, paper.urls)):
        yield Link(url.partition("//")[2].partition("/")[0], url)


_FOLDER = Path(__file__).parent
_DECISIONS = [decision.value for decision in Decision]


@cache
def _own_text(name: str) -> Markup:
    return Markup((_FOLDER / name).read_text(encoding="utf-8"))  # noqa: S704 - our own


def page(
    report: Report, *, is_stored: bool = False, abstracts: Collection[str] | None = None
) -> bytes:
    """Return the page; its policy allows its own scripts, and requests to its server if stored.

    A page of a workspace has `abstracts`: the keys of the papers that have one.
    """
    cards = laid_out(report.pairs)
    facts = _facts(report, cards)
    has_verdicts = any(pair.verdict for pair in report.pairs)
    by_verdict = groupby(filter(attrgetter("is_sure"), cards), attrgetter("verdict"))
    return rendered(
        "page",
        is_stored=is_stored,
        abstracts=abstracts,
        title=report.title,
        report=report,
        open_cards=[card for card in cards if not card.is_sure],
        sure_cards={verdict: list(some) for verdict, some in by_verdict},
        shown=sum(len(card.facts) for card in cards),
        undecided=count_open(report.pairs),
        unsure=PairVerdict.UNSURE.value if has_verdicts else "",
        offered=[word for word in _DECISIONS if has_verdicts or word != "version"],
        facts=facts,
        digest=hashlib.sha256(f"{report.title}\n{facts}".encode(errors="replace")).hexdigest(),
    )


def _facts(report: Report, cards: Iterable[Card]) -> Markup:
    """Return what the script has to know, as JSON that is safe in a page."""
    families = [{"pairs": [_pair(card, facts) for facts in card.pairs]} for card in cards]
    data = {"columns": COLUMNS, "families": families, "others": report.other_decisions}
    verdicts = {verdict.name.lower(): verdict.value for verdict in PairVerdict}
    return htmlsafe_json_dumps({**data, **verdicts, "decisions": _DECISIONS}, ensure_ascii=False)


def _pair(card: Card, facts: PairFacts) -> dict[str, Any]:
    pair = facts.pair
    papers = [pair.left.key, pair.right.key]
    rows = [card.numbers[key] for key in papers]
    if papers[0] == papers[1]:
        rows[1] = next((row.number for row in card.rows if row.facts is facts), rows[0])
    cells = list(map(str, facts.cells().values()))
    return {"papers": papers, "rows": rows, "cells": cells, "values": pair.values_apart}


def rendered(name: str, *, is_stored: bool, **values: Any) -> bytes:
    has_script = (_FOLDER / f"{name}.js").exists()
    script, style = _own_text(f"{name}.js") if has_script else Markup(), _own_text("page.css")
    policy = _policy(script, style, is_stored=is_stored)
    own = {"is_stored": is_stored, "policy": policy, "script": script, "style": style}
    text = _environment().get_template(f"{name}.html").render(**values, **own)
    return text.encode(errors="replace")


@cache
def _environment() -> Environment:
    environment = Environment(
        autoescape=True,
        finalize=_shown,
        loader=FileSystemLoader(_FOLDER),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals.update(
        counted=counted, facts_of=facts_of, links_of=links_of, marked=marked,
        have_other_dois=_have_other_dois, role_of=role_of, same_words=_same_words,
    )  # fmt: skip
    return environment


def _shown(value: Any) -> Any:
    """Replace control characters in all texts but our own."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _policy(script: str, style: str, *, is_stored: bool) -> str:
    server = "connect-src 'self'; " if is_stored else ""
    own = f"script-src {_digest(script)}; style-src {_digest(style)}"
    return f"default-src 'none'; {server}{own}; base-uri 'none'; form-action 'none'"


def _digest(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"
