"""`wildwood check`: is this paper there already?"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wildwood.cli.program import group

from tests.support.installation import Installation
from tests.support.usual_papers import FIRST, LIKE_TRADE, SECOND, TRADE, TRADE_AGAIN

TITLE = "Trade and growth in open economies"
WINDOWS = ("and growth in", "growth in open", "in open economies", "trade and growth")
KNOWN = (TITLE, "--author", "Krugman, Paul", "--author", "Maurice Obstfeld")
UNKNOWN = ("Tax Policy in the 1980s", "--author", "Martin Feldstein")
BIBTEX = """
@article{new, title = {Trade and Growth in Open Economies},
  author = {Krugman, Paul and Obstfeld, Maurice}}
@article{tax, title = {Tax Policy in the 1980s}, author = {Feldstein, Martin}}
"""
UNTITLED = '@article{untitled, author = {Keynes, John}}\n@article{nobody, title = {"Trade"}}\n'


def check_input(stored: Installation, text: str, *arguments: str) -> Result:
    words = ["check", "--from", "-", *arguments, "--config", str(stored.config)]
    return CliRunner().invoke(group, words, input=text)


class TestATitle:
    def test_lists_what_is_similar_with_its_issue_and_what_is_common(
        self, stored: Installation
    ) -> None:
        result = stored.run("check", *KNOWN)
        assert result.exit_code == 0
        assert result.stdout.splitlines()[:6] == [
            TITLE,
            f"  1.0000  {TRADE_AGAIN.handle}, in {SECOND}",
            "          Trade and Growth in Open Economies",
            "          Paul Krugman; Maurice Obstfeld",
            "          common: krugman | maurice | obstfeld | paul",
            f"          common: {' | '.join(WINDOWS)}",
        ]
        assert f"  0.7071  {LIKE_TRADE.handle}, in {SECOND}" in result.stdout
        assert result.stderr.startswith(
            "1 record: 1 with a similar paper above 0.6, formula specified, in "
        )

    @pytest.mark.parametrize("author", ["Paul Krugman", "Krugman, Paul", "KRUGMAN, P."])
    def test_takes_a_name_in_either_order(self, stored: Installation, author: str) -> None:
        assert f"{TRADE.handle}," in stored.run("check", TITLE, "--author", author).stdout

    def test_says_that_there_is_none(self, stored: Installation) -> None:
        result = stored.run("check", *UNKNOWN)
        assert (result.exit_code, result.stdout) == (
            0,
            f"{UNKNOWN[0]}\n  No similar paper above 0.6.\n",
        )

    def test_has_a_limit(self, stored: Installation) -> None:
        result = stored.run("check", *KNOWN, "--limit", "0.9")
        assert LIKE_TRADE.handle not in result.stdout
        assert "above 0.9," in result.stderr
        result = stored.run("check", *UNKNOWN, "--limit", "0.9")
        assert "No similar paper above 0.9." in result.stdout

    def test_shows_every_step(self, stored: Installation) -> None:
        result = stored.run("check", *KNOWN, "--explain")
        step = "strength = 1.000000^0.500000 * 0.500000^0.500000 = 0.707106781"
        assert f"          {step}" in result.stdout.splitlines()

    def test_has_the_same_facts_in_json(self, stored: Installation) -> None:
        (record,) = json.loads(stored.run("check", *KNOWN, "--json").stdout)
        assert (record["id"], len(record["similar"])) == (TITLE, 3)
        assert record["similar"][1] == {
            "id": TRADE.handle,
            "strength": "1.0000",
            "names": list(TRADE.names),
            "titles": list(TRADE.titles),
            "issues": [FIRST],
            "common": {
                "authors": ["krugman", "maurice", "obstfeld", "paul"],
                "titles": list(WINDOWS),
            },
        }

    def test_is_not_stored(self, stored: Installation) -> None:
        before = list(stored.database["handles"].find())
        stored.run("check", *UNKNOWN)
        assert list(stored.database["handles"].find()) == before

    def test_without_words_is_refused(self, stored: Installation) -> None:
        result = stored.run("check", "?", "--author", "Paul Krugman")
        assert result.exit_code == 1
        assert "Error: ? has no title; it is not compared." in result.stderr

    def test_cannot_steer_a_terminal(self, stored: Installation, tmp_path: Path) -> None:
        file = tmp_path / "new.json"
        record = {"id": "a\x1b[2J", "title": "Trade\x1b[2J", "authors": "Keen"}
        file.write_text(json.dumps([record]), encoding="utf-8")
        assert "\x1b" not in stored.run("check", "--from", str(file)).output


class TestAFile:
    def test_lists_each_record_by_its_id(self, stored: Installation, tmp_path: Path) -> None:
        file = tmp_path / "new.bib"
        file.write_text(BIBTEX, encoding="utf-8")
        result = stored.run("check", "--from", str(file))
        lines = result.stdout.splitlines()
        assert lines[:2] == [
            "new: Trade and Growth in Open Economies",
            f"  1.0000  {TRADE_AGAIN.handle}, in {SECOND}",
        ]
        assert lines[-2:] == ["tax: Tax Policy in the 1980s", "  No similar paper above 0.6."]
        assert result.stderr.startswith("2 records: 1 with a similar paper")

    def test_that_is_stored_finds_itself(self, stored: Installation) -> None:
        path = stored.us / f"{FIRST}.amf.xml"
        result = stored.run("check", "--from", str(path))
        assert f"1.0000  {TRADE.handle}, in {FIRST}" in result.stdout

    def test_can_be_standard_input(self, stored: Installation) -> None:
        result = check_input(stored, BIBTEX)
        assert "tax: Tax Policy in the 1980s" in result.stdout

    def test_whose_records_lack_something_is_checked_apart_from_these(
        self, stored: Installation
    ) -> None:
        result = check_input(stored, UNTITLED + BIBTEX)
        assert result.exit_code == 1
        assert "new: Trade and Growth in Open Economies" in result.stdout
        assert result.stderr.splitlines()[:2] == [
            "Error: untitled has no title; it is not compared.",
            "Error: nobody has no authors; the formula specified does not compare it.",
        ]

    def test_with_unusual_columns_says_which_they_are(self, stored: Installation) -> None:
        text = "Nr;Name;Writers\n7;Trade and Growth in Open Economies;Paul Krugman\n"
        result = check_input(stored, text, "--columns", "id=Nr,title=Name,authors=Writers")
        assert result.stdout.startswith("7: Trade and Growth in Open Economies\n  1.0000")

    def test_that_is_damaged_is_checked_apart_from_the_damage(self, stored: Installation) -> None:
        result = check_input(
            stored, f'{json.dumps({"title": TITLE, "authors": "Krugman"})}\n{{"id"'
        )
        assert result.exit_code == 1
        assert "1.0000" in result.stdout
        assert result.stderr.startswith("Error: standard input, line 2: the record is not JSON")

    def test_that_is_no_list_is_refused(self, stored: Installation) -> None:
        result = check_input(stored, "Dear Sir")
        assert result.exit_code == 1
        assert "an unknown format" in result.stderr


class TestWrongUsage:
    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ((), "Give either a title with its authors, or --from with a file."),
            ((" ", "--author", "A"), "Give either a title with its authors"),
            ((TITLE, "--from", "a.bib"), "Give either a title with its authors, or --from"),
            (("--author", "A", "--from", "a.bib"), "Give either a title with its authors"),
            ((__file__,), f"{__file__} is a file; to check its records, give it with --from."),
            ((*KNOWN, "--limit", "7"), "'7' is not a limit"),
        ],
    )
    def test_is_named(self, stored: Installation, words: tuple[str, ...], message: str) -> None:
        result = stored.run("check", *words)
        assert result.exit_code == 2
        assert message in result.stderr

    def test_a_title_alone_is_not_compared(self, stored: Installation) -> None:
        result = stored.run("check", "new.bib")
        assert result.exit_code == 1
        assert "new.bib has no authors; the formula specified does not" in result.stderr

    def test_a_formula_that_compares_titles_needs_no_author(self, stored: Installation) -> None:
        with stored.config.open("a", encoding="utf-8") as opened:
            opened.write('\n[strength]\nformula = "tolerant"\n')
        assert stored.run("check", TITLE).exit_code == 0


def test_an_empty_store_cannot_say_that_a_paper_is_new(installation: Installation) -> None:
    result = installation.run("check", *KNOWN)
    assert result.exit_code == 1
    assert result.stderr == "Error: Nothing is stored yet; run wildwood latest first.\n"
