"""Extract what is in a document, in this process."""

import shutil
from pathlib import Path
from typing import Any

import pytest

import wildwood
from wildwood.extraction.data import NothingToExtractError, UnknownTypeError
from wildwood.kernel.errors import InputError, WildwoodError

from tests.support.paths import CHECKOUT

DATA = CHECKOUT / "tests" / "data" / "extraction"
PAPER = DATA / "10.21105.jose.00016.pdf"


def test_a_path_and_its_bytes_give_the_same() -> None:
    paper = wildwood.extract(PAPER)
    content = PAPER.read_bytes()
    assert paper == wildwood.extract(content) == wildwood.extract(memoryview(content))
    assert paper.header.authors[0].name == "Ariel Rokem"
    assert paper.citations
    assert len(paper.body) < len(paper.text)


@pytest.mark.parametrize(
    ("document", "error"),
    [("gone.pdf", InputError), (b"", UnknownTypeError), (b"%PDF-1.4", NothingToExtractError)],
)
def test_a_mistake_is_one_sentence(document: str | bytes, error: type[WildwoodError]) -> None:
    with pytest.raises(error):
        wildwood.extract(document)


def test_of_many_each_has_its_path_and_an_error_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4")
    copied = shutil.copy(PAPER, tmp_path / "below")
    read = dict(wildwood.extract_all([tmp_path, "gone.pdf"]))
    assert [*read] == [tmp_path / "a.pdf", Path(copied), Path("gone.pdf")]
    paper = read[Path(copied)]
    assert paper == wildwood.extract(PAPER)
    assert isinstance(read[tmp_path / "a.pdf"], NothingToExtractError)
    assert isinstance(read[Path("gone.pdf")], InputError)


def test_many_are_read_as_they_are_asked_for(tmp_path: Path) -> None:
    papers = wildwood.extract_all(tmp_path)
    shutil.copy(PAPER, tmp_path)
    assert [path.name for path, _ in papers] == [PAPER.name]


@pytest.mark.parametrize("paths", [None, 3, b"a.pdf", ["a.pdf", None]])
def test_what_is_no_path_is_refused(paths: Any) -> None:
    with pytest.raises(InputError, match=r" is not the path of a file\.$"):
        next(wildwood.extract_all(paths))


def test_an_object_that_is_no_document_is_refused() -> None:
    with pytest.raises(
        InputError, match=r"^An object of the type int is not a document; give a path"
    ):
        wildwood.extract(3)  # type: ignore[arg-type]


def test_a_path_that_cannot_be_one_is_named() -> None:
    for path in ("", "a\0b", "~nobody-of-this-name/a.pdf"):
        with pytest.raises(InputError):
            wildwood.extract(path)
    with pytest.raises(InputError, match=r"^Cannot read a+…: File name too long\.$"):
        wildwood.extract("a" * 5_000)
