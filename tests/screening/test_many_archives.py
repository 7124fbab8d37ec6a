"""Harvests of simulated archives: what is new, several at once, faults and restarts."""

import dataclasses
import datetime
import itertools
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from wildwood.kernel.errors import InputError
from wildwood.screening.archives import folder_of, folders_of, harvest_archives
from wildwood.screening.harvest_folder import HarvestFolder
from wildwood.screening.harvester import Order, harvest

from tests.support.harvested import records_in
from tests.support.oai_archives import (
    Holdings,
    Recorded,
    Repository,
    Sessions,
    SimulatedArchive,
    Stateless,
    serving_archives,
)

KINDS: list[Callable[[Holdings], Repository]] = [Stateless, Sessions, Recorded]
RECORDS = 10
"""Three pages."""


@pytest.fixture
def folder(tmp_path: Path) -> HarvestFolder:
    return HarvestFolder(tmp_path / "harvest")


def simulated(
    kind: Callable[[Holdings], Repository] = Stateless, name: str = "a", fast_s: float = 0
) -> SimulatedArchive:
    holdings = Holdings(name, RECORDS, fast_s)
    return SimulatedArchive(holdings, kind(holdings))


def run(archive: SimulatedArchive, folder: HarvestFolder, since: str | None = None) -> int:
    """Harvest, and return the number of pages fetched."""
    return len(list(harvest(Order(archive.url, folder, 0, since))))


class TestWhatIsNew:
    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("fast_s", [0, 400 * 86400, -400 * 86400])
    def test_is_fetched_by_the_clock_of_the_server(
        self, folder: HarvestFolder, kind: Callable[[Holdings], Repository], fast_s: float
    ) -> None:
        archive = simulated(kind, fast_s=fast_s)
        with serving_archives([archive]):
            assert run(archive, folder) == 3
            archive.holdings.put(3, "second")
            archive.holdings.put(4, "first", deleted=True)
            archive.holdings.put(RECORDS, "first")
            run(archive, folder)
        assert records_in(folder) == archive.holdings.expected()

    def test_begins_a_week_before_the_last_harvest_and_the_last_change(
        self, folder: HarvestFolder
    ) -> None:
        archive = simulated()
        with serving_archives([archive]):
            run(archive, folder)
            asked = len(archive.queries)
            run(archive, folder)
        last_change = max(item.stamp for item in archive.holdings.since(None))
        week_before = last_change - datetime.timedelta(days=7)
        assert archive.queries[asked]["from"] == f"{week_before:%Y-%m-%d}T00:00:00Z"

    def test_includes_what_is_listed_late_with_an_earlier_date(self, folder: HarvestFolder) -> None:
        archive = simulated()
        with serving_archives([archive]):
            run(archive, folder)
            archive.holdings.put(RECORDS, "first", days_ago=5)
            run(archive, folder)
        assert records_in(folder) == archive.holdings.expected()

    def test_is_nothing_if_no_record_has_changed(self, folder: HarvestFolder) -> None:
        archive = simulated()
        with serving_archives([archive]):
            run(archive, folder)
            assert run(archive, folder) == 0
            archive.holdings.put(3, "second")
            assert run(archive, folder) == 1
        assert records_in(folder) == archive.holdings.expected()

    def test_can_have_several_pages_and_is_resumed(
        self, folder: HarvestFolder, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        archive = simulated()
        moment = archive.holdings.now()
        monkeypatch.setattr(archive.holdings, "now", lambda: moment)  # all change in one second
        with serving_archives([archive]):
            run(archive, folder)
            for number in range(RECORDS):
                archive.holdings.put(number, "second")
            next(harvest(Order(archive.url, folder, 0)))
            earlier = len(archive.queries)
            assert run(archive, folder) == 2
        lists = [query for query in archive.queries[earlier:] if query["verb"] == "ListRecords"]
        assert "resumptionToken" in lists[0]
        assert records_in(folder) == archive.holdings.expected()

    def test_begins_again_if_its_token_expired(self, folder: HarvestFolder) -> None:
        archive = simulated(Sessions)
        with serving_archives([archive]):
            run(archive, folder)
            for number in range(RECORDS):
                archive.holdings.put(number, "second")
            next(harvest(Order(archive.url, folder, 0)))
            archive.repository = Sessions(archive.holdings)  # the server was restarted
            run(archive, folder)
        assert records_in(folder) == archive.holdings.expected()

    def test_is_found_by_datestamps_on_a_server_without_a_clock(
        self, folder: HarvestFolder
    ) -> None:
        archive = simulated()
        with serving_archives([archive]):
            run(archive, folder)
            state = folder.state()
            assert state is not None
            folder.write_state(dataclasses.replace(state, dated=None))
            archive.holdings.put(3, "second")
            assert run(archive, folder) == 1
        assert records_in(folder) == archive.holdings.expected()

    def test_is_not_asked_for_if_the_address_has_an_end(self, folder: HarvestFolder) -> None:
        archive = simulated()
        with serving_archives([archive]):
            archive.url += "?until=2999-01-01"
            run(archive, folder)
            asked = len(archive.queries)
            assert run(archive, folder) == 0
        assert len(archive.queries) == asked


class TestAGivenDate:
    @pytest.mark.parametrize("since", ["2100-01-01", "2100-01-01T00:00:00Z"])
    def test_limits_the_first_harvest(self, folder: HarvestFolder, since: str) -> None:
        archive = simulated()
        with serving_archives([archive]):
            assert run(archive, folder, since) == 0
        (dates,) = {query["from"] for query in archive.queries if "from" in query}
        assert dates == "2100-01-01T00:00:00Z"

    def test_is_cut_to_the_day_for_a_server_that_knows_only_days(
        self, folder: HarvestFolder
    ) -> None:
        archive = simulated(Sessions)
        with serving_archives([archive]):
            run(archive, folder, "2000-01-01T09:30:00Z")
        assert archive.queries[1]["from"] == "2000-01-01"
        assert records_in(folder) == archive.holdings.expected()

    def test_takes_precedence_over_the_last_harvest(self, folder: HarvestFolder) -> None:
        archive = simulated()
        with serving_archives([archive]):
            run(archive, folder)
            asked = len(archive.queries)
            run(archive, folder, "2000-01-01")
        assert archive.queries[asked]["from"] == "2000-01-01T00:00:00Z"
        assert records_in(folder) == archive.holdings.expected()

    def test_is_refused_while_a_harvest_is_interrupted(self, folder: HarvestFolder) -> None:
        archive = simulated()
        with serving_archives([archive]):
            next(harvest(Order(archive.url, folder, 0)))
            with pytest.raises(InputError) as caught:
                run(archive, folder, "2000-01-01")
        assert str(caught.value) == (
            f"{folder.path} contains an interrupted harvest; resume it without --from."
        )


def orders(archives: list[SimulatedArchive], out: Path, pause_s: float = 0) -> list[Order]:
    return [Order(one.url, folder_of(one.url, out), pause_s) for one in archives]


class TestSeveralArchives:
    def test_are_harvested_into_a_folder_each(self, tmp_path: Path) -> None:
        archives = [simulated(name=name) for name in "abcde"]
        with serving_archives(archives, hosts=2):
            done = list(harvest_archives(orders(archives, tmp_path), hosts=2))
        assert [one.error for one in done] == [""] * 5
        for archive in archives:
            assert records_in(folder_of(archive.url, tmp_path)) == archive.holdings.expected()

    def test_of_one_host_take_turns_with_pauses(self, tmp_path: Path) -> None:
        archives = [simulated(name=name) for name in "abcd"]
        with serving_archives(archives, hosts=2) as hosts:
            list(harvest_archives(orders(archives, tmp_path, pause_s=0.02), hosts=4))
        assert [host.most_at_once for host in hosts] == [1, 1]
        for host in hosts:
            gaps = [after - before for before, after in itertools.pairwise(host.times)]
            assert all(gap >= 0.02 for gap in gaps)

    def test_do_not_stop_each_other(self, tmp_path: Path) -> None:
        archives = [simulated(name=name) for name in "abc"]
        archives[0].is_down = True
        with serving_archives(archives):
            done = list(harvest_archives(orders(archives, tmp_path), hosts=1))
        assert sum(bool(one.error) for one in done) == 1
        assert [one.pages for one in done if not one.error] == [3, 3]

    def test_have_different_folders_for_similar_addresses(self, tmp_path: Path) -> None:
        urls = (
            "http://a.org/oai",
            "https://a.org/oai",
            "http://a.org/oai?set=a",
            "http://a.org/oai/",
        )
        folders = {folder_of(url, tmp_path).path.name for url in urls}
        assert len(folders) == 4
        assert all(name.startswith("a.org-oai") for name in folders)


class TestOneArchiveInAList:
    @staticmethod
    def harvest(tmp_path: Path, *urls: str) -> list[tuple[str, int, str]]:
        listed = [Order(url, folder, 0) for url, folder in folders_of(urls, tmp_path)]
        done = harvest_archives(listed)
        return [(one.order.folder.path.name, one.pages, one.error) for one in done]

    def test_is_harvested_once_if_it_is_spelt_in_two_ways(self, tmp_path: Path) -> None:
        archive = simulated()
        with serving_archives([archive]):
            done = self.harvest(tmp_path, archive.url, f"{archive.url}/")
        name = folder_of(archive.url, tmp_path).path.name
        assert done == [(name, 3, "")]
        assert [path.name for path in tmp_path.iterdir()] == [name]

    def test_is_continued_if_the_list_spells_it_in_another_way(self, tmp_path: Path) -> None:
        archive = simulated()
        with serving_archives([archive]):
            [(name, *_)] = self.harvest(tmp_path, archive.url)
            archive.holdings.put(3, "second")
            assert self.harvest(tmp_path, f"{archive.url}/") == [(name, 1, "")]
        assert records_in(HarvestFolder(tmp_path / name)) == archive.holdings.expected()

    @pytest.mark.parametrize("is_first", [False, True])
    def test_of_two_folders_goes_on_in_that_of_the_first_address_of_the_list(
        self, tmp_path: Path, *, is_first: bool
    ) -> None:
        archive = simulated()
        with serving_archives([archive]):
            urls = [archive.url, f"{archive.url}/"]
            for url in urls:
                list(harvest(Order(url, folder_of(url, tmp_path), 0)))
            listed = urls if is_first else urls[::-1]
            archive.holdings.put(3, "second")
            name = folder_of(listed[0], tmp_path).path.name
            assert self.harvest(tmp_path, *listed) == [(name, 1, "")]

    def test_is_harvested_as_before_if_another_spelling_has_never_answered(
        self, tmp_path: Path
    ) -> None:
        archive = simulated()
        with serving_archives([archive]):
            dead = archive.url.replace("http:", "https:")
            [(name, *_)] = self.harvest(tmp_path, archive.url)
            with folder_of(dead, tmp_path).locked():
                pass
            archive.holdings.put(3, "second")
            assert self.harvest(tmp_path, dead, archive.url) == [(name, 1, "")]
        assert records_in(HarvestFolder(tmp_path / name)) == archive.holdings.expected()

    def test_has_a_folder_for_each_user(self, tmp_path: Path) -> None:
        urls = [f"http://{user}archive.example/oai" for user in ("", "a:b@", "c:d@", "c:d@")]
        listed = [url for url, _ in folders_of([*urls, f"{urls[1]}/"], tmp_path)]
        assert listed == urls[:3]

    def test_has_a_folder_for_each_set(self, tmp_path: Path) -> None:
        archive = simulated()
        with serving_archives([archive]):
            urls = [f"{archive.url}?set={name}" for name in "ab"]
            assert [one[1:] for one in self.harvest(tmp_path, *urls)] == [(3, "")] * 2


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 6))]
)
def test_nothing_is_lost_or_doubled_by_faults_and_restarts(tmp_path: Path, seed: int) -> None:
    """A third of the archives are faulty; each run stops after some pages; records change."""
    chance = random.Random(seed)
    archives = [simulated(KINDS[number % 3], name=f"a{number}") for number in range(9)]
    for archive in archives[::4]:
        archive.fault_rate, archive.chance = 0.4, random.Random(seed)
    with serving_archives(archives):
        for round_ in range(3):
            for archive in archives:
                folder, done = folder_of(archive.url, tmp_path), False
                while not done:
                    pages = harvest(Order(archive.url, folder, 0))
                    try:
                        taken = len(list(itertools.islice(pages, chance.randrange(1, 6))))
                        done = taken == 0 or next(pages, None) is None
                    except InputError:
                        pass
                assert records_in(folder) == archive.holdings.expected()
                for _ in range(6):
                    number, deleted = chance.randrange(2 * RECORDS), chance.random() < 0.3
                    archive.holdings.put(number, f"{round_}th", deleted=deleted)
    assert sum(archive.faults for archive in archives) > 5
