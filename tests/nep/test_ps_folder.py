"""The ps directory: written atomically, and removed durably."""

import errno
import gzip
import os
import stat
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wildwood.kernel.errors import LockedError
from wildwood.nep.folders import PsFolder

from tests.support.rif_files import DATE, LATER, PAPER, RIF, refusal


def contents(folder: Path) -> dict[str, bytes]:
    """Return the content of all files in a directory, including hidden ones, by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_ps_rif_has_the_given_name_and_content(ps: PsFolder) -> None:
    written = ps.add(DATE, "2015-03-05.amf.xml", RIF)
    assert written.name == "2015-03-05.amf.xml"
    assert contents(ps.path) == {"2015-03-05.amf.xml": RIF}


def test_a_ps_rif_is_compressed_if_its_name_ends_in_gz(ps: PsFolder) -> None:
    ps.add(DATE, "2015-03-05.amf.xml.gz", RIF)
    (stored,) = contents(ps.path).values()
    assert gzip.decompress(stored) == RIF
    assert ps.read(DATE).rif.records == (PAPER,)


def test_compression_depends_only_on_the_content(
    ps: PsFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    ps.add(DATE, "2015-03-05.amf.xml.gz", RIF)
    monkeypatch.setattr("time.time", lambda: 1_000_000_000.0)
    ps.add(LATER, "2015-03-12.amf.xml.gz", RIF)
    first, second = contents(ps.path).values()
    assert first == second


@pytest.mark.parametrize(
    "other",
    [
        "2015-03-05.amf.xml.gz",
        "20150305.xml",
        "2015-03-05_editor-notes.xml",
        "2015-03-05.order.xml",
    ],
)
def test_other_files_of_the_date_stay(ps: PsFolder, other: str) -> None:
    (ps.path / other).write_bytes(b"notes")
    ps.add(DATE, "2015-03-05.amf.xml", RIF)
    assert contents(ps.path) == {"2015-03-05.amf.xml": RIF, other: b"notes"}


def test_other_files_stay(ps: PsFolder) -> None:
    others = {"2015-03-12.amf.xml": b"later", "2015-03-05.txt": b"notes", "README": b"read me"}
    for name, content in others.items():
        (ps.path / name).write_bytes(content)
    ps.add(DATE, "2015-03-05.amf.xml", RIF)
    assert contents(ps.path) == others | {"2015-03-05.amf.xml": RIF}


def test_a_reader_of_the_old_ps_rif_can_read_it_to_its_end(ps: PsFolder) -> None:
    old = ps.add(DATE, "2015-03-05.amf.xml", b"old")
    with (ps.path / old.name).open("rb") as reader:
        ps.add(DATE, "2015-03-05.amf.xml", RIF)
        assert reader.read() == b"old"


@pytest.fixture
def umask() -> Iterator[int]:
    """Set an unusual umask."""
    before = os.umask(0o027)
    yield 0o027
    os.umask(before)


def test_the_mode_of_a_ps_rif_follows_the_umask(ps: PsFolder, umask: int) -> None:
    path = ps.path / ps.add(DATE, "2015-03-05.amf.xml", RIF).name
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask


def failing(problem: BaseException) -> Callable[..., Any]:
    """Make a function that raises this error."""

    def fail(*_arguments: object, **_options: object) -> None:
        raise problem

    return fail


FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.replace"])
@pytest.mark.parametrize("name", ["2015-03-05.amf.xml", "20150305.xml.gz"])
def test_the_old_ps_rif_stays_if_writing_fails(
    ps: PsFolder, monkeypatch: pytest.MonkeyPatch, step: str, name: str
) -> None:
    (ps.path / "2015-03-05.amf.xml").write_bytes(b"old")
    monkeypatch.setattr(step, failing(FULL))
    message = refusal(lambda: ps.add(DATE, name, RIF))
    assert message == f"Cannot write {ps.path / name}: No space left on device."
    assert contents(ps.path) == {"2015-03-05.amf.xml": b"old"}


def test_the_old_ps_rif_stays_if_writing_is_interrupted(
    ps: PsFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ps.path / "2015-03-05.amf.xml").write_bytes(b"old")
    monkeypatch.setattr("os.fsync", failing(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        ps.add(DATE, "2015-03-05.amf.xml", RIF)
    assert contents(ps.path) == {"2015-03-05.amf.xml": b"old"}


def test_remove_leftovers_removes_temporary_files_and_staging_directories(
    ps: PsFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as killed:

        def kill(_file: int) -> None:
            killed.setattr("pathlib.Path.unlink", failing(KeyboardInterrupt()))
            raise KeyboardInterrupt

        killed.setattr("os.fsync", kill)
        with pytest.raises(KeyboardInterrupt):
            ps.add(DATE, "2015-03-05.amf.xml", RIF)
    assert len(contents(ps.path)) == 1
    ps.staging("1").prepare()
    ps.add(LATER, "2015-03-12.amf.xml", RIF)
    ps.remove_leftovers()
    assert [path.name for path in ps.path.iterdir()] == ["2015-03-12.amf.xml"]
    assert contents(ps.path) == {"2015-03-12.amf.xml": RIF}


def test_a_temporary_file_is_not_a_ps_rif(ps: PsFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[bool] = []
    monkeypatch.setattr("os.fsync", lambda _file: found.append(DATE in ps.listing().paths))
    ps.add(DATE, "2015-03-05.amf.xml", RIF)
    assert found[0] is False


def test_write_names_a_file_that_it_cannot_write(tmp_path: Path) -> None:
    ps = PsFolder(tmp_path / "gone")
    message = refusal(lambda: ps.add(DATE, "2015-03-05.amf.xml", RIF))
    assert message == f"Cannot write {ps.path / '2015-03-05.amf.xml'}: No such file or directory."


def test_a_file_named_after_a_date_that_does_not_exist_stays(ps: PsFolder) -> None:
    (ps.path / "2015-02-30.amf.xml").write_bytes(b"no such date")
    ps.add(DATE, "2015-03-05.amf.xml", RIF)
    assert contents(ps.path) == {"2015-02-30.amf.xml": b"no such date", "2015-03-05.amf.xml": RIF}


# Preparing, listing, removing


def test_prepare_creates_the_directory_and_its_parents(tmp_path: Path) -> None:
    ps = PsFolder(tmp_path / "source" / "ps")
    ps.prepare()
    assert contents(ps.path) == {}


def test_prepare_keeps_the_existing_files(ps: PsFolder) -> None:
    (ps.path / "2015-03-05.amf.xml").write_bytes(RIF)
    ps.prepare()
    assert contents(ps.path) == {"2015-03-05.amf.xml": RIF}


def test_prepare_refuses_a_directory_that_cannot_be_created(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ps = PsFolder(tmp_path / "file" / "ps")
    assert (
        refusal(ps.prepare)
        == f"Cannot write ps rifs to {ps.path}: Not a directory; check paths.ps."
    )


def test_prepare_refuses_a_directory_that_is_a_file(tmp_path: Path) -> None:
    ps = PsFolder(tmp_path / "file")
    ps.path.touch()
    assert refusal(ps.prepare) == (
        f"Cannot write ps rifs to {ps.path}: Not a directory; check paths.ps."
    )


def test_prepare_refuses_a_directory_in_which_no_file_can_be_created() -> None:
    assert refusal(PsFolder(Path("/proc")).prepare).startswith("Cannot write ps rifs to /proc: ")


@pytest.fixture
def us(tmp_path: Path) -> Path:
    folder = tmp_path / "us"
    folder.mkdir()
    return folder


def linked(us: Path, place: Path) -> None:
    place.symlink_to(us)


def bound(us: Path, place: Path) -> None:
    mount("--bind", us, place)


def overlaid(us: Path, place: Path) -> None:
    """Mount a file system of its own, whose files are written to the us directory."""
    mount("-t", "tmpfs", "tmpfs", us)
    for name in ("upper", "lower", "work"):
        (us / name).mkdir()
    options = ",".join(f"{name}dir={us / name}" for name in ("upper", "lower", "work"))
    mount("-t", "overlay", "-o", options, "overlay", place)


mounted: list[str | Path] = []


def mount(*arguments: str | Path) -> None:
    *_, place = arguments
    Path(place).mkdir(exist_ok=True)
    subprocess.run(["mount", *arguments], check=True)
    mounted.append(place)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """Where a directory can be mounted."""
    yield tmp_path / "place"
    while mounted:
        subprocess.run(["umount", mounted.pop()], check=True)


def test_a_directory_of_its_own_is_apart_from_us(ps: PsFolder, us: Path) -> None:
    ps.check_apart(us)
    assert contents(ps.path) == contents(us) == {}


def test_a_directory_that_is_missing_is_apart_from_us(us: Path, place: Path) -> None:
    PsFolder(place).check_apart(us)


@pytest.mark.parametrize(
    "put",
    [
        linked,
        pytest.param(bound, marks=pytest.mark.root),
        pytest.param(overlaid, marks=pytest.mark.root),
    ],
)
def test_a_directory_that_shows_us_in_another_place_is_refused(
    us: Path, place: Path, put: Callable[[Path, Path], None]
) -> None:
    put(us, place)
    us = us / "upper" if put is overlaid else us
    assert refusal(lambda: PsFolder(place).check_apart(us)) == (
        f"paths.us ({us}) and paths.ps ({place}) are the same directory; set two different ones,"
        " because a ps rif would overwrite its us rif."
    )
    assert contents(us) == {}


@pytest.mark.parametrize("name", ["2015-03-05.amf.xml", "20150305.amf.xml.gz"])
def test_the_listing_contains_the_dates_of_ps_rifs(ps: PsFolder, name: str) -> None:
    assert DATE not in ps.listing().paths
    (ps.path / name).write_bytes(RIF)
    assert DATE in ps.listing().paths
    assert LATER not in ps.listing().paths


def test_a_missing_directory_has_no_ps_rif(tmp_path: Path) -> None:
    assert PsFolder(tmp_path / "gone").listing().paths == {}


def test_remove_removes_only_what_is_named(ps: PsFolder) -> None:
    for name in ("2015-03-05.amf.xml", "2015-03-12.amf.xml", "2015-03-05_notes.xml"):
        (ps.path / name).write_bytes(RIF)
    ps.remove("2015-03-05.amf.xml")
    assert sorted(contents(ps.path)) == ["2015-03-05_notes.xml", "2015-03-12.amf.xml"]


def test_remove_does_nothing_without_a_ps_rif(ps: PsFolder, tmp_path: Path) -> None:
    ps.remove("2015-03-05.amf.xml")
    PsFolder(tmp_path / "gone").remove("2015-03-05.amf.xml")
    assert contents(ps.path) == {}


def test_remove_names_the_ps_rif_that_it_cannot_remove(
    ps: PsFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    ps.add(DATE, "2015-03-05.amf.xml", RIF)
    monkeypatch.setattr("pathlib.Path.unlink", failing(OSError(errno.EROFS, "Read-only")))
    message = refusal(lambda: ps.remove("2015-03-05.amf.xml"))
    assert message == f"Cannot remove 2015-03-05.amf.xml in {ps.path}: Read-only."


# Staging and publishing


def staged(ps: PsFolder) -> None:
    """Write three old ps rifs, one under another name than its new one, and stage two new ones.

    There are notes of somebody, too.
    """
    (ps.path / "2015-03-05_notes.xml").write_bytes(b"notes")
    (ps.path / "2015-03-05_old.amf.xml").write_bytes(b"old")
    (ps.path / "2015-03-12.amf.xml").write_bytes(b"old")
    (ps.path / "2015-03-19.amf.xml").write_bytes(b"old")
    ps.staging("1").prepare()
    ps.staging("1").add(DATE, "2015-03-05.amf.xml", b"new")
    ps.staging("1").add(LATER, "2015-03-12.amf.xml", b"new")
    (ps.staging("1").path / ".wildwood-2015-03-05.tmp").write_bytes(b"left by a killed run")


REPLACED = {DATE: "2015-03-05_old.amf.xml", LATER: "2015-03-12.amf.xml"}
PUBLISHED = {
    "2015-03-05_notes.xml": b"notes",
    "2015-03-05.amf.xml": b"new",
    "2015-03-12.amf.xml": b"new",
    "2015-03-19.amf.xml": b"old",
}


def test_a_staged_ps_rif_is_only_in_the_staging_directory(ps: PsFolder) -> None:
    ps.staging("1").prepare()
    ps.staging("1").add(DATE, "2015-03-05.amf.xml", RIF)
    assert DATE not in ps.listing().paths
    assert DATE in ps.staging("1").listing().paths


def test_the_staging_directory_is_hidden_and_inside_the_ps_directory(ps: PsFolder) -> None:
    assert ps.staging("1").path.parent == ps.path
    assert ps.staging("1").path.name.startswith(".")


def test_publish_moves_staged_ps_rifs_into_place(ps: PsFolder) -> None:
    staged(ps)
    ps.publish(ps.staging("1"), REPLACED)
    assert contents(ps.path) == PUBLISHED


def test_publish_does_nothing_without_a_staging_directory(ps: PsFolder) -> None:
    (ps.path / "2015-03-05.amf.xml").write_bytes(b"old")
    ps.publish(ps.staging("1"), REPLACED)
    assert contents(ps.path) == {"2015-03-05.amf.xml": b"old"}


STEPS = [
    ("pathlib.Path.replace", 1),
    ("pathlib.Path.replace", 2),
    ("pathlib.Path.unlink", 1),
    ("pathlib.Path.unlink", 2),
    ("os.fsync", 1),
    ("pathlib.Path.rmdir", 1),
]


def interrupt(monkeypatch: pytest.MonkeyPatch, step: str, time: int) -> None:
    """Make a step fail the given time it is taken, as if the run had been killed there."""
    owner, name = (os, "fsync") if step == "os.fsync" else (Path, step.rpartition(".")[2])
    original, calls = getattr(owner, name), iter(range(1, time + 1))

    def fail(*arguments: Any, **options: Any) -> Any:
        if next(calls, None) == time:
            raise OSError(errno.EIO, "Interrupted")
        return original(*arguments, **options)

    monkeypatch.setattr(owner, name, fail)


@pytest.mark.parametrize(("step", "time"), STEPS, ids=[f"{step} {time}" for step, time in STEPS])
def test_publish_finishes_when_called_again_after_an_interruption(
    ps: PsFolder, monkeypatch: pytest.MonkeyPatch, step: str, time: int
) -> None:
    staged(ps)
    with monkeypatch.context() as patch:
        interrupt(patch, step, time)
        message = refusal(lambda: ps.publish(ps.staging("1"), REPLACED))
    assert message == f"Cannot move ps rifs from {ps.staging('1').path} to {ps.path}: Interrupted."
    ps.publish(ps.staging("1"), REPLACED)
    assert contents(ps.path) == PUBLISHED


def test_delete_removes_the_staging_directory_with_its_files(ps: PsFolder) -> None:
    staged(ps)
    ps.staging("1").delete()
    assert not ps.staging("1").path.exists()
    assert len(contents(ps.path)) == 4


def test_delete_does_nothing_without_a_staging_directory(ps: PsFolder) -> None:
    ps.staging("1").delete()
    assert contents(ps.path) == {}


def test_delete_names_the_directory_that_it_cannot_remove(ps: PsFolder) -> None:
    (ps.staging("1").path / "a directory").mkdir(parents=True)
    assert str(ps.staging("1").path) in refusal(ps.staging("1").delete)


# What was written


@pytest.mark.parametrize("name", ["2015-03-05.xml", "2015-03-05.xml.gz"])
def test_a_ps_rif_is_held_as_it_was_written(ps: PsFolder, name: str) -> None:
    assert ps.holds(ps.add(DATE, name, RIF))


@pytest.mark.parametrize("content", [RIF + b" ", RIF.replace(b"Ann", b"Eve")])
def test_a_changed_ps_rif_is_not_held(ps: PsFolder, content: bytes) -> None:
    written = ps.add(DATE, "2015-03-05.xml", RIF)
    before = (ps.path / written.name).stat()
    (ps.path / written.name).write_bytes(content)
    os.utime(ps.path / written.name, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert not ps.holds(written)


def test_a_removed_ps_rif_is_not_held(ps: PsFolder) -> None:
    written = ps.add(DATE, "2015-03-05.xml", RIF)
    ps.remove(written.name)
    assert not ps.holds(written)


def test_a_writer_that_is_not_admitted_leaves_the_old_ps_rif(ps: PsFolder) -> None:
    ps.add(DATE, "2015-03-05.xml", b"old")
    with pytest.raises(LockedError):
        ps.add(DATE, "2015-03-05.xml", RIF, failing(LockedError("Lost.")))
    assert contents(ps.path) == {"2015-03-05.xml": b"old"}


def test_a_writer_that_sleeps_before_its_rename_is_shut_out_by_the_next(ps: PsFolder) -> None:
    def sleep() -> None:
        ps.remove_leftovers()
        ps.add(DATE, "2015-03-05.xml", b"newer")

    assert refusal(lambda: ps.add(DATE, "2015-03-05.xml", RIF, sleep)) == (
        f"Cannot write {ps.path / '2015-03-05.xml'}: No such file or directory."
    )
    assert contents(ps.path) == {"2015-03-05.xml": b"newer"}


# What a power cut leaves


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, set[str]]]:
    """Record the folders that are flushed to disk, with the names in them."""
    found: list[tuple[str, set[str]]] = []
    fsync = os.fsync

    def record(handle: int) -> None:
        path = Path(f"/proc/self/fd/{handle}").resolve()
        if path.is_dir():
            found.append((path.name, {child.name for child in path.iterdir()}))
        fsync(handle)

    monkeypatch.setattr("os.fsync", record)
    return found


def test_a_new_directory_is_flushed_with_its_parents(
    tmp_path: Path, synced: list[tuple[str, set[str]]]
) -> None:
    PsFolder(tmp_path / "source" / "ps").prepare()
    assert synced == [(tmp_path.name, {"source"}), ("source", {"ps"})]


def test_a_removal_is_flushed(ps: PsFolder, synced: list[tuple[str, set[str]]]) -> None:
    (ps.path / "2015-03-05.xml").touch()
    ps.remove("2015-03-05.xml")
    assert synced == [("ps", set())]


def test_the_end_of_a_staging_directory_is_flushed(
    ps: PsFolder, synced: list[tuple[str, set[str]]]
) -> None:
    staging = ps.staging("1")
    staging.prepare()
    staging.add(DATE, "2015-03-05.xml", RIF)
    ps.publish(staging, {})
    assert synced[-1] == ("ps", {"2015-03-05.xml"})
