"""The report on an issue: what it counts, where it is written, and when it is mailed."""

import pytest

from wildwood.nep.folders import PsFolder

from tests.support.amf import HEAD, TAIL, text
from tests.support.browser import Browser
from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.usual_papers import (
    FIRST,
    FOURTH,
    LIKE_TRADE,
    MONEY,
    SECOND,
    TAX,
    THIRD,
    TRADE,
    TRADE_AGAIN,
)

TRADE_IN_NBER = TRADE._replace(handle="RePEc:nbr:nberwo:9")
MONEY_TWICE = MONEY._replace(handle="RePEc:iza:izadps:9")


def store_first(made: Installation) -> None:
    made.issue(FIRST, TRADE, MONEY, LIKE_TRADE)
    assert made.run("rebuild").exit_code == 0


@pytest.fixture
def reporting(installation: Installation) -> Installation:
    """One issue is stored, and the next ones are reported on."""
    built(installation, store_first)
    with installation.config.open("a", encoding="utf-8") as config:
        config.write('[output]\nreport = "reports"\n')
    return installation


def report(installation: Installation, date: str = SECOND) -> str:
    return (installation.home / "reports" / f"{date}.txt").read_text(encoding="utf-8")


def reports(installation: Installation) -> list[str]:
    return sorted(path.name for path in (installation.home / "reports").glob("*"))


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


class TestAReport:
    def test_counts_papers_by_strength_and_by_what_they_repeat(
        self, reporting: Installation
    ) -> None:
        reporting.issue(SECOND, TRADE_AGAIN, MONEY, TRADE_IN_NBER, TAX)
        assert reporting.run("latest").exit_code == 0
        assert report(reporting) == (
            "Issue of 2015-03-12\n"
            "\n"
            "papers              4\n"
            "likely repeats      3\n"
            "\n"
            "Strength\n"
            "1.0                 3\n"
            "\n"
            "They repeat\n"
            "the same handle     1\n"
            "its own series      1\n"
            "another series      1\n"
            "\n"
            "All pairs:\n"
            "wildwood show 2015-03-12 --html pairs.html\n"
            "\n"
            "Made by Wildwood.\n"
        )

    def test_counts_papers_that_resemble_others_of_the_issue(self, reporting: Installation) -> None:
        reporting.issue(SECOND, TAX, TAX._replace(handle="RePEc:iza:izadps:8"))
        assert reporting.run(SECOND).exit_code == 0
        assert "They repeat\nthe same issue      2\n" in report(reporting)

    def test_shows_the_strengths_in_tenths(self, reporting: Installation) -> None:
        large = TRADE_AGAIN._replace(handle="a", titles=("Trade and Growth in Large Economies",))
        reporting.issue(SECOND, TRADE_AGAIN, large, TAX)
        assert reporting.run(SECOND).exit_code == 0
        assert "Strength\n1.0                 1\n0.7 and above       1\n" in report(reporting)

    def test_shows_the_usual_number_of_papers(self, reporting: Installation) -> None:
        for day in ("2015-02-05", "2015-02-12", "2015-02-19"):
            reporting.issue(day, TAX, MONEY)
        assert reporting.run("latest").exit_code == 0
        reporting.issue(SECOND, TRADE)
        assert reporting.run("latest").exit_code == 0
        assert "\npapers              1 (usually 2)\n" in report(reporting)

    def test_says_what_has_changed_since_the_last_version(self, reporting: Installation) -> None:
        reporting.issue(SECOND, TRADE_AGAIN, TAX, MONEY_TWICE)
        reporting.run("latest")
        reporting.issue(SECOND, MONEY_TWICE, TAX, MONEY)
        reporting.run("latest")
        assert (
            report(reporting)
            .partition("Since the last version\n")[2]
            .startswith(
                "papers added        1\n"
                "papers withdrawn    1\n"
                "pairs added         2\n"
                "pairs gone          2\n"
                "\n"
            )
        )

    def test_says_if_papers_and_pairs_are_the_same_in_a_new_version(
        self, reporting: Installation
    ) -> None:
        reporting.issue(SECOND, TAX)
        reporting.run("latest")
        reporting.issue(SECOND, TAX._replace(titles=("Tax Policy in the Eighties",)))
        reporting.run("latest")
        assert "Since the last version\npapers and pairs    the same\n" in report(reporting)

    def test_counts_what_was_decided_and_left_out(self, reporting: Installation) -> None:
        decisions = f"id,similar_id,decision\n{TRADE_AGAIN.handle},{TRADE.handle},same\n"
        decisions += f"{LIKE_TRADE.handle},{TRADE_AGAIN.handle},different\n"
        (reporting.home / "decisions.csv").write_text(decisions, encoding="utf-8")
        config = reporting.config.read_text(encoding="utf-8")
        changed = config.replace("[paths]", '[paths]\ndecisions = "decisions.csv"')
        reporting.config.write_text(changed, encoding="utf-8")
        skipped = "<text><title>Without a handle</title></text>"
        content = HEAD + text(TRADE_AGAIN) + skipped + TAIL
        (reporting.us / f"{SECOND}.amf.xml").write_text(content, encoding="utf-8")
        reporting.run("latest")
        assert (
            "likely repeats      1\n"
            "decided same        1\n"
            "decided different   1\n"
            "left out            1\n"
        ) in report(reporting)

    def test_is_the_same_for_the_same_issue(self, reporting: Installation) -> None:
        reporting.issue(SECOND, TRADE_AGAIN, TAX)
        reporting.run("latest")
        before = {path.name: path.read_bytes() for path in (reporting.home / "reports").iterdir()}
        reporting.run(SECOND)
        reporting.run(SECOND, "--keep-order")
        for path in (reporting.home / "reports").iterdir():
            assert path.read_bytes() == before[path.name]

    def test_is_right_if_the_run_is_broken_off_before_its_ps_rif(
        self, reporting: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        reporting.issue(SECOND, TRADE_AGAIN, TAX)
        reporting.run("latest")
        reporting.issue(SECOND, TRADE_AGAIN, MONEY)
        with monkeypatch.context() as patch:
            patch.setattr(PsFolder, "add", interrupted)
            assert reporting.run("latest").exit_code == 1
        expected = report(reporting)
        assert "papers withdrawn    1\n" in expected
        assert reporting.run("latest").exit_code == 0
        assert report(reporting) == expected

    def test_has_a_page_that_fits_a_phone_and_asks_for_nothing(
        self, reporting: Installation, browser: Browser
    ) -> None:
        reporting.issue(SECOND, TRADE_AGAIN, MONEY, TAX)
        reporting.run("latest")
        page = reporting.home / "reports" / f"{SECOND}.html"
        assert "prefers-color-scheme: dark" in page.read_text(encoding="utf-8")
        shown = browser.open(page, size=(375, 812))
        assert shown.texts("h1, caption") == ["Issue of 2015-03-12", "Strength", "They repeat"]
        assert shown.texts("tr:nth-child(2)")[0].split("\t") == ["likely repeats", "2"]
        assert shown.evaluate("document.documentElement.scrollWidth") == 375
        assert (shown.requested, shown.complaints) == ([page.as_uri()], [])


class TestWhichIssuesHaveAReport:
    def test_those_that_run_and_not_all_of_a_rebuild(self, reporting: Installation) -> None:
        reporting.issue(SECOND, TRADE_AGAIN)
        assert reporting.run("latest").exit_code == 0
        reporting.issue(THIRD, TAX)
        assert reporting.run("rebuild").exit_code == 0
        assert reports(reporting) == [f"{SECOND}.html", f"{SECOND}.txt"]

    def test_none_if_not_configured(self, installation: Installation) -> None:
        installation.issue(FIRST, TRADE)
        assert installation.run(FIRST).exit_code == 0
        assert sorted(path.name for path in installation.home.iterdir() if path.is_dir()) == [
            "ps", "us",
        ]  # fmt: skip

    def test_none_that_is_forgotten(self, reporting: Installation) -> None:
        reporting.issue(SECOND, TRADE_AGAIN)
        reporting.run("latest")
        assert reporting.run("forget", SECOND).exit_code == 0
        assert reports(reporting) == []

    def test_none_that_is_forgotten_by_a_command_that_was_broken_off(
        self, reporting: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        reporting.issue(SECOND, TRADE_AGAIN)
        reporting.run("latest")
        with monkeypatch.context() as patch:
            patch.setattr(PsFolder, "remove", interrupted)
            assert reporting.run("forget", SECOND).exit_code == 1
        (reporting.us / f"{SECOND}.amf.xml").unlink()
        assert reporting.run("latest").exit_code == 0
        assert reporting.run("show", SECOND).exit_code == 1
        assert reports(reporting) == []

    def test_it_can_be_beside_the_ps_rif(self, reporting: Installation) -> None:
        config = reporting.config.read_text(encoding="utf-8")
        reporting.config.write_text(config.replace('"reports"', '"ps"'), encoding="utf-8")
        reporting.issue(SECOND, TRADE_AGAIN)
        assert reporting.run("latest").exit_code == 0
        assert reporting.run("status").exit_code == 0
        assert sorted(path.name for path in reporting.ps.iterdir()) == [
            f"{FIRST}.amf.xml", f"{SECOND}.amf.xml", f"{SECOND}.html", f"{SECOND}.txt",
        ]  # fmt: skip

    def test_one_that_is_missing_comes_with_the_next_run_of_the_date(
        self, reporting: Installation
    ) -> None:
        reporting.run(FIRST)
        assert reports(reporting) == [f"{FIRST}.html", f"{FIRST}.txt"]


class TestAFileOfSomebodyElse:
    def test_stays_and_is_named_and_the_ps_rif_is_written(self, reporting: Installation) -> None:
        notes = reporting.home / "reports" / f"{SECOND}.txt"
        notes.parent.mkdir()
        notes.write_text("an editor's notes", encoding="utf-8")
        reporting.issue(SECOND, TRADE_AGAIN)
        night = reporting.run("latest", "-q")
        assert night.stderr.startswith(
            f"Error: Cannot write {notes}: Wildwood has not made it; move it away. The folder is"
            " set as output.report.\n"
        )
        assert night.exit_code == 1
        assert reports(reporting) == [notes.name]
        assert notes.read_text(encoding="utf-8") == "an editor's notes"
        assert (reporting.ps / f"{SECOND}.amf.xml").exists()
        reporting.run("forget", SECOND)
        assert reports(reporting) == [notes.name]

    def test_a_folder_that_cannot_be_made_costs_no_ps_rif(self, reporting: Installation) -> None:
        (reporting.home / "reports").write_text("", encoding="utf-8")
        reporting.issue(SECOND, TRADE_AGAIN)
        night = reporting.run("latest", "-q")
        assert night.stderr.startswith("Error: Cannot write ")
        assert "The folder is set as output.report.\n" in night.stderr
        assert (reporting.ps / f"{SECOND}.amf.xml").exists()


class TestTheMailOfANight:
    def test_ends_with_the_report_on_its_newest_issue(self, reporting: Installation) -> None:
        reporting.issue(SECOND, TRADE_AGAIN)
        reporting.issue(THIRD, TAX)
        reporting.issue(FOURTH)
        night = reporting.run("latest", "-q")
        error, _, mailed = night.stderr.partition("\n\n")
        assert error.startswith(f"Error: {FOURTH}.amf.xml has no papers")
        assert mailed == report(reporting, FOURTH)

    def test_is_empty_if_nobody_must_act(self, reporting: Installation) -> None:
        reporting.issue(SECOND, TRADE_AGAIN)
        assert reporting.run("latest", "-q").output == ""
