"""Real papers: their header, citations and body, and broken and hostile files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood.extraction.documents import reading
from wildwood.extraction.errors import NothingToExtractError
from wildwood.extraction.fields import body, citations, header
from wildwood.extraction.model import DocumentType, Line
from wildwood.extraction.service.processes import Workers, WorkLimits, workers

from tests.support.paths import PAPERS
from tests.support.waiting import TIMEOUT_S

DUST = PAPERS / "10.21105.jose.00200.pdf"


def lines(path: Path) -> list[Line]:
    kind = {"pdf": DocumentType.PDF, "ps": DocumentType.POSTSCRIPT}.get(path.suffix[1:])
    return reading.read_document(path, kind or DocumentType.TEXT, TIMEOUT_S)


@pytest.fixture(scope="module")
def pool() -> Iterator[Workers]:
    limits = WorkLimits(processes=1, waiting=0, seconds=TIMEOUT_S, memory_bytes=512 << 20)
    with workers(limits) as started:
        yield started


class TestTheHeader:
    def test_has_title_and_authors(self) -> None:
        extracted = header.extract(lines(DUST))
        assert extracted.title == "Dust Aerosol Detection, Monitoring and Forecasting"
        assert [author.name for author in extracted.authors] == [
            "Julia Wagemann",
            "Sabrina H. Szeto",
            "Simone Mantovani",
            "Federico Fierli",
        ]

    def test_has_the_doi_and_the_summary(self) -> None:
        extracted = header.extract(lines(DUST))
        assert extracted.doi == "10.21105/jose.00200"
        assert extracted.abstract.startswith("The training course on ‘Dust Aerosol Detection")
        assert extracted.abstract.endswith("Gases Research Infrastructure.")

    def test_is_found_in_postscript(self) -> None:
        extracted = header.extract(lines(PAPERS / "onepage.ps"))
        assert extracted.title == "A One-Page Guide to Finding Repeats"

    def test_is_found_in_plain_text_by_the_model_alone(self, tmp_path: Path) -> None:
        paper = tmp_path / "paper.txt"
        paper.write_text(
            "On the Matching of Workers and Firms in Large Cities\n\nAnna Smith and Robert Jones\n"
            "Department of Economics, University of Oslo\n\nAbstract\nWe show that cities match"
            " workers better.\n\n1 Introduction\nMuch is known.\n",
            encoding="utf-8",
        )
        extracted = header.extract(lines(paper))
        assert extracted.title == "On the Matching of Workers and Firms in Large Cities"
        assert [author.name for author in extracted.authors] == ["Anna Smith", "Robert Jones"]
        assert extracted.abstract == "We show that cities match workers better."


class TestTheCitations:
    def test_are_complete(self) -> None:
        assert [one.title for one in citations.extract(lines(DUST))] == [
            "inDust",
            "Sand and Dust Storms Compendium",
            "UN Coalition to Combat Sand and Dust Storms",
            "WMO Airborne Dust Bulletin - September 2022",
            "WMO issues Airborne Dust Bulletin",
            "Sand and Dust Storms",
        ]

    def test_have_whole_urls_despite_line_breaks(self) -> None:
        extracted = citations.extract(lines(DUST))
        assert (
            extracted[1].url == "https://www.unccd.int/sites/default/files/2022-05/"
            "1871_Book_SDS_%20Compendium_V1.pdf"
        )

    def test_have_their_contexts_in_the_text(self) -> None:
        by_title = {one.title: one for one in citations.extract(lines(DUST))}
        place = by_title["inDust"].contexts[0]
        assert "environmental degradation (Barcelona Supercomputing Center, 2022; World" in place


def test_the_body_contains_neither_header_nor_citations() -> None:
    text = body.extract(lines(DUST))
    assert text.startswith("Statement of Need")
    assert "Sabrina H. Szeto" not in text
    assert "Sand and Dust Storms Compendium" not in text
    assert text.rstrip().endswith("Trace Gases Research Infrastructure.")


@pytest.mark.parametrize("cut", [0, 300, 5000])
def test_a_broken_pdf_is_refused(tmp_path: Path, cut: int) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(DUST.read_bytes()[:cut])
    with pytest.raises(NothingToExtractError, match=r"PDF cannot be read|contains no text"):
        reading.read_document(broken, DocumentType.PDF, TIMEOUT_S)


def test_postscript_that_never_ends_is_stopped(tmp_path: Path) -> None:
    endless = tmp_path / "endless.ps"
    endless.write_text("%!PS\n{} loop\n", encoding="ascii")
    with pytest.raises(NothingToExtractError, match=r"runs for more than 0\.2 s"):
        reading.read_document(endless, DocumentType.POSTSCRIPT, 0.2)


def test_postscript_leaves_no_scratch_files(tmp_path: Path) -> None:
    reading.read_document(PAPERS / "onepage.ps", DocumentType.POSTSCRIPT, TIMEOUT_S, tmp_path)
    assert list(tmp_path.iterdir()) == []


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
def test_postscript_cannot_leave_its_sandbox(tmp_path: Path, pool: Workers, program: str) -> None:
    hostile = tmp_path / "hostile.ps"
    hostile.write_text(f"%!PS\n{program} showpage\n", encoding="ascii")
    with pytest.raises(NothingToExtractError, match="cannot run the PostScript"):
        pool.run(reading.read_document, hostile, DocumentType.POSTSCRIPT, TIMEOUT_S)
    assert not Path("/tmp/wildwood-was-here").exists()
    assert pool.run(
        reading.read_document, PAPERS / "onepage.ps", DocumentType.POSTSCRIPT, TIMEOUT_S
    )
