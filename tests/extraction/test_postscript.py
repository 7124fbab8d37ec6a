"""PostScript, which is a program that Ghostscript runs in a confined process."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from wildwood.extraction import documents, header, pdf
from wildwood.extraction.data import LimitExceededError, MissingProgramError
from wildwood.extraction.sandbox import Access
from wildwood.extraction.service import worker
from wildwood.extraction.service.processes import Workers, workers
from wildwood.extraction.service.worker import WorkLimits

from tests.support.paths import PAPERS
from tests.support.waiting import TIMEOUT_S

LIMITS = WorkLimits(processes=1, waiting=0, seconds=TIMEOUT_S, memory_bytes=512 << 20)
TITLE = "A One-Page Guide to Finding Repeats"


@pytest.fixture(scope="module")
def pool() -> Iterator[Workers]:
    with workers(LIMITS) as started:
        yield started


def convert(pool: Workers, document: Path, folder: Path) -> tuple[int, Path]:
    """Convert a document; return the exit status of Ghostscript and the PDF."""
    target = folder / "scratch" / "converted.pdf"
    target.parent.mkdir(exist_ok=True)
    access = Access((document,), scratch=(target.parent,), programs=documents.GHOSTSCRIPT_FILES)
    return pool.run_program(worker.convert, document, target, access=access), target


@pytest.mark.program("gs")
def test_it_becomes_a_pdf(pool: Workers, tmp_path: Path) -> None:
    status, target = convert(pool, PAPERS / "onepage.ps", tmp_path)
    assert status == 0
    assert header.extract_header(pdf.read(target)[0]).title == TITLE


@pytest.mark.program("gs")
def test_it_leaves_no_other_file(pool: Workers, tmp_path: Path) -> None:
    _, target = convert(pool, PAPERS / "onepage.ps", tmp_path)
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.program("gs")
def test_a_program_that_never_ends_is_stopped(
    pool: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = tmp_path / "endless.ps"
    endless.write_text("%!PS\n{} loop\n", encoding="ascii")
    monkeypatch.setattr(pool, "_limits", replace(LIMITS, seconds=0.5))
    with pytest.raises(LimitExceededError, match=r"more than 0\.5 s"):
        convert(pool, endless, tmp_path)


@pytest.mark.program("gs")
@pytest.mark.parametrize(
    "program",
    [
        pytest.param("(/etc/hostname) (r) file pop", id="reads"),
        pytest.param("(/tmp/wildwood-was-here) (w) file pop", id="writes"),
        pytest.param("(%pipe%id) (r) file pop", id="runs a program"),
        pytest.param("(/etc/hostname) deletefile", id="deletes"),
        pytest.param("{ 6000000 string } loop", id="takes all memory"),
    ],
)
def test_a_program_cannot_leave_its_sandbox(tmp_path: Path, pool: Workers, program: str) -> None:
    hostile = tmp_path / "hostile.ps"
    hostile.write_text(f"%!PS\n{program} showpage\n", encoding="ascii")
    status, _ = convert(pool, hostile, tmp_path)
    assert status > 0
    assert not Path("/tmp/wildwood-was-here").exists()
    assert convert(pool, PAPERS / "onepage.ps", tmp_path)[0] == 0


def test_without_ghostscript_the_message_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingProgramError, match="apt-get install -y ghostscript"):
        documents.ghostscript_command(tmp_path, tmp_path)
