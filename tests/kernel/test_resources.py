"""Folders that ship with the package, installed or in the checkout, and the user's cache."""

from pathlib import Path

import pytest

from wildwood.kernel import files


def test_in_the_checkout_they_are_beside_the_package() -> None:
    assert (files.folder("config") / "wildwood.toml").is_file()


def test_installed_they_are_inside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config").mkdir()
    monkeypatch.setattr(files, "PACKAGE", tmp_path)
    assert files.folder("config") == tmp_path / "config"


def test_the_variable_tells_where_the_cache_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert files.cache_folder() == tmp_path / "wildwood"


def test_without_it_the_cache_is_in_the_home_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert files.cache_folder() == tmp_path / ".cache" / "wildwood"
