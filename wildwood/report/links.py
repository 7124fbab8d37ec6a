"""Addresses of a paper: on IDEAS and EconPapers for RePEc handles, its DOIs and URLs."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

from wildwood.records.identifiers import URL
from wildwood.records.publication_type import PublicationType, publication_type
from wildwood.report.shown import ReportPaper

_HANDLE = re.compile(r"RePEc:([a-z0-9]{3}):([a-z0-9]{6}):(\S+)", re.IGNORECASE)
_ARTICLE = re.compile(r"v:?\d+\w*:?y:?\d{4}", re.IGNORECASE)
_ON_IDEAS = re.compile(r"[\w.,:()+-]+", re.ASCII)
_LETTERS = {
    PublicationType.CHAPTER: "h", PublicationType.BOOK: "b", PublicationType.SOFTWARE: "c",
    PublicationType.ARTICLE: "a",
}  # fmt: skip
"""The directory of a type of publication on IDEAS; all others are papers, `p`."""


class Link(NamedTuple):
    """An address and the words to click on."""

    text: str
    url: str


def links_of(paper: ReportPaper) -> list[Link]:
    """Return where a paper can be read or looked up."""
    return [*_repec(paper), *_dois(paper), *_urls(paper)]


def _repec(paper: ReportPaper) -> Iterator[Link]:
    """Yield the pages of a RePEc handle.

    EconPapers finds any handle. IDEAS has the archive, the series and the item as folders,
    without the colons in the item: RePEc:eee:econom:v:99:y:2000:i:1:p:39-61 is
    a/eee/econom/v99y2000i1p39-61.html.
    """
    found = _HANDLE.fullmatch(paper.record.handle)
    if found is None:
        return
    archive, series, item = found.groups()
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
