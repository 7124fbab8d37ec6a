"""Rifs in parts of about the same size."""

import datetime
from collections.abc import Iterable
from pathlib import Path

from wildwood.nep.cluster import rifs_of_parts
from wildwood.nep.folders import Listing

FIRST = datetime.date(2015, 3, 5)


def listing(folder: Path, sizes: Iterable[int], suffix: str = "") -> Listing:
    """Make rifs of these sizes in bytes, a day apart."""
    paths = {}
    for number, size in enumerate(sizes):
        date = FIRST + datetime.timedelta(days=number)
        path = folder / f"{date}.amf.xml{suffix}"
        path.write_bytes(b"x" * size)
        paths[date] = [path]
    return Listing(folder, paths)


def days(parts: Iterable[Listing]) -> list[list[int]]:
    return [[(date - FIRST).days for date in part.dates()] for part in parts]


def test_a_part_has_rifs_of_the_size_asked_for_at_most(tmp_path: Path) -> None:
    rifs = listing(tmp_path, [40, 60, 1, 99, 50])
    assert days(rifs_of_parts(rifs, least=1, most_bytes=100)) == [[0, 1], [2, 3], [4]]


def test_a_larger_rif_is_a_part(tmp_path: Path) -> None:
    rifs = listing(tmp_path, [10, 500, 10])
    assert days(rifs_of_parts(rifs, least=1, most_bytes=100)) == [[0], [1], [2]]


def test_few_rifs_are_divided_further(tmp_path: Path) -> None:
    rifs = listing(tmp_path, [10, 10, 10, 10])
    assert days(rifs_of_parts(rifs, least=2, most_bytes=100)) == [[0, 1], [2, 3]]
    assert days(rifs_of_parts(rifs, least=9, most_bytes=100)) == [[0], [1], [2], [3]]


def test_a_compressed_rif_counts_for_more(tmp_path: Path) -> None:
    rifs = listing(tmp_path, [10, 10], suffix=".gz")
    assert days(rifs_of_parts(rifs, least=1, most_bytes=100)) == [[0], [1]]


def test_a_date_whose_rif_cannot_be_told_is_left_for_the_task_to_report(tmp_path: Path) -> None:
    rifs = listing(tmp_path, [10])
    rifs.paths[FIRST].append(tmp_path / f"{FIRST}-other.xml")
    [part] = rifs_of_parts(rifs, least=1, most_bytes=100)
    assert part.paths == rifs.paths
