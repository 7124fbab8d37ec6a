"""`wildwood explain`: how the strength of two papers comes about."""

import json
from typing import Any

import pytest

from wildwood.biblio.entry import Record

from tests.support.installation import Installation
from tests.support.usual_papers import AUTHORS, LIKE_TRADE, MONEY, SECOND, TRADE, TRADE_AGAIN

LIMITS = "limits 0.3 (ext) and 0.3 (int),"
FORMULA = "formula specified."


def data_of(record: Record) -> dict[str, Any]:
    return {"handle": record.handle, "titles": [*record.titles], "names": [*record.names]}


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

    def test_compares_the_versions_of_a_handle_that_came_again(self, stored: Installation) -> None:
        later = Record(TRADE.handle, AUTHORS, ("Trade and Growth in Closed Economies",))
        stored.issue("2015-03-19", later)
        assert stored.run("2015-03-19").exit_code == 0
        explained = json.loads(stored.run("explain", TRADE.handle, TRADE.handle, "--json").stdout)
        assert explained["left"] == {**data_of(later), "issue": "2015-03-19"}
        assert explained["right"] == {**data_of(TRADE), "issue": "2015-03-05"}
        pairs = json.loads(
            stored.run("show", "2015-03-19", "--handle", TRADE.handle, "--json").stdout
        )
        strengths = [
            pair["strength"] for pair in pairs if pair["similar"]["handle"] == TRADE.handle
        ]
        assert strengths == [round(explained["strength"], 4)]

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

    @pytest.mark.parametrize(
        ("decision", "line", "is_reported"),
        [
            ("different", "  decided different: not reported", False),
            ("same", "  decided same", True),
        ],
    )
    def test_says_what_a_person_decided(
        self, stored: Installation, decision: str, line: str, *, is_reported: bool
    ) -> None:
        decisions = stored.home / "decisions.csv"
        decisions.write_text(
            f"id,similar_id,decision\n{TRADE.handle},{LIKE_TRADE.handle},{decision}\n",
            encoding="utf-8",
        )
        config = stored.config.read_text(encoding="utf-8")
        stored.config.write_text(
            config.replace("[paths]", '[paths]\ndecisions = "decisions.csv"'), encoding="utf-8"
        )
        pair = ("explain", LIKE_TRADE.handle, TRADE.handle)
        lines = stored.run(*pair).stdout.splitlines()
        assert line in lines
        assert any("reported, above" in shown for shown in lines) is is_reported
        data = json.loads(stored.run(*pair, "--json").stdout)
        assert data["decision"] == decision
        assert data["reported"] == {"external": is_reported, "internal": is_reported}

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

    def test_takes_a_handle_with_or_without_the_prefix_of_amf(self, stored: Installation) -> None:
        written = stored.run("explain", TRADE.handle, LIKE_TRADE.handle).stdout
        prefixed = f"info:lib/{TRADE.handle}"
        assert stored.run("explain", prefixed, LIKE_TRADE.handle).stdout == written
        stored.issue("2015-03-19", Record(f"info:lib/{MONEY.handle}.x", AUTHORS, TRADE.titles))
        assert stored.run("2015-03-19").exit_code == 0
        bare = f"{MONEY.handle}.X"
        assert f"info:lib/{MONEY.handle}.x" in stored.run("explain", bare, TRADE.handle).stdout

    def test_takes_a_handle_in_lower_case_if_only_one_fits(self, stored: Installation) -> None:
        written = stored.run("explain", TRADE.handle, LIKE_TRADE.handle).stdout
        lower = stored.run("explain", TRADE.handle.lower(), LIKE_TRADE.handle.upper()).stdout
        assert lower == written
        stored.issue("2015-03-19", Record(TRADE.handle.swapcase(), AUTHORS, TRADE.titles))
        assert stored.run("2015-03-19").exit_code == 0
        result = stored.run("explain", TRADE.handle.lower(), LIKE_TRADE.handle)
        assert result.exit_code == 1
        assert stored.run("explain", TRADE.handle, LIKE_TRADE.handle).stdout == written
