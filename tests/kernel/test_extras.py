"""A library of an extra that is not installed is named with what installs the extra."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from wildwood.kernel.errors import WildwoodError
from wildwood.kernel.extras import installation, requires_extra


def test_a_missing_library_is_named_with_what_to_install() -> None:
    with pytest.raises(WildwoodError) as raised, requires_extra("plots"):
        raise ModuleNotFoundError(name="seaborn")
    assert str(raised.value) == (
        f"This needs the extra 'plots' (seaborn is missing); to install it, {installation('plots')}"
    )


WHEEL = {"url": "file:///home/ann/w-1.0.0.whl"}
GIT = {"url": "https://example.org/w", "vcs_info": {"vcs": "git", "commit_id": "abc"}}


@pytest.mark.parametrize(
    ("origin", "source"),
    [
        (WHEEL, "file:///home/ann/w-1.0.0.whl"),
        (GIT, "git+https://example.org/w@abc"),
        ({**GIT, "subdirectory": "src"}, "git+https://example.org/w@abc#subdirectory=src"),
    ],
    ids=["wheel", "git", "a folder of git"],
)
def test_an_extra_comes_from_where_wildwood_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any], source: str
) -> None:
    install(tmp_path, monkeypatch)
    (tmp_path / "nep_wildwood-1.0.0.dist-info" / "direct_url.json").write_text(json.dumps(origin))
    requirement = f"nep-wildwood[lists] @ {source}"
    assert installation("lists") == f"run {sys.executable} -m pip install '{requirement}'"


def test_an_extra_of_an_installation_from_an_index_has_no_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch)
    assert installation("lists") == "install Wildwood again as nep-wildwood[lists]"


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a folder be the only one with installed packages."""
    described = folder / "nep_wildwood-1.0.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Name: nep-wildwood\nVersion: 1.0.0\n")
    monkeypatch.setattr(sys, "path", [str(folder)])


def test_a_missing_module_of_wildwood_is_a_defect() -> None:
    with pytest.raises(ModuleNotFoundError), requires_extra("plots"):
        raise ModuleNotFoundError(name="wildwood.gone")
