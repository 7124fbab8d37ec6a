"""Folders that ship with the package, installed or in the checkout."""

from pathlib import Path

import pytest

from wildwood import resources


def test_in_the_checkout_they_are_beside_the_package() -> None:
    assert (resources.folder("config") / "wildwood.toml").is_file()


def test_installed_they_are_inside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config").mkdir()
    monkeypatch.setattr(resources, "PACKAGE", tmp_path)
    assert resources.folder("config") == tmp_path / "config"
