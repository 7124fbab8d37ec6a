"""The commands `wildwood show` and `wildwood explain`."""

import json
from pathlib import Path
from typing import Any

import pytest

from wildwood.model import Record

from tests.support.amf import rif
from tests.support.browser import Browser
from tests.support.installation import Installation
from tests.support.snapshot import Snapshot, snapshot

FIRST, SECOND = "2015-03-05", "2015-03-12"
AUTHORS = ("Paul Krugman", "Maurice Obstfeld")
TRADE = Record("RePEc:nbr:nberwo:1", AUTHORS, ("Trade and Growth in Open Economies",))
TRADE_AGAIN = Record("RePEc:cpr:ceprdp:1", AUTHORS, ("Trade and Growth in Open Economies",))
LIKE_TRADE = Record("RePEc:iza:izadps:1", AUTHORS, ("Trade and Growth in Closed Economies",))
LIMITS = "limits 0.3 (ext) and 0.3 (int),"
FORMULA = "formula specified."
MONEY = Record("RePEc:nbr:nberwo:2", ("Anna Schwartz",), ("A Monetary History of the World",))


@pytest.fixture(scope="module")
def stored_once(
    module_installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Snapshot:
    made = module_installation
    made.issue(FIRST, TRADE, MONEY)
    made.issue(SECOND, LIKE_TRADE, TRADE_AGAIN)
    for date in (FIRST, SECOND):
        assert made.run(date, "0.3").exit_code == 0
    return snapshot(made, tmp_path_factory.mktemp("snapshot") / "stored")


@pytest.fixture
def stored(stored_once: Snapshot) -> Installation:
    """Store two issues; the second has a copy of a paper of the first, and a similar one."""
    return stored_once.restore()


def shown(installation: Installation, *arguments: str) -> list[Any]:
    result = installation.run("show", SECOND, "--json", *arguments)
    assert result.exit_code == 0, result.output
    pairs: list[Any] = json.loads(result.stdout)
    return pairs


def data_of(record: Record) -> dict[str, Any]:
    return {"handle": record.handle, "titles": [*record.titles], "names": [*record.names]}


class TestShow:
    def test_lists_the_pairs_of_a_ps_rif_strongest_first(self, stored: Installation) -> None:
        pairs = shown(stored)
        assert pairs[0] == {
            "strength": 1.0,
            "type": "ext",
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

    def test_reports_that_no_pair_is_listed(self, stored: Installation) -> None:
        result = stored.run("show", FIRST)
        assert result.exit_code == 0
        assert result.stdout == (
            f"The ps rif of {FIRST} lists no such pair.\n"
            f"The ps rif of {FIRST} was made with {LIMITS}\n{FORMULA}\n"
        )

    def test_has_no_title_for_a_paper_that_was_forgotten(self, stored: Installation) -> None:
        assert stored.run("forget", FIRST).exit_code == 0
        assert shown(stored)[0]["similar"] == {
            "handle": TRADE.handle,
            "titles": [],
            "names": [],
        }

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


class TestExplain:
    def test_is_a_sum_that_can_be_checked_by_hand(self, stored: Installation) -> None:
        result = stored.run("explain", LIKE_TRADE.handle, TRADE.handle)
        assert result.exit_code == 0
        assert result.stdout.splitlines() == [
            "left  RePEc:iza:izadps:1, in the issue of 2015-03-12",
            "      Trade and Growth in Closed Economies",
            "      Paul Krugman; Maurice Obstfeld",
            "right RePEc:nbr:nberwo:1, in the issue of 2015-03-05",
            "      Trade and Growth in Open Economies",
            "      Paul Krugman; Maurice Obstfeld",
            "author features: 4 and 4, 4 in common",
            "  common      krugman | maurice | obstfeld | paul",
            "  only left   -",
            "  only right  -",
            "  ratio       4 / 4 (the smaller total) = 1.000000",
            "title features: 4 and 4, 2 in common",
            "  common      and growth in | trade and growth",
            "  only left   growth in closed | in closed economies",
            "  only right  growth in open | in open economies",
            "  ratio       2 / 4 (the smaller total) = 0.500000",
            "weights, from 8 author and 8 title features of both papers",
            "  authors     0.500000",
            "  titles      0.500000",
            "strength = 1.000000^0.500000 * 0.500000^0.500000 = 0.707106781",
            "  external: reported, above 0.6; internal: reported, above 0.6",
            f"The ps rif of 2015-03-05 was made with {LIMITS}",
            FORMULA,
            f"The ps rif of 2015-03-12 was made with {LIMITS}",
            FORMULA,
        ]

    def test_uses_the_versions_that_resemble_each_other_most(self, stored: Installation) -> None:
        retitled = Record(TRADE.handle, AUTHORS, ("An Essay on Trade",))
        stored.issue("2015-03-19", retitled)
        assert stored.run("2015-03-19").exit_code == 0
        lines = stored.run("explain", TRADE_AGAIN.handle, TRADE.handle).stdout.splitlines()
        assert "right RePEc:nbr:nberwo:1, in the issue of 2015-03-05" in lines
        assert "= 1.000000000" in "".join(lines)

    def test_counts_features_that_occur_twice(self, stored: Installation) -> None:
        smiths = Record("smiths", ("Ann Smith", "Bob Smith"), ("Trade and Growth",))
        stored.issue("2015-03-19", smiths)
        assert stored.run("2015-03-19").exit_code == 0
        result = stored.run("explain", "smiths", "smiths")
        assert "ann | bob | smith (x2)" in result.stdout

    def test_has_the_same_facts_in_json(self, stored: Installation) -> None:
        result = stored.run("explain", LIKE_TRADE.handle, TRADE.handle, "--json")
        data = json.loads(result.stdout)
        assert data["strength"] == 0.707106781
        assert data["formula"] == "specified"
        assert data["left"] == {**data_of(LIKE_TRADE), "issue": SECOND}
        assert data["titles"]["common"] == {"and growth in": 1, "trade and growth": 1}
        assert data["titles"]["whole"] == 4

    def test_has_the_effect_of_the_limits_in_json(self, stored: Installation) -> None:
        with stored.config.open("a", encoding="utf-8") as file:
            file.write("\n[limits]\nexternal = 0.8\ninternal = 0.7\n")
        result = stored.run("explain", LIKE_TRADE.handle, TRADE.handle, "--json")
        data = json.loads(result.stdout)
        assert data["limits"] == {"external": 0.8, "internal": 0.7}
        assert data["reported"] == {"external": False, "internal": True}

    def test_reports_that_a_paper_has_no_features(self, stored: Installation) -> None:
        stored.issue("2015-03-19", Record("nameless", (), TRADE.titles))
        assert stored.run("2015-03-19").exit_code == 0
        output = stored.run("explain", "nameless", TRADE.handle).stdout
        assert (
            "  ratio       0, since a paper without author features has no similar papers" in output
        )
        assert "/ 0" not in output

    def test_uses_the_configured_formula(self, stored: Installation) -> None:
        with stored.config.open("a", encoding="utf-8") as file:
            file.write('\n[strength]\nformula = "dice"\n')
        result = stored.run("explain", LIKE_TRADE.handle, TRADE.handle)
        assert "2 / 4 (the mean of both totals)" in result.stdout
        assert "  authors     0.500000\n" in result.stdout
        assert "= 0.707106781" in result.stdout

    def test_shows_each_word_and_the_rule_that_accounts_for_it(self, stored: Installation) -> None:
        with stored.config.open("a", encoding="utf-8") as file:
            file.write('\n[strength]\nformula = "tolerant"\n')
        written = ("Krugmann, P. AB Müller", "O. Blanchard")
        stored.issue("2015-03-19", Record("new", written, TRADE.titles))
        other = ("Paul Krugman", "Abe Bo Mueller")
        stored.issue("2015-03-26", Record("newer", other, TRADE.titles))
        assert stored.run("2015-03-19").exit_code == stored.run("2015-03-26").exit_code == 0
        lines = stored.run("explain", "new", "newer").stdout.splitlines()
        start = lines.index(
            "names, folded: words weigh 1, initials 0.5, and each is accounted for once"
        )
        assert lines[start + 1 : start + 8] == [
            "  krugmann = krugman          another spelling, weighs 2",
            "  muller = mueller            another spelling, weighs 2",
            "  p. = paul                   an initial and its word, weighs 1.5",
            "  ab = abe bo                 initials written together, weighs 3",
            "  only left   blanchard | o.",
            "  only right  -",
            "  ratio       0.2 + 0.8 * 8.5 / 10 = 0.880000",
        ]
        assert "  ratio       4 / 4.5 (the mean of both totals, with one more) = 0.888889" in lines
        assert lines[start + 13 : start + 20] == [
            "title words, folded: 6 and 6, 6 in common",
            "  common      and | economies | growth | in | open | trade",
            "  only left   -",
            "  only right  -",
            "  ratio       6 / 6.5 (the mean of both totals, with one more) = 0.923077",
            "title ratio = (0.888889 + 0.923077) / 2 = 0.905983",
            "strength = (0.880000 * 0.905983)^0.5 = 0.892896947",
        ]

    def test_says_what_a_paper_without_names_has_instead(self, stored: Installation) -> None:
        with stored.config.open("a", encoding="utf-8") as file:
            file.write('\n[strength]\nformula = "tolerant"\n')
        [title] = TRADE.titles
        stored.issue(
            "2015-03-19",
            Record("silent", (), (title,)),
            Record("moved", (), (f"{title} Paul Krugman",)),
        )
        assert stored.run("2015-03-19").exit_code == 0
        silent = stored.run("explain", "silent", TRADE.handle).stdout
        assert "  ratio       0.2 + 0.8 * 0.5 = 0.600000, since a paper has no names\n" in silent
        moved = stored.run("explain", "moved", TRADE.handle).stdout
        assert "names in the title of left, which has no others: krugman | paul\n" in moved
        data = json.loads(stored.run("explain", "moved", TRADE.handle, "--json").stdout)
        assert data["names"]["in_left_title"] == {"words": ["krugman", "paul"], "initials": []}
        assert data["words"]["left"]["krugman"] == 1
        data = json.loads(stored.run("explain", "silent", TRADE.handle, "--json").stdout)
        assert data["names"]["ratio"] == 0.5

    def test_shows_the_rules_in_json(self, stored: Installation) -> None:
        with stored.config.open("a", encoding="utf-8") as file:
            file.write('\n[strength]\nformula = "tolerant"\n')
        data = json.loads(stored.run("explain", LIKE_TRADE.handle, TRADE.handle, "--json").stdout)
        assert data["formula"] == "tolerant"
        assert data["names"]["accounted"][0] == {
            "rule": "equal", "left": ["krugman"], "right": ["krugman"], "weight": 2.0,
        }  # fmt: skip
        assert data["names"]["ratio"] == 1.0

    def test_reports_that_a_pair_is_not_compared(self, stored: Installation) -> None:
        result = stored.run("explain", MONEY.handle, TRADE.handle)
        assert "  external: not compared, since too few features are in common;" in result.stdout
        data = json.loads(stored.run("explain", MONEY.handle, TRADE.handle, "--json").stdout)
        assert data["compared"] is False
        assert data["reported"] == {"external": False, "internal": False}

    def test_reports_the_effect_of_the_limits(self, stored: Installation) -> None:
        with stored.config.open("a", encoding="utf-8") as file:
            file.write("\n[limits]\nexternal = 0.8\n")
        result = stored.run("explain", LIKE_TRADE.handle, TRADE.handle)
        assert "external: not reported, not above 0.8; internal: reported" in result.stdout

    def test_of_a_handle_that_is_not_stored_names_it(self, stored: Installation) -> None:
        result = stored.run("explain", TRADE.handle, "RePEc:nbr:nberwo:3")
        assert result.exit_code == 1
        assert result.stderr == (
            "Error: No paper RePEc:nbr:nberwo:3 is stored; write the handle as in the rif.\n"
        )

    def test_takes_a_handle_in_lower_case_if_only_one_fits(self, stored: Installation) -> None:
        written = stored.run("explain", TRADE.handle, LIKE_TRADE.handle).stdout
        lower = stored.run("explain", TRADE.handle.lower(), LIKE_TRADE.handle.upper()).stdout
        assert lower == written
        stored.issue("2015-03-19", Record(TRADE.handle.swapcase(), AUTHORS, TRADE.titles))
        assert stored.run("2015-03-19").exit_code == 0
        result = stored.run("explain", TRADE.handle.lower(), LIKE_TRADE.handle)
        assert result.exit_code == 1
        assert stored.run("explain", TRADE.handle, LIKE_TRADE.handle).stdout == written
