"""Real papers: what is read and what is found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood.extraction.documents import reading
from wildwood.extraction.errors import NothingToExtractError
from wildwood.extraction.fields import body, citations, header
from wildwood.extraction.model import DocumentType, Line
from wildwood.extraction.service.processes import Workers, WorkLimits, workers

from tests.support.paths import PAPERS

DUST = PAPERS / "10.21105.jose.00200.pdf"
ROKEM = PAPERS / "10.21105.jose.00016.pdf"


def lines(path: Path) -> list[Line]:
    kind = {"pdf": DocumentType.PDF, "ps": DocumentType.POSTSCRIPT}.get(path.suffix[1:])
    return reading.read_document(path, kind or DocumentType.TEXT, 60)


@pytest.fixture(scope="module")
def pool() -> Iterator[Workers]:
    limits = WorkLimits(processes=1, waiting=0, seconds=60, memory_bytes=512 << 20)
    with workers(limits) as made:
        yield made


class TestTheHeader:
    def test_has_title_and_authors(self) -> None:
        found = header.extract(lines(DUST))
        assert found.title == "Dust Aerosol Detection, Monitoring and Forecasting"
        assert [author.name for author in found.authors] == [
            "Julia Wagemann",
            "Sabrina H. Szeto",
            "Simone Mantovani",
            "Federico Fierli",
        ]

    def test_has_the_doi_and_the_summary(self) -> None:
        found = header.extract(lines(DUST))
        assert found.doi == "10.21105/jose.00200"
        assert found.abstract.startswith("The training course on ‘Dust Aerosol Detection")
        assert found.abstract.endswith("Gases Research Infrastructure.")

    def test_of_postscript_is_read_as_well(self) -> None:
        found = header.extract(lines(PAPERS / "onepage.ps"))
        assert found.title == "A One-Page Guide to Finding Repeats"

    def test_of_plain_text_is_found_by_the_model_alone(self, tmp_path: Path) -> None:
        paper = tmp_path / "paper.txt"
        paper.write_text(
            "On the Matching of Workers and Firms in Large Cities\n\nAnna Smith and Robert Jones\n"
            "Department of Economics, University of Oslo\n\nAbstract\nWe show that cities match"
            " workers better.\n\n1 Introduction\nMuch is known.\n",
            encoding="utf-8",
        )
        found = header.extract(lines(paper))
        assert found.title == "On the Matching of Workers and Firms in Large Cities"
        assert [author.name for author in found.authors] == ["Anna Smith", "Robert Jones"]
        assert found.abstract == "We show that cities match workers better."


class TestTheCitations:
    def test_are_all_of_the_list(self) -> None:
        assert [one.title for one in citations.extract(lines(DUST))] == [
            "inDust",
            "Sand and Dust Storms Compendium",
            "UN Coalition to Combat Sand and Dust Storms",
            "WMO Airborne Dust Bulletin - September 2022",
            "WMO issues Airborne Dust Bulletin",
            "Sand and Dust Storms",
        ]

    def test_have_whole_addresses_though_the_lines_break_them(self) -> None:
        found = citations.extract(lines(DUST))
        assert (
            found[1].url == "https://www.unccd.int/sites/default/files/2022-05/"
            "1871_Book_SDS_%20Compendium_V1.pdf"
        )

    def test_have_their_places_in_the_text(self) -> None:
        found = {one.title: one for one in citations.extract(lines(DUST))}
        place = found["inDust"].contexts[0]
        assert "environmental degradation (Barcelona Supercomputing Center, 2022; World" in place


def test_the_body_has_neither_header_nor_citations() -> None:
    text = body.extract(lines(DUST))
    assert text.startswith("Statement of Need")
    assert "Sabrina H. Szeto" not in text
    assert "Sand and Dust Storms Compendium" not in text
    assert text.rstrip().endswith("Trace Gases Research Infrastructure.")


@pytest.mark.parametrize("cut", [0, 300, 5000])
def test_a_broken_pdf_is_refused_in_a_sentence(tmp_path: Path, cut: int) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(DUST.read_bytes()[:cut])
    with pytest.raises(NothingToExtractError, match=r"PDF cannot be read|no text"):
        reading.read_document(broken, DocumentType.PDF, 10)


def test_postscript_that_never_ends_is_given_up(tmp_path: Path) -> None:
    endless = tmp_path / "endless.ps"
    endless.write_text("%!PS\n{} loop\n", encoding="ascii")
    with pytest.raises(NothingToExtractError, match="runs for over 1 s"):
        reading.read_document(endless, DocumentType.POSTSCRIPT, 1)


def test_postscript_leaves_nothing_in_its_scratch(tmp_path: Path) -> None:
    reading.read_document(PAPERS / "onepage.ps", DocumentType.POSTSCRIPT, 60, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "program",
    [
        pytest.param("(/etc/hostname) (r) file pop", id="reads"),
        pytest.param("(/tmp/wildwood-was-here) (w) file pop", id="writes"),
        pytest.param("(%pipe%id) (r) file pop", id="runs a program"),
        pytest.param("(/etc/hostname) deletefile", id="deletes"),
        pytest.param("{ 60000 string } loop", id="takes all memory"),
    ],
)
def test_postscript_touches_nothing_of_ours(tmp_path: Path, pool: Workers, program: str) -> None:
    hostile = tmp_path / "hostile.ps"
    hostile.write_text(f"%!PS\n{program} showpage\n", encoding="ascii")
    with pytest.raises(NothingToExtractError, match="cannot be run"):
        pool.run(reading.read_document, hostile, DocumentType.POSTSCRIPT, 30)
    assert not Path("/tmp/wildwood-was-here").exists()
    assert pool.run(reading.read_document, PAPERS / "onepage.ps", DocumentType.POSTSCRIPT, 30)
