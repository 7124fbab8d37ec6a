"""Pairs as CSV, for a spreadsheet or a program."""

import csv
import dataclasses
import io

from wildwood.kernel.model import PairVerdict, SimilarityType
from wildwood.kernel.pairs import COLUMNS, Keep, Report, ReportPair, write_csv
from wildwood.kernel.relation import Decision

from tests.support.shown_pairs import MakePair, MakePaper


def rows(*pairs: ReportPair) -> list[dict[str, str]]:
    content = write_csv(Report("title", (), 0.0, pairs)).decode()
    return list(csv.DictReader(io.StringIO(content, newline="")))


def test_the_columns_are_there_without_pairs() -> None:
    assert write_csv(Report("title", (), 0.0, ())).decode() == ",".join(COLUMNS) + "\r\n"


def test_a_row_has_both_papers(paper: MakePaper, pair: MakePair) -> None:
    left = paper("a", "Trade", "Handel", names=("Ann Lee", "Bob Ray"), date="2015", source="new")
    [row] = rows(pair(left, "b", 0.9, SimilarityType.INTERNAL))
    assert (row["strength"], row["type"]) == ("0.9", "int")
    assert (row["id"], row["title"], row["authors"]) == ("a", "Trade / Handel", "Ann Lee; Bob Ray")
    assert (row["date"], row["source"], row["similar_id"]) == ("2015", "new", "b")


def test_verdict_reasons_and_decision_are_in_words(pair: MakePair) -> None:
    decided = dataclasses.replace(
        pair("a", "b", 0.9),
        verdict=PairVerdict.SAME, reasons=("same DOI", "same year"),
        decision=Decision.DIFFERENT, keep=Keep.SECOND,
    )  # fmt: skip
    [row] = rows(decided)
    assert (row["verdict"], row["reasons"]) == ("same record", "same DOI; same year")
    assert (row["decision"], row["keep"]) == ("different", "2")


def test_any_text_is_read_back_as_it_was(paper: MakePaper, pair: MakePair) -> None:
    title = 'A "quoted", long\ntitle = 1'
    [row] = rows(pair(paper("a,b", title), "c", 0.9))
    assert (row["id"], row["title"]) == ("a,b", title)
