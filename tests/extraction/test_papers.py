"""Real papers: their header, citations and body, and broken and hostile files."""

from pathlib import Path

import pytest

from wildwood.extraction import citations, documents, full_text, header
from wildwood.extraction.data import DocumentType, Line, NothingToExtractError

from tests.support.paths import PAPERS

DUST = PAPERS / "10.21105.jose.00200.pdf"


TYPES = {".pdf": DocumentType.PDF, ".txt": DocumentType.TEXT}


def lines(path: Path) -> list[Line]:
    return documents.read_document(path, TYPES[path.suffix])


class TestTheHeader:
    def test_has_title_and_authors(self) -> None:
        extracted = header.extract_header(lines(DUST))
        assert extracted.title == "Dust Aerosol Detection, Monitoring and Forecasting"
        assert [author.name for author in extracted.authors] == [
            "Julia Wagemann",
            "Sabrina H. Szeto",
            "Simone Mantovani",
            "Federico Fierli",
        ]

    def test_has_the_doi_and_the_summary(self) -> None:
        extracted = header.extract_header(lines(DUST))
        assert extracted.doi == "10.21105/jose.00200"
        assert extracted.abstract.startswith("The training course on ‘Dust Aerosol Detection")
        assert extracted.abstract.endswith("Gases Research Infrastructure.")

    def test_is_found_in_plain_text_by_the_model_alone(self, tmp_path: Path) -> None:
        paper = tmp_path / "paper.txt"
        paper.write_text(
            "On the Matching of Workers and Firms in Large Cities\n\nAnna Smith and Robert Jones\n"
            "Department of Economics, University of Oslo\n\nAbstract\nWe show that cities match"
            " workers better.\n\n1 Introduction\nMuch is known.\n",
            encoding="utf-8",
        )
        extracted = header.extract_header(lines(paper))
        assert extracted.title == "On the Matching of Workers and Firms in Large Cities"
        assert [author.name for author in extracted.authors] == ["Anna Smith", "Robert Jones"]
        assert extracted.abstract == "We show that cities match workers better."


class TestTheCitations:
    def test_are_complete(self) -> None:
        assert [one.title for one in citations.extract_citations(lines(DUST))] == [
            "inDust",
            "Sand and Dust Storms Compendium",
            "UN Coalition to Combat Sand and Dust Storms",
            "WMO Airborne Dust Bulletin - September 2022",
            "WMO issues Airborne Dust Bulletin",
            "Sand and Dust Storms",
        ]

    def test_have_whole_urls_despite_line_breaks(self) -> None:
        extracted = citations.extract_citations(lines(DUST))
        assert (
            extracted[1].url == "https://www.unccd.int/sites/default/files/2022-05/"
            "1871_Book_SDS_%20Compendium_V1.pdf"
        )

    def test_have_their_contexts_in_the_text(self) -> None:
        by_title = {one.title: one for one in citations.extract_citations(lines(DUST))}
        place = by_title["inDust"].contexts[0]
        assert "environmental degradation (Barcelona Supercomputing Center, 2022; World" in place


def test_the_body_contains_neither_header_nor_citations() -> None:
    text = full_text.extract_body(lines(DUST))
    assert text.startswith("Statement of Need")
    assert "Sabrina H. Szeto" not in text
    assert "Sand and Dust Storms Compendium" not in text
    assert text.rstrip().endswith("Trace Gases Research Infrastructure.")


@pytest.mark.parametrize("cut", [0, 300, 5000])
def test_a_broken_pdf_is_refused(tmp_path: Path, cut: int) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(DUST.read_bytes()[:cut])
    with pytest.raises(NothingToExtractError, match=r"PDF cannot be read|contains no text"):
        documents.read_document(broken, DocumentType.PDF)
