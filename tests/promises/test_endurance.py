"""Nights in a row leave nothing behind and say what must be done: the short forms of programs."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood.nep import workers

from tests.endurance.nights import WAYS, Home, Sample, growth, temporary_directory
from tests.endurance.year import play
from tests.support.mongod import memory_folder

NIGHTS = {"in one process": 11, "as commands": 2}  # each half has one that waits for clients


@pytest.fixture(scope="module")
def home() -> Iterator[Home]:
    with tempfile.TemporaryDirectory(prefix="w", dir=memory_folder()) as folder:
        made = Home(Path(folder), papers=5)
        made.prepare()
        yield made


@pytest.mark.parametrize("way", WAYS)
def test_nights_in_a_row_leave_nothing_behind_and_nothing_grows(home: Home, way: str) -> None:
    nights, servers = WAYS[way]
    with temporary_directory(home.folder / "tmp"):
        samples = list(nights(home, NIGHTS[way]))
    assert growth(samples, servers) == []


@pytest.mark.usefixtures("capsys")
def test_each_night_of_a_year_says_what_a_person_must_do_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "_RIFS_PER_PROCESS", 100)  # no other process for the first night
    with tempfile.TemporaryDirectory(prefix="w", dir=memory_folder()) as folder:
        assert play(Path(folder)) == []


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
def test_one_more_each_night_is_detected(name: str) -> None:
    samples = [sample(night, **{name: 60 + night}) for night in range(30)]
    assert [message.split()[0] for message in growth(samples, 1)] == [name]


@pytest.mark.parametrize(("name", "number"), [("servers", 2), ("temporary", 1)])
def test_a_leftover_of_one_night_is_detected(name: str, number: int) -> None:
    samples = [sample(night) for night in range(29)] + [sample(29, **{name: number})]
    assert growth(samples, 1) == [f"{name}: {number}"]
