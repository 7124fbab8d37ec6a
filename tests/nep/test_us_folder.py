"""The directory of unsorted rifs."""

from pathlib import Path

import pytest

from wildwood.kernel.errors import RifError
from wildwood.nep.folders import UsFolder

from tests.support.rif_files import DATE, LATER, RIF, refusal


def test_the_rif_of_a_date_is_read(us: UsFolder) -> None:
    (us.path / f"{DATE}.amf.xml").write_bytes(RIF)
    assert us.read(DATE).name == f"{DATE}.amf.xml"


def test_a_date_without_a_rif_is_named(us: UsFolder) -> None:
    assert str(LATER) in refusal(lambda: us.read(LATER))


def test_the_newest_of_two_time_stamps_is_read_and_the_older_named(us: UsFolder) -> None:
    for stamp in ("1425548400", "1425548500"):
        (us.path / f"{DATE}_{stamp}.amf.xml").write_bytes(RIF)
    read = us.read(DATE)
    assert read.name == f"{DATE}_1425548500.amf.xml"
    assert read.superseded == (f"{DATE}_1425548400.amf.xml",)


def test_a_larger_rif_than_allowed_is_refused(us: UsFolder) -> None:
    (us.path / f"{DATE}.amf.xml").write_bytes(RIF)
    small = UsFolder(us.path, len(RIF) - 1)
    assert f"{DATE}.amf.xml" in refusal(lambda: small.read(DATE))
    assert UsFolder(us.path, len(RIF)).read(DATE).name == f"{DATE}.amf.xml"


def test_a_missing_directory_is_named_with_its_key(tmp_path: Path) -> None:
    with pytest.raises(RifError, match=r"paths\.us"):
        UsFolder(tmp_path / "gone").listing()


def test_an_empty_one_is_named_with_its_key(us: UsFolder) -> None:
    assert str(us.no_rifs_error()) == f"No rifs in {us.path}; check paths.us."
