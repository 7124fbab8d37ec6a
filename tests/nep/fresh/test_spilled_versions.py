"""Versions in files, by ranges of handles, as the processes of a rebuild leave them."""

import datetime
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.biblio.entry import Record
from wildwood.kernel.errors import WorkerError
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Paper
from wildwood.nep import documents
from wildwood.nep.cluster_tasks import Versions, read_versions, write_versions

from tests.support.issues import issue_of

FIRST, SECOND = datetime.date(2015, 3, 5), datetime.date(2015, 3, 12)
RANGES = 4


def paper(number: int, title: str = "Trade and Growth") -> Paper:
    return paper_of(Record(f"RePEc:nbr:nberwo:{number}", ("Paul Krugman",), (title,)))


def test_all_versions_of_a_handle_are_in_one_range(tmp_path: Path) -> None:
    first = documents.version_documents(
        issue_of(FIRST, []), [paper(number) for number in range(20)]
    )
    second = documents.version_documents(
        issue_of(SECOND, []), [paper(number, "Money") for number in range(5, 9)]
    )
    paths = [tmp_path / "one", tmp_path / "other"]
    write_versions(paths[0], [first], RANGES)
    write_versions(paths[1], [second], RANGES)
    found: Versions = {}
    for number in range(RANGES):
        versions = read_versions(paths, number)
        assert versions
        assert not versions.keys() & found.keys()
        found |= versions
    assert found == {
        handle: [version, second[handle]] if handle in second else [version]
        for handle, version in first.items()
    }


def shortened(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def changed(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"Trade", b"Trase"))


def without_places(path: Path) -> None:
    path.write_bytes(b"\xff" * path.stat().st_size)


def overwritten(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize(
    "damage", [shortened, changed, without_places, overwritten, empty, Path.unlink]
)
def test_a_damaged_file_is_named(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    path = tmp_path / "one"
    versions = documents.version_documents(issue_of(FIRST, []), [paper(n) for n in range(20)])
    write_versions(path, [versions], RANGES)
    damage(path)
    with pytest.raises(WorkerError) as caught:
        [read_versions([path], number) for number in range(RANGES)]
    assert str(caught.value) == (
        f"{path}, which this rebuild has written, is gone or damaged; check the storage that the"
        " workers share, and run the command again."
    )


@given(handles=st.sets(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), max_size=9))
def test_any_handle_is_found_again(
    tmp_path_factory: pytest.TempPathFactory, handles: set[str]
) -> None:
    path = tmp_path_factory.mktemp("versions") / "one"
    papers = [paper_of(Record(handle, (), ("A title",))) for handle in handles]
    write_versions(path, [documents.version_documents(issue_of(FIRST, []), papers)], RANGES)
    found = [handle for number in range(RANGES) for handle in read_versions([path], number)]
    assert sorted(found) == sorted(handles)
