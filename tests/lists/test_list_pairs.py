"""Lists have the pairs that the nightly run and `evaluate` find in the same papers."""

import csv
import json
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from wildwood.biblio.entry import Entry, LocalizedText, Record, Series
from wildwood.biblio.person import Person
from wildwood.cli.program import group
from wildwood.kernel.features import paper_of
from wildwood.kernel.pairs import ReportPaper
from wildwood.kernel.strength import Formula
from wildwood.lists import comparison
from wildwood.lists.comparison import PackedPapers, PaperLists, pairs_of_one_title
from wildwood.lists.evaluation import Labels, evaluate_pairs
from wildwood.lists.formats import Format
from wildwood.lists.reading import ReadList, read_list
from wildwood.lists.writing import list_as

from tests.support.labelled_works import strengths_by_handle
from tests.support.paths import DATA

Row = tuple[str, str, str]
"""Two handles and a strength, as printed."""

NEWEST, PAST = "2020-03-09", 4
SUFFIXES = {Format.RIS: ".ris", Format.BIBTEX: ".bib"}


@cache
def issues() -> list[ReadList]:
    """Read ten real issues, the newest last."""
    return [read_list(file) for file in sorted((DATA / "issues").iterdir())]


def written(folder: Path, name: str, target: Format, *lists: ReadList) -> Path:
    """Write lists as one, in another format."""
    file = folder / f"{name}{SUFFIXES[target]}"
    entries = list(chain.from_iterable(read.entries for read in lists))
    file.write_bytes(list_as(target, lists[0], entries))
    return file


def compared(*arguments: object) -> list[dict[str, Any]]:
    words = ["compare", *map(str, arguments), "--json", "-q"]
    result = CliRunner().invoke(group, words)
    assert result.exit_code == 0, result.output
    pairs: list[dict[str, Any]] = json.loads(result.stdout)["pairs"]
    return pairs


def rows(pairs: Sequence[dict[str, Any]], kind: str) -> list[Row]:
    return sorted(
        (*sorted((pair["paper"]["handle"], pair["similar"]["handle"])), f"{pair['strength']:.4f}")
        for pair in pairs
        if pair["type"] == kind
    )


@pytest.mark.parametrize(
    "target", [Format.BIBTEX, pytest.param(Format.RIS, marks=pytest.mark.long)]
)
def test_an_issue_and_the_past_as_lists_have_the_pairs_of_the_nightly_run(
    tmp_path: Path, target: Format
) -> None:
    """pairs.csv is what the ps rifs of ten real issues should list, computed without Wildwood."""
    *past, newest = issues()[-PAST - 1 :]
    new = written(tmp_path, "new", target, newest)
    old = written(tmp_path, "old", target, *past)
    found = compared(new, old, "--formula", "specified")
    with (DATA / "pairs.csv").open(encoding="utf-8", newline="") as file:
        of_newest = [row for row in csv.DictReader(file) if row["date"] == NEWEST]
    handles = {entry.record.handle for read in (*past, newest) for entry in read.entries}
    expected = [row for row in of_newest if row["similar"] in handles]
    for kind in ("ext", "int"):
        listed = {
            (*sorted((row["paper"], row["similar"])), row["strength"])
            for row in expected
            if row["type"] == kind
        }
        assert rows(found, kind) == sorted(listed)
        assert listed


@pytest.mark.parametrize(
    ("formula", "target"), [(Formula.SPECIFIED, Format.BIBTEX), (Formula.TOLERANT, Format.RIS)]
)
def test_lists_have_the_pairs_that_evaluate_finds_in_csv(
    tmp_path: Path, formula: Formula, target: Format
) -> None:
    past, newest = issues()[:2]
    left, right = ([paper_of(entry.record) for entry in read.entries] for read in (past, newest))
    expected = strengths_by_handle(evaluate_pairs(Labels([]), [left, right], formula))
    files = written(tmp_path, "new", target, newest), written(tmp_path, "old", target, past)
    found = compared(*files, "--formula", formula.value, "--limit", "0")
    assert {
        (pair["similar"]["handle"], pair["paper"]["handle"]): pair["strength"]
        for pair in found
        if pair["type"] == "ext"
    } == expected
    assert len(expected) > 50


def entry(number: int, title: str, *names: str, **more: Any) -> Entry:
    return Entry(f"p{number}", (LocalizedText(title),), tuple(map(Person, names)), **more)


def test_a_long_list_is_looked_up_piece_by_piece() -> None:
    titles = (f"Alpha{number // 2} Beta{number // 2} Gamma" for number in range(2400))
    entries = [entry(number, title, "Ann Lee") for number, title in enumerate(titles)]
    papers = PaperLists()
    for one in entries:
        papers.add(one)
    found = papers.pairs(0, 0.999, Formula.SPECIFIED)
    assert [(pair.left.key, pair.right.key) for pair in found] == [
        (str(number), str(number - 1)) for number in range(1, 2400, 2)
    ]


def test_a_match_can_have_more_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    class LongMatch(NamedTuple):
        more: str
        position: int
        key: int
        strength: float
        tie: float

    def matches(*_: object) -> list[LongMatch]:
        return [LongMatch("x", 1, 0, 0.9, 0.8)]

    papers = PaperLists()
    for number in range(2):
        papers.add(entry(number, "Trade", "Lee"))
    monkeypatch.setattr(comparison, "find_earlier", matches)
    [pair] = papers.pairs(0, 0.6, Formula.SPECIFIED)
    assert (pair.left.key, pair.right.key, pair.strength) == ("1", "0", 0.9)


def test_packed_papers_are_the_papers_that_were_added() -> None:
    series = Series("Trade", "12", issn="12345678")
    entries = [
        entry(1, "Économie politique", "Zoë Ruiz", "Lee", date="2020-01", kind="article"),
        entry(2, "Two", dois=("10.1/1", "10.1/2"), urls=("https://x.org/é",), series=series),
        Entry("p3", (), (), pmid="4", edition="2nd"),
        replace(entry(4, "Four"), number=2),
    ]
    added = [
        replace(ReportPaper.make(one), key=str(number), source="a.ris")
        for number, one in enumerate(entries)
    ]
    packed = PackedPapers()
    for one in added:
        packed.add(one)
    assert [*packed] == added
    assert packed[1] == added[1]


def test_packed_papers_keep_every_fact_that_a_list_has() -> None:
    of_issues = {"is_new", "issue", "first_seen"}
    kept = {"key", "record", "series", *comparison.TEXTS, *comparison.SEVERAL}
    assert {field.name for field in fields(ReportPaper)} - of_issues == kept


LONG = "A history of unsigned working papers"


def paper(title: str, *names: str, pages: str = "", doi: str = "") -> ReportPaper:
    series = Series(pages=pages)
    return ReportPaper("a", Record("a", names, (title,)), dois=(doi,) * bool(doi), series=series)


def test_two_papers_with_one_long_title_are_a_pair_if_one_has_no_authors() -> None:
    papers = [paper(LONG), paper(LONG.upper(), "Lee"), paper(LONG, "Keen"), paper("Other")]
    assert list(pairs_of_one_title(papers)) == [(1, 0), (2, 0)]


def test_a_short_title_also_needs_a_first_page_or_doi_in_common() -> None:
    papers = [
        paper("Calendar", pages="9", doi="10.1000/1"), paper("Calendar"),
        paper("Calendar", pages="9-10"), paper("Calendar", pages="9", doi="10.1000/1"),
    ]  # fmt: skip
    assert list(pairs_of_one_title(papers)) == [(2, 0), (3, 0), (3, 2)]
