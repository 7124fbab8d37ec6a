"""The directory of a private database is its user's only, from the start."""

import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from wildwood.kernel.errors import ServerError
from wildwood.nep.mongod import create_socket_folder, database_folder, socket_path


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

    def test_can_be_made_by_another_command_meanwhile(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        mkdir = Path.mkdir

        def mkdir_late(folder: Path, *args: Any, **options: Any) -> None:
            mkdir(folder, parents=True, exist_ok=True)
            mkdir(folder, *args, **options)

        monkeypatch.setattr(Path, "mkdir", mkdir_late)
        assert database_folder(tmp_path / "db") == tmp_path / "db"

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
        ("uid", "name", "quoted"), [(0, "root", "root"), (999_999, "#999999", "'#999999'")]
    )
    def test_is_refused_if_its_data_belongs_to_another_user(
        self, db: Path, monkeypatch: pytest.MonkeyPatch, uid: int, name: str, quoted: str
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
            f"The private database {db} belongs to the user {name}; run this command as that user,"
            f" with sudo -H -u {quoted}."
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


class TestTheSocketOfALongPath:
    """A path that is too long for the address of a socket."""

    @pytest.fixture
    def db(self, tmp_path: Path) -> Path:
        return tmp_path / ("long" * 30) / "db"

    @pytest.fixture
    def base(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
        """Make a short temporary directory, in which the runtime directory is `run`."""
        with tempfile.TemporaryDirectory(prefix="w") as folder:
            monkeypatch.setattr(tempfile, "tempdir", folder)
            monkeypatch.setenv("XDG_RUNTIME_DIR", f"{folder}/run")
            yield Path(folder)

    def test_is_in_the_users_runtime_directory(self, db: Path, base: Path) -> None:
        (base / "run").mkdir()
        assert socket_path(db).parent.parent == base / "run"

    def test_is_in_the_temporary_directory_without_a_runtime_directory(
        self, db: Path, base: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("XDG_RUNTIME_DIR")
        assert socket_path(db).parent.parent == base

    def test_is_in_tmp_if_the_temporary_directory_is_long_too(
        self, db: Path, base: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(tempfile, "tempdir", str(base / db.parent.name))
        assert socket_path(db).parent.parent == Path("/tmp")

    @pytest.mark.parametrize("unusable", ["gone", "a file", "not writable", "of another user"])
    def test_is_in_the_temporary_directory_if_the_runtime_directory_is_unusable(
        self, db: Path, base: Path, monkeypatch: pytest.MonkeyPatch, unusable: str
    ) -> None:
        runtime = base / "run"
        if unusable == "a file":
            runtime.touch()
        elif unusable != "gone":
            runtime.mkdir()
        if unusable == "not writable":
            monkeypatch.setattr(os, "access", allowed_except(runtime))
        if unusable == "of another user":
            monkeypatch.setattr(os, "stat", owned_by_another(runtime))
        assert socket_path(db).parent.parent == base


def allowed_except(folder: Path) -> Callable[[Any, int], bool]:
    """Return an `os.access` to which a directory is closed, even if the tests run as root."""
    is_allowed = os.access

    def access(path: Any, mode: int) -> bool:
        return str(path) != str(folder) and is_allowed(path, mode)

    return access


def owned_by_another(folder: Path) -> Callable[..., Any]:
    """Return an `os.stat` to which a directory belongs to another user."""
    stat_of = os.stat

    def stat_as_another(path: Any, *args: Any, **options: Any) -> Any:
        found = stat_of(path, *args, **options)
        if str(path) == str(folder):
            return SimpleNamespace(st_uid=found.st_uid + 1, st_mode=found.st_mode)
        return found

    return stat_as_another
