"""Harvest an OAI-PMH server, page by page, into a folder."""

import datetime
import json
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from wildwood.kernel import interruption
from wildwood.kernel.errors import InputError
from wildwood.kernel.files import write_atomically
from wildwood.kernel.text import clipped, one_line
from wildwood.lists.oai import parse_page
from wildwood.screening.oai_client import (
    AnswerError,
    BrokenPageError,
    OaiClient,
    RefusedTokenError,
    Response,
    oai_request,
)

_STATE = "harvest.json"
_PAGE = "page-{:06}.xml"
_PAGES = "page-*.xml"
_REPLACEMENT = "replacement"


Range = tuple[str, str]  # first and last day


@dataclass(frozen=True, slots=True)
class HarvestState:
    url: str
    pages: int = 0
    token: str | None = None  # resumption token of the next page; None after the last page
    before: int = 0  # number of pages of earlier lists
    since: str | None = None  # date from which the last list has records; None if it has all
    dated: str | None = None  # when that list was asked for, by the server's clock (UTC), if known
    within: Range | None = None  # days of the records that `token` continues, if fetched by days
    ranges: tuple[Range, ...] = ()  # days still to be fetched, because a page of the list is broken
    gaps: tuple[str, ...] = ()  # days whose records are missing, because their pages are broken

    @property
    def complete(self) -> bool:
        return self.pages > 0 and self.token is None and not self.ranges


@dataclass(frozen=True, slots=True)
class HarvestFolder:
    """The pages of one OAI-PMH server, as received, and the progress of the harvest."""

    path: Path

    def pages(self) -> list[Path]:
        state = self.state()
        count = state.pages if state else 0
        return [self.path / _PAGE.format(number) for number in range(1, count + 1)]

    def state(self) -> HarvestState | None:
        file = self.path / _STATE
        try:
            fields = json.loads(file.read_bytes())
            return HarvestState(**{name: _tuples(value) for name, value in fields.items()})
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError) as error:
            raise InputError(f"Cannot read {file}: {error}; remove it to start again.") from error

    def replacement(self) -> "HarvestFolder":
        """Return the folder of a harvest from the start that is not complete yet."""
        return HarvestFolder(self.path / _REPLACEMENT)

    def replace_with(self, replacement: "HarvestFolder") -> None:
        """Replace this harvest by a complete one; safe to repeat after an interruption."""
        with self._write_errors():
            for page in replacement.path.glob(_PAGES):
                page.replace(self.path / page.name)
            self._write(_STATE, (replacement.path / _STATE).read_bytes())
        current = self.pages()
        with self._write_errors():
            for page in set(self.path.glob(_PAGES)).difference(current):
                page.unlink()
        replacement.discard()

    def discard(self) -> None:
        """Remove the progress and the pages, then the folder if it is empty."""
        with self._write_errors():
            (self.path / _STATE).unlink(missing_ok=True)
            for page in self.path.glob(_PAGES):
                page.unlink()
        with suppress(OSError):  # files of others remain
            self.path.rmdir()

    def add(self, content: bytes, state: HarvestState) -> None:
        """Write a page, then the progress; a page without progress is fetched again."""
        with self._write_errors():
            self.path.mkdir(parents=True, exist_ok=True)
            self._write(_PAGE.format(state.pages), content)
        self.write_state(state)

    def write_state(self, state: HarvestState) -> None:
        with self._write_errors():
            self._write(_STATE, json.dumps(asdict(state)).encode())

    def _write(self, name: str, content: bytes) -> None:
        write_atomically(self.path / name, content)

    @contextmanager
    def _write_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise InputError(f"Cannot write to {self.path}: {error.strerror}.") from error


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


_OVERLAP = datetime.timedelta(hours=1)  # servers list some records later than they date them
_MOST_GAPS = 20  # days whose pages can be broken; with more, the server is
_MOST_POSTPONED = 3  # days in a row with an error until the server counts as failing
_DAY_LENGTH = len("2024-01-01")


@dataclass(frozen=True, slots=True)
class Order:
    url: str
    folder: HarvestFolder
    pause_s: float
    since: str | None = None  # fetch what changed since this date; None: since the last harvest
    all_records: bool = False  # fetch all again; the new pages replace the old ones at the end


class ExpiredTokenError(InputError):
    """The server no longer knows the resumption token of an earlier run."""


def harvest(order: Order) -> Iterator[HarvestState]:
    """Fetch what is new on a server, and yield the progress after each page.

    A list with a page that is broken twice is fetched again by days; days that stay broken become
    gaps, which each later harvest asks for again. An interrupted harvest resumes, or begins again
    if the server no longer knows its token. Of a record in several pages, the last is right.

    Raises:
        InputError: the server fails or leaves a gap, or the folder is another server's. Pages
            fetched before are kept.
    """
    yield from _harvest(order)
    state = order.folder.state()
    if state is not None and state.gaps:
        days = ", ".join(sorted(state.gaps))
        raise InputError(
            f"{order.url} sends broken pages of records that changed on {days}; some of them are"
            f" missing in {order.folder.path}. The next run asks for them again."
        )


def _harvest(order: Order) -> Iterator[HarvestState]:
    folder = order.folder
    if order.all_records or folder.replacement().state() is not None:
        yield from _fetch_all(order)
        return
    state = folder.state()
    _check(order, state)
    if state is not None and state.complete:
        if oai_request(order.url).ends:
            return
        if order.since is None and state.dated is None:  # the server does not date its responses
            yield from _fetch_all(order)
            return
    try:
        yield from _fetch(order)
    except ExpiredTokenError:
        since = state.since if state else None
        again = replace(order, since=since)
        if state is None or not state.before:
            yield from _fetch_all(again)
            return
        begun = replace(state, pages=state.before, token=None, within=None, ranges=(), dated=since)
        folder.write_state(begun)
        yield from _fetch(again)


def _check(order: Order, state: HarvestState | None) -> None:
    if state is None:
        return
    if state.url != order.url:
        raise InputError(
            f"{order.folder.path} contains a harvest of {state.url}; choose another folder."
        )
    if order.since is not None and not state.complete:
        raise InputError(
            f"{order.folder.path} contains an interrupted harvest; resume it without --from."
        )


def _fetch_all(order: Order) -> Iterator[HarvestState]:
    """Fetch all records, and replace the folder when all are there."""
    folder, replacement = order.folder, order.folder.replacement()
    state = replacement.state()
    into = replace(order, folder=replacement)
    _check(into, state)
    if state is None or not state.complete:
        try:
            yield from _fetch(into)
        except ExpiredTokenError:
            replacement.discard()
            yield from _fetch(into)
    if replacement.state() is not None:
        folder.replace_with(replacement)
    elif folder.pages():
        raise InputError(f"{order.url} has no records now; {folder.path} keeps the earlier ones.")


def _fetch(order: Order) -> Iterator[HarvestState]:
    folder, state = order.folder, order.folder.state()
    with closing(OaiClient(order.url, order.pause_s)) as client:
        try:
            yield from _pages(client, order, state)
        except RefusedTokenError as error:
            before = state.token if state else None
            now = folder.state()
            if before is not None and now is not None and now.token == before:
                raise ExpiredTokenError(str(error)) from error
            raise InputError(
                f"{order.url} does not know its own resumption token ({error});"
                " run the command again to begin the list again."
            ) from error
        except AnswerError as error:
            raise InputError(f"{error}{_resume_hint(folder)}") from error


def _pages(client: OaiClient, order: Order, state: HarvestState | None) -> Iterator[HarvestState]:
    folder = order.folder
    if state is None or state.complete:
        state, response = _first(client, order, state)
        if response.content:
            folder.add(response.content, state)
            yield state
        elif state.pages:  # the time of asking is that of the next list
            folder.write_state(state)
        else:
            return
    yield from _rest(client, order, state)


def _rest(client: OaiClient, order: Order, state: HarvestState) -> Iterator[HarvestState]:
    """Fetch the pages that a token continues, then the days that are still to be fetched."""
    folder = order.folder
    tokens: set[str] = set()
    postponed, is_answered = 0, True
    while not state.complete:
        interruption.check()
        time.sleep(order.pause_s)
        if state.token is not None:
            tokens.add(state.token)
            asked = state
        else:
            tokens.clear()
            within, *ranges = state.ranges
            asked = replace(state, within=within, ranges=tuple(ranges))
        try:
            response = _asked(client, asked)
        except BrokenPageError as error:
            whole = error.whole.content
            is_certain = bool(whole) or (is_answered and asked.within is not None)
            postponed = 0 if is_certain else postponed + _is_day(asked)
            if postponed > _MOST_POSTPONED:
                raise
            state, is_answered = _divided(client, asked, is_certain=is_certain), bool(whole)
            if whole and parse_page(whole).entries:
                state = replace(state, pages=state.pages + 1)
                folder.add(error.whole.content, state)
            else:
                folder.write_state(state)
            yield state
            continue
        if response.token in tokens:
            raise AnswerError(
                f"{order.url} sends the same pages again and again: the resumption token"
                f" {clipped(one_line(response.token))!r} leads back to a page that was fetched"
            )
        state, is_answered = replace(asked, token=response.token, gaps=_gaps(asked, response)), True
        if response.content:
            state = replace(state, pages=state.pages + 1)
            folder.add(response.content, state)
        else:
            folder.write_state(state)
        yield state


def _asked(client: OaiClient, state: HarvestState) -> Response:
    if state.token is not None:
        return client.page(state.token)
    since, until = state.within or (None, None)
    return client.page(None, since, until)


def _is_day(state: HarvestState) -> bool:
    return state.within is not None and state.within[0] == state.within[1]


def _gaps(asked: HarvestState, response: Response) -> tuple[str, ...]:
    """Return the gaps after a response; the last page of a day fills the gap of that day."""
    if response.token is not None or asked.within is None or not _is_day(asked):
        return asked.gaps
    return tuple(day for day in asked.gaps if day != asked.within[0])


def _divided(client: OaiClient, state: HarvestState, *, is_certain: bool = True) -> HarvestState:
    """Halve the days of a broken page; a single day becomes a gap or, if unsure, is postponed."""
    if state.within is None:
        first = (state.since or client.earliest())[:_DAY_LENGTH]
        last = state.dated or f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}"
        within = (first, max(first, last[:_DAY_LENGTH]))
    else:
        within = state.within
    first_day, last_day = map(datetime.date.fromisoformat, within)
    if first_day == last_day and not is_certain:
        return replace(state, token=None, within=None, ranges=(*state.ranges, within))
    if first_day == last_day:
        gaps = (*state.gaps, str(first_day))
        if len(set(gaps)) > _MOST_GAPS:
            raise AnswerError(f"{state.url} sends broken pages again and again")
        return replace(state, token=None, gaps=tuple(dict.fromkeys(gaps)))
    middle = first_day + (last_day - first_day) // 2
    halves = (
        (str(first_day), str(middle)),
        (str(middle + datetime.timedelta(days=1)), str(last_day)),
    )
    return replace(state, token=None, within=None, ranges=(*halves, *state.ranges))


def _first(
    client: OaiClient, order: Order, last: HarvestState | None
) -> tuple[HarvestState, Response]:
    since = order.since
    if since is None and last is not None and last.dated is not None:
        moment = datetime.datetime.fromisoformat(last.dated)
        since = f"{moment - _OVERLAP:%Y-%m-%dT%H:%M:%SZ}"
    if since is not None and len(since) > _DAY_LENGTH:
        if not client.has_seconds():
            since = since[:_DAY_LENGTH]
        time.sleep(order.pause_s)
    interruption.check()
    before = last.pages if last else 0
    gaps = last.gaps if last else ()
    state = HarvestState(
        order.url, before, None, before, since, ranges=tuple((day, day) for day in gaps), gaps=gaps
    )
    try:
        response = client.page(None, since)
    except BrokenPageError as error:
        state = replace(state, dated=error.whole.dated)
        return replace(_divided(client, state), pages=before + 1), error.whole
    pages = before + 1 if response.content else before
    return replace(state, pages=pages, token=response.token, dated=response.dated), response


def _resume_hint(folder: HarvestFolder) -> str:
    if folder.state() is None:
        return "."
    return f"; the pages fetched so far are in {folder.path}; run the command again to resume."
