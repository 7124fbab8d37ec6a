"""Harvest an OAI-PMH server by ranges of dates, until nothing is missing that is not named.

A list is whole if it has as many records as the server counts. The rest of a list that breaks off
is listed from its last date; otherwise both halves of its dates are listed, down to a second, and
then the identifiers, whose records are fetched one by one. A token that leads to nothing new proves
no end: a list without a count is broken off until that has come several times in a row. The end of
a list without a count is proved by a longer list, so the longest one is divided until it is not.
"""

import datetime
import re
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches

from wildwood.kernel.errors import InputError
from wildwood.kernel.text import listed
from wildwood.lists.content import DAMAGED
from wildwood.lists.oai import LIST_IDENTIFIERS, LIST_RECORDS, Header, headers_in
from wildwood.screening.harvest_folder import Gap, HarvestFolder, HarvestState, RecordIndex, Window
from wildwood.screening.oai_client import AnswerError, OaiClient, Response, oai_request, spelled

_LOOKBACK = datetime.timedelta(days=7)  # servers list some records days after they date them
_DAY, _SECOND = datetime.timedelta(days=1), datetime.timedelta(seconds=1)
_FORMS = {_DAY: "%Y-%m-%d", _SECOND: "%Y-%m-%dT%H:%M:%SZ"}
_DATE = re.compile(r"[1-9]\d{3}-\d\d-\d\d")  # of OAI-PMH; some servers date to the year 1
_BAD_DATE = "badArgument"
_LONG_AGO = "1970-01-01"
_DAY_LENGTH = len(_LONG_AGO)
_ALWAYS = (None, None)  # from and until
_MOST_REPEATED = 1  # pages in a row that the list had before
_MOST_EMPTY = 100  # pages in a row without a record
_MOST_FAILURES = 12  # lists in a row without a record until the server counts as failing
_MOST_FIRST_FAILURES = 3  # until then if it has sent none yet
_MOST_HALVED = 100  # windows in a run that show nothing new, as if dates are ignored
_MOST_BARREN = 2  # parts of parts without another record, although the server counts more
_MOST_ODD = 3  # lists in a row without another record whose last token leads to nothing new


@dataclass(frozen=True, slots=True)
class Order:
    url: str
    folder: HarvestFolder
    pause_s: float
    since: str | None = None  # fetch what changed since this date; None: since the last harvest
    all_records: bool = False  # fetch all again; the new pages replace the old ones at the end
    contact: str = ""  # where the operator of the server can reach the user


def harvest(order: Order) -> Iterator[HarvestState]:
    """Fetch what is new on a server, and yield the progress after each page with new records.

    An interrupted harvest resumes. Of a record in several pages, the last is right.

    Raises:
        InputError: the server fails or withholds records, or the folder is another server's. Pages
            fetched before are kept.
    """
    with closing(OaiClient(order.url, order.pause_s, order.contact)) as client:
        yield from _Harvest(order, client).run()
    state = order.folder.state()
    if state is not None and (names := state.withheld):
        raise InputError(
            f"{order.url} withholds {listed(names)}; {order.folder.path} is not complete. The next"
            " run asks for them again."
        )


class _List:
    """The pages of a list so far."""

    def __init__(self, window: Window) -> None:
        self.window = window if window.token else window._replace(listed=0, size=None, last="")
        self.length = 0  # of the last page with records
        self.has_new = False  # whether it showed a record that was not held in any version
        self.has_changes = False  # whether it showed a version that was not held
        self.has_ended = self.is_broken = False
        self.is_unproved = False  # whether its last token led to nothing new, without a count
        self.fault = ""
        self.stamps: set[str] = set()  # days or seconds on which its records changed
        self._names: set[str] = set()  # of the records
        self._tokens = {window.token}
        self._in_vain = 0  # pages in a row without a record that it did not have before

    @property
    def day(self) -> str:
        """The day from which the rest of the list can be listed; empty without an order of days."""
        day = self.moment[:_DAY_LENGTH]
        return day if day > (self.window.since or "")[:_DAY_LENGTH] else ""

    @property
    def moment(self) -> str:
        """The same to the second, if the list has seconds."""
        latest, until = self.window.last or "", self.window.until
        latest = min(latest, until or latest)  # lists can go beyond their last date
        return latest if latest > (self.window.since or "") else ""

    @property
    def barren(self) -> int:
        """How many lists in a row, with this one, show no other record, but should."""
        should = self.window.is_part or self.is_unproved
        return 0 if self.has_new else self.window.barren + should

    @property
    def again(self) -> Window:
        """The same list, or the rest of it in the order of dates."""
        since = self.day or self.moment or self.window.since
        return self.make_part(self.window._replace(since=since, token=None, parent=0))

    def make_part(self, window: Window) -> Window:
        """Return the window of a part, which knows what this list tells of it."""
        has_proper_end = not (self.is_broken or self.is_unproved)
        return window._replace(barren=self.barren, ended_at=has_proper_end * self.window.listed)

    def add(self, response: Response, held: RecordIndex) -> None:
        window, page, headers = self.window, response.page, response.headers
        self.has_new |= any(header.name not in held for header in headers)
        self.has_changes |= not (response.fault or all(map(held.has, headers)))
        fresh = {header.name: header for header in headers if header.name not in self._names}
        self._names.update(fresh)
        self.stamps.update(header.stamp for header in fresh.values())
        self.length = len(headers) or self.length
        self._in_vain = 0 if fresh else self._in_vain + 1
        self.window = window._replace(
            token=page.token,
            listed=window.listed + len(fresh),
            size=page.size if window.size is None else window.size,
            last=_latest(window.last, [header.stamp for header in fresh.values()]),
        )
        if page.token is None:
            is_odd = bool(window.token) and not headers and not response.fault
        else:
            most = _MOST_REPEATED if headers else _MOST_EMPTY
            is_odd = page.token in self._tokens or self._in_vain >= most
        self._tokens.add(page.token)
        self.has_ended = page.token is None or is_odd
        self.fault = response.fault
        self.is_unproved = is_odd and self.window.size is None
        is_doubtful = self.has_new or (self.is_unproved and self.barren < _MOST_ODD)
        self.is_broken = bool(self.fault) or (is_odd and is_doubtful)


def _latest(last: str | None, stamps: list[str]) -> str | None:
    """Return the latest datestamp of a list; None if it is not in the order of readable ones."""
    is_readable = len(_moments(*stamps)) == len(stamps)
    if last is None or not is_readable or [last, *stamps] != sorted([last, *stamps]):
        return None
    return stamps[-1] if stamps else last


class _Harvest:
    """One run, which lists the windows of its state until none is left."""

    def __init__(self, order: Order, client: OaiClient) -> None:
        self._order, self._client, self._folder = order, client, order.folder
        self._failures = 0  # lists in a row without a record
        self._halved = 0  # windows that show nothing new
        self._failure = ""  # of all lists of records
        self._longest = 0  # page
        self._refuses_form = False  # of dates that it states
        self._asked_for: set[str] = set()  # identifiers
        state = self._continued(self._folder.state() or HarvestState(order.url))
        self._index = self._folder.read_index(state)
        self._state = self._begun(replace(state, longest=state.longest or len(self._index)))

    def run(self) -> Iterator[HarvestState]:
        if not self._state.windows:  # the address has an end date, and all until then is there
            return
        try:
            while self._state.windows:
                yield from self._list(_List(self._state.windows[0]))
                if not self._state.windows:
                    self._recount()
            yield from self._fetch([Header(gap.id, gap.since or "") for gap in self._state.gaps])
            self._close()
        except AnswerError as error:
            path, is_begun = self._folder.path, self._folder.state() is not None
            hint = f"; the pages fetched so far are in {path}; run the command again to resume"
            raise InputError(f"{error}{hint if is_begun else ''}.") from error

    def _continued(self, state: HarvestState) -> HarvestState:
        """Return the state to go on from: that of the folder, or one with all records to list."""
        order = self._order
        if state.pages and (state.earlier or not order.all_records):
            return self._checked(state)
        windows = (Window(order.since),)
        return HarvestState(order.url, state.pages, state.first, state.pages, windows, order.since)

    def _begun(self, state: HarvestState) -> HarvestState:
        """Return the state at the beginning of a run, with the windows to list."""
        if state.windows or oai_request(self._order.url).ends:
            return state
        since = self._order.since
        if since is None and (moments := _moments(state.dated, self._index.latest)):
            since = f"{min(moments) - _LOOKBACK:%Y-%m-%d}"
        again = [Window(gap.since, gap.until) for gap in state.gaps if not gap.id]
        gaps = tuple(gap for gap in state.gaps if gap.id)
        windows = (Window(since), *again)
        return replace(state, windows=windows, since=since, gaps=gaps, dated=None)

    def _checked(self, state: HarvestState) -> HarvestState:
        order, path = self._order, self._folder.path
        if order.since is not None and state.windows:
            raise InputError(f"{path} contains an interrupted harvest; resume it without --from.")
        if state.url == order.url:
            return state
        old, new = oai_request(state.url), oai_request(order.url)
        earlier, now = spelled(old.endpoint), spelled(new.endpoint)
        is_same = (
            old.own == new.own  # one address serves many journals
            if earlier == now
            else not {earlier, *(state.names or ())}.isdisjoint((now, *self._client.names()))
        )
        if old.arguments != new.arguments or not is_same:
            raise InputError(f"{path} contains a harvest of {state.url}; choose another folder.")
        return replace(state, url=order.url)

    def _list(self, pages: _List) -> Iterator[HarvestState]:
        """Follow a list to its end, and fetch what it only names; then settle what is left."""
        while not pages.has_ended:
            window = pages.window
            response = self._client.list(window.verb, window.token, *self._limits(window))
            if response.code == _BAD_DATE and not self._refuses_form:
                self._refuses_form = True
                continue
            if window[:3] == (*_ALWAYS, None) or not len(self._index):
                self._check_set(response)
            if not response.content:
                yield from self._fetch(response.headers)
            pages.add(response, self._index)
            self._longest = max(self._longest, pages.length)
            windows = (pages.window, *self._state.windows[1:])
            stated = (f"{moment:{_FORMS[_SECOND]}}" for moment in _moments(response.dated))
            dated = self._state.dated or next(stated, None)
            self._state = replace(self._state, windows=windows, dated=dated)
            yield from self._take(response)
            self._failures = self._failures + 1 if response.fault and not response.content else 0
            if response.fault:
                yield from self._fetch(response.headers)
        windows = (
            self._records_settled(pages)
            if pages.window.verb == LIST_RECORDS
            else self._identifiers_settled(pages)
        )
        self._state = replace(self._state, windows=windows)
        if self._state.pages > self._state.earlier and windows and not self._failures:
            self._folder.write_state(self._state)

    def _take(self, response: Response, *, is_wanted: bool = False) -> Iterator[HarvestState]:
        """Keep a page that has something new or wanted, and name its damaged records."""
        headers = headers_in(response.content)
        if not headers or (all(map(self._index.has, headers)) and not is_wanted):
            return
        self._index.add(headers)
        names = {header.id for header in headers if header.id}
        gaps = [gap for gap in self._state.gaps if gap.id not in names]
        gaps += [
            Gap(fault.id, None, None, fault.reason, is_held=True)
            for fault in response.page.faults
            if fault.word == DAMAGED and fault.id in names
        ]
        self._state = replace(self._state, pages=self._state.pages + 1, gaps=tuple(gaps))
        self._folder.add(response.content, self._state)
        yield self._state

    def _fetch(self, headers: Iterable[Header]) -> Iterator[HarvestState]:
        """Fetch records one by one that are not held whole; name those that do not come."""
        damaged = {gap.id for gap in self._state.gaps if gap.is_held}
        for header in headers:
            is_whole = self._index.is_current(header) and header.id not in damaged
            if is_whole or not header.id or header.id in self._asked_for:
                continue
            self._asked_for.add(header.id)
            response = self._client.get_record(header.id)
            if header.id not in self._index or not any(
                fault.word == DAMAGED for fault in response.page.faults
            ):
                yield from self._take(response, is_wanted=True)
            if not self._index.is_current(header):
                day = header.stamp[:_DAY_LENGTH] or None
                reason = response.fault or "GetRecord does not send it"
                self._add_gap(Gap(header.id, day, day, reason))

    def _add_gap(self, gap: Gap) -> None:
        gaps = (earlier for earlier in self._state.gaps if earlier.name != gap.name)
        self._state = replace(self._state, gaps=(*gaps, gap))

    def _records_settled(self, pages: _List) -> tuple[Window, ...]:
        """Return what is to be listed after a list of records."""
        windows = self._state.windows
        most = _MOST_FAILURES if self._longest else _MOST_FIRST_FAILURES
        if self._failures >= most or self._halved > _MOST_HALVED:
            if self._failure:
                raise AnswerError(self._failure)
            url = self._order.url
            self._failure = pages.fault or f"{url} sends incomplete lists again and again"
            return (Window(self._state.since, verb=LIST_IDENTIFIERS), *windows)
        window, promised = pages.window, self._state.promised
        if window[:2] == _ALWAYS:
            self._state = replace(self._state, promised=window.size)
        elif window.is_part and window.size == promised and not pages.is_broken:
            self._state = replace(self._state, promised=None)  # it is no count of a list
        if window.listed > self._state.longest:
            self._state = replace(self._state, longest=window.listed, ends_early=False, unproved="")
        elif pages.has_changes and window.ended_at == self._state.longest:
            self._state = replace(self._state, ends_early=True)
        parts = self._parts(pages)
        if pages.is_unproved and not parts and (moments := _moments(window.since)):
            reached = f"{moments[0] + _LOOKBACK:%Y-%m-%d}"  # the next run begins there again
            self._state = replace(self._state, dated=min(self._state.dated or reached, reached))
        return (*windows[1:], *parts)

    def _identifiers_settled(self, pages: _List) -> tuple[Window, ...]:
        """Return what is to be listed after a list of identifiers, whose records are fetched."""
        window, rest = pages.window, self._state.windows[1:]
        if self._failure and (pages.is_broken or not window.listed):
            raise AnswerError(self._failure)
        is_all = window[:2] == _ALWAYS and window.listed >= len(self._index)
        if window.is_broken and pages.is_broken:
            self._add_gap(Gap("", window.since, window.until, "the list is broken"))
        elif window.is_broken and 0 < window.listed <= window.parent:
            reason = f"the server ends lists after {window.parent:,} records"
            self._add_gap(Gap("", window.since, window.until, reason))
        elif window.parent and (window.listed <= window.parent or self._step == _DAY):
            self._state = replace(self._state, unproved=window.last or window.since or "")
        elif not pages.is_broken and is_all and self._state.promised is None:
            self._state = replace(self._state, promised=window.listed)
        return () if self._failure else rest

    def _parts(self, pages: _List) -> tuple[Window, ...]:
        """Return the rest of a list in the order of dates, its halves or its identifiers."""
        window, size = pages.window, pages.window.size
        is_uncounted, may_be_cut = self._state.promised is None, self._may_be_cut(pages)
        is_full = pages.day and is_uncounted and pages.length >= self._longest  # its last page
        if not pages.is_broken and size is not None:
            if window.listed >= size or pages.barren >= _MOST_BARREN:
                return ()
        elif pages.moment and (pages.is_broken or may_be_cut or is_full):
            return (*self._before(pages), pages.again)
        halves = self._halves(pages)
        if not pages.is_broken and size is None and not (may_be_cut and halves):
            return self._identifiers_if_new(pages, is_cut=may_be_cut)
        self._halved += not pages.has_changes
        if pages.is_unproved and not halves:
            return (pages.again,)
        is_provable = not halves or (is_uncounted and not window.parent)
        identifiers = Window(*window[:2], verb=LIST_IDENTIFIERS, is_broken=not halves)
        return (*halves, identifiers) if is_provable else halves

    def _may_be_cut(self, pages: _List) -> bool:
        """Return whether a list without a count is the longest, and ends within its dates."""
        window, stamps = pages.window, pages.stamps
        if window.size is not None or window.listed < self._state.longest or not any(stamps):
            return False
        since, end = (limit or "" for limit in self._limits(window))
        obeys_dates = min(stamps) >= since and (not end or max(stamps)[: len(end)] <= end)
        return obeys_dates and (not end or len(stamps) == 1 or (window.last or "") < end)

    def _before(self, pages: _List) -> tuple[Window, ...]:
        """Return the dates before a list of one moment, which shows no order of dates."""
        window, moments = pages.window, _moments(*pages.stamps)
        if len(moments) != 1:
            return ()
        until = f"{moments[0] - 2 * self._step:{_FORMS[self._step]}}"
        if not (window.since or "")[: len(until)] <= until < (window.until or window.last or ""):
            return ()
        return (pages.make_part(window._replace(until=until, token=None, parent=0)),)

    def _identifiers_if_new(self, pages: _List, *, is_cut: bool) -> tuple[Window, ...]:
        """Return the identifiers of a list that cannot be divided, if they can prove its end."""
        identifiers = Window(*pages.window[:2], verb=LIST_IDENTIFIERS)
        if is_cut:
            length, is_broken = pages.window.listed, self._state.ends_early
            return (identifiers._replace(parent=length, is_broken=is_broken),)
        return (identifiers,) if pages.has_new and self._state.promised is None else ()

    def _halves(self, pages: _List) -> tuple[Window, ...]:
        window = pages.window
        now, step = datetime.datetime.now(datetime.UTC), self._step
        latest = _moments(self._index.latest, self._state.dated)
        high = max(_moments(window.until) or [now, *latest])
        lows = _moments(window.since) or _moments(self._index.first, _LONG_AGO)
        low = next((low for low in lows if low < high), high)
        moments = (low, high, *_moments(window.last))
        low, high, *last = (_moments(f"{moment:{_FORMS[step]}}")[0] for moment in moments)
        middle = low if last == [low] else low + (high - low) // step // 2 * step
        if middle + step > high:
            return ()
        ends = [f"{moment:{_FORMS[_SECOND]}}" for moment in (middle, middle + step)]
        halves = (Window(window.since, ends[0]), Window(ends[1], window.until))
        return tuple(pages.make_part(half._replace(parent=window.listed)) for half in halves)

    def _limits(self, window: Window) -> tuple[str | None, str | None]:
        """Return the dates to ask for, the last one too many: some servers leave out the last."""
        since, until = window.since, window.until
        return (
            f"{_moments(since)[0]:{_FORMS[self._step]}}" if since else None,
            f"{_moments(until)[0] + self._step:{_FORMS[self._step]}}" if until else None,
        )

    @property
    def _step(self) -> datetime.timedelta:
        """The granularity of dates, which some servers state but refuse."""
        has_seconds = self._state.has_seconds
        if has_seconds is None:
            has_seconds = self._client.has_seconds()
        return _SECOND if has_seconds != self._refuses_form else _DAY

    def _recount(self) -> None:
        """List all records if the server counts more than are held or named, and were before."""
        if self._state.since is None or self._state.promised is None:
            return
        response = self._client.list(LIST_RECORDS)
        self._check_set(response)
        if response.content and not response.fault:
            promised = response.page.size if response.page.token else len(response.headers)
            self._state = replace(self._state, promised=promised)
        if self._lacking() > self._state.unlisted:
            self._state = replace(self._state, windows=(Window(),), since=None)

    def _lacking(self) -> int:
        """Return how many records the server counts beyond those that are held or named."""
        named = {gap.id for gap in self._state.gaps if gap.id and not gap.is_held}
        return max(0, (self._state.promised or 0) - len(self._index) - len(named))

    def _check_set(self, response: Response) -> None:
        """Raise an error if a set has no records, and is not among those that the server lists."""
        request = oai_request(self._order.url)
        name = dict(request.arguments).get("set", "")
        if response.headers or response.fault or not (name and (sets := self._client.other_sets)):
            return
        near = get_close_matches(name, sets, 1)
        cure = f"use {near[0]}" if near else f"choose one of {request.endpoint}?verb=ListSets"
        raise InputError(f"{self._order.url} has no set {name!r}; {cure}.")

    def _close(self) -> None:
        """Write the progress and the ledger of a run that came to its end."""
        state, lacking = self._state, self._lacking()
        is_proved = state.promised is not None and not lacking
        gaps = tuple(gap for gap in state.gaps if gap.id or not is_proved)
        if state.names is None or state.has_seconds is None:
            names, has_seconds = self._client.names(), self._client.has_seconds()
            state = replace(state, names=names, has_seconds=has_seconds)
        state = replace(state, gaps=gaps, unlisted=lacking)
        if state.earlier:  # the pages of this harvest replace all earlier ones
            if state.pages == state.earlier:
                url, path = self._order.url, self._folder.path
                raise InputError(f"{url} has no records now; {path} keeps the earlier ones.")
            state = replace(state, first=state.earlier + 1, earlier=0)
        self._folder.write_state(state)
        self._folder.write_ledger(state, len(self._index))
        self._folder.remove_replaced(state)


def _moments(*dates: str | None) -> list[datetime.datetime]:
    """Return the moments of those dates that can be read, in UTC."""
    moments = []
    for date in filter(_DATE.match, filter(None, dates)):
        with suppress(ValueError, OverflowError):
            moment = datetime.datetime.fromisoformat(date)
            aware = moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)
            moments.append(aware.astimezone(datetime.UTC))
    return moments
