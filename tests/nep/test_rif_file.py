"""Read rifs from files."""

import gzip
import hashlib
import tracemalloc
from pathlib import Path

import pytest

from wildwood.nep.folders import UsFolder
from wildwood.nep.rif import digest_of, read_rif

from tests.support.rif_files import DATE, LATER, PAPER, RIF, refusal


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


def test_a_gzip_file_without_its_suffix_is_told_to_be_renamed(us: UsFolder) -> None:
    path = us.path / "2015-03-05.amf.xml"
    path.write_bytes(WHOLE)
    assert refusal(lambda: us.read(DATE)) == f"{path} is gzipped; let its name end in .xml.gz."


@pytest.mark.parametrize(("suffix", "stored"), [(".xml", RIF), (".xml.gz", WHOLE)])
def test_a_small_rif_needs_little_memory(us: UsFolder, suffix: str, stored: bytes) -> None:
    (us.path / f"2015-03-05{suffix}").write_bytes(stored)
    tracemalloc.start()
    try:
        us.read(DATE)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < us.max_bytes / 100


def test_a_gzip_file_that_unpacks_to_more_than_the_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "2015-03-05.amf.xml.gz"
    path.write_bytes(gzip.compress(b" " * (1 << 20) + RIF))
    assert refusal(lambda: read_rif(DATE, path, max_bytes=1 << 20)) == (
        f"{path} unpacks to more than 1 MB; if it is a rif, raise limits.rif_mb."
    )


def test_a_file_larger_than_the_limit_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "2015-03-05.amf.xml"
    with path.open("wb") as stream:
        stream.truncate(900 << 30)
    assert refusal(lambda: read_rif(DATE, path, max_bytes=1 << 20)) == (
        f"{path} is more than 1 MB; if it is a rif, raise limits.rif_mb."
    )


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
    path.write_bytes(b"no rif")
    assert refusal(lambda: us.read(DATE)) == f"{path} is malformed XML at line 1: syntax error."


def test_a_file_that_cannot_be_read_is_named(us: UsFolder) -> None:
    path = us.path / "2015-03-05.amf.xml"
    path.symlink_to("/proc/self/mem")  # not even root can read its first page, which is unmapped
    assert refusal(lambda: us.read(DATE)) == f"Cannot read {path}: Input/output error."
    assert (
        refusal(lambda: digest_of(us.listing().path(DATE)))
        == f"Cannot read {path}: Input/output error."
    )
