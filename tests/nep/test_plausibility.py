"""What a person must look at is mailed by a quiet night, and is not well, until it is settled."""

import datetime
import gzip
import json
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from wildwood.biblio.entry import Record
from wildwood.nep import plausibility

from tests.support.amf import rif
from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.usual_papers import (
    FIRST,
    LIKE_TRADE,
    MONEY,
    SECOND,
    TAX,
    THIRD,
    TRADE,
    TRADE_AGAIN,
)

DAY = datetime.timedelta(days=1)
NEWEST = datetime.date(2015, 3, 5)
HOLIDAYS = NEWEST - 60 * DAY
"""The date of an issue that came after two weeks."""


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime.date], None]:
    """Set today's date."""

    def turn_to(date: datetime.date) -> None:
        monkeypatch.setattr(plausibility, "today", lambda: date)

    return turn_to


Today = Callable[[datetime.date], None]


def store_two(made: Installation) -> None:
    made.issue(FIRST, TRADE, MONEY, LIKE_TRADE)
    made.issue(SECOND, TAX, TRADE_AGAIN, LIKE_TRADE)
    assert made.run("latest").exit_code == 0


@pytest.fixture
def current(installation: Installation) -> Installation:
    """Two issues that are stored."""
    return built(installation, store_two)


def doubts(installation: Installation) -> list[str]:
    """Return what status says, after a night that mails the same."""
    night = installation.run("latest", "-q", "--stale")
    result = installation.run("status", "--json")
    status = json.loads(result.stdout)
    said: list[str] = status["doubts"]
    assert night.stderr == "".join(f"Error: {doubt}\n" for doubt in said)
    assert night.exit_code == result.exit_code == (1 if said else 0)
    assert status["well"] == (not said)
    return said


def written(installation: Installation, *names: str) -> list[Path]:
    """Write a rif below the us directory under each of these names."""
    paths = [installation.us / name for name in names]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(rif(TRADE))
    return paths


class TestAFileThatLooksLikeARif:
    def test_is_named_as_long_as_it_is_not_read(self, current: Installation) -> None:
        names = [
            f"{THIRD}.XML",
            f"{THIRD}.amf",
            f"{THIRD}.amf.xml.bz2",
            "2015-3-19.xml",
            f"nep-all_{THIRD}.amf.xml",
            f"2015/03/{THIRD}.amf.xml",
        ]
        paths = written(current, *names)
        sentence = (
            f"Not read, though it looks like a rif: {{}} in {current.us}; give it a name like"
            f" 2015-03-05.xml or 2015-03-05.amf.xml.gz in {current.us} itself, or move it away."
        )
        assert doubts(current) == [sentence.format(f"{', '.join(names[:5])} and 1 more")]
        paths.pop().rename(current.us / f"{THIRD}.amf.xml")
        assert doubts(current) == [sentence.format(", ".join(names[:5]))]
        for path in paths:
            path.unlink()
        assert doubts(current) == []
        assert (current.ps / f"{THIRD}.amf.xml").exists()

    def test_is_no_other_file(self, current: Installation) -> None:
        written(
            current,
            "README",
            "README.xml",
            f".{THIRD}.amf.xml.swp",
            f".{THIRD}.amf.xml",
            f"{THIRD}.amf.xml~",
            f"{THIRD}.amf.xml.tmp",
            f"{THIRD}.txt",
            f"old/{SECOND}.amf.xml",
            f".cache/{THIRD}.amf.xml",
        )
        assert doubts(current) == []

    def test_is_no_file_in_ps_even_if_that_is_below_us(self, current: Installation) -> None:
        config = current.config.read_text(encoding="utf-8")
        ps = current.us / "ps"
        current.config.write_text(config.replace(f'"{current.ps}"', f'"{ps}"'), encoding="utf-8")
        current.ps.rename(ps)
        (ps / f"{SECOND}_notes.xml").touch()
        assert doubts(current) == []


class TestAnEmptyIssue:
    @pytest.mark.parametrize(
        "content",
        [rif(), rif(TRADE).replace(b"<text", b'<text xmlns="x"')],
        ids=["without papers", "with papers in another namespace"],
    )
    def test_is_named_until_it_is_replaced(self, current: Installation, content: bytes) -> None:
        (current.us / f"{THIRD}.amf.xml").write_bytes(content)
        sentence = (
            f"{THIRD}.amf.xml has no papers in the namespace of AMF; fetch it again, or move it"
            f" away, then run wildwood forget {THIRD}."
        )
        assert doubts(current) == [sentence]
        current.issue(THIRD, TRADE)
        assert doubts(current) == []


class TestACopyOfAnEarlierIssue:
    @pytest.fixture
    def copy(self, current: Installation) -> Path:
        """The last issue under another date, and in another file format."""
        path = current.us / f"{THIRD}.amf.xml.gz"
        path.write_bytes(gzip.compress((current.us / f"{SECOND}.amf.xml").read_bytes()))
        return path

    def test_is_named_until_it_is_gone_and_forgotten(
        self, current: Installation, copy: Path
    ) -> None:
        sentence = (
            f"{copy.name} has the same papers as {SECOND}.amf.xml; fetch it again, or move it away,"
            f" then run wildwood forget {THIRD}."
        )
        assert doubts(current) == [sentence]
        assert doubts(current) == [sentence], "the next night, too"
        copy.unlink()
        assert current.run("forget", THIRD).exit_code == 0
        assert doubts(current) == []

    @pytest.mark.parametrize("command", [THIRD, "rebuild"])
    @pytest.mark.usefixtures("copy")
    def test_is_named_by_other_runs(self, current: Installation, command: str) -> None:
        result = current.run(command, "-q")
        assert result.stderr.startswith(f"Error: {THIRD}.amf.xml.gz has the same papers as ")
        assert result.exit_code == 1

    @pytest.mark.usefixtures("copy")
    def test_is_not_named_by_a_run_of_another_date(self, current: Installation) -> None:
        assert current.run("latest").exit_code == 1
        assert current.run(SECOND).exit_code == 0

    @pytest.mark.parametrize(
        "papers",
        [(TAX, LIKE_TRADE), (TAX, LIKE_TRADE, MONEY), (TAX, TRADE_AGAIN, LIKE_TRADE, MONEY)],
        ids=["a part", "another", "more"],
    )
    def test_is_no_issue_with_other_papers(
        self, current: Installation, papers: tuple[Record, ...]
    ) -> None:
        current.issue(THIRD, *papers)
        assert doubts(current) == []


class TestAnIssueOfTheFuture:
    def date(self, days: int) -> str:
        return (plausibility.today() + days * DAY).isoformat()

    def test_is_named_until_it_is_renamed_and_forgotten(self, current: Installation) -> None:
        date = self.date(30)
        path = current.issue(date, TRADE)
        sentence = (
            f"The clock of this machine says {plausibility.today()}, before the date of"
            f" {path.name}; set it, or rename the rif or move it away, then run wildwood forget"
            " with its date."
        )
        assert doubts(current) == [sentence]
        path.rename(current.us / f"{THIRD}.amf.xml")
        assert current.run("forget", date).exit_code == 0
        assert doubts(current) == []

    def test_is_none_of_today_in_any_time_zone(self, current: Installation) -> None:
        current.issue(self.date(1), TRADE)
        assert doubts(current) == []


IN_ONE_PROCESS = ("rebuild", "--workers", "1")
"""To start others would take longer."""


def store_weeks(
    made: Installation,
    dates: Iterable[datetime.date],
    papers: int = 1,
    command: tuple[str, ...] = ("latest",),
) -> None:
    for date in dates:
        records = (
            Record(f"RePEc:a:{date}:{number}", ("Anna Smith",), (f"Growth {date} {number}",))
            for number in range(papers)
        )
        made.issue(str(date), *records)
    assert made.run(*command).exit_code == 0


def weeks(number: int) -> list[datetime.date]:
    """Return the dates of issues that came each week, oldest first."""
    return [NEWEST - 7 * week * DAY for week in reversed(range(number))]


def store_year(made: Installation) -> None:
    """Store an issue for each week of more than a year, but none in the week of a holiday."""
    dates = [date for date in weeks(60) if not 0 < (date - HOLIDAYS).days < 10]
    store_weeks(made, dates, command=IN_ONE_PROCESS)


def late(installation: Installation, days: int, expected: int) -> str:
    return (
        f"The next issue is late: the newest is of {NEWEST}, {days} days ago, and the next was"
        f" expected within {expected} days; bring it to {installation.us}, or set alarm.late_days."
    )


class TestALateIssue:
    @pytest.fixture
    def year(self, installation: Installation) -> Installation:
        return built(installation, store_year)

    def test_is_named_after_the_longest_wait_of_a_year_until_it_comes(
        self, year: Installation, today: Today
    ) -> None:
        today(NEWEST + 16 * DAY)
        assert doubts(year) == []
        for days in (17, 18, 300):
            today(NEWEST + days * DAY)
            assert doubts(year) == [late(year, days, expected=16)]
        year.issue(str(NEWEST + 299 * DAY), TAX)
        assert doubts(year) == []

    def test_is_not_named_by_runs_that_are_no_night(self, year: Installation, today: Today) -> None:
        today(NEWEST + 30 * DAY)
        assert year.run(str(NEWEST), "-q").stderr == ""
        assert year.run(*IN_ONE_PROCESS, "-q").stderr == ""

    def test_has_come_if_it_is_there_and_cannot_be_read(
        self, year: Installation, today: Today
    ) -> None:
        today(NEWEST + 30 * DAY)
        (year.us / f"{NEWEST + 29 * DAY}.amf.xml").write_text("<amf>", encoding="utf-8")
        assert "late" not in year.run("latest", "-q").stderr

    def test_has_not_come_with_one_of_the_future(self, year: Installation, today: Today) -> None:
        today(NEWEST + 30 * DAY)
        year.issue(str(NEWEST + 60 * DAY), TAX)
        assert late(year, 30, expected=16) in doubts(year)

    def test_is_not_expected_of_a_clock_that_is_set_back(
        self, year: Installation, today: Today
    ) -> None:
        """All issues have dates in the future then, which one sentence says."""
        today(datetime.date(1970, 1, 1))
        [sentence] = doubts(year)
        assert sentence.startswith("The clock of this machine says 1970-01-01, before the date of ")
        assert " more; set it, or rename the rif" in sentence

    def test_is_not_expected_a_year_after_the_last(self, year: Installation, today: Today) -> None:
        today(NEWEST + 365 * DAY)
        assert len(doubts(year)) == 1
        today(NEWEST + 366 * DAY)
        assert doubts(year) == []

    def test_is_expected_within_twice_the_longest_wait_before_a_year_has_passed(
        self, installation: Installation, today: Today
    ) -> None:
        store_weeks(installation, weeks(5))
        today(NEWEST + 16 * DAY)
        assert doubts(installation) == []
        today(NEWEST + 17 * DAY)
        assert doubts(installation) == [late(installation, 17, expected=16)]

    def test_is_not_expected_in_a_new_store(self, installation: Installation, today: Today) -> None:
        store_weeks(installation, weeks(4))
        today(NEWEST + 90 * DAY)
        assert doubts(installation) == []

    @pytest.mark.parametrize(("late_days", "is_late"), [(8, True), (9, False), (36_500, False)])
    def test_is_expected_as_configured(
        self, installation: Installation, today: Today, *, late_days: int, is_late: bool
    ) -> None:
        store_weeks(installation, weeks(1))
        with installation.config.open("a", encoding="utf-8") as config:
            config.write(f"[alarm]\nlate_days = {late_days}\n")
        today(NEWEST + 9 * DAY)
        assert doubts(installation) == [late(installation, 9, expected=8)] * is_late


class TestATooSmallIssue:
    USUAL = 12

    @pytest.fixture
    def weekly(self, installation: Installation, today: Today) -> Installation:
        """Four issues of the usual size; today one arrives."""
        today(NEWEST)
        store_weeks(installation, weeks(5)[:-1], self.USUAL)
        return installation

    def test_is_named_until_it_is_complete(self, weekly: Installation) -> None:
        weekly.issue(str(NEWEST), TAX)
        sentence = (
            f"{NEWEST}.amf.xml has only 1 paper, where 12 are usual; fetch it again if papers are"
            " missing. The next issue ends this message."
        )
        assert doubts(weekly) == [sentence]
        result = weekly.run(str(NEWEST), "-q")
        assert (result.exit_code, result.stderr) == (1, f"Error: {sentence}\n")
        weekly.issue(str(NEWEST), TAX, MONEY)
        assert doubts(weekly) == []

    def test_is_named_until_the_next_issue(self, weekly: Installation, today: Today) -> None:
        weekly.issue(str(NEWEST), TAX)
        assert len(doubts(weekly)) == 1
        today(NEWEST + 7 * DAY)
        store_weeks(weekly, [NEWEST + 7 * DAY], self.USUAL)
        assert doubts(weekly) == []
        assert weekly.run("rebuild").exit_code == 0

    def test_is_unknown_without_four_issues_of_the_last_year(
        self, weekly: Installation, today: Today
    ) -> None:
        a_year_later = NEWEST + 360 * DAY
        today(a_year_later)
        weekly.issue(str(a_year_later), TAX)
        assert doubts(weekly) == []


class TestWhatIsNotWell:
    """A night is silent only if status is well."""

    def test_is_mailed_if_a_us_rif_is_gone(self, current: Installation) -> None:
        (current.us / f"{SECOND}.amf.xml").unlink()
        night = current.run("latest", "-q", "--stale")
        assert night.stderr == (
            f"Error: The us rif of {SECOND} is gone, but the issue is stored; bring it back, or run"
            " wildwood forget with its date.\n"
        )
        assert night.exit_code == current.run("status").exit_code == 1
        assert current.run("forget", SECOND).exit_code == 0
        assert doubts(current) == []

    def test_is_mailed_if_a_ps_rif_is_of_no_issue(self, current: Installation) -> None:
        stray = current.ps / f"{THIRD}.amf.xml"
        stray.write_bytes(rif(TRADE))
        night = current.run("latest", "-q", "--stale")
        assert night.stderr == (
            f"Error: No issue that is stored has written {stray.name} in {current.ps}; move it"
            " elsewhere.\n"
        )
        assert night.exit_code == current.run("status").exit_code == 1
        stray.unlink()
        assert doubts(current) == []
