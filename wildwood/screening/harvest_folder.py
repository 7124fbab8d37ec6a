"""The folder of a harvest: pages, progress, an index of their records and the ledger."""

import datetime
import json
import os
import re
import socket
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple, Self

from wildwood.kernel.errors import InputError
from wildwood.kernel.extras import check_system
from wildwood.kernel.files import input_errors, write_atomically
from wildwood.kernel.text import counted
from wildwood.lists.oai import LIST_RECORDS, Header, headers_in
from wildwood.screening.oai_client import oai_request

with suppress(ModuleNotFoundError):  # on Windows, where nothing is harvested
    import fcntl

_STATE, _LEDGER, _LOCK = "harvest.json", "ledger.json", "harvest.lock"
_PAGE = "page-{:06}.xml"
_HOLDER = re.compile(r"process \d+ on [\w.-]+")  # what the lock file says
_DATE = re.compile(r"(?!9999)[1-9]\d{3}-\d\d-\d\d")  # some servers date to the year 1 or 9999


def moments(*dates: str | None) -> list[datetime.datetime]:
    """Return the moments of those dates that can be read, in UTC."""
    read = []
    for date in filter(_DATE.match, filter(None, dates)):
        with suppress(ValueError, OverflowError):
            moment = datetime.datetime.fromisoformat(date)
            aware = moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)
            read.append(aware.astimezone(datetime.UTC))
    return read


def utc(date: str) -> str:
    """Return a date to the second in UTC, so that dates can be compared; empty if unreadable."""
    return next((f"{moment:%Y-%m-%dT%H:%M:%SZ}" for moment in moments(date)), "")


def between(dates: Mapping[str, str], since: str | None, until: str | None) -> dict[str, str]:
    """Return those with a date in UTC from the first to the last one."""
    first, last = utc(since or "") or "0", utc(until or "") or "9"
    return {name: date for name, date in dates.items() if first <= date <= last}


class Window(NamedTuple):
    """A range of dates whose records are to be listed, both ends included."""

    since: str | None = None  # a day or second; None for no limit
    until: str | None = None
    token: str | None = None  # resumption token of the next page; None before the first
    listed: int = 0  # distinct records on the pages so far
    size: int | None = None  # number of records in the list, as the server counts them
    last: str | None = ""  # latest datestamp so far; None if the list is not in their order
    parent: int = 0  # records in the list of the range that this one is a part of
    barren: int = 0  # how often in a row a part showed no record that was not there yet
    verb: str = LIST_RECORDS
    is_broken: bool = False  # whether its records, of which identifiers are listed, do not come
    is_wide: bool = False  # whether hours more are asked for, because of a clock that is wrong

    @property
    def is_part(self) -> bool:
        return self.parent > 0


class Gap(NamedTuple):
    """A record, or the records of a range of dates, that the server does not send whole."""

    id: str  # empty if it has not told
    since: str | None
    until: str | None
    reason: str
    is_held: bool = False  # as a damaged record

    @property
    def name(self) -> str:
        days = dict.fromkeys(filter(None, (self.since, self.until)))
        return self.id or f"records that changed on {' to '.join(days)}"


@dataclass(frozen=True, slots=True)
class HarvestState:
    url: str
    pages: int = 0  # number of the last one
    first: int = 1  # number of the first one
    earlier: int = 0  # number of the last page that a harvest of all records will replace
    windows: tuple[Window, ...] = (Window(),)  # still to be listed
    since: str | None = None  # date from which the last list has records; None if it has all
    dated: str | None = None  # when that list was asked for, by the server's clock (UTC), if known
    promised: int | None = None  # number of all records, as the server counts them
    unlisted: int = 0  # records that it counts but lists nowhere
    longest: int = 0  # records in the longest list that it has sent
    ends_early: bool = False  # whether it has ended lists after so many, with more to come
    unproved: str = ""  # when so many records changed that the list may have ended early
    repeats: int = 0  # records that it counts once more for each time that it lists them
    gaps: tuple[Gap, ...] = ()
    names: tuple[str, ...] | None = None  # address and identifier that the archive states
    has_seconds: bool | None = None  # whether it states that it dates records to the second

    @property
    def withheld(self) -> list[str]:
        """The names of what the server has but does not send."""
        names = [gap.name for gap in self.gaps if not gap.is_held]
        if self.unlisted and all(gap.id for gap in self.gaps):
            names.append(f"{counted(self.unlisted, 'record')} that it counts but lists nowhere")
        return names


class RecordIndex:
    """Which records, and which versions of them, are in the pages of a harvest."""

    def __init__(self) -> None:
        self._stamps: dict[str, str] = {}  # of the last version of each record
        self.moments: dict[str, str] = {}  # the same in UTC
        self._digests: set[str] = set()  # of all versions
        self.first = self.latest = ""  # datestamps

    def add(self, headers: Iterable[Header]) -> None:
        for header in headers:
            self._stamps[header.name] = header.stamp
            self.moments[header.name] = moment = utc(header.stamp)
            self._digests.add(header.digest)
            self.first = min(self.first or moment, moment or self.first)
            self.latest = max(self.latest, moment)

    def has(self, header: Header) -> bool:
        """Return whether this version of a record is held."""
        return header.digest in self._digests

    def is_current(self, header: Header) -> bool:
        """Return whether the version of a record that a list of identifiers dates is held."""
        stamp = self._stamps.get(header.id)
        return stamp is not None and (
            stamp.startswith(header.stamp)
            or header.stamp.startswith(stamp)
            or "" < utc(header.stamp) <= self.moments[header.id]
        )

    def __contains__(self, name: object) -> bool:
        return name in self._stamps

    def __len__(self) -> int:
        return len(self._stamps)


@dataclass(frozen=True, slots=True)
class HarvestFolder:
    """The pages of one OAI-PMH server, as received, and the progress of the harvest."""

    path: Path

    def pages(self) -> list[Path]:
        state = self.state()
        numbers = range(state.first, state.pages + 1) if state else ()
        return [self.path / _PAGE.format(number) for number in numbers]

    def state(self) -> HarvestState | None:
        file = self.path / _STATE
        try:
            return _state(json.loads(file.read_bytes()))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, LookupError, RecursionError, InputError) as error:
            reason = getattr(error, "strerror", None) or "it is damaged"
            raise InputError(f"Cannot read {file}: {reason}; remove it to start again.") from error

    @classmethod
    def all_in(cls, path: Path) -> Iterator[tuple[Self, HarvestState]]:
        """Yield the folders of harvests in a folder, with their progress if it can be read."""
        for file in sorted(path.glob(f"*/{_STATE}")):
            folder = cls(file.parent)
            with suppress(InputError):
                if state := folder.state():
                    yield folder, state

    def read_index(self, state: HarvestState) -> RecordIndex:
        """Read which records the pages have, except those that will be replaced."""
        index = RecordIndex()
        for number in range(max(state.first, state.earlier + 1), state.pages + 1):
            page = self.path / _PAGE.format(number)
            with suppress(OSError):  # a page that cannot be read is named where it is listed
                index.add(headers_in(page.read_bytes()))
        return index

    def add(self, content: bytes, state: HarvestState) -> None:
        """Write a page, then the progress; a page without progress is fetched again."""
        self._write(_PAGE.format(state.pages), content)
        self.write_state(state)

    def write_state(self, state: HarvestState) -> None:
        self._write(_STATE, json.dumps(asdict(state)).encode())

    def write_ledger(self, state: HarvestState, count: int) -> None:
        """Write what the server promises beside what is held, missing and damaged."""
        damaged = [gap.id for gap in state.gaps if gap.is_held]
        ledger = {
            "promised": state.promised and state.promised - state.repeats,
            "held": count - len(damaged),
            "damaged": damaged,
            "missing": [gap._asdict() for gap in state.gaps if not gap.is_held],
            "unlisted": state.unlisted,
            "unproved": state.unproved
            and f"No list was longer than that of {state.unproved}, so it may have been cut.",
            "well": not state.withheld,
        }
        self._write(_LEDGER, json.dumps(ledger, indent=1, ensure_ascii=False).encode())

    def remove_replaced(self, state: HarvestState) -> None:
        """Remove the pages that a harvest of all records has replaced, now or at the next run."""
        for number in range(1, state.first):
            with suppress(OSError):
                (self.path / _PAGE.format(number)).unlink()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from harvesting into the folder, until this one ends.

        Raises:
            InputError: another process harvests into it.
        """
        check_system()
        with ExitStack() as stack:
            with input_errors(f"write to {self.path}"):
                self.path.mkdir(parents=True, exist_ok=True)
                self._lock(stack.enter_context((self.path / _LOCK).open("a+", errors="replace")))
            yield

    def _lock(self, file: IO[str]) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            holder = file.read()
            if not _HOLDER.fullmatch(holder):
                holder = "another process"
            fault = f"Cannot harvest into {self.path}: {holder} does; wait until it has ended."
            raise InputError(fault) from error
        file.truncate(0)
        file.write(f"process {os.getpid()} on {socket.gethostname()}")
        file.flush()

    def _write(self, name: str, content: bytes) -> None:
        with input_errors(f"write to {self.path}"):
            self.path.mkdir(parents=True, exist_ok=True)
            write_atomically(self.path / name, content)


def _state(table: dict[str, Any]) -> HarvestState:
    """Make a state from JSON; one of an earlier version lists all again."""
    oai_request(str(table["url"]))  # raises an error if it is no address
    if "windows" not in table:
        return HarvestState(table["url"], table["pages"])
    windows = tuple(Window(*window) for window in table["windows"])
    gaps = tuple(Gap(*gap) for gap in table["gaps"])
    return HarvestState(**{**table, "windows": windows, "gaps": gaps})
