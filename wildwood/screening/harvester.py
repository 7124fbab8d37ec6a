"""Harvest an OAI-PMH server by ranges of dates, until nothing is missing that is not named.

A list is whole if it has as many records as the server counts. Without a count, it must come to a
proper end, be shorter than another list, show no record twice, and show what other lists have of
its dates. What is left of a list that is not whole is listed from its last date if it is in their
order; otherwise both halves of its dates are, down to a second, and then the identifiers, whose
records are fetched one by one. Parts that show nothing new are not divided for ever.
"""

import datetime
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from difflib import get_close_matches

from wildwood.kernel.errors import InputError
from wildwood.kernel.text import listed
from wildwood.lists.content import DAMAGED
from wildwood.lists.oai import LIST_IDENTIFIERS, LIST_RECORDS, Header, headers_in
from wildwood.screening.harvest_folder import (
    Gap,
    HarvestFolder,
    HarvestState,
    RecordIndex,
    Window,
    between,
    moments,
    utc,
)
from wildwood.screening.oai_client import AnswerError, OaiClient, Response, oai_request, spelled

_LOOKBACK = datetime.timedelta(days=7)  # servers list some records days after they date them
_ZONES = datetime.timedelta(hours=14)  # how far a clock is wrong that is set to local time
_DAY, _SECOND = datetime.timedelta(days=1), datetime.timedelta(seconds=1)
_FORMS = {_DAY: "%Y-%m-%d", _SECOND: "%Y-%m-%dT%H:%M:%SZ"}
_BAD_DATE = "badArgument"
_LONG_AGO = "1970-01-01"
_DAY_LENGTH = len(_LONG_AGO)
_ALWAYS = (None, None)  # from and until
_MOST_REPEATED = 1  # pages in a row that the list had before
_MOST_EMPTY = 100  # pages in a row without a record
_MOST_FAILURES = 12  # lists in a row without a record until the server counts as failing
_MOST_HALVED = 100  # windows in a run that show nothing new, as if dates are ignored
_MOST_BARREN = 2  # parts of parts in a row without a new record


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
        fault = f"{order.url} withholds {listed(names)}; {order.folder.path} is not complete"
        raise InputError(f"{fault}. The next run asks for them again.")


class _List:
    """The pages of a list so far."""

    def __init__(self, window: Window) -> None:
        self.is_resumed = window.token is not None
        self.window = window if window.token else window._replace(listed=0, size=None, last="")
        self.length = 0  # of the last page with records
        self.has_new = self.is_resumed  # whether it showed a record that was not held
        self.has_changes = False  # whether it showed a version that was not held
        self.has_ended = self.is_odd = False  # odd: its last token led to nothing new
        self.fault = ""
        self.stamps: set[str] = set()  # moments at which its records changed
        self.names: set[str] = set()  # of its records
        self.repeats = 0  # records that it showed again
        self._tokens = {window.token}
        self._in_vain = 0  # pages in a row without a record that it did not have before

    @property
    def size(self) -> int | None:
        """The number of its records as the server counts them, unless it has more."""
        size = self.window.size
        return None if size is None or size < self.window.listed else size

    @property
    def reached(self) -> str:
        """The moment from which the rest of the list can be listed; empty without an order."""
        last, since, until = self.window.last or "", self.window.since or "", self.window.until
        reached = min(last, until or last)  # lists can go beyond their last date
        return reached if reached > since else ""

    @property
    def barren(self) -> int:
        """How many lists in a row, with this one, show no new record, but should."""
        should = self.window.is_part or self.is_odd
        return 0 if self.has_new or self.has_changes else self.window.barren + should

    def make_part(self, since: str | None, until: str | None) -> Window:
        wide = self.window.is_wide
        return Window(since, until, parent=self.window.listed, barren=self.barren, is_wide=wide)

    def add(self, response: Response, held: RecordIndex) -> None:
        window, page, headers = self.window, response.page, response.headers
        self.has_new |= any(header.name not in held for header in headers)
        self.has_changes |= not (response.fault or all(map(held.has, headers)))
        fresh = {header.name: header for header in headers if header.name not in self.names}
        stamps = [utc(header.stamp) for header in fresh.values()]
        self.names.update(fresh)
        self.stamps.update(stamps)
        self.repeats += (len(headers) - len(fresh)) if fresh or page.token is None else 0
        self.length = len(headers) or self.length
        self._in_vain = 0 if fresh else self._in_vain + 1
        self.window = window._replace(
            token=page.token,
            listed=window.listed + len(fresh),
            size=page.size if window.size is None else window.size,
            last=_latest(window.last, stamps),
        )
        if page.token is None:
            self.is_odd = bool(window.token) and not headers and not response.fault
        else:
            most = _MOST_REPEATED if headers else _MOST_EMPTY
            self.is_odd = page.token in self._tokens or self._in_vain >= most
        self._tokens.add(page.token)
        self.has_ended = page.token is None or self.is_odd
        self.fault = response.fault


def _latest(last: str | None, stamps: list[str]) -> str | None:
    """Return the latest datestamp of a list; None if it is not in the order of readable ones."""
    if last is None or not all(stamps) or [last, *stamps] != sorted([last, *stamps]):
        return None
    return stamps[-1] if stamps else last


class _Harvest:
    """One run, which lists the windows of its state until none is left."""

    def __init__(self, order: Order, client: OaiClient) -> None:
        self._order, self._client, self._folder = order, client, order.folder
        self._failures = 0  # lists in a row without a record
        self._halved = 0  # windows that show nothing new
        self._held_in_a_row = 0  # single records, as if lists of identifiers date them otherwise
        self._failure = ""  # of all lists of records
        self._longest = 0  # page
        self._refuses_form = False  # of dates that it states
        self._asked_for: set[str] = set()  # identifiers
        self._seen: dict[str, str] = {}  # when the records of this run's lists changed
        state = self._continued(self._folder.state() or HarvestState(order.url))
        self._has_new = bool(state.windows) and state.pages > state.earlier  # since the last proof
        self._index = self._folder.read_index(state)
        self._state = self._begun(replace(state, longest=state.longest or len(self._index)))

    def run(self) -> Iterator[HarvestState]:
        try:
            while self._state.windows:
                yield from self._list(_List(self._state.windows[0]))
                if not self._state.windows:
                    windows = self._proofs()
                    self._state = replace(self._state, windows=windows)
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
        if since is None and (dates := moments(state.dated, self._index.latest)):
            since = f"{min(dates) - _LOOKBACK:%Y-%m-%d}"
        again = [Window(gap.since, gap.until, parent=1) for gap in state.gaps if not gap.id]
        for window in again:
            self._seen |= between(self._index.moments, window.since, window.until)
        gaps = tuple(gap for gap in state.gaps if gap.id)
        return replace(state, windows=(Window(since), *again), since=since, gaps=gaps, dated=None)

    def _checked(self, state: HarvestState) -> HarvestState:
        order, path = self._order, self._folder.path
        if order.since is not None and state.windows:
            raise InputError(f"{path} contains an interrupted harvest; resume it without --from.")
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
            pages.add(response, self._index)
            self._longest = max(self._longest, pages.length)
            self._seen |= {header.name: utc(header.stamp) for header in response.headers}
            windows = (pages.window, *self._state.windows[1:])
            dated = self._state.dated or utc(response.dated) or None
            self._state = replace(self._state, windows=windows, dated=dated)
            yield from self._take(response)
            self._failures = self._failures + 1 if response.fault and not response.content else 0
            if response.fault or not response.content:
                yield from self._fetch(response.headers)
        rest = self._state.windows[1:]
        if window.verb == LIST_RECORDS:
            self._has_new |= pages.has_new
            windows = self._records_settled(pages, rest)
        else:
            windows = self._identifiers_settled(pages, rest)
        self._state = replace(self._state, windows=windows)
        if self._state.pages > self._state.earlier and self._state.windows and not self._failures:
            self._folder.write_state(self._state)

    def _take(self, response: Response, *, is_wanted: bool = False) -> Iterator[HarvestState]:
        """Keep a page that has something new or wanted, and name its damaged records."""
        headers = headers_in(response.content)
        if not headers or (all(map(self._index.has, headers)) and not is_wanted):
            return
        self._index.add(headers)
        names = {header.id for header in headers if header.id}
        gaps = [gap for gap in self._state.gaps if gap.id not in names]
        faults = (each for each in response.page.faults if each.word == DAMAGED)
        damaged = (fault for fault in faults if fault.id in names)
        gaps += (Gap(fault.id, None, None, fault.reason, is_held=True) for fault in damaged)
        self._state = replace(self._state, pages=self._state.pages + 1, gaps=tuple(gaps))
        self._folder.add(response.content, self._state)
        yield self._state

    def _fetch(self, headers: Iterable[Header]) -> Iterator[HarvestState]:
        """Fetch records one by one that are not held whole; name those that do not come."""
        damaged = {gap.id for gap in self._state.gaps if gap.is_held}
        for header in headers:
            is_held = header.id in self._index and self._held_in_a_row >= _MOST_FAILURES
            is_whole = (is_held or self._index.is_current(header)) and header.id not in damaged
            if is_whole or not header.id or header.id in self._asked_for:
                continue
            self._asked_for.add(header.id)
            response = self._client.get_record(header.id)
            is_held = bool(response.content) and all(map(self._index.has, response.headers))
            self._held_in_a_row = self._held_in_a_row + 1 if is_held else 0
            is_damaged = any(fault.word == DAMAGED for fault in response.page.faults)
            if header.id not in self._index or not is_damaged:
                yield from self._take(response, is_wanted=header.id in damaged)
            if not (response.content or self._index.is_current(header)):
                day = header.stamp[:_DAY_LENGTH] or None
                reason = response.fault or "GetRecord does not send it"
                self._add_gap(Gap(header.id, day, day, reason))

    def _add_gap(self, gap: Gap) -> None:
        gaps = (earlier for earlier in self._state.gaps if earlier.name != gap.name)
        self._state = replace(self._state, gaps=(*gaps, gap))

    def _records_settled(self, pages: _List, rest: tuple[Window, ...]) -> tuple[Window, ...]:
        """Return what is to be listed after a list of records."""
        window, state = pages.window, self._state
        is_down = self._failures and not (self._longest or self._client.is_there)
        if is_down or self._failures >= _MOST_FAILURES or self._halved > _MOST_HALVED:
            url = self._order.url
            self._failure = pages.fault or f"{url} sends incomplete lists again and again"
            return (Window(state.since, verb=LIST_IDENTIFIERS),)
        if window[:2] == _ALWAYS:
            lacking = (pages.size or 0) - window.listed
            repeats = lacking if 0 < lacking <= pages.repeats else 0
            self._state = replace(state, promised=pages.size, repeats=repeats)
        elif window.is_part and window.size == state.promised and not pages.fault:
            self._state = replace(state, promised=None)  # it is no count of a list
        if pages.has_new and window.is_part:
            self._state = replace(self._state, repeats=0)
        if window.listed > state.longest:
            self._state = replace(self._state, longest=window.listed, ends_early=False, unproved="")
        elif pages.has_changes and window.parent == state.longest:
            self._state = replace(self._state, ends_early=True)
        hole: tuple[Window, ...] = ()
        if self._lacks(pages):
            if window.is_wide:
                self._add_gap(Gap("", *window[:2], "the list lacks records of other lists"))
                return rest
            shown = min(filter(None, pages.stamps), default="")
            until = shown if shown > (window.since or "") else window.until
            hole = (pages.make_part(window.since, until)._replace(is_wide=True),)
        parts = self._parts(pages)
        if pages.is_odd and pages.size is None and not parts and (dates := moments(window.since)):
            reached = f"{dates[0] + _LOOKBACK:%Y-%m-%d}"  # the next run begins there again
            self._state = replace(self._state, dated=min(self._state.dated or reached, reached))
        return (*hole, *parts, *rest)

    def _identifiers_settled(self, pages: _List, rest: tuple[Window, ...]) -> tuple[Window, ...]:
        """Return what is to be listed after a list of identifiers, whose records are fetched."""
        window = pages.window
        is_broken = bool(pages.fault) or pages.is_odd
        if self._failure and (is_broken or not window.listed):
            raise AnswerError(self._failure)
        if window.is_broken and (is_broken or 0 < window.listed <= window.parent):
            self._add_gap(Gap("", *window[:2], "the list is broken off"))
        elif window.parent and (window.listed <= window.parent or self._step == _DAY):
            self._state = replace(self._state, unproved=window.last or window.since or "")
        elif window[:2] == _ALWAYS and not is_broken and window.listed >= len(self._index):
            self._state = replace(self._state, promised=window.listed)
        return rest

    def _parts(self, pages: _List) -> tuple[Window, ...]:
        """Return the rest of a list in the order of dates, its halves or its identifiers."""
        window, is_counted = pages.window, pages.size is not None
        is_short, has_all = self._is_short(pages), window.listed >= (pages.size or 0)
        has_repeats = pages.repeats > 0 and pages.has_new and not is_counted
        if has_all and not (is_short or has_repeats):
            return ()
        if pages.reached and is_short and len(pages.stamps) > 1 and not has_repeats:
            return (pages.make_part(pages.reached, window.until),)
        is_barren = pages.barren >= _MOST_BARREN
        halves = self._halves(pages) if self._obeys_dates(pages, 2 * _DAY) else ()
        self._halved += not pages.has_changes
        if halves and is_barren and (pages.is_odd or not is_short):
            return ()
        if halves and not (is_barren and window.is_wide):
            return halves
        if pages.is_odd and not is_barren:
            return (pages.make_part(*window[:2]),)
        is_broken = bool(pages.fault) or is_counted
        part = pages.make_part(*window[:2]) if not is_broken else Window(*window[:2])
        is_broken |= self._state.ends_early
        return (part._replace(verb=LIST_IDENTIFIERS, is_broken=is_broken),)

    def _is_short(self, pages: _List) -> bool:
        """Return whether a list can have come to its end before its last record.

        Without a count, it may have been cut if it ends on a full page, or is the longest one.
        """
        window, size = pages.window, pages.size
        if pages.fault or size is not None:
            return bool(pages.fault) or (pages.is_odd and window.listed < (size or 0))
        is_full = self._state.promised is None and pages.length >= self._longest and pages.reached
        is_long = any(pages.stamps) and (window.listed >= self._state.longest or is_full)
        return pages.is_odd or bool(is_long and self._obeys_dates(pages, datetime.timedelta()))

    def _obeys_dates(self, pages: _List, margin: datetime.timedelta) -> bool:
        """Return whether a list shows records of its dates alone, as far as they can be read."""
        shown = moments(*pages.stamps)
        since, until = (moments(date) or shown for date in self._limits(pages.window))
        return not shown or (
            min(since) - margin <= min(shown)
            and max(shown) <= max(until) + margin + self._step - _SECOND
        )

    def _lacks(self, pages: _List) -> bool:
        """Return whether a part does not show all that is held of its dates.

        The server reads or writes them by a clock that is wrong.
        """
        window = pages.window
        if not window.is_part or pages.is_resumed or (not pages.reached and self._is_short(pages)):
            return False
        until = pages.reached or window.until
        return not between(self._seen, window.since, until).keys() <= pages.names

    def _halves(self, pages: _List) -> tuple[Window, ...]:
        """Return both halves of the dates of a list; of a single moment, what is around it."""
        window, step, shown = pages.window, self._step, moments(*pages.stamps)
        now = datetime.datetime.now(datetime.UTC)
        high = max(moments(window.until) or [now, *moments(self._index.latest, self._state.dated)])
        is_moment = len(pages.stamps) == len(shown) == 1
        lows = moments(window.since) or moments(self._index.first, _LONG_AGO)
        low = next((low for low in lows if low < high), high)
        dates = (f"{moment:{_FORMS[step]}}" for moment in (low, high, *shown))
        low, high, *shown = moments(*dates)
        if low == high:
            return ()
        end = low + (high - low) // step // 2 * step
        start = end + step
        if is_moment and low < shown[0] <= high:  # it shows no order of dates
            start, end = shown[0], shown[0] - 2 * step
        elif is_moment and low == shown[0]:
            start, end = low + step, low
        before = pages.make_part(window.since, f"{end:{_FORMS[_SECOND]}}")
        after = pages.make_part(f"{start:{_FORMS[_SECOND]}}", window.until)
        return (before, after) if low <= end else (after,)

    def _limits(self, window: Window) -> tuple[str | None, str | None]:
        """Return the dates to ask for, the last one too many: some servers leave out the last."""
        margin = window.is_wide * _ZONES
        since, until = moments(window.since), moments(window.until)
        return (
            f"{since[0] - margin:{_FORMS[self._step]}}" if since else None,
            f"{until[0] + self._step + margin:{_FORMS[self._step]}}" if until else None,
        )

    @property
    def _step(self) -> datetime.timedelta:
        """The granularity of dates, which some servers state but refuse."""
        has_seconds = self._state.has_seconds
        if has_seconds is None:
            has_seconds = self._client.has_seconds()
        return _SECOND if has_seconds != self._refuses_form else _DAY

    def _proofs(self) -> tuple[Window, ...]:
        """Return what is to be listed at the end of a run to prove that nothing is missing.

        All records if the server counts more than are held or named, and were before; without a
        count, the identifiers.
        """
        state = self._state
        if state.since is not None and state.promised is not None:
            response = self._client.list(LIST_RECORDS)
            self._check_set(response)
            if response.content and not response.fault:
                count = len(response.headers)
                count_of_one_page = count if count >= len(self._index) else None
                promised = response.page.size if response.page.token else count_of_one_page
                self._state = state = replace(state, promised=promised)
            if self._lacking() > state.unlisted:
                self._state = replace(state, since=None)
                return (Window(),)
        if state.promised is None and self._has_new:
            self._has_new = False
            return (Window(state.since, verb=LIST_IDENTIFIERS),)
        return ()

    def _lacking(self) -> int:
        """Return how many records the server counts beyond those that are held or named."""
        named = {gap.id for gap in self._state.gaps if gap.id and not gap.is_held}
        promised = (self._state.promised or 0) - self._state.repeats
        return max(0, promised - len(self._index) - len(named))

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
