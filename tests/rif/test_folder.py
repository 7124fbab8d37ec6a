"""The us and ps directories: file names, reading, and atomic writing."""

import datetime
import errno
import gzip
import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wildwood.errors import RifError
from wildwood.model import Record
from wildwood.rif import PsFolder, UsFolder, digest_of

from tests.support.amf import rif

DATE = datetime.date(2015, 3, 5)
LATER = datetime.date(2015, 3, 12)
PAPER = Record("RePEc:a:b:1", ("Ann Lee",), ("A title",))
RIF = rif(PAPER)


@pytest.fixture
def us(tmp_path: Path) -> UsFolder:
    folder = UsFolder(tmp_path / "us")
    folder.path.mkdir()
    return folder


@pytest.fixture
def ps(tmp_path: Path) -> PsFolder:
    folder = PsFolder(tmp_path / "ps")
    folder.path.mkdir()
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """Return the content of all files in a directory, including hidden ones, by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refusal(call: Callable[[], object]) -> str:
    """Return the message of the `RifError` that a call raises."""
    with pytest.raises(RifError) as refused:
        call()
    return str(refused.value)


# Names


@pytest.mark.parametrize(
    "name",
    [
        "2015-03-05.xml",
        "20150305.xml",
        "2015-03-05.amf.xml",
        "20150305.amf.xml",
        "2015-03-05_1425548400.amf.xml",
        "2015-03-05 a name\nof two lines.xml",
    ],
)
@pytest.mark.parametrize("compressed", [False, True], ids=["plain", "compressed"])
def test_a_rif_is_found_by_the_date_that_its_name_starts_with(
    us: UsFolder, name: str, *, compressed: bool
) -> None:
    name, content = (name + ".gz", gzip.compress(RIF)) if compressed else (name, RIF)
    (us.path / name).write_bytes(content)
    assert us.listing().dates() == [DATE]
    found = us.read(DATE)
    assert (found.date, found.name) == (DATE, name)
    assert found.rif.records == (PAPER,)


@pytest.mark.parametrize(
    "name",
    [
        "README",
        "nep-all.xml",
        ".2015-03-05.amf.xml",
        "a2015-03-05.amf.xml",
        "2015-03.amf.xml",
        "2015-3-5.amf.xml",
        "05-03-2015.amf.xml",
        "2015-0305.amf.xml",
        "2015_03_05.amf.xml",
        "2015-03-05.amf",
        "2015-03-05.amf.xml~",
        "2015-03-05.amf.xml.bak",
        "2015-03-05.amf.xml.bz2",
        "2015-03-05.amf.xml.gz.part",
        "2015-03-05.amf.XML",
        "2015-03-05xml",
    ],
)
def test_other_names_are_ignored(us: UsFolder, name: str) -> None:
    (us.path / name).write_bytes(RIF)
    assert us.listing().dates() == []
    assert refusal(lambda: us.read(DATE)) == f"There is no rif of 2015-03-05 in {us.path}."


def test_directories_and_broken_links_are_ignored(us: UsFolder) -> None:
    (us.path / "2015-03-05.amf.xml").mkdir()
    (us.path / "2015-03-12.amf.xml").symlink_to(us.path / "gone")
    assert us.listing().dates() == []


def test_a_link_to_a_rif_is_a_rif(us: UsFolder, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(RIF)
    (us.path / "2015-03-05.amf.xml").symlink_to(tmp_path / "elsewhere")
    assert us.read(DATE).rif.records == (PAPER,)


def test_dates_come_oldest_first_in_every_form(us: UsFolder) -> None:
    for name in ("20150312.xml", "2015-03-05.xml", "19991231.xml", "2015-03-19.xml.gz"):
        (us.path / name).write_bytes(RIF)
    assert [str(date) for date in us.listing().dates()] == [
        "1999-12-31",
        "2015-03-05",
        "2015-03-12",
        "2015-03-19",
    ]


@pytest.mark.parametrize("name", ["2015-02-30.amf.xml", "20151301.amf.xml.gz", "0000-01-01.xml"])
def test_a_name_with_a_date_that_does_not_exist_is_listed_as_misnamed(
    us: UsFolder, name: str
) -> None:
    for each in (name, "2015-03-05.amf.xml"):
        (us.path / each).write_bytes(RIF)
    listing = us.listing()
    assert listing.misnamed == [us.path / name]
    assert listing.dates() == [DATE]


@pytest.mark.parametrize(
    "others",
    [
        ("2015-03-05.amf.xml", "2015-03-05.amf.xml.gz"),
        ("2015-03-05.amf.xml", "20150305.amf.xml"),
        ("2015-03-05_1.amf.xml", "2015-03-05_2.amf.xml"),
    ],
    ids=["compressed", "form of the date", "rest of the name"],
)
def test_two_rifs_of_a_date_are_an_error_that_names_both(
    us: UsFolder, others: tuple[str, str]
) -> None:
    for name in others:
        (us.path / name).write_bytes(RIF)
    first, second = (us.path / name for name in others)
    message = f"2015-03-05 has more than one rif: {first} and {second}; move all but one away."
    assert refusal(lambda: us.read(DATE)) == message
    assert refusal(lambda: digest_of(us.listing().path(DATE))) == message


def test_another_date_may_have_two(us: UsFolder) -> None:
    for name in ("2015-03-05.xml", "2015-03-12.xml", "2015-03-12.xml.gz"):
        (us.path / name).write_bytes(RIF)
    assert us.read(DATE).rif.records == (PAPER,)


# Content


def test_the_digest_is_of_the_bytes_on_disk(us: UsFolder) -> None:
    stored = gzip.compress(RIF)
    (us.path / "2015-03-05.amf.xml.gz").write_bytes(stored)
    (us.path / "2015-03-12.amf.xml").write_bytes(RIF)
    for date, on_disk in ((DATE, stored), (LATER, RIF)):
        expected = hashlib.sha256(on_disk).hexdigest()
        assert digest_of(us.listing().path(date)) == expected
        assert us.read(date).digest == expected


def test_a_bad_rif_has_a_digest_too(us: UsFolder) -> None:
    (us.path / "2015-03-05.amf.xml").write_bytes(b"no rif")
    assert digest_of(us.listing().path(DATE)) == hashlib.sha256(b"no rif").hexdigest()


def test_a_compressed_rif_may_have_several_members(us: UsFolder) -> None:
    stored = gzip.compress(RIF[:50]) + gzip.compress(RIF[50:])
    (us.path / "2015-03-05.amf.xml.gz").write_bytes(stored)
    assert us.read(DATE).rif.records == (PAPER,)


WHOLE = gzip.compress(RIF)


@pytest.mark.parametrize(
    "stored",
    [
        pytest.param(WHOLE[:5], id="cut off in its header"),
        pytest.param(WHOLE[: len(WHOLE) // 2], id="cut off in its middle"),
        pytest.param(WHOLE[:-1], id="cut off in its last byte"),
        pytest.param(WHOLE[:-8] + bytes(8), id="wrong checksum"),
        pytest.param(WHOLE[:20] + bytes(20) + WHOLE[40:], id="zeros in its middle"),
        pytest.param(WHOLE + b"more", id="data after its end"),
        pytest.param(RIF, id="not compressed"),
    ],
)
def test_an_invalid_gzip_file_is_refused(us: UsFolder, stored: bytes) -> None:
    path = us.path / "2015-03-05.amf.xml.gz"
    path.write_bytes(stored)
    message = refusal(lambda: us.read(DATE))
    assert message.startswith(f"{path} is not a valid gzip file (")
    assert message.endswith("); fetch it again.")


def test_a_gzip_file_that_unpacks_to_more_than_1_gib_is_refused(
    us: UsFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wildwood.rif.folder._MAX_BYTES", len(RIF) - 1)
    path = us.path / "2015-03-05.amf.xml.gz"
    path.write_bytes(WHOLE)
    message = refusal(lambda: us.read(DATE))
    assert message == f"{path} unpacks to more than 1 GiB; no real rif does."


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("2015-03-05.amf.xml", b""),
        ("2015-03-05.amf.xml.gz", b""),
        ("2015-03-05.amf.xml.gz", gzip.compress(b"")),
    ],
    ids=["plain", "of no bytes", "compressed"],
)
def test_an_empty_rif_is_refused(us: UsFolder, name: str, stored: bytes) -> None:
    (us.path / name).write_bytes(stored)
    assert refusal(lambda: us.read(DATE)).startswith(f"{us.path / name} is ")


def test_a_bad_rif_is_named_in_the_message(us: UsFolder) -> None:
    path = us.path / "2015-03-05.amf.xml"
    path.write_bytes(WHOLE)
    assert refusal(lambda: us.read(DATE)) == (
        f"{path} is malformed XML at line 1: not well-formed (invalid token)."
    )


def test_a_directory_that_is_missing_is_named(tmp_path: Path) -> None:
    us = UsFolder(tmp_path / "gone")
    message = f"Cannot read the directory {us.path}: No such file or directory."
    assert refusal(us.listing) == message
    assert refusal(lambda: us.read(DATE)) == message


def test_a_directory_that_is_a_file_is_named(tmp_path: Path) -> None:
    us = UsFolder(tmp_path / "file")
    us.path.touch()
    assert refusal(us.listing) == f"Cannot read the directory {us.path}: Not a directory."


def test_a_file_that_cannot_be_read_is_named(us: UsFolder) -> None:
    path = us.path / "2015-03-05.amf.xml"
    path.symlink_to("/proc/self/mem")  # not even root can read its first page, which is unmapped
    assert refusal(lambda: us.read(DATE)) == f"Cannot read {path}: Input/output error."
    assert (
        refusal(lambda: digest_of(us.listing().path(DATE)))
        == f"Cannot read {path}: Input/output error."
    )


# Writing a ps rif


def test_a_ps_rif_has_the_given_name_and_content(ps: PsFolder) -> None:
    assert ps.write(DATE, "2015-03-05.amf.xml", RIF) == ps.path / "2015-03-05.amf.xml"
    assert contents(ps.path) == {"2015-03-05.amf.xml": RIF}


def test_a_ps_rif_is_compressed_if_its_name_ends_in_gz(ps: PsFolder) -> None:
    ps.write(DATE, "2015-03-05.amf.xml.gz", RIF)
    (stored,) = contents(ps.path).values()
    assert gzip.decompress(stored) == RIF
    assert ps.read(DATE).rif.records == (PAPER,)


def test_compression_depends_only_on_the_content(
    ps: PsFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    ps.write(DATE, "2015-03-05.amf.xml.gz", RIF)
    monkeypatch.setattr("time.time", lambda: 1_000_000_000.0)
    ps.write(LATER, "2015-03-12.amf.xml.gz", RIF)
    first, second = contents(ps.path).values()
    assert first == second


@pytest.mark.parametrize(
    "old",
    ["2015-03-05.amf.xml", "2015-03-05.amf.xml.gz", "20150305.xml", "2015-03-05_14.xml"],
)
def test_every_ps_rif_of_the_date_is_replaced(ps: PsFolder, old: str) -> None:
    (ps.path / old).write_bytes(b"old")
    ps.write(DATE, "2015-03-05.amf.xml", RIF)
    assert contents(ps.path) == {"2015-03-05.amf.xml": RIF}


def test_other_files_stay(ps: PsFolder) -> None:
    others = {"2015-03-12.amf.xml": b"later", "2015-03-05.txt": b"notes", "README": b"read me"}
    for name, content in others.items():
        (ps.path / name).write_bytes(content)
    ps.write(DATE, "2015-03-05.amf.xml", RIF)
    assert contents(ps.path) == others | {"2015-03-05.amf.xml": RIF}


def test_a_reader_of_the_old_ps_rif_can_read_it_to_its_end(ps: PsFolder) -> None:
    old = ps.write(DATE, "2015-03-05.amf.xml", b"old")
    with old.open("rb") as reader:
        ps.write(DATE, "2015-03-05.amf.xml", RIF)
        assert reader.read() == b"old"


@pytest.fixture
def umask() -> Iterator[int]:
    """Set an unusual umask."""
    before = os.umask(0o027)
    yield 0o027
    os.umask(before)


def test_the_mode_of_a_ps_rif_follows_the_umask(ps: PsFolder, umask: int) -> None:
    path = ps.write(DATE, "2015-03-05.amf.xml", RIF)
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
    message = refusal(lambda: ps.write(DATE, name, RIF))
    assert message == f"Cannot write {ps.path / name}: No space left on device."
    assert contents(ps.path) == {"2015-03-05.amf.xml": b"old"}


def test_the_old_ps_rif_stays_if_writing_is_interrupted(
    ps: PsFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ps.path / "2015-03-05.amf.xml").write_bytes(b"old")
    monkeypatch.setattr("os.fsync", failing(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        ps.write(DATE, "2015-03-05.amf.xml", RIF)
    assert contents(ps.path) == {"2015-03-05.amf.xml": b"old"}


def test_clear_removes_temporary_files_and_staging_directories(
    ps: PsFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as killed:

        def kill(_file: int) -> None:
            killed.setattr("pathlib.Path.unlink", failing(KeyboardInterrupt()))
            raise KeyboardInterrupt

        killed.setattr("os.fsync", kill)
        with pytest.raises(KeyboardInterrupt):
            ps.write(DATE, "2015-03-05.amf.xml", RIF)
    assert len(contents(ps.path)) == 1
    ps.staging("1").prepare()
    ps.write(LATER, "2015-03-12.amf.xml", RIF)
    ps.clear()
    assert [path.name for path in ps.path.iterdir()] == ["2015-03-12.amf.xml"]
    assert contents(ps.path) == {"2015-03-12.amf.xml": RIF}


def test_a_temporary_file_is_not_a_ps_rif(ps: PsFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[bool] = []
    monkeypatch.setattr("os.fsync", lambda _file: found.append(DATE in ps.listing().paths))
    ps.write(DATE, "2015-03-05.amf.xml", RIF)
    assert found[0] is False


def test_write_names_a_file_that_it_cannot_write(tmp_path: Path) -> None:
    ps = PsFolder(tmp_path / "gone")
    message = refusal(lambda: ps.write(DATE, "2015-03-05.amf.xml", RIF))
    assert message == f"Cannot write {ps.path / '2015-03-05.amf.xml'}: No such file or directory."


def test_a_file_named_after_a_date_that_does_not_exist_stays(ps: PsFolder) -> None:
    (ps.path / "2015-02-30.amf.xml").write_bytes(b"no such date")
    ps.write(DATE, "2015-03-05.amf.xml", RIF)
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
    assert refusal(ps.prepare) == f"Cannot write ps rifs to {ps.path}: Not a directory."


def test_prepare_refuses_a_directory_that_is_a_file(tmp_path: Path) -> None:
    ps = PsFolder(tmp_path / "file")
    ps.path.touch()
    assert refusal(ps.prepare) == f"Cannot write ps rifs to {ps.path}: File exists."


def test_prepare_refuses_a_directory_in_which_no_file_can_be_created() -> None:
    assert refusal(PsFolder(Path("/proc")).prepare).startswith("Cannot write ps rifs to /proc: ")


@pytest.mark.parametrize("name", ["2015-03-05.amf.xml", "20150305.amf.xml.gz"])
def test_the_listing_contains_the_dates_of_ps_rifs(ps: PsFolder, name: str) -> None:
    assert DATE not in ps.listing().paths
    (ps.path / name).write_bytes(RIF)
    assert DATE in ps.listing().paths
    assert LATER not in ps.listing().paths


def test_a_missing_directory_has_no_ps_rif(tmp_path: Path) -> None:
    assert PsFolder(tmp_path / "gone").listing().paths == {}


def test_remove_removes_only_the_ps_rif_of_the_date(ps: PsFolder) -> None:
    for name in ("2015-03-05.amf.xml", "2015-03-12.amf.xml", "2015-03-05.txt"):
        (ps.path / name).write_bytes(RIF)
    ps.remove(DATE)
    assert sorted(contents(ps.path)) == ["2015-03-05.txt", "2015-03-12.amf.xml"]


def test_remove_does_nothing_without_a_ps_rif_of_the_date(ps: PsFolder, tmp_path: Path) -> None:
    ps.remove(DATE)
    PsFolder(tmp_path / "gone").remove(DATE)
    assert contents(ps.path) == {}


def test_remove_names_the_ps_rif_that_it_cannot_remove(
    ps: PsFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    ps.write(DATE, "2015-03-05.amf.xml", RIF)
    monkeypatch.setattr("pathlib.Path.unlink", failing(OSError(errno.EROFS, "Read-only")))
    message = refusal(lambda: ps.remove(DATE))
    assert message == f"Cannot remove the ps rif of 2015-03-05 in {ps.path}: Read-only."


# Staging and publishing


def staged(ps: PsFolder) -> None:
    """Write three old ps rifs, one under another name than its new one, and stage two new ones."""
    (ps.path / "2015-03-05_old.amf.xml").write_bytes(b"old")
    (ps.path / "2015-03-12.amf.xml").write_bytes(b"old")
    (ps.path / "2015-03-19.amf.xml").write_bytes(b"old")
    ps.staging("1").prepare()
    ps.staging("1").write(DATE, "2015-03-05.amf.xml", b"new")
    ps.staging("1").write(LATER, "2015-03-12.amf.xml", b"new")
    (ps.staging("1").path / ".wildwood-2015-03-05.tmp").write_bytes(b"left by a killed run")


PUBLISHED = {
    "2015-03-05.amf.xml": b"new",
    "2015-03-12.amf.xml": b"new",
    "2015-03-19.amf.xml": b"old",
}


def test_a_staged_ps_rif_is_only_in_the_staging_directory(ps: PsFolder) -> None:
    ps.staging("1").prepare()
    ps.staging("1").write(DATE, "2015-03-05.amf.xml", RIF)
    assert DATE not in ps.listing().paths
    assert DATE in ps.staging("1").listing().paths


def test_the_staging_directory_is_hidden_and_inside_the_ps_directory(ps: PsFolder) -> None:
    assert ps.staging("1").path.parent == ps.path
    assert ps.staging("1").path.name.startswith(".")


def test_publish_moves_staged_ps_rifs_into_place(ps: PsFolder) -> None:
    staged(ps)
    ps.publish(ps.staging("1"))
    assert contents(ps.path) == PUBLISHED


def test_publish_does_nothing_without_a_staging_directory(ps: PsFolder) -> None:
    (ps.path / "2015-03-05.amf.xml").write_bytes(b"old")
    ps.publish(ps.staging("1"))
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
        message = refusal(lambda: ps.publish(ps.staging("1")))
    assert message == f"Cannot move ps rifs from {ps.staging('1').path} to {ps.path}: Interrupted."
    ps.publish(ps.staging("1"))
    assert contents(ps.path) == PUBLISHED


def test_empty_removes_the_staging_directory_with_its_files(ps: PsFolder) -> None:
    staged(ps)
    ps.staging("1").empty()
    assert not ps.staging("1").path.exists()
    assert len(contents(ps.path)) == 3


def test_empty_does_nothing_without_a_staging_directory(ps: PsFolder) -> None:
    ps.staging("1").empty()
    assert contents(ps.path) == {}


def test_empty_names_the_directory_that_it_cannot_remove(ps: PsFolder) -> None:
    (ps.staging("1").path / "a directory").mkdir(parents=True)
    assert str(ps.staging("1").path) in refusal(ps.staging("1").empty)


# Size


def test_the_size_of_a_listing_is_that_of_its_rifs_only(us: UsFolder) -> None:
    for name, content in (
        ("2015-03-05.xml", b"1"), ("2015-03-05.amf.xml", b"22"), ("20150312.xml.gz", b"333"),
        ("notes.txt", b"4444"),
    ):  # fmt: skip
        (us.path / name).write_bytes(content)
    assert us.listing().size() == 6


def test_a_rif_that_was_removed_since_has_no_size(us: UsFolder) -> None:
    (us.path / "2015-03-05.xml").write_bytes(RIF)
    listing = us.listing()
    (us.path / "2015-03-05.xml").unlink()
    assert listing.size() == 0
