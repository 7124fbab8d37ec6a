"""Some nights in a row leave no more behind than the first: the short form of nights.py."""

from pathlib import Path

import pytest

from tests.endurance.nights import WAYS, Home, Sample, grown, temporary_directory

NIGHTS = {"in one process": 30, "as commands": 3}


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path)
    made.prepare()
    return made


@pytest.mark.parametrize("way", WAYS)
def test_nights_in_a_row_leave_nothing_and_let_nothing_grow(home: Home, way: str) -> None:
    nights, servers = WAYS[way]
    with temporary_directory(home.folder / "tmp"):
        samples = list(nights(home, NIGHTS[way]))
    assert grown(samples, servers) == []


def sample(night: int, **changed: int) -> Sample:
    usual = {
        "rss_mb": 70,
        "descriptors": 10,
        "threads": 5,
        "server_rss_mb": 90,
        "server_descriptors": 60,
        "server_threads": 40,
        "servers": 1,
        "temporary": 0,
    }
    return Sample(night, **{**usual, **changed})


@pytest.mark.parametrize("name", ["descriptors", "threads", "server_descriptors"])
def test_one_more_each_night_would_be_seen(name: str) -> None:
    samples = [sample(night, **{name: 60 + night}) for night in range(30)]
    assert [found.split()[0] for found in grown(samples, 1)] == [name]


@pytest.mark.parametrize(("name", "number"), [("servers", 2), ("temporary", 1)])
def test_what_is_left_after_one_night_would_be_seen(name: str, number: int) -> None:
    samples = [sample(night) for night in range(29)] + [sample(29, **{name: number})]
    assert grown(samples, 1) == [f"{name}: {number}"]
