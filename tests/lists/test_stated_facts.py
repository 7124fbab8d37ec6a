"""Fields in the form in which two papers are compared."""

from typing import Any

import pytest

from wildwood.biblio.entry import Record, Series
from wildwood.kernel.pairs import ReportPaper
from wildwood.lists.stated_facts import Pages, StatedFacts, is_abbreviation


def facts(titled: str = "Trade", kind: str = "", **series: Any) -> StatedFacts:
    paper = ReportPaper("a", Record("a", (), (titled,)), kind=kind, series=Series(**series))
    return StatedFacts(paper)


@pytest.mark.parametrize(
    ("written", "pages"),
    [
        ("123-9", Pages("", 123, 129)),
        ("pp. 123\N{EN DASH}129", Pages("", 123, 129)),
        ("S571", Pages("s", 571, 571)),
        ("e115-8", Pages("e", 115, 118)),
        ("2297-2108", None),
        ("350 p.", None),
        ("xii, 350 p.", None),
        ("var.pagings", None),
        ("", None),
    ],
)
def test_pages(written: str, pages: Pages | None) -> None:
    assert facts(pages=written).pages == pages


@pytest.mark.parametrize(
    ("written", "volumes"),
    [
        ("12", {12}),
        ("XII", {12}),
        ("77-78", {77, 78}),
        ("31 (SUPPL. 1)", {1, 31}),
        ("1)", set()),
        ("Apr 25 [Epub ahead of print]", set()),
    ],
)
def test_volumes(written: str, volumes: set[int]) -> None:
    assert facts(volume=written).volumes == volumes


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("β-Thalassaemia and the Δ of α", "beta thalassemia and the delta of alpha"),
        ("TNFα", "tnfα"),
        ("[Hämolyse und Haemolyse.] [German]", "hamolyse und hemolyse"),
        ("Trade. [German] [12 refs]", "trade"),
        ("Trade.[Erratum appears in J. 2010;3:4 Note: Lee, A [added]]", "trade"),
        ("Trade (vol 142, pg 310, 2003)", "trade"),
        ("K<inf>Ca</inf>3.1 in ApoE<sup>-/-</sup> mice", "kca3 1 in ape mice"),
    ],
)
def test_titles(title: str, words: str) -> None:
    assert " ".join(facts(title).title_words) == words


@pytest.mark.parametrize(
    ("title", "numbers"),
    [
        ("SARS-CoV2 and COVID19", {"2", "19"}),
        ("SARS-CoV-2 and COVID-19", {"2", "19"}),
        ("Trade 2a, part IV", {"2a", "4"}),
    ],
)
def test_numbers(title: str, numbers: set[str]) -> None:
    assert facts(title).numbers == numbers


@pytest.mark.parametrize(
    ("title", "numbers"),
    [
        ("Part 2 of Trade IV in 1990", {"2", "iv", "1990"}),
        ("COVID-19, 2019-nCoV and SARS‐CoV‐2 in 46 407 men and 4,103 women", set()),
    ],
)
def test_numbers_of_parts(title: str, numbers: set[str]) -> None:
    assert facts(title).part_numbers.keys() == numbers


@pytest.mark.parametrize(
    ("title", "kind", "notices"),
    [
        ("Erratum: Trade", "", {"erratum"}),
        ("Trade [Retraction]", "", {"retraction"}),
        ("Trade (vol 142, pg 310, 2003)", "", {"erratum"}),
        ("Trade", "Editorial", {"editorial"}),
        ("Trade.[Erratum appears in J. 2010]", "", set()),
        ("Trade [see comment]", "", set()),
    ],
)
def test_notices(title: str, kind: str, notices: set[str]) -> None:
    assert facts(title, kind).notices == notices


@pytest.mark.parametrize(
    ("short", "long", "is_one"),
    [
        ("N Engl J Med", "New England Journal of Medicine", True),
        ("PNAS", "Proceedings of the National Academy of Sciences of the USA", True),
        ("Blood", "Blood Cancer Journal", False),
        ("J Infect", "Journal of Immunology", False),
    ],
)
def test_abbreviations(short: str, long: str, *, is_one: bool) -> None:
    assert is_abbreviation(facts(title=short).journal, facts(title=long).journal) is is_one


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Trade Quarterly: Conference of 2010", ("trade", "quarterly")),
        ("(Trade)", ("trade",)),
        ("Journal of Trade (London)", ("journal", "trade")),
        ("https://example.org", ()),
    ],
)
def test_words_of_a_journal(title: str, words: tuple[str, ...]) -> None:
    assert facts(title=title).journal == words


@pytest.mark.parametrize(
    ("volume", "issue", "pages"),
    [("66 (Supplement 1)", "", ""), ("66", "Suppl 1", ""), ("66", "1", "S12-S13")],
)
def test_supplements(volume: str, issue: str, pages: str) -> None:
    assert facts(volume=volume, issue=issue, pages=pages).is_in_supplement
