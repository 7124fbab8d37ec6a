"""What a person must look at is mailed by a quiet night, and is not well, until it is settled."""

import datetime
import gzip
import json
from pathlib import Path

import pytest

from wildwood.biblio.record import Record

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


class TestAFileThatLooksLikeARif:
    @pytest.mark.parametrize(
        "name",
        [
            f"{THIRD}.XML",
            "2015-3-19.xml",
            f"nep-all_{THIRD}.amf.xml",
            f"{THIRD}.amf",
            f"{THIRD}.amf.xml.bz2",
            f"2015/03/{THIRD}.amf.xml",
        ],
    )
    def test_is_named_as_long_as_it_is_not_read(self, current: Installation, name: str) -> None:
        path = current.us / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(rif(TRADE))
        sentence = (
            f"Not read, though it looks like a rif: {name} in {current.us}; give it a name like"
            f" 2015-03-05.xml or 2015-03-05.amf.xml.gz in {current.us} itself, or move it away."
        )
        assert doubts(current) == [sentence]
        path.rename(current.us / f"{THIRD}.amf.xml")
        assert doubts(current) == []
        assert (current.ps / f"{THIRD}.amf.xml").exists()

    @pytest.mark.parametrize(
        "name",
        [
            "README",
            "README.xml",
            f".{THIRD}.amf.xml.swp",
            f".{THIRD}.amf.xml",
            f"{THIRD}.amf.xml~",
            f"{THIRD}.amf.xml.tmp",
            f"{THIRD}.txt",
            f"old/{SECOND}.amf.xml",
            f".cache/{THIRD}.amf.xml",
        ],
    )
    def test_is_no_other_file(self, current: Installation, name: str) -> None:
        path = current.us / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(rif(TRADE))
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
        today = datetime.datetime.now(datetime.UTC).date()
        return (today + datetime.timedelta(days=days)).isoformat()

    def test_is_named_until_it_is_renamed_and_forgotten(self, current: Installation) -> None:
        date = self.date(30)
        path = current.issue(date, TRADE)
        sentence = (
            f"{path.name} has a date in the future; rename it or move it away, then run wildwood"
            f" forget {date}."
        )
        assert doubts(current) == [sentence]
        path.rename(current.us / f"{THIRD}.amf.xml")
        assert current.run("forget", date).exit_code == 0
        assert doubts(current) == []

    def test_is_none_of_today_in_any_time_zone(self, current: Installation) -> None:
        current.issue(self.date(1), TRADE)
        assert doubts(current) == []
