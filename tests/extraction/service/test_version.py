"""Which version of the extractor made something."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood.extraction.service.reuse import extractor_version
from wildwood.kernel import files

from tests.support.architecture import PACKAGE, modules, own_imports

WORK = ("extraction.service.worker",)
HASHED = (
    "biblio", "extraction",
)  # fmt: skip
DECIDES_NOTHING = {
    "kernel.errors", "kernel.safe_xml", "kernel.text",
}  # fmt: skip
"""What the work on documents uses, but the stored data does not depend on."""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make a small package of which each part has a file."""
    for name in HASHED:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix:
            path.write_text("a = 1\n", encoding="utf-8")
        else:
            (path / "deep").mkdir(parents=True)
            (path / "deep" / "model.bin").write_bytes(b"1")
    monkeypatch.setattr(files, "PACKAGE", tmp_path)
    extractor_version.cache_clear()
    yield tmp_path
    extractor_version.cache_clear()


def version() -> str:
    extractor_version.cache_clear()
    return extractor_version()


@pytest.mark.parametrize("name", HASHED)
def test_any_file_that_decides_the_data_makes_another_version(package: Path, name: str) -> None:
    before = version()
    path = package / name if name.endswith(".py") else package / name / "deep" / "model.bin"
    path.write_bytes(b"2")
    assert version() != before


def test_a_file_that_moves_makes_another_version(package: Path) -> None:
    before = version()
    shutil.move(package / "biblio" / "deep", package / "biblio" / "deeper")
    assert version() != before


def test_other_files_do_not(package: Path) -> None:
    before = version()
    (package / "extraction" / "http").mkdir()
    (package / "extraction" / "http" / "web.py").write_text("a = 1\n", encoding="utf-8")
    (package / "biblio" / "__pycache__").mkdir()
    (package / "biblio" / "__pycache__" / "person.pyc").write_bytes(b"1")
    assert version() == before


def test_all_code_that_works_on_documents_is_part_of_it() -> None:
    used, pending = set[str](), list(WORK)
    while pending:
        name = pending.pop()
        if name not in used:
            used.add(name)
            pending += own_imports()[name]
    paths = {name: modules()[name].relative_to(PACKAGE).as_posix() for name in used}
    others = {name for name, path in paths.items() if not path.startswith(HASHED)}
    outside = {name.removesuffix(".__init__") for name in others}
    assert {name for name in outside if "sandbox" not in name} == DECIDES_NOTHING
