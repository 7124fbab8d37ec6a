"""A file is replaced whole or not at all."""

from pathlib import Path

import pytest

from wildwood.kernel.files import make_folder, write_atomically


def test_a_file_is_created_and_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a.xml"
    for content in (b"first", b"second"):
        write_atomically(file, content)
        assert file.read_bytes() == content


def test_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a.xml", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["a.xml"]


def test_the_old_file_stays_if_it_is_not_admitted(tmp_path: Path) -> None:
    file = tmp_path / "a.xml"
    file.write_bytes(b"old")

    def refuse() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_atomically(file, b"new", admit=refuse)
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_broken_off_temporary_file_is_replaced(tmp_path: Path) -> None:
    temporary = tmp_path / ".mark"
    temporary.write_bytes(b"broken off")
    write_atomically(tmp_path / "a.xml", b"new", temporary)
    assert (tmp_path / "a.xml").read_bytes() == b"new"
    assert not temporary.exists()


def test_a_link_in_place_of_the_temporary_file_is_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"other")
    (tmp_path / ".a.xml.tmp").symlink_to(other)
    write_atomically(tmp_path / "a.xml", b"new")
    assert other.read_bytes() == b"other"


def test_a_folder_is_created_with_its_parents(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b" / "c"
    make_folder(folder)
    make_folder(folder)
    assert folder.is_dir()
