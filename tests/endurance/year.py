"""Play a year of nights, and print what each says: to whom it is mailed, and its exit status.

usage: python -m tests.endurance.year FOLDER [--chat]

Each event happens around an issue of one year; the night that follows is `wildwood latest -q
--stale`, whose output cron mails, on the day after. Then the event is settled as the sentence asks,
and the next night must be silent, and `wildwood status` well; the program exits with 1 if one is
not. `--chat` also prints what nights say without -q.
"""

import argparse
import datetime
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner, Result
from pymongo import MongoClient

from wildwood.biblio.entry import Record
from wildwood.cli.program import group
from wildwood.nep import plausibility
from wildwood.nep.private_server import private_server

from tests.support.amf import rif

WEEK, DAY = datetime.timedelta(weeks=1), datetime.timedelta(days=1)
BEGIN = datetime.date(2025, 1, 2)
HOLIDAYS = BEGIN + 50 * WEEK
PAPERS = 20
CONFIGURATION = """
[paths]
us = "us"
ps = "ps"
db = "db"
decisions = "decisions.csv"
[output]
report = "reports"
"""


@dataclass
class Year:
    """An installation whose days pass."""

    home: Path
    chats: bool
    today: datetime.date = BEGIN
    newest: datetime.date = BEGIN - WEEK
    faults: list[str] = field(default_factory=list)

    @property
    def us(self) -> Path:
        return self.home / "us"

    def rif(self, date: datetime.date) -> Path:
        return self.us / f"{date}.amf.xml"

    def write(self, date: datetime.date, papers: int = PAPERS, first: int = 0) -> Path:
        """Write the issue of a date, in which each fifth paper repeats one of another series."""
        week = (date - BEGIN).days // 7
        records = (self.paper(week, number) for number in range(first, first + papers))
        self.rif(date).write_bytes(rif(*records))
        return self.rif(date)

    def paper(self, week: int, number: int) -> Record:
        series = f"RePEc:abc:series{chr(ord('a') + week % 2)}"
        source, place = (week - 1, number + 1) if week and number % 5 == 0 else (week, number)
        title = f"Region {source} after reform {place} of region {source}"
        return Record(f"{series}:{week}-{number}", (f"Anna{source} Smith{place}",), (title,))

    def issue(self, **changes: int) -> Path:
        """Let the next weekly issue come, and the day after begin."""
        self.newest += WEEK
        self.today = self.newest + DAY
        return self.write(self.newest, **changes)

    def run(self, *arguments: str) -> Result:
        """Run a command on this day."""
        words = [*arguments, "--config", str(self.home / "wildwood.toml")]
        with set_clock(self.today):
            return CliRunner().invoke(group, words)

    def night(self, event: str, *, is_silent: bool = False, is_well: bool | None = None) -> None:
        """Run a night, and print what it says; status must agree, or be as given."""
        print(f"\n## {self.today} {event}")
        if self.chats:
            self._print("chat", self.run("latest", "--stale"))
        night = self.run("latest", "-q", "--stale")
        self._print("mail", night)
        status = self.run("status", "-q")
        if (night.exit_code == 0) is not is_silent:
            self.faults.append(f"{event}: exit status {night.exit_code}")
        if (status.exit_code == 0) is not (is_silent if is_well is None else is_well):
            self.faults.append(f"{event}: status disagrees: {status.stdout}")

    def _print(self, name: str, result: Result) -> None:
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        said = [line.replace(f"{self.home}/", "") for line in result.output.splitlines()]
        print(f"{name}, exit status {result.exit_code}:", *(said or ["(nothing)"]), sep="\n  ")

    def settled(self) -> None:
        self.night("settled", is_silent=True)


@contextmanager
def set_clock(today: datetime.date) -> Iterator[None]:
    """Set today's date for the commands in this process."""
    real = plausibility.today
    plausibility.today = lambda: today
    try:
        yield
    finally:
        plausibility.today = real


def ordinary(year: Year) -> None:
    year.issue()
    year.night("an ordinary issue", is_silent=True)


def late(year: Year) -> None:
    year.today = year.newest + 16 * DAY
    year.night("nothing for 16 days, little more than in the last holidays", is_silent=True)
    year.today = year.newest + 17 * DAY
    year.night("the issue is late")
    year.today += DAY
    year.night("the issue is still late")
    year.newest += WEEK
    year.issue()
    year.today += 4 * DAY
    year.settled()


def corrected(year: Year) -> None:
    year.issue()
    year.night("an issue comes", is_silent=True)
    year.write(year.newest, PAPERS - 2, first=3)
    year.night("it is corrected: three papers withdrawn, one added", is_silent=True)
    print((year.home / "reports" / f"{year.newest}.txt").read_text(encoding="utf-8"))
    year.write(year.newest - 2 * WEEK, PAPERS - 1)
    year.night("an older one is corrected; those after it run again", is_silent=True)


def withdrawn(year: Year) -> None:
    path = year.rif(year.newest)
    path.unlink()
    year.night("the rif of the newest issue is withdrawn")
    year.run("forget", str(year.newest))
    year.settled()
    year.write(year.newest)
    year.night("it comes again", is_silent=True)


def empty(year: Year) -> None:
    year.issue(papers=0)
    year.night("the issue is empty")
    year.write(year.newest)
    year.settled()


def small(year: Year) -> None:
    year.issue(papers=1)
    year.night("the issue has one paper")
    year.write(year.newest)
    year.settled()


def copy(year: Year) -> None:
    before = year.rif(year.newest).read_bytes()
    year.issue().write_bytes(before)
    year.night("the issue is a copy of the last one")
    year.write(year.newest)
    year.settled()


def future(year: Year) -> None:
    date = year.newest + 52 * WEEK
    path = year.write(date)
    year.night("an issue of next year")
    path.unlink()
    year.run("forget", str(date))
    year.settled()


def odd_names(year: Year) -> None:
    path = year.issue()
    odd = path.rename(year.us / f"nep-all_{year.newest}.amf.xml")
    year.night("the issue has an odd name")
    odd.rename(path)
    year.settled()
    (year.us / "2025-02-30.amf.xml").write_bytes(path.read_bytes())
    year.night("the date of a name does not exist")
    (year.us / "2025-02-30.amf.xml").unlink()
    year.settled()


def broken(year: Year) -> None:
    path = year.issue()
    path.write_bytes(path.read_bytes()[:-200])
    year.night("the issue is cut off")
    year.write(year.newest)
    year.settled()


def unmounted(year: Year) -> None:
    away = year.us.rename(year.home / "away")
    year.night("the directory us is gone")
    year.us.mkdir()
    year.night("the directory us is empty")
    year.us.rmdir()
    away.rename(year.us)
    year.settled()


def stray(year: Year) -> None:
    path = year.home / "ps" / "20200102.xml"
    path.write_bytes(year.rif(year.newest).read_bytes())
    year.night("an old ps rif has come back")
    path.unlink()
    year.settled()


def lost_indexes(year: Year) -> None:
    with private_server(year.home / "db") as socket:
        address = f"mongodb://{str(socket).replace('/', '%2F')}"
        client: MongoClient[dict[str, object]] = MongoClient(address)
        client["wildwood"]["handles"].drop_indexes()
        client.close()
    print("\nstatus, after the indexes were dropped:", year.run("status").exit_code)
    year.night("the indexes are gone, and the night makes them again", is_silent=True)


def lost_decisions(year: Year) -> None:
    decisions = year.home / "decisions.csv"
    repeat, original = (year.paper((year.newest - BEGIN).days // 7 - back, 5) for back in (0, 1))
    text = f"id,similar_id,decision\n{repeat.handle},{original.handle},different\n"
    decisions.write_text(text, encoding="utf-8")
    year.night("an editor decides", is_silent=True)
    decisions.unlink()
    year.night("the decisions are gone")
    decisions.write_text(text, encoding="utf-8")
    year.settled()
    decisions.write_text(f"{text}a line without meaning,b,perhaps\n", encoding="utf-8")
    year.night("a decision cannot be read")
    decisions.write_text(text, encoding="utf-8")
    year.settled()


def other_file(year: Year) -> None:
    notes = year.home / "reports" / f"{year.newest + WEEK}.txt"
    notes.write_text("an editor's notes", encoding="utf-8")
    year.issue()
    year.night("a file of somebody else has the name of the report", is_well=True)
    notes.unlink()
    year.settled()


def ended(year: Year) -> None:
    year.today = year.newest + 300 * DAY
    year.night("no issue for 300 days")
    year.today = year.newest + 366 * DAY
    year.night("no issue for a year: the archive has ended", is_silent=True)


EVENTS: Sequence[Callable[[Year], None]] = (
    late, ordinary, corrected, withdrawn, empty, small, copy, future, odd_names, broken,
    unmounted, stray, lost_indexes, lost_decisions, other_file, ended,
)  # fmt: skip


def play(home: Path, *, chats: bool = False) -> list[str]:
    """Play all events in a new folder, each after ordinary weeks; return what was wrong."""
    (home / "us").mkdir(parents=True)
    (home / "wildwood.toml").write_text(CONFIGURATION, encoding="utf-8")
    year = Year(home, chats)
    while year.newest < BEGIN + 53 * WEEK:  # a year tells how long an issue can take
        if year.newest == HOLIDAYS:
            year.newest += WEEK
        year.issue()
    with private_server(home / "db"):
        year.night("a new store, with a year of issues", is_silent=True)
        for event in EVENTS:
            event(year)
    return year.faults


def main() -> int:
    """Play the year."""
    parser = argparse.ArgumentParser(description="Play a year of nights.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chat", action="store_true")
    options = parser.parse_args()
    faults = play(options.folder.absolute(), chats=options.chat)
    print("", *faults or ["every night said what it should"], sep="\n")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
