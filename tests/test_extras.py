"""A library of an extra that is not installed is named with what installs the extra."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from wildwood.errors import WildwoodError
from wildwood.extras import installation, requires_extra


def test_a_missing_library_is_named_with_what_to_install() -> None:
    with pytest.raises(WildwoodError) as raised, requires_extra("plots"):
        raise ModuleNotFoundError(name="seaborn")
    assert str(raised.value) == (
        f"This needs the extra 'plots' (seaborn is missing); install it: {installation('plots')}"
    )


@pytest.mark.parametrize(
    ("origin", "source"),
    [
        (None, ""),
        ({"url": "file:///home/ann/w-1.0.0.whl"}, " @ file:///home/ann/w-1.0.0.whl"),
        (
            {"url": "https://example.org/w", "vcs_info": {"vcs": "git"}},
            " @ git+https://example.org/w",
        ),
    ],
    ids=["index", "wheel", "git"],
)
def test_an_extra_comes_from_where_wildwood_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any] | None, source: str
) -> None:
    folder = tmp_path / "nep_wildwood-1.0.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Name: nep-wildwood\nVersion: 1.0.0\n")
    if origin:
        (folder / "direct_url.json").write_text(json.dumps(origin))
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert installation("lists") == f"{sys.executable} -m pip install 'nep-wildwood[lists]{source}'"


def test_a_missing_module_of_wildwood_is_a_defect() -> None:
    with pytest.raises(ModuleNotFoundError), requires_extra("plots"):
        raise ModuleNotFoundError(name="wildwood.gone")
