"""Which files of a directory are rifs, and of which date."""

import datetime
import gzip
import os
from pathlib import Path

import pytest

from wildwood.nep.folders import UsFolder, list_rifs
from wildwood.nep.rif import digest_of

from tests.support.rif_files import DATE, PAPER, RIF, refusal


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


def test_directories_are_ignored(us: UsFolder, tmp_path: Path) -> None:
    (us.path / "2015-03-05.amf.xml").mkdir()
    (us.path / "2015-03-12.amf.xml").symlink_to(tmp_path)
    assert us.listing().dates() == []


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("gone", "No such file or directory"),
        ("2015-03-05.amf.xml", "Too many levels of symbolic links"),
    ],
)
def test_a_link_that_leads_nowhere_is_a_rif_that_cannot_be_read(
    us: UsFolder, target: str, reason: str
) -> None:
    link = us.path / "2015-03-05.amf.xml"
    link.symlink_to(us.path / target)
    assert us.listing().dates() == [DATE]
    assert us.listing().size() == 0
    assert refusal(lambda: us.read(DATE)) == f"Cannot read {link}: {reason}."


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


def test_one_date_is_listed_in_every_form_without_the_others(us: UsFolder) -> None:
    for name in ("2015-03-05.xml", "20150305_1.amf.xml.gz", "2015-03-12.xml", "notes.xml"):
        (us.path / name).touch()
    listing = list_rifs(us.path, us.cure, DATE)
    assert {date: len(paths) for date, paths in listing.paths.items()} == {DATE: 2}
    assert listing.undated == []


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


@pytest.mark.parametrize("suffix", [".amf.xml", ".amf.xml.gz", ".xml"])
def test_of_rifs_that_differ_in_their_time_stamp_alone_the_newest_counts(
    us: UsFolder, suffix: str
) -> None:
    stored = gzip.compress(RIF) if suffix.endswith(".gz") else RIF
    older, newer = f"2020-01-06_1578268800{suffix}", f"2020-01-06_1578355200{suffix}"
    for name in (older, newer):
        (us.path / name).write_bytes(stored)
    found = us.read(datetime.date(2020, 1, 6))
    assert (found.name, found.superseded) == (newer, (older,))


def test_time_stamps_are_compared_as_numbers(us: UsFolder) -> None:
    for name in ("2001-09-08_999993600.xml", "2001-09-08_1000000000.xml"):
        (us.path / name).write_bytes(RIF)
    assert us.read(datetime.date(2001, 9, 8)).name == "2001-09-08_1000000000.xml"


def test_rifs_that_also_differ_otherwise_are_an_error(us: UsFolder) -> None:
    for name in ("2020-01-06_1578268800.amf.xml", "2020-01-06_1578355200.xml"):
        (us.path / name).write_bytes(RIF)
    message = refusal(lambda: us.read(datetime.date(2020, 1, 6)))
    assert message.startswith("2020-01-06 has more than one rif: ")


def test_xml_files_without_a_date_are_listed(us: UsFolder) -> None:
    others = ["index.XML", "nep-all.xml"]
    for name in (*others, ".hidden.xml", "notes.txt"):
        (us.path / name).touch()
    assert [path.name for path in us.listing().undated] == others


def test_files_with_a_date_in_another_place_or_form_are_listed_as_unread(us: UsFolder) -> None:
    others = ["2015-03-12.AMF.XML", "2015-3-12.xml", "20150312.amf.xz", "old 2015-03-05.xml.gz"]
    for name in (*others, "2015-03-12.xml.bak", "2015-03-12.xml.zip.part", "report-2015.xml"):
        (us.path / name).touch()
    assert [path.name for path in us.listing().unread] == others


def test_a_name_that_is_not_utf8_is_refused(us: UsFolder) -> None:
    path = os.fsencode(us.path) + b"/2015-03-05 \xe9.xml"
    Path(os.fsdecode(path)).write_bytes(RIF)
    assert refusal(lambda: us.read(DATE)) == (
        f"The name of {us.path}/2015-03-05 ?.xml is not UTF-8; rename the file."
    )


def test_a_directory_that_is_missing_is_named(tmp_path: Path) -> None:
    us = UsFolder(tmp_path / "gone")
    message = f"Cannot read the directory {us.path}: No such file or directory; check paths.us."
    assert refusal(us.listing) == message
    assert refusal(lambda: us.read(DATE)) == message


def test_a_directory_that_is_a_file_is_named(tmp_path: Path) -> None:
    us = UsFolder(tmp_path / "file")
    us.path.touch()
    assert (
        refusal(us.listing)
        == f"Cannot read the directory {us.path}: Not a directory; check paths.us."
    )
