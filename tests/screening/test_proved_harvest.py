"""A harvest of any archive has all records, or names what is missing."""

import datetime
import json
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from wildwood.kernel.errors import InputError
from wildwood.screening.harvest_folder import HarvestFolder
from wildwood.screening.harvester import Order, harvest

from tests.support.harvested import records_in
from tests.support.oai_archives import (
    PAGE_LENGTH,
    Holdings,
    Item,
    SimulatedArchive,
    serving_archives,
)
from tests.support.oai_server import refusal
from tests.support.odd_archives import (
    COMPLETE,
    CountsAlike,
    DamagesARecord,
    Endless,
    EndsTooSoon,
    Hides,
    IgnoresDates,
    ListsTheNewest,
    OneMoment,
    ReadsDatesLate,
    RefusesTokens,
    Sound,
)

RECORDS = 30


@pytest.fixture
def folder(tmp_path: Path) -> HarvestFolder:
    return HarvestFolder(tmp_path / "harvest")


def odd(kind: type[Sound]) -> SimulatedArchive:
    holdings = Holdings("a", RECORDS)
    return SimulatedArchive(holdings, kind(holdings))


def altered(change: Callable[[Mapping[str, str], bytes], bytes]) -> SimulatedArchive:
    """Return an archive that counts nothing, and whose answer to each query is changed."""
    archive = odd(Sound)
    archive.repository.counts = False  # type: ignore[attr-defined]
    sound = archive.repository.answer

    def answer(query: Mapping[str, str]) -> bytes:
        return change(query, sound(query))

    archive.repository.answer = answer  # type: ignore[method-assign]
    return archive


HIDDEN = "oai:a:7"


def hide(page: bytes) -> bytes:
    record = rf"<record>(?:(?!</record>).)*{HIDDEN}</identifier>.*?</record>"
    return re.sub(record.encode(), b"", page)


def run(archive: SimulatedArchive, folder: HarvestFolder) -> int:
    """Harvest; return the number of requests."""
    asked = len(archive.queries)
    list(harvest(Order(archive.url, folder, 0)))
    return len(archive.queries) - asked


def ledger(folder: HarvestFolder) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((folder.path / "ledger.json").read_bytes())
    return content


@pytest.mark.parametrize("kind", COMPLETE)
def test_all_records_are_fetched_and_later_what_is_new(
    folder: HarvestFolder, kind: type[Sound]
) -> None:
    archive = odd(kind)
    with serving_archives([archive]):
        assert run(archive, folder) < 500
        assert records_in(folder) == archive.holdings.expected()
        assert ledger(folder)["held"] == RECORDS
        archive.holdings.put(RECORDS, "first")
        archive.holdings.put(0, "second")
        archive.holdings.put(1, "first", deleted=True)
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()
    assert (ledger(folder)["held"], ledger(folder)["well"]) == (RECORDS + 1, True)


def test_a_run_with_nothing_new_asks_for_the_last_week_and_the_count(
    folder: HarvestFolder,
) -> None:
    archive = odd(Sound)
    with serving_archives([archive]):
        run(archive, folder)
        pages = folder.pages()
        week = archive.holdings.since(None)[-8:]  # with its first day
        assert run(archive, folder) == -(-len(week) // 4) + 1
    assert folder.pages() == pages


def test_a_record_that_is_listed_weeks_late_is_missed_in_the_count_and_fetched(
    folder: HarvestFolder,
) -> None:
    archive = odd(Sound)
    with serving_archives([archive]):
        run(archive, folder)
        archive.holdings.put(RECORDS, "first", days_ago=300)
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()


def test_records_that_are_counted_but_not_listed_are_named_by_their_number(
    folder: HarvestFolder,
) -> None:
    archive = odd(Hides)
    with serving_archives([archive]):
        for most in (250, 20):
            asked = len(archive.queries)
            with pytest.raises(InputError, match="withholds 2 records that it counts but lists"):
                run(archive, folder)
            assert len(archive.queries) - asked < most
    assert records_in(folder) == archive.holdings.expected()
    written = ledger(folder)
    assert (written["promised"], written["held"], written["unlisted"]) == (32, 30, 2)


def test_a_number_that_is_no_count_is_not_believed(folder: HarvestFolder) -> None:
    archive = odd(CountsAlike)
    with serving_archives([archive]):
        run(archive, folder)
    assert ledger(folder)["promised"] == RECORDS, "the number of identifiers"


def test_records_that_no_list_and_no_identifier_leads_to_are_named_by_their_dates(
    folder: HarvestFolder,
) -> None:
    archive = odd(OneMoment)
    archive.repository.has_identifiers = False  # type: ignore[attr-defined]
    moment = archive.holdings.since(None)[0].stamp
    with (
        serving_archives([archive]),
        pytest.raises(InputError, match=f"withholds records that changed on {moment:%Y-%m-%d}T"),
    ):
        run(archive, folder)
    written = ledger(folder)
    assert (written["promised"], written["unlisted"], written["well"]) == (30, 22, False)


def test_a_damaged_version_that_is_listed_again_does_not_replace_the_whole_one(
    folder: HarvestFolder,
) -> None:
    archive = odd(DamagesARecord)
    with serving_archives([archive]):
        run(archive, folder)
        archive.holdings.put(RECORDS, "first", days_ago=16)  # on the page of the damaged one
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()
    assert ledger(folder)["damaged"] == []


def test_a_list_that_was_interrupted_goes_on_behind_its_last_page(folder: HarvestFolder) -> None:
    archive = odd(Sound)
    with serving_archives([archive]):
        for _ in islice(harvest(Order(archive.url, folder, 0)), 5):
            pass
        assert run(archive, folder) < 5
    assert records_in(folder) == archive.holdings.expected()


class BreaksThenLeavesOut(Sound):
    """It breaks its second page; later it leaves out four records of the list of all."""

    is_broken = True

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        page = super().listed(verb, dates, offset)
        is_second = self.is_broken and offset == PAGE_LENGTH
        return page[: page.rindex(b"<metadata>")] if is_second else page

    def select(
        self, since: datetime.datetime | None, until: datetime.datetime | None
    ) -> list[Item]:
        items = super().select(since, until)
        return items[:-4] if since is None and until is None and not self.is_broken else items

    def count(self, items: Sequence[Item]) -> int:
        return RECORDS if len(items) == RECORDS - 4 else len(items)


def test_records_of_a_list_that_was_killed_on_a_broken_page_count_once(
    folder: HarvestFolder,
) -> None:
    archive = odd(BreaksThenLeavesOut)
    with serving_archives([archive]):
        states = list(islice(harvest(Order(archive.url, folder, 0)), 2))
        assert states[-1].windows[0].listed > PAGE_LENGTH
        archive.repository.is_broken = False  # type: ignore[attr-defined]
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()
    assert (ledger(folder)["promised"], ledger(folder)["held"]) == (RECORDS, RECORDS)


class RepeatsItself(Sound):
    """Each of its tokens leads to the first page again, with another token."""

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        return super().listed(verb, dates, 0).replace(b"@4<", f"@{offset + 4}<".encode())


def test_a_list_that_repeats_its_page_is_left_at_once(folder: HarvestFolder) -> None:
    archive = odd(RepeatsItself)
    with serving_archives([archive]):
        run(archive, folder)
        queries = [query for query in archive.queries if "resumptionToken" in query]
    assert records_in(folder) == archive.holdings.expected()
    assert all(query["resumptionToken"].endswith("@4") for query in queries)


class EndsLists(Sound):
    """It says of the second page of some lists that no records match, and does not count."""

    counts = has_identifiers = False
    ended = 0
    """How many lists it will still end."""

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        if offset and self.ended:
            self.ended -= 1
            return self.refusal("noRecordsMatch")
        return super().listed(verb, dates, offset)


@pytest.mark.parametrize("ended", [1, 2])
@pytest.mark.parametrize("is_resumed", [False, True])
def test_a_token_to_nothing_does_not_end_a_list(
    folder: HarvestFolder, ended: int, *, is_resumed: bool
) -> None:
    archive = odd(EndsLists)
    with serving_archives([archive]):
        run(archive, folder)
        for number in range(3 * PAGE_LENGTH):
            archive.holdings.put(number, "second")
        if is_resumed:
            next(harvest(Order(archive.url, folder, 0)))
        archive.repository.ended = ended  # type: ignore[attr-defined]
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()


class EndsListsOfNewest(EndsLists):
    """It ends lists of the newest records first."""

    def select(
        self, since: datetime.datetime | None, until: datetime.datetime | None
    ) -> list[Item]:
        return super().select(since, until)[::-1]


def test_dates_whose_list_had_no_proper_end_are_asked_for_again(folder: HarvestFolder) -> None:
    archive = odd(EndsListsOfNewest)
    with serving_archives([archive]):
        run(archive, folder)
        archive.holdings.pass_days(30)
        for number in range(3 * PAGE_LENGTH):
            archive.holdings.put(number, "second", days_ago=2 * number)
        archive.repository.ended = 99  # type: ignore[attr-defined]
        run(archive, folder)
        archive.repository.ended = 0  # type: ignore[attr-defined]
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()


class CountsNoMore(Sound):
    """After a while it says that it has no records, if all are asked for."""

    has_ended = False

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        is_empty = self.has_ended and dates == "@"
        return self.refusal("noRecordsMatch") if is_empty else super().listed(verb, dates, offset)


def test_an_answer_without_a_count_is_no_count(folder: HarvestFolder) -> None:
    archive = odd(CountsNoMore)
    with serving_archives([archive]):
        run(archive, folder)
        archive.repository.has_ended = True  # type: ignore[attr-defined]
        run(archive, folder)
    assert (ledger(folder)["promised"], ledger(folder)["held"]) == (RECORDS, RECORDS)


MANY = 4 * PAGE_LENGTH
"""More records than a server lists that ends its lists after eight."""


@pytest.mark.parametrize("kind", [EndsTooSoon, ListsTheNewest])
def test_all_changes_of_a_day_are_fetched_from_a_server_that_ends_its_lists_early(
    folder: HarvestFolder, kind: type[Sound]
) -> None:
    archive = odd(kind)
    with serving_archives([archive]):
        run(archive, folder)
        archive.holdings.pass_days(30)
        for number in range(MANY):
            archive.holdings.put(number, "second", days_ago=1 + number / 10_000)
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()


class DatesInAnotherForm(RefusesTokens):
    """It does not date records as OAI-PMH says, and refuses tokens."""

    counts = False
    stamp = ""

    def record(self, item: Item) -> str:
        return re.sub("<datestamp>[^<]*<", f"<datestamp>{self.stamp}<", super().record(item))


@pytest.mark.parametrize("stamp", ["unknown", "2024", "2024-13-01", "20240101", "0001-01-01"])
def test_datestamps_in_another_form_show_no_order(folder: HarvestFolder, stamp: str) -> None:
    archive = odd(DatesInAnotherForm)
    archive.repository.stamp = stamp  # type: ignore[attr-defined]
    with serving_archives([archive]):
        assert run(archive, folder) < 4 * RECORDS
        assert run(archive, folder) < PAGE_LENGTH
    assert records_in(folder) == archive.holdings.expected()


class ListsAPageOfTheNewest(Sound):
    """It lists the ten newest records on one page, but all identifiers, and does not count."""

    counts = False

    def listed(self, verb: str, dates: str, _offset: int) -> bytes:
        since, until = map(str, dates.split("@"))
        items = self.select(self.date(since), self.end(until))
        if verb == "ListRecords":
            items = items[::-1][:10]
        if not items:
            return self.refusal("noRecordsMatch")
        records = "".join(map(self.record, items))
        if verb == "ListIdentifiers":
            records = "".join(re.findall("<header.*?</header>", records))
        return self.response(f"<{verb}>{records}</{verb}>")


def test_all_changes_of_a_moment_are_fetched_from_a_server_that_lists_identifiers(
    folder: HarvestFolder,
) -> None:
    archive = odd(ListsAPageOfTheNewest)
    with serving_archives([archive]):
        run(archive, folder)
        for number in range(MANY):
            archive.holdings.put(number, "second", days_ago=1)
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()
    assert (ledger(folder)["unproved"], ledger(folder)["well"]) == ("", True)


class ListsAPageOfTheNewestDays(ListsAPageOfTheNewest):
    """It dates records to the day."""

    granularity, form = "YYYY-MM-DD", "%Y-%m-%d"


def test_a_list_of_one_day_does_not_end_where_it_can_be_the_newest_one(
    folder: HarvestFolder,
) -> None:
    archive = odd(ListsAPageOfTheNewestDays)
    with serving_archives([archive]):
        run(archive, folder)
        for number in range(MANY):
            archive.holdings.put(number, "second", days_ago=1 + number % 2)
        assert run(archive, folder) < 2 * MANY
    assert records_in(folder) == archive.holdings.expected()
    assert ledger(folder)["unproved"], "the same day can have had more versions"


def test_changes_before_a_moment_that_fills_a_list_are_fetched(folder: HarvestFolder) -> None:
    archive = odd(ListsTheNewest)
    with serving_archives([archive]):
        run(archive, folder)
        for number in range(MANY):
            archive.holdings.put(number, "second", days_ago=1 + number % 2)
        with pytest.raises(InputError, match=r"(changed on [^ ]*T.*){2}"):
            run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()


@pytest.mark.parametrize("has_identifiers", [False, True])
def test_a_moment_with_more_changes_than_such_a_server_lists_is_named(
    folder: HarvestFolder, *, has_identifiers: bool
) -> None:
    archive = odd(EndsTooSoon)
    archive.repository.has_identifiers = has_identifiers  # type: ignore[attr-defined]
    with serving_archives([archive]):
        run(archive, folder)
        for number in range(MANY):
            archive.holdings.put(number, "second", days_ago=1)
        for _ in range(2):
            with pytest.raises(InputError, match=r"withholds records that changed on .*T"):
                run(archive, folder)
    assert ledger(folder)["well"] is False


def test_a_list_that_may_have_been_cut_is_named_in_the_ledger_only(folder: HarvestFolder) -> None:
    archive = odd(OneMoment)
    archive.repository = EndsTooSoon(archive.holdings)
    with serving_archives([archive]):
        run(archive, folder)
    moment = archive.holdings.since(None)[0].stamp
    assert ledger(folder)["unproved"] == (
        f"No list was longer than that of {moment:%Y-%m-%dT%H:%M:%SZ}, so it may have been cut."
    )
    assert ledger(folder)["well"] is True


class DoesNotCount(Sound):
    """It counts nothing and has no identifiers, but lists everything."""

    counts = has_identifiers = False


def test_a_server_that_lists_all_changes_of_a_moment_needs_no_count(folder: HarvestFolder) -> None:
    archive = odd(DoesNotCount)
    with serving_archives([archive]):
        run(archive, folder)
        for number in range(MANY):
            archive.holdings.put(number, "second", days_ago=1)
        assert run(archive, folder) < 10
    assert records_in(folder) == archive.holdings.expected()
    assert (ledger(folder)["unproved"], ledger(folder)["well"]) == ("", True)


class LosesTokens(DoesNotCount):
    """After a while its pages have no token any more."""

    has_lost = False

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        page = super().listed(verb, dates, offset)
        return (
            re.sub(rb"<resumptionToken>.*</resumptionToken>", b"", page) if self.has_lost else page
        )


def test_a_full_page_without_a_token_does_not_end_a_list(folder: HarvestFolder) -> None:
    archive = odd(LosesTokens)
    with serving_archives([archive]):
        run(archive, folder)
        archive.holdings.pass_days(30)
        for number in range(3 * PAGE_LENGTH):
            archive.holdings.put(number, "second", days_ago=14 - number)
        archive.repository.has_lost = True  # type: ignore[attr-defined]
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()


class IgnoresDatesWithoutCount(DoesNotCount):
    """It lists all records for any dates, without a count."""

    def select(
        self, _since: datetime.datetime | None, _until: datetime.datetime | None
    ) -> list[Item]:
        return super().select(None, None)


def test_lists_of_a_server_that_ignores_dates_are_not_divided(folder: HarvestFolder) -> None:
    archive = odd(IgnoresDatesWithoutCount)
    with serving_archives([archive]):
        run(archive, folder)
        archive.holdings.put(0, "second")
        assert run(archive, folder) < 2 * RECORDS
    assert records_in(folder) == archive.holdings.expected()


class EndsWithAToken(DoesNotCount):
    """It dates records to the day, and the token of its last page leads to nothing."""

    granularity, form = "YYYY-MM-DD", "%Y-%m-%d"

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        token = f"<resumptionToken>{dates}@{offset + PAGE_LENGTH}</"
        page = super().listed(verb, dates, offset)
        return page.replace(b"<resumptionToken></", token.encode())


def test_a_day_whose_list_ends_with_a_token_each_time_is_whole(folder: HarvestFolder) -> None:
    archive = odd(EndsWithAToken)
    for number in range(RECORDS):
        archive.holdings.put(number, "second")
    with serving_archives([archive]):
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()


def test_records_that_a_wrong_clock_hides_are_named_by_their_dates(folder: HarvestFolder) -> None:
    archive = odd(ReadsDatesLate)
    for number in range(RECORDS):
        archive.holdings.put(number, "second", days_ago=20 - number / 1440)
    with serving_archives([archive]):
        for _ in range(2):
            with pytest.raises(InputError, match="withholds records that changed on"):
                run(archive, folder)
    assert ledger(folder)["well"] is False


class RedatesWhileItLists(DoesNotCount):
    """While its second page is sent, the records of the first one change, so that four move up."""

    is_redated = False

    def listed(self, verb: str, dates: str, offset: int) -> bytes:
        if offset and not self.is_redated:
            self.is_redated = True
            for item in self.select(None, None)[:PAGE_LENGTH]:
                self.holdings.put(int(item.id.rpartition(":")[2]), "second")
        return super().listed(verb, dates, offset)


@pytest.mark.parametrize("counts", [False, True])
def test_records_that_move_up_while_they_are_listed_are_fetched(
    folder: HarvestFolder, *, counts: bool
) -> None:
    archive = odd(RedatesWhileItLists)
    archive.repository.counts = counts  # type: ignore[attr-defined]
    with serving_archives([archive]):
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()
    assert ledger(folder)["promised"] == (RECORDS if counts else None)


def test_records_before_a_moment_that_fills_the_first_list_are_fetched(
    folder: HarvestFolder,
) -> None:
    archive = odd(ListsTheNewest)
    for number in range(2 * PAGE_LENGTH):
        archive.holdings.put(number, "first", days_ago=5)
    with (
        serving_archives([archive]),
        pytest.raises(InputError, match=r"withholds records that changed on [^ ]*;"),
    ):
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()


def test_a_server_that_ignores_dates_is_not_asked_without_end(folder: HarvestFolder) -> None:
    archive = odd(IgnoresDates)
    for number in range(RECORDS):
        archive.holdings.put(number, "first", days_ago=1 + number / 100)
    with serving_archives([archive]):
        assert run(archive, folder) < 1000
    assert records_in(folder) == archive.holdings.expected()


@pytest.mark.parametrize("kind", [Endless, CountsAlike])
def test_a_record_can_be_dated_to_the_last_second_of_all(
    folder: HarvestFolder, kind: type[Sound]
) -> None:
    archive = odd(kind)
    end = datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)
    ahead = (end - archive.holdings.now()) / datetime.timedelta(days=1)
    archive.holdings.put(3, "second", days_ago=-ahead)
    with serving_archives([archive]):
        run(archive, folder)
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()


def test_what_only_identifiers_have_comes_if_a_run_is_broken_off_before(
    folder: HarvestFolder,
) -> None:
    killed = HarvestFolder(folder.path.with_name("killed"))

    def change(query: Mapping[str, str], answer: bytes) -> bytes:
        if query["verb"] == "ListIdentifiers" and not killed.path.exists():
            copytree(folder.path, killed.path)
        return hide(answer) if query["verb"] == "ListRecords" else answer

    archive = altered(change)
    with serving_archives([archive]):
        run(archive, folder)
        assert HIDDEN not in records_in(killed)
        run(archive, killed)
    assert records_in(killed) == archive.holdings.expected()


def test_few_records_are_fetched_again_if_identifiers_are_dated_later(
    folder: HarvestFolder,
) -> None:
    def change(query: Mapping[str, str], answer: bytes) -> bytes:
        is_late = query["verb"] == "ListIdentifiers"
        return re.sub(rb"<datestamp>20", b"<datestamp>21", answer) if is_late else answer

    archive = altered(change)
    with serving_archives([archive]):
        run(archive, folder)
    assert records_in(folder) == archive.holdings.expected()
    singles = [query for query in archive.queries if query.get("verb") == "GetRecord"]
    assert len(singles) in range(1, RECORDS // 2)


def test_what_only_identifiers_have_and_does_not_come_is_named(folder: HarvestFolder) -> None:
    def change(query: Mapping[str, str], answer: bytes) -> bytes:
        return refusal("idDoesNotExist") if query.get("identifier") == HIDDEN else hide(answer)

    archive = altered(change)
    with serving_archives([archive]), pytest.raises(InputError, match=f"withholds {HIDDEN}"):
        run(archive, folder)
    assert (ledger(folder)["promised"], ledger(folder)["held"]) == (RECORDS, RECORDS - 1)


def test_a_harvest_up_to_a_date_asks_again_for_what_did_not_come(folder: HarvestFolder) -> None:
    is_there = False

    def change(query: Mapping[str, str], answer: bytes) -> bytes:
        if query.get("identifier") == HIDDEN:
            return answer if is_there else refusal("idDoesNotExist")
        return hide(answer)

    archive = altered(change)
    with serving_archives([archive]):
        order = Order(f"{archive.url}?until=2100-01-01", folder, 0)
        with pytest.raises(InputError, match=f"withholds {HIDDEN}"):
            list(harvest(order))
        is_there = True
        list(harvest(order))
    assert records_in(folder) == archive.holdings.expected()
