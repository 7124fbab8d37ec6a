"""Archives that break OAI-PMH, each in one way, on the records of simulated archives."""

import datetime
import re
from collections.abc import Mapping, Sequence

from tests.support.oai_archives import PAGE_LENGTH, Holdings, Item, Stateless


class Sound(Stateless):
    """It takes both dates, counts its lists, and has all verbs."""

    counts = True
    has_identifiers = True

    def answer(self, query: Mapping[str, str]) -> bytes:
        """Return the response to a request."""
        verb = query["verb"]
        if verb == "GetRecord":
            for item in self.holdings.since(None):
                if item.id == query["identifier"]:
                    return self.response(f"<GetRecord>{self.record(item)}</GetRecord>")
            return self.refusal("idDoesNotExist")
        if verb == "Identify":
            return super().answer(query)
        if verb == "ListIdentifiers" and not self.has_identifiers:
            return self.refusal("badVerb")
        since, until, offset = query.get("from", ""), query.get("until", ""), "0"
        if "resumptionToken" in query:
            since, until, offset = query["resumptionToken"].split("@")
        return self.listed(verb, f"{since}@{until}", int(offset))

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        """Return a page of a list; `dates` is its first and last date."""
        since, until = dates.split("@")
        items = self.select(self.date(since), self.end(until))
        if not items[offset:]:
            return self.refusal("noRecordsMatch")
        records = "".join(map(self.record, items[offset : offset + PAGE_LENGTH]))
        if verb == "ListIdentifiers":
            records = "".join(re.findall("<header.*?</header>", records))
        end = offset + PAGE_LENGTH
        token = f"{dates}@{end}" if end < len(items) else ""
        size = f' completeListSize="{self.count(items)}"' if self.counts else ""
        return self.response(
            f"<{verb}>{records}<resumptionToken{size}>{token}</resumptionToken></{verb}>"
        )

    def count(self, items: Sequence[Item]) -> int:
        """Return the number of records that the server states."""
        return len(items)

    def end(self, until: str) -> datetime.datetime | None:
        """Read the argument `until`, which includes its day."""
        date = self.date(until)
        is_day = date is not None and len(until) == len("2024-01-01")
        return date + datetime.timedelta(days=1, seconds=-1) if date and is_day else date

    def select(
        self, since: datetime.datetime | None, until: datetime.datetime | None
    ) -> list[Item]:
        """Return the records of a list in their order."""
        items = self.holdings.since(since)
        return [item for item in items if until is None or item.stamp <= until]


class RefusesTokens(Sound):
    """It refuses each token of records but the first."""

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        """Return a page of a list."""
        if verb == "ListRecords" and offset > PAGE_LENGTH:
            return self.refusal("badResumptionToken")
        return super().listed(verb, dates, offset)


class NewestFirst(RefusesTokens):
    """It lists the newest record first, and does not count."""

    counts = has_identifiers = False

    def select(
        self, since: datetime.datetime | None, until: datetime.datetime | None
    ) -> list[Item]:
        """Return the records of a list in their order."""
        return super().select(since, until)[::-1]


class ExcludesTheLastDay(RefusesTokens):
    """`until` excludes its day, and a single day matches nothing."""

    def end(self, until: str) -> datetime.datetime | None:
        """Read the argument `until`."""
        date = self.date(until)
        return date - datetime.timedelta(seconds=1) if date else None


class OneMoment(RefusesTokens):
    """All its records changed in the same second."""

    def __init__(self, holdings: Holdings) -> None:
        super().__init__(holdings)
        for number in range(len(holdings.expected())):
            holdings.put(number, "first", days_ago=20)


class Endless(Sound):
    """Its last page has a token, ever another one, which leads to that page again."""

    counts = False

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        """Return a page of a list."""
        since, until = dates.split("@")
        items = self.select(self.date(since), self.end(until))
        last = max(0, len(items) - 1) // PAGE_LENGTH * PAGE_LENGTH
        page = super().listed(verb, dates, min(offset, last))
        token = f"<resumptionToken>{dates}@{offset + PAGE_LENGTH}<"
        return re.sub(rb"<resumptionToken>[^<]*<", token.encode(), page)


class RefusesDays(Sound):
    """It takes dates in seconds only."""

    def answer(self, query: Mapping[str, str]) -> bytes:
        """Return the response to a request."""
        days = [query[name] for name in ("from", "until") if len(query.get(name, "")) == 10]
        return self.refusal("badArgument") if days else super().answer(query)


class EndsTooSoon(Sound):
    """It lists eight records at most, and says neither how many it has nor that there are more."""

    counts = has_identifiers = False

    def select(
        self, since: datetime.datetime | None, until: datetime.datetime | None
    ) -> list[Item]:
        """Return the records of a list in their order."""
        return super().select(since, until)[: 2 * PAGE_LENGTH]


class EndsOnItsFirstPage(EndsTooSoon):
    """It lists ten records on one page, and does not say that there are more."""

    def listed(self, verb: str, dates: str, _offset: int) -> bytes:
        """Return the only page of a list."""
        since, until = dates.split("@")
        items = Sound.select(self, self.date(since), self.end(until))[:10]
        if not items:
            return self.refusal("noRecordsMatch")
        return self.response(f"<{verb}>{''.join(map(self.record, items))}</{verb}>")


class ListsTheNewest(EndsTooSoon):
    """It lists the eight newest records at most."""

    def select(
        self, since: datetime.datetime | None, until: datetime.datetime | None
    ) -> list[Item]:
        """Return the records of a list in their order."""
        return Sound.select(self, since, until)[::-1][: 2 * PAGE_LENGTH]


class IgnoresDates(RefusesTokens):
    """It lists the same records for any dates."""

    def select(
        self, _since: datetime.datetime | None, _until: datetime.datetime | None
    ) -> list[Item]:
        """Return the records of a list in their order."""
        return super().select(None, None)


class OnlySingleRecords(Sound):
    """It lists only identifiers."""

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        """Return a page of a list."""
        if verb == "ListRecords":
            return b"<html>Fatal error</html>"
        return super().listed(verb, dates, offset)


class BreaksARecord(Sound):
    """Its pages end in the seventh record, which is whole by itself."""

    has_identifiers = False

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        """Return a page of a list."""
        page = super().listed(verb, dates, offset)
        at = page.find(f":{self.holdings.name}:6</identifier>".encode())
        return page if at < 0 else page[: page.index(b"<metadata>", at) + 10]


class DamagesARecord(Sound):
    """A control character is in a record of its lists."""

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        """Return a page of a list."""
        return super().listed(verb, dates, offset).replace(b"number 6<", b"number\x01 6<")


class SpellsTheNamespaceOddly(Sound):
    """Its namespace has no slash at its end, and a warning and a DOCTYPE stand before it."""

    def response(self, content: str) -> bytes:
        """Return a response."""
        page = super().response(content).replace(b'OAI/2.0/"', b'OAI/2.0"')
        page = page.replace(b"?>", b"?><!DOCTYPE OAI-PMH>", 1)
        return b"<b>Warning</b>: line 3<br />" + page + b"<!-- 0.2 s --><br />"


class CountsAlike(Sound):
    """It states the same number for each list."""

    def count(self, _items: Sequence[Item]) -> int:
        """Return the number of records that the server states."""
        return 9999


class CountsNoDeletedRecords(RefusesTokens):
    """It lists deleted records, but does not count them."""

    def __init__(self, holdings: Holdings) -> None:
        super().__init__(holdings)
        for number in range(0, len(holdings.expected()), 2):
            holdings.put(number, "first", days_ago=10 + number, deleted=True)

    def count(self, items: Sequence[Item]) -> int:
        """Return the number of records that the server states."""
        return sum(not item.deleted for item in items)


class Hides(Sound):
    """It counts two records more than it lists."""

    def count(self, items: Sequence[Item]) -> int:
        """Return the number of records that the server states."""
        return len(items) + 2


class ReadsDatesLate(RefusesTokens):
    """It reads `from` two hours late, does not count, and has some records a day."""

    counts = has_identifiers = False

    def __init__(self, holdings: Holdings) -> None:
        super().__init__(holdings)
        for number in range(len(holdings.expected())):
            holdings.put(number, "first", days_ago=20 - number * 0.2)

    def select(
        self, since: datetime.datetime | None, until: datetime.datetime | None
    ) -> list[Item]:
        """Return the records of a list in their order."""
        return super().select(since and since + datetime.timedelta(hours=2), until)


class RefusesLongLists(Sound):
    """It refuses lists of more than six records, and does not count."""

    counts = has_identifiers = False

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        """Return a page of a list."""
        since, until = dates.split("@")
        is_long = len(self.select(self.date(since), self.end(until))) > 6
        return self.refusal("badArgument") if is_long else super().listed(verb, dates, offset)


class LeavesOut(Sound):
    """Its lists of records leave out each tenth, and are not counted."""

    counts = False

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        """Return a page of a list."""
        page = super().listed(verb, dates, offset)
        left_out = rb"<record>(?:(?!</record>).)*:\d*5</identifier>.*?</record>"
        return re.sub(left_out, b"", page) if verb == "ListRecords" else page


class CountsNothing(Sound):
    """It says that it has no records, and its lists end on their second page."""

    has_identifiers = False

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        """Return a page of a list."""
        page = super().listed(verb, dates, offset)
        return re.sub(rb"(<resumptionToken[^>]*>)[^<]*<", rb"\1<", page) if offset else page

    def count(self, _items: Sequence[Item]) -> int:
        """Return the number of records that the server states."""
        return 0


class ListsTwice(Sound):
    """It lists, and counts, each record in both of its sets."""

    def select(
        self, since: datetime.datetime | None, until: datetime.datetime | None
    ) -> list[Item]:
        """Return the records of a list in their order."""
        return [item for item in super().select(since, until) for _ in range(2)]


class SpellsIdentifiersOtherwise(NewestFirst):
    """Its lists of identifiers write them in capitals."""

    has_identifiers = True

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        """Return a page of a list."""
        page = super().listed(verb, dates, offset)
        return page.replace(b"oai:", b"OAI:") if verb == "ListIdentifiers" else page

    def answer(self, query: Mapping[str, str]) -> bytes:
        """Return the response to a request."""
        return super().answer(
            {name: value.replace("OAI:", "oai:") for name, value in query.items()}
        )


COMPLETE = (
    Sound, RefusesDays, RefusesTokens, NewestFirst, ExcludesTheLastDay, OneMoment, Endless,
    EndsTooSoon, EndsOnItsFirstPage, ListsTheNewest, IgnoresDates, OnlySingleRecords,
    BreaksARecord, DamagesARecord, SpellsTheNamespaceOddly, CountsAlike, CountsNoDeletedRecords,
    ReadsDatesLate, RefusesLongLists, LeavesOut, CountsNothing, ListsTwice,
    SpellsIdentifiersOtherwise,
)  # fmt: skip
"""All their records can be had."""
