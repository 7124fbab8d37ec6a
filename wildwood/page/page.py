"""A page of pairs: one HTML file that needs neither a server nor a network."""

import base64
import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from itertools import groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from wildwood.biblio.entry import PublicationType, Series, publication_type
from wildwood.biblio.identifiers import URL, bare_doi
from wildwood.kernel.features import normalise
from wildwood.kernel.model import PairVerdict
from wildwood.kernel.pairs import COLUMNS, Decision, PairFacts, Report, ReportPaper
from wildwood.kernel.text import counted, printable
from wildwood.page.cards import Card, count_open, laid_out, role_of


class Segment(NamedTuple):
    text: str
    differs: bool  # whether the other text has words but lacks these


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
    """Return whether the words lack a word, and also its initial or what it is the initial of."""
    return any(
        word not in words and not (initials and (word in initials or word[:1] in words))
        for word in normalise(part).split()
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


def _have_other_dois(paper: ReportPaper, counterpart: ReportPaper) -> bool:
    left, right = (set(map(bare_doi, one.dois)) for one in (paper, counterpart))
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
    return rendered(
        "page",
        is_stored=is_stored,
        abstracts=abstracts,
        title=report.title,
        report=report,
        open_cards=[card for card in cards if not card.is_sure],
        sure_cards={
            verdict: list(some)
            for verdict, some in groupby(
                filter(attrgetter("is_sure"), cards), attrgetter("verdict")
            )
        },
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
