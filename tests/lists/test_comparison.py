"""Lists that are read one by one, and what their report says of them."""

from pathlib import Path

import pytest

from wildwood.biblio.entry import Entry, LocalizedText
from wildwood.biblio.person import Person
from wildwood.lists.comparison import ComparedList, Comparison, name_of
from wildwood.lists.content import STDIN

TRADE = Entry("a", (LocalizedText("Trade and Growth"),), (Person("Lee", "Ann"),))
AGAIN = Entry("b", TRADE.titles, TRADE.authors)
MONEY = Entry("c", (LocalizedText("A Monetary History"),), TRADE.authors)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A list of two papers, of which one has no id."""
    file = tmp_path / "mine.csv"
    file.write_text("id,title,authors\na,Trade and Growth,Ann Lee\n,Money,Bo Ng\n")
    return file


def test_a_list_has_a_name_and_a_number_of_papers(mine: Path) -> None:
    comparison = Comparison()
    assert comparison.add([MONEY]).papers == 1
    read = comparison.read(mine)
    assert (read.name, read.papers) == ("mine.csv", 2)
    assert comparison.add([TRADE, AGAIN]).papers == 2


def test_older_lists_are_not_compared_with_each_other() -> None:
    comparison = Comparison()
    older, new = comparison.add([TRADE, AGAIN]), comparison.add([MONEY])
    assert comparison.report([new], [older]).pairs == []
    assert len(comparison.report([older, new], []).pairs) == 1


def test_the_report_says_what_was_compared_with_what(mine: Path) -> None:
    comparison = Comparison()
    older, own, other = comparison.add([MONEY]), comparison.read(mine), comparison.add([TRADE])
    lists = "2 papers of mine.csv (CSV, UTF-8)"

    def said(new: list[ComparedList], known: list[ComparedList]) -> str:
        return comparison.report(new, known).facts[0]

    assert said([own, other], []) == f"{lists} and 1 paper, compared with each other."
    assert said([own], [older]) == (
        f"{lists} compared with 1 paper; the papers of mine.csv also with each other."
    )
    assert said([other], [older, own]) == (
        f"1 paper compared with 1 paper and {lists};"
        " the papers of the first list also with each other."
    )


def test_the_report_has_the_names_of_the_lists_once(mine: Path) -> None:
    comparison = Comparison()
    older, new = comparison.read(mine), comparison.read(mine)
    assert comparison.report([new], [older]).title == "Likely repeats in mine.csv"
    assert Comparison().report([Comparison().add([])], []).title == "Likely repeats"


def test_a_paper_without_an_id_is_named_by_its_place(mine: Path) -> None:
    read = Comparison(keeps=True).read(mine).read
    assert [entry.id for entry in read.entries] == ["a", "line 3"]
    assert Comparison().read(mine).read.entries == ()


def test_a_list_that_is_typed_is_standard_input() -> None:
    assert name_of(STDIN) == "standard input"


def test_lists_with_one_name_have_their_folders(tmp_path: Path) -> None:
    files = [tmp_path / folder / "export.csv" for folder in ("pubmed", "embase")]
    for file in files:
        file.parent.mkdir()
        file.write_text("id,title,authors\na,Trade and Growth,Ann Lee\n")
    comparison = Comparison(files=files, together=True)
    read = list(map(comparison.read, files))
    assert [each.name for each in read] == list(map(str, files))
    (pair,) = comparison.report(read, []).pairs
    assert {pair.left.source, pair.right.source} == set(map(str, files))
    assert name_of(tmp_path / "mine.csv", files) == "mine.csv"
    assert name_of(files[0], [files[0], files[0]]) == "export.csv"
