"""A week of nights: harvest, screen, the rif of what is new, and the run on it."""

import datetime

import pytest

from wildwood.lists.reading import read_list

from tests.support.installation import Installation
from tests.support.oai_archives import Holdings, SimulatedArchive, Stateless, serving_archives
from tests.support.oai_server import dublin_core, serving, title
from tests.support.screening import configure

FIRST_NIGHT = datetime.datetime.now(datetime.UTC).date() - datetime.timedelta(days=6)


@pytest.fixture
def installed(installation: Installation) -> Installation:
    configure(installation, "")
    return installation


def harvest(installation: Installation, archives: list[SimulatedArchive], date: str) -> int:
    urls = (archive.url for archive in archives)
    out = str(installation.home / "harvested")
    return installation.run("screen", "harvest", *urls, "--out", out, "--new", date).exit_code


def issue(installation: Installation, date: str) -> int:
    new = str(installation.home / "harvested" / "new.jsonl")
    return installation.run("rif", new, "--date", date, "--replace").exit_code


def night(
    installation: Installation,
    archives: list[SimulatedArchive],
    number: int,
    harvest_status: int = 0,
) -> list[str]:
    """Run the nightly chain; return the handles in the rif of the night."""
    date = str(FIRST_NIGHT + datetime.timedelta(days=number))
    assert harvest(installation, archives, date) == harvest_status
    assert issue(installation, date) == 0
    result = installation.run("latest", "--stale")
    assert result.exit_code == 0, result.output
    return in_rif(installation, date)


def in_rif(installation: Installation, date: str) -> list[str]:
    path = installation.us / f"{date}.amf.xml"
    return sorted(entry.id for entry in read_list(path).entries) if path.exists() else []


def archive_of(name: str, records: int) -> SimulatedArchive:
    holdings = Holdings(name, records)
    return SimulatedArchive(holdings, Stateless(holdings))


def test_a_week_of_nights_has_each_paper_once(installed: Installation) -> None:
    a, b = archive_of("a", 3), archive_of("b", 2)
    with serving_archives([a, b], hosts=2):
        nights = [night(installed, [a, b], 0)]
        a.holdings.put(3, "first")
        nights.append(night(installed, [a, b], 1))
        a.holdings.put(0, "second")  # changed: it was in a rif
        b.holdings.put(1, "first", deleted=True)
        nights.append(night(installed, [a, b], 2))
        b.holdings.put(2, "first", days_ago=4)  # listed late
        a.holdings.put(4, "first", deleted=True)  # never seen as a paper
        nights.append(night(installed, [a, b], 3))
        b.is_down = True
        a.holdings.put(5, "first")
        nights.append(night(installed, [a, b], 4, harvest_status=1))
        b.is_down = False
        b.holdings.put(1, "first")  # again there: it was in a rif
        b.holdings.put(3, "first")
        nights.append(night(installed, [a, b], 5))
        a.holdings.put(4, "first")
        nights.append(night(installed, [a, b], 6))
    assert nights == [
        ["oai:a:0", "oai:a:1", "oai:a:2", "oai:b:0", "oai:b:1"],
        ["oai:a:3"],
        [],
        ["oai:b:2"],
        ["oai:a:5"],
        ["oai:b:3"],
        ["oai:a:4"],
    ]


def test_a_night_that_is_repeated_has_the_same_papers_and_later_ones(
    installed: Installation,
) -> None:
    archive = archive_of("a", 2)
    with serving_archives([archive]):
        assert night(installed, [archive], 0) == ["oai:a:0", "oai:a:1"]
        archive.holdings.put(2, "first")
        assert night(installed, [archive], 0) == ["oai:a:0", "oai:a:1", "oai:a:2"]
        assert night(installed, [archive], 1) == []


def test_a_night_without_a_rif_leaves_its_papers_to_the_next_one(installed: Installation) -> None:
    archive = archive_of("a", 2)
    with serving_archives([archive]):
        assert harvest(installed, [archive], str(FIRST_NIGHT)) == 0
        assert night(installed, [archive], 1) == ["oai:a:0", "oai:a:1"]


def test_a_harvest_of_which_no_paper_can_come_says_so_although_it_is_quiet(
    installed: Installation,
) -> None:
    out = installed.home / "harvested"
    with serving([[dublin_core("a", title("Trade")), dublin_core("b", title("Growth"))]]) as server:
        result = installed.run(
            "screen", "harvest", server.url, "--out", str(out), "--new", str(FIRST_NIGHT), "-q"
        )
    lack = "of 2 records, none has a title, author names and an id"
    assert result.exit_code == 1
    assert result.stderr == f"Error: {out / 'new.jsonl'} is empty: {lack}.\n"


def test_a_rif_that_cannot_be_read_stops_the_chain(installed: Installation) -> None:
    archive = archive_of("a", 2)
    with serving_archives([archive]):
        night(installed, [archive], 0)
        (installed.us / f"{FIRST_NIGHT}.amf.xml").write_bytes(b"<")
        date = str(FIRST_NIGHT + datetime.timedelta(days=1))
        assert harvest(installed, [archive], date) == 1
        assert issue(installed, date) == 1


def test_a_list_of_new_papers_that_cannot_be_replaced_is_named(installed: Installation) -> None:
    file = installed.home / "harvested" / "new.jsonl"
    file.mkdir(parents=True)
    arguments = ("http://127.0.0.1:9/oai", "--out", str(file.parent), "--new", "2024-01-01")
    result = installed.run("screen", "harvest", *arguments)
    assert result.exit_code == 1
    assert result.stderr == f"Error: Cannot replace {file}: Is a directory.\n"
