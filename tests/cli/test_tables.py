"""Pairs and families on the terminal."""

import dataclasses

import pytest

from wildwood.biblio.entry import Record
from wildwood.cli.tables import print_families, print_pairs
from wildwood.kernel.model import PairVerdict, SimilarityType
from wildwood.kernel.pairs import ReportPair, ReportPaper, families


def pair(date: str = "") -> ReportPair:
    papers = [
        ReportPaper(key, Record(key, ("Ann Lee",), ("Trade",)), date=date) for key in ("a1", "b2")
    ]
    return ReportPair(papers[0], papers[1], 0.9, SimilarityType.INTERNAL)


def lines(text: str) -> list[str]:
    """Return the lines of the last column of a table, without its frame."""
    return [line.rstrip("│ ").rpartition("│")[2].strip() for line in text.splitlines()]


@pytest.mark.parametrize("reasons", [(), ("same DOI", "same\x1b year")])
def test_a_verdict_is_on_a_line_of_its_own(
    capsys: pytest.CaptureFixture[str], reasons: tuple[str, ...]
) -> None:
    judged = dataclasses.replace(pair(), verdict=PairVerdict.SAME, reasons=reasons)
    print_pairs([judged])
    shown = lines(capsys.readouterr().out)
    expected = "same record: same DOI; same� year" if reasons else "same record"
    assert " ".join(shown[shown.index("b2") + 1 : -1]) == expected


def test_a_pair_without_a_verdict_ends_with_the_handle(capsys: pytest.CaptureFixture[str]) -> None:
    print_pairs([pair()])
    assert lines(capsys.readouterr().out)[-2] == "b2"


def test_a_date_is_text(capsys: pytest.CaptureFixture[str]) -> None:
    print_families(families([pair(date="[red]2015\x1b")]))
    assert "[red]2015�" in capsys.readouterr().out
