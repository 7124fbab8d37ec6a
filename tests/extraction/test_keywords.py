"""The keywords of a paper, below or beside their heading."""

from collections.abc import Callable, Sequence

import pytest

from wildwood.extraction import zones
from wildwood.extraction.data import Line
from wildwood.extraction.lines import words_of

SIZE = 10.0


def lines(*texts: str, leading: float = 1.2, size: float = SIZE) -> list[Line]:
    """Return lines one below the other, with so much space between their baselines."""
    return [
        Line(text.removesuffix("-"), 0, 72, 300, bottom, bottom + size, size, text.endswith("-"))
        for text, bottom in zip(texts, _baselines(leading * size), strict=False)
    ]


def _baselines(distance: float) -> list[float]:
    return [700 - number * distance for number in range(50)]


def plain(*texts: str) -> list[Line]:
    """Return the lines of a plain text."""
    return [
        Line(text, 0, 0, 80, -number, -number, 0, hyphenated=False)
        for number, text in enumerate(texts)
    ]


def found(page: Sequence[Line]) -> str:
    return zones.find_keywords(page, words_of(page))


@pytest.mark.parametrize(
    "heading",
    [
        "Keywords:", "KEYWORDS", "Key words.", "Key-words —", "Index Terms—", "IndexTerms -",
        "Subject headings:", "Mots-clés :", "Mots clefs – Keywords", "Schlüsselwörter:",
        "Palabras clave:", "Palavras-chave:",
        "Parole chiave:", "Descriptores:", "DESCRIPTORS:",
    ],
)  # fmt: skip
@pytest.mark.parametrize("make", [lines, plain])
def test_are_beside_or_below_a_heading(heading: str, make: Callable[..., list[Line]]) -> None:
    assert found(make("Anna Smith", f"{heading} Trade, growth, towns")) == "Trade, growth, towns"
    assert found(make("Anna Smith", heading, "Trade, growth, towns")) == "Trade, growth, towns"


def test_can_be_between_dashes() -> None:
    row = "Key words. stars: evolution – stars: low-mass – open clusters"
    assert found(lines("Anna Smith", row)) == row.removeprefix("Key words. ")


def test_go_on_in_the_next_lines() -> None:
    assert found(lines("Keywords: trade, economic", "growth, towns")) == (
        "trade, economic growth, towns"
    )
    assert found(lines("Keywords: trade, indus-", "tries, towns")) == "trade, industries, towns"


def test_on_lines_of_their_own_are_separated() -> None:
    page = lines("Keywords:", "Named entities", "Information extraction", "Towns")
    assert found(page) == "Named entities; Information extraction; Towns"


@pytest.mark.parametrize(
    "end",
    ["JEL: F14", "1. Introduction", "Keywords: commerce, villes", "Mots-clés : villes", "© 2020"],
)
def test_end_before_what_else_follows(end: str) -> None:
    assert found(lines("Keywords: trade, growth", end)) == "trade, growth"


def test_end_at_a_gap_or_at_another_size() -> None:
    heading, text = lines("Keywords: trade, growth", "Towns grow.", leading=2)
    assert found([heading, text]) == "trade, growth"
    (small,) = lines("Towns", size=8)
    assert found([heading, small._replace(bottom=heading.bottom - SIZE)]) == "trade, growth"


def test_can_be_on_a_later_page() -> None:
    (heading,) = lines("Keywords: trade, growth")
    assert found([*lines("A cover"), heading._replace(page=1)]) == "trade, growth"


def test_need_no_punctuation_after_the_heading_if_they_are_a_list() -> None:
    assert found(lines("Keywords trade, growth, towns")) == "trade, growth, towns"


@pytest.mark.parametrize(
    "texts",
    [
        ["Software • Review • Repository • Archive"],
        ["keywords can be written in any case, even though older languages had capitals, not both"],
        ["Keywords are chosen by the editor"],
        ["descriptors.", "Each of these two strategies leads to better results"],
        ["Keywords:", "This paper shows in which of the towns the trade has grown since the war"],
        ["Keywords:"],
        ["Avainsanat — Nyckelord — Keywords", "Keywords"],
    ],
)
def test_are_nothing_else(texts: list[str]) -> None:
    assert found(lines(*texts)) == ""
