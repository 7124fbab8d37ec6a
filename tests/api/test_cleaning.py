"""Remove repeats, and write lists, from Python as `wildwood compare --keep` does."""

import csv
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import wildwood
from wildwood.api.cleaning import CleanList
from wildwood.cli.program import group
from wildwood.kernel.errors import InputError
from wildwood.kernel.pairs import COLUMNS
from wildwood.kernel.text import write_rows

FIRST: dict[str, Any] = {
    "id": "a",
    "title": "Trade and Tariffs in the Long Run",
    "authors": "Dora L. Costa",
    "doi": "10.1000/1",
}
RICH = {**FIRST, "id": "b", "year": 2015, "journal": "Review of Trade", "abstract": "We study."}
LOOSE = {"id": "c", "title": "Trade and tariffs in the long run", "authors": "Costa, D."}
OTHER = {"id": "d", "title": "Labour Supply of Married Women", "authors": "Claudia Goldin"}


def ids(clean: CleanList) -> list[str]:
    return [paper.handle for paper in clean.papers]


def test_the_same_record_stays_once() -> None:
    clean = wildwood.deduplicate([FIRST, RICH, OTHER])
    assert ids(clean) == ["a", "d"]
    assert [(row["removed_id"], row["kept_id"]) for row in clean.removed] == [("b", "a")]
    assert clean.removed[0]["why"].startswith("same record: ")


def test_what_stays_has_what_only_its_repeats_have() -> None:
    [paper] = wildwood.deduplicate([FIRST, RICH]).papers
    assert (paper.date, paper.abstracts[0].text) == ("2015", "We study.")


@pytest.mark.parametrize(("keep", "kept"), [("first", "a"), ("last", "b"), ("richest", "b")])
def test_which_one_stays_can_be_said(keep: str, kept: str) -> None:
    assert ids(wildwood.deduplicate([FIRST, RICH], keep=keep)) == [kept]


def test_both_stay_of_a_pair_for_a_person() -> None:
    clean = wildwood.deduplicate([FIRST, LOOSE])
    assert ids(clean) == ["a", "c"]
    assert clean.undecided == (("c", "a"),)


def test_decisions_settle_it(tmp_path: Path) -> None:
    file = tmp_path / "decisions.csv"
    for decision, left in (("same", ["a"]), ("different", ["a", "c"])):
        row = {"id": "c", "similar_id": "a", "decision": decision}
        file.write_text(write_rows(COLUMNS, [row]), encoding="utf-8")
        clean = wildwood.deduplicate([FIRST, LOOSE], decisions=file)
        assert (ids(clean), clean.undecided) == (left, ())


def test_repeats_of_an_older_list_go() -> None:
    assert ids(wildwood.deduplicate([RICH, OTHER], [FIRST])) == ["d"]


def test_what_cannot_be_compared_is_named() -> None:
    clean = wildwood.deduplicate([FIRST, {"id": "x"}])
    assert clean.left_out == ("x has no title; it is not compared.",)


def test_another_survivor_is_refused() -> None:
    with pytest.raises(InputError, match='keep must be "first", "last" or "richest", not \'best\''):
        wildwood.deduplicate([FIRST], keep="best")


def test_a_file_loses_what_the_command_removes(tmp_path: Path) -> None:
    papers, out = tmp_path / "papers.ris", tmp_path / "clean.ris"
    wildwood.write_list([FIRST, RICH, LOOSE, OTHER], papers)
    words = ["compare", str(papers), "--keep", "first", "--list", str(out)]
    assert CliRunner().invoke(group, words).exit_code == 0
    with out.with_suffix(".removed.csv").open(encoding="utf-8", newline="") as rows:
        expected = [(row["removed_id"], row["kept_id"], row["why"]) for row in csv.DictReader(rows)]
    removed = wildwood.deduplicate(papers).removed
    assert [(row["removed_id"], row["kept_id"], row["why"]) for row in removed] == expected
    assert len(expected) == 1


@pytest.mark.parametrize("suffix", [".ris", ".bib"])
def test_a_list_is_written_so_that_it_can_be_read_again(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"clean{suffix}"
    wildwood.write_list(wildwood.deduplicate([FIRST, RICH, OTHER]).papers, file)
    again = wildwood.deduplicate(file)
    assert [(paper.id, paper.date) for paper in again.papers] == [("a", "2015"), ("d", "")]


def test_a_list_is_converted(tmp_path: Path) -> None:
    ris, bib = tmp_path / "papers.ris", tmp_path / "papers.bib"
    wildwood.write_list([FIRST], ris)
    wildwood.write_list(ris, bib)
    assert "@" in bib.read_text(encoding="utf-8")


def test_a_list_is_not_written_over_itself_or_in_another_format(tmp_path: Path) -> None:
    file = tmp_path / "papers.ris"
    wildwood.write_list([FIRST], file)
    with pytest.raises(InputError, match="is read, too; name another file"):
        wildwood.write_list(file, file)
    with pytest.raises(InputError, match=r"papers\.doc must end in \.ris or \.bib"):
        wildwood.write_list([FIRST], tmp_path / "papers.doc")


def test_papers_without_a_title_stay_and_are_named(tmp_path: Path) -> None:
    papers = [FIRST, {"id": "x", "authors": "Costa, D."}, RICH]
    clean = wildwood.deduplicate(papers)
    assert ids(clean) == ["a", "x"]
    assert clean.left_out == ("x has no title; it is not compared.",)
    file = tmp_path / "list.csv"
    file.write_text("id,title,authors\na,Trade,\nx,,Ann Lee\n", encoding="utf-8")
    assert ids(wildwood.deduplicate(file)) == ["a", "x"]
