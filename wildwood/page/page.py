"""A page of pairs: one HTML file that needs neither a server nor a network."""

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from wildwood.biblio.entry import PublicationType, Series, publication_type
from wildwood.biblio.identifiers import URL
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
from wildwood.kernel.text import counted, printable


class Segment(NamedTuple):
    text: str
    is_common: bool
    differs: bool = False  # whether the other text has words but lacks these


class _Kind(Enum):
    COMMON = "common"
    OTHER = "other"
    GAP = "gap"


def marked(
    texts: Iterable[str], counterparts: Iterable[str], *, are_names: bool = False
) -> list[list[Segment]]:
    """Split texts into segments that counterparts have or lack; initials equal their words."""
    words = {word for text in counterparts for word in normalise(text).split()}
    initials = {word[:1] for word in words} if are_names else set[str]()
    return [list(_segments(text, words, initials)) for text in texts]


def _segments(text: str, words: Collection[str], initials: Collection[str]) -> Iterator[Segment]:
    """Yield neighbouring parts of one kind as one segment, so that marks run through phrases."""
    parts = ["".join(letters) for _, letters in groupby(text, _is_gap)]
    kinds = [_kind(part, words) for part in parts]
    for place in range(1, len(kinds) - 1):
        if kinds[place] is _Kind.GAP and kinds[place - 1] is kinds[place + 1]:
            kinds[place] = kinds[place - 1]
    for kind, run in groupby(zip(kinds, parts, strict=True), itemgetter(0)):
        shown = "".join(part for _, part in run)
        differs = kind is _Kind.OTHER and bool(words) and not _is_near(shown, words, initials)
        yield Segment(shown, kind is _Kind.COMMON, differs)


def _kind(part: str, words: Collection[str]) -> _Kind:
    own = normalise(part).split()
    if not own:
        return _Kind.GAP
    return _Kind.COMMON if all(word in words for word in own) else _Kind.OTHER


def _is_near(text: str, words: Collection[str], initials: Collection[str]) -> bool:
    """Return whether each word is an initial of the words, or they have its own initial."""
    return bool(initials) and all(
        word in initials or word[:1] in words for word in normalise(text).split()
    )


def _is_gap(character: str) -> bool:
    return character.isspace() or category(character)[0] in "PS"


class Fact(NamedTuple):
    text: str
    differs: bool


def facts_of(paper: ReportPaper, counterpart: ReportPaper) -> Iterator[Fact]:
    if paper.date:
        yield Fact(paper.date, _differ(paper.date, counterpart.date, _same_start))
    for shown, value, same in _SHOWN:
        own = value(paper.series)
        if own:
            yield Fact(shown.format(own), _differ(own, value(counterpart.series), same))


def _differ(left: str, right: str, same: Callable[[str, str], bool]) -> bool:
    return bool(left and right) and not same(left, right)


def _same_start(left: str, right: str) -> bool:
    """Return whether dates are the same as far as both go: 2015 is the same as 2015-03."""
    return left.startswith(right) or right.startswith(left)


def _same_words(left: str, right: str) -> bool:
    return normalise(left) == normalise(right)


def _same_first_page(left: str, right: str) -> bool:
    """Return whether the first pages are the same, since 1021-7 can be 1021-1027."""
    return re.findall(r"\w+", left)[:1] == re.findall(r"\w+", right)[:1]


_SHOWN: tuple[tuple[str, Callable[[Series], str], Callable[[str, str], bool]], ...] = (
    ("{}", lambda series: series.title, _same_words),
    ("vol. {}", lambda series: series.volume, _same_words),
    ("no. {}", lambda series: series.issue, _same_words),
    ("pp. {}", lambda series: series.pages, _same_first_page),
)  # form, value, and when two values are the same

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


MAX_PAIRS = 5_000  # more only if a person has more to decide; a browser is slow with many


@dataclass(frozen=True, slots=True)
class ShownFamily:
    family: Family
    pairs: tuple[PairFacts, ...]  # those that a person has to decide come first

    @property
    def is_sure(self) -> bool:
        return all(facts.pair.is_sure for facts in self.pairs)

    @property
    def unfolded(self) -> Sequence[PairFacts]:
        """The pairs that the fields leave open, or else the first one."""
        return self.pairs[: sum(map(_is_unsure, self.pairs)) or 1]

    @property
    def folded(self) -> Sequence[PairFacts]:
        return self.pairs[len(self.unfolded) :]


def laid_out(pairs: Sequence[ReportPair]) -> list[ShownFamily]:
    """Return families, those to decide first; of too many pairs, omit some that need no person."""
    shown = [_ordered(family, number) for number, family in enumerate(families(pairs), 1)]
    shown.sort(key=lambda family: family.is_sure)
    return shown if len(pairs) <= MAX_PAIRS else _cut(shown)


def _ordered(family: Family, number: int) -> ShownFamily:
    facts = [PairFacts(pair, number) for pair in family.pairs]
    facts.sort(key=lambda row: (not _is_unsure(row), row.pair.is_sure))
    return ShownFamily(family, tuple(facts))


def _cut(shown: Sequence[ShownFamily]) -> list[ShownFamily]:
    all_facts = [(family.is_sure, facts) for family in shown for facts in family.pairs]
    removable = [
        (is_sure, -facts.pair.strength, id(facts)) for is_sure, facts in all_facts if _can_go(facts)
    ]
    room = max(0, MAX_PAIRS - (len(all_facts) - len(removable)))
    removed = {number for *_, number in sorted(removable)[room:]}
    cut = (
        replace(family, pairs=tuple(facts for facts in family.pairs if id(facts) not in removed))
        for family in shown
    )
    return [family for family in cut if family.pairs]


def _can_go(facts: PairFacts) -> bool:
    return facts.pair.is_sure or facts.pair.settled is None


def _is_unsure(facts: PairFacts) -> bool:
    return facts.pair.verdict is PairVerdict.UNSURE


_FOLDER = Path(__file__).parent


@cache
def _own_text(name: str) -> Markup:
    return Markup((_FOLDER / name).read_text(encoding="utf-8"))  # noqa: S704 - our own


def page(report: Report, *, is_stored: bool = False) -> bytes:
    """Return the page; its policy allows its own scripts, and requests to its server if stored."""
    shown = laid_out(report.pairs)
    facts = _facts(report, shown)
    return rendered(
        "page",
        is_stored=is_stored,
        title=report.title,
        report=report,
        open_families=[family for family in shown if not family.is_sure],
        sure_families=[family for family in shown if family.is_sure],
        settled=Counter(
            pair.verdict.value for pair in report.pairs if pair.verdict and pair.is_sure
        ),
        undecided=sum(
            pair.verdict is PairVerdict.UNSURE and pair.decision is None for pair in report.pairs
        ),
        unsure=PairVerdict.UNSURE.value if any(pair.verdict for pair in report.pairs) else "",
        facts=facts,
        digest=hashlib.sha256(f"{report.title}\n{facts}".encode(errors="replace")).hexdigest(),
    )


def _facts(report: Report, shown: Iterable[ShownFamily]) -> Markup:
    """Return what the script has to know, as JSON that is safe in a page."""
    families = [
        {
            "members": [paper.key for paper in family.family.papers],
            "pairs": [
                {
                    "papers": [facts.pair.left.key, facts.pair.right.key],
                    "cells": list(map(str, facts.cells().values())),
                }
                for facts in family.pairs
            ],
        }
        for family in shown
    ]
    data = {"columns": COLUMNS, "families": families, "others": report.other_decisions}
    return htmlsafe_json_dumps({**data, "unsure": PairVerdict.UNSURE.value}, ensure_ascii=False)


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
    environment.globals.update(counted=counted, facts_of=facts_of, links_of=links_of, marked=marked)
    return environment


def _shown(value: Any) -> Any:
    """Replace control characters in all texts but our own."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _policy(script: str, style: str, *, is_stored: bool) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            *(["connect-src 'self'"] if is_stored else []),
            f"script-src {_digest(script)}",
            f"style-src {_digest(style)}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _digest(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"
