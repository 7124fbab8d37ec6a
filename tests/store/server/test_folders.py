"""The directory of a private database is its user's only, from the start."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from wildwood.errors import ServerError
from wildwood.store.server.folders import create_socket_folder, database_folder


@contextmanager
def umask(mask: int) -> Iterator[None]:
    old = os.umask(mask)
    try:
        yield
    finally:
        os.umask(old)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


class TestANewDirectory:
    @pytest.mark.parametrize("mask", [0o000, 0o022, 0o077], ids=oct)
    def test_is_its_users_only(self, tmp_path: Path, mask: int) -> None:
        with umask(mask):
            database_folder(tmp_path / "db")
        assert [mode(tmp_path / "db"), mode(tmp_path / "db" / "data")] == [0o700, 0o700]

    def test_is_never_open_to_others(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Not even between two steps."""
        monkeypatch.delattr(Path, "chmod")
        with umask(0):
            database_folder(tmp_path / "db")
        assert [mode(tmp_path / "db"), mode(tmp_path / "db" / "data")] == [0o700, 0o700]

    def test_has_parents_with_the_usual_permissions(self, tmp_path: Path) -> None:
        with umask(0o022):
            database_folder(tmp_path / "var" / "db")
        assert mode(tmp_path / "var") == 0o755

    def test_is_made_where_a_link_points_to(self, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(tmp_path / "db")
        assert database_folder(tmp_path / "link") == tmp_path / "db"
        assert mode(tmp_path / "db") == 0o700


class TestADirectoryThatExists:
    @pytest.fixture
    def db(self, tmp_path: Path) -> Path:
        """The open directory of an earlier version."""
        folder = tmp_path / "db"
        (folder / "data").mkdir(parents=True)
        for name in ("gate.lock", "users.lock", "mongod.log", "mongod.log.1"):
            (folder / name).touch()
        for each in (folder, folder / "data"):
            each.chmod(0o755)
        return folder

    def test_is_made_its_users_only(self, db: Path) -> None:
        database_folder(db)
        assert [mode(db), mode(db / "data")] == [0o700, 0o700]

    def test_is_left_open_if_it_is_also_for_something_else(self, db: Path) -> None:
        (db / "public_html").mkdir()
        database_folder(db)
        assert [mode(db), mode(db / "data")] == [0o755, 0o700]

    @pytest.mark.parametrize(
        ("uid", "name"), [(0, "root"), (999_999, "the user with the number 999999")]
    )
    def test_is_refused_if_its_data_belongs_to_another_user(
        self, db: Path, monkeypatch: pytest.MonkeyPatch, uid: int, name: str
    ) -> None:
        database_folder(db)
        stat_of = Path.stat

        def owned(path: Path, **options: bool) -> os.stat_result:
            fields = list(stat_of(path, **options))
            fields[stat.ST_UID] = uid if path == db / "data" else fields[stat.ST_UID]
            return os.stat_result(fields)

        monkeypatch.setattr(Path, "stat", owned)
        monkeypatch.setattr(os, "getuid", lambda: 4711)
        with pytest.raises(ServerError) as caught:
            database_folder(db)
        assert str(caught.value) == (
            f"The private database {db} belongs to {name}; run this command as that user, who"
            " could not use the files that it would leave."
        )

    def test_keeps_narrower_permissions(self, db: Path) -> None:
        db.chmod(0o500)
        database_folder(db)
        assert mode(db) == 0o500


def test_the_directory_of_a_socket_is_refused_if_it_belongs_to_another_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "socket"
    folder.mkdir(mode=0o700)
    another = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: another)
    with pytest.raises(ServerError) as caught:
        create_socket_folder(folder)
    assert str(caught.value) == (
        f"{folder} is not private to this user; remove it and run the command again."
    )
