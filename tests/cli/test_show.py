"""`wildwood show`: the pairs of ps rifs, as a table, JSON, families and a page."""

import json
from pathlib import Path
from typing import Any

import pytest

from wildwood.biblio.entry import Record

from tests.support.amf import rif
from tests.support.browser import Browser
from tests.support.installation import Installation
from tests.support.usual_papers import AUTHORS, FIRST, LIKE_TRADE, MONEY, SECOND, TRADE, TRADE_AGAIN

LIMITS = "limits 0.3 (ext) and 0.3 (int),"


FORMULA = "formula specified."


def shown(installation: Installation, *arguments: str) -> list[Any]:
    result = installation.run("show", SECOND, "--json", *arguments)
    assert result.exit_code == 0, result.output
    pairs: list[Any] = json.loads(result.stdout)
    return pairs


def data_of(record: Record) -> dict[str, Any]:
    return {
        "handle": record.handle, "titles": [*record.titles], "names": [*record.names],
        "date": "", "source": "", "journal": "", "dois": [],
    }  # fmt: skip


class TestShow:
    def test_lists_the_pairs_of_a_ps_rif_strongest_first(self, stored: Installation) -> None:
        pairs = shown(stored)
        assert pairs[0] == {
            "strength": 1.0,
            "type": "ext",
            "family": 1,
            "paper": data_of(TRADE_AGAIN),
            "similar": data_of(TRADE),
        }
        strengths = [pair["strength"] for pair in pairs]
        assert strengths == sorted(strengths, reverse=True)
        assert len(pairs) == 4

    def test_knows_the_other_paper_of_an_internal_pair(self, stored: Installation) -> None:
        internal = [pair for pair in shown(stored) if pair["type"] == "int"]
        assert [pair["similar"] for pair in internal] == [data_of(LIKE_TRADE), data_of(TRADE_AGAIN)]

    def test_accepts_a_limit(self, stored: Installation) -> None:
        assert [pair["strength"] for pair in shown(stored, "--limit", "0.9")] == [1.0]

    def test_accepts_a_handle_of_either_paper(self, stored: Installation) -> None:
        for record, pairs in ((TRADE, 2), (TRADE_AGAIN, 3), (MONEY, 0)):
            assert len(shown(stored, "--handle", record.handle)) == pairs

    def test_prints_a_table(self, stored: Installation) -> None:
        result = stored.run("show", SECOND)
        for words in ("1.0000", "ext", "Trade and Growth in", "Paul Krugman", "nberwo:1"):
            assert words in result.stdout

    def test_does_not_break_words_on_a_narrow_terminal(
        self, stored: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        output = stored.run("show", SECOND).stdout
        assert max(map(len, output.splitlines())) == 40
        for words in ("1.0000  ext", "Trade and Growth in Open Economies", TRADE.handle):
            assert words in output

    def test_prints_80_columns_if_the_width_is_given_as_0(
        self, stored: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "0")
        assert max(map(len, stored.run("show", SECOND).stdout.splitlines())) == 80

    def test_takes_a_handle_in_lower_case(self, stored: Installation) -> None:
        assert shown(stored, "--handle", TRADE.handle.lower()) == shown(
            stored, "--handle", TRADE.handle
        )

    def test_takes_a_handle_with_the_prefix_of_amf(self, stored: Installation) -> None:
        prefixed = f"info:lib/{TRADE.handle}"
        assert shown(stored, "--handle", prefixed) == shown(stored, "--handle", TRADE.handle) != []

    def test_reports_that_no_pair_is_listed(self, stored: Installation) -> None:
        result = stored.run("show", FIRST)
        assert result.exit_code == 0
        assert result.stdout == (
            f"The ps rif of {FIRST} lists no such pair.\n"
            f"The ps rif of {FIRST} was made with {LIMITS}\n{FORMULA}\n"
        )

    def test_has_no_title_for_a_paper_that_was_forgotten(self, stored: Installation) -> None:
        assert stored.run("forget", FIRST).exit_code == 0
        assert shown(stored)[0]["similar"] == data_of(Record(TRADE.handle, (), ()))

    def test_of_a_date_without_a_ps_rif_names_the_command_to_run(
        self, stored: Installation
    ) -> None:
        result = stored.run("show", "2015-03-19")
        assert result.exit_code == 1
        assert result.stderr == (
            f"Error: There is no ps rif of 2015-03-19 in {stored.ps}; run wildwood 2015-03-19.\n"
        )

    def test_reports_a_ps_rif_that_someone_edited(self, stored: Installation) -> None:
        [file] = stored.ps.glob(f"{SECOND}*")
        file.write_bytes(file.read_bytes().replace(b'type="ext"', b'type="abc"'))
        result = stored.run("show", SECOND)
        assert result.exit_code == 1
        assert "has a <similar> without a valid id, strength or type at line" in result.stderr
        assert file.name in result.stderr

    def test_takes_no_notice_of_another_attribute(self, stored: Installation) -> None:
        before = shown(stored)
        [file] = stored.ps.glob(f"{SECOND}*")
        file.write_bytes(file.read_bytes().replace(b"<similar ", b'<similar note="x" '))
        assert shown(stored) == before

    def test_lists_nothing_of_a_us_rif_in_the_ps_directory(self, stored: Installation) -> None:
        [file] = stored.ps.glob(f"{SECOND}*")
        file.write_bytes(rif(TRADE_AGAIN))
        assert shown(stored) == []


class TestSeveralDates:
    def test_lists_the_pairs_of_all(self, stored: Installation) -> None:
        stored.issue("2015-03-19", TRADE)
        assert stored.run("2015-03-19", "0.3").exit_code == 0
        pairs = shown(stored, "2015-03-19")
        assert len(pairs) == 4 + 3
        strengths = [pair["strength"] for pair in pairs]
        assert strengths == sorted(strengths, reverse=True)

    def test_needs_one(self, stored: Installation) -> None:
        result = stored.run("show")
        assert result.exit_code == 2
        assert "Missing argument 'DATE...'" in result.stderr


class TestFamilies:
    def test_have_their_papers_dates_and_strengths(self, stored: Installation) -> None:
        [family] = shown(stored, "--families")
        assert [
            (paper["handle"], paper["new"], paper["first_seen"]) for paper in family["papers"]
        ] == [
            (TRADE_AGAIN.handle, True, SECOND),
            (TRADE.handle, False, FIRST),
            (LIKE_TRADE.handle, True, SECOND),
        ]
        assert [pair["strength"] for pair in family["pairs"]] == [1.0, 0.7071, 0.7071]
        assert (family["found"], family["compared"]) == (3, 3)
        assert (family["holds_to"], family["loose"]) == (0.7071, False)

    def test_show_an_internal_pair_once(self, stored: Installation) -> None:
        [family] = shown(stored, "--families")
        assert [pair["type"] for pair in family["pairs"]].count("int") == 1

    def test_show_a_handle_that_was_there_before_as_it_was_then(self, stored: Installation) -> None:
        renamed = Record(TRADE.handle, AUTHORS, ("Trade and Growth in Open Economies, Again",))
        stored.issue("2015-03-19", renamed)
        assert stored.run("2015-03-19").exit_code == 0
        result = stored.run("show", "2015-03-19", "--json", "--limit", "0.99")
        [again] = [
            pair for pair in json.loads(result.stdout)
            if pair["similar"]["handle"] == TRADE.handle
        ]  # fmt: skip
        assert again["paper"]["titles"] == [*renamed.titles]
        assert again["similar"]["titles"] == [*TRADE.titles]

    def test_are_printed_with_numbered_papers(self, stored: Installation) -> None:
        output = stored.run("show", SECOND, "--families").stdout
        assert "Family of 3 papers: 3 of 3 pairs above the limit, all connected at" in output
        assert "1 and 2: 1.0000 ext; 1 and 3: 0.7071 int; 3 and 2: 0.7071 ext" in output

    def test_may_be_selected(self, stored: Installation) -> None:
        assert shown(stored, "--families", "--handle", MONEY.handle) == []


class TestPage:
    def test_shows_what_the_store_knows(
        self, stored: Installation, browser: Browser, tmp_path: Path
    ) -> None:
        file = tmp_path / "pairs.html"
        stored.issue("2015-03-19", TRADE)
        assert stored.run("2015-03-19").exit_code == 0
        result = stored.run("show", SECOND, "2015-03-19", "--html", str(file))
        assert (result.exit_code, result.output) == (0, "")
        page = browser.open(file)
        assert page.texts("h1") == [f"Likely repeats in 2 issues from {SECOND} to 2015-03-19"]
        page.click("#fold")
        assert f"same handle in the issue of {FIRST}" in page.texts(".before")
        assert "IDEAS" in page.texts(".links a")
        assert page.texts("#limit-shown") == ["0.30"]
        made_with = " ".join(page.texts("header p"))
        assert "was made with limits 0.3 (ext) and 0.3 (int), formula specified" in made_with

    def test_that_cannot_be_written_is_reported(self, stored: Installation) -> None:
        result = stored.run("show", SECOND, "--html", "/nowhere/pairs.html")
        assert (result.exit_code, result.stderr) == (
            1,
            "Error: Cannot write /nowhere/pairs.html: No such file or directory.\n",
        )
