"""Scans, whose pages are pictures, and the program that reads them."""

import struct
from pathlib import Path

import pypdfium2
import pytest

from wildwood.extraction import documents, pdf
from wildwood.extraction.data import (
    DocumentType,
    MissingProgramError,
    NothingToExtractError,
    ScanError,
)
from wildwood.extraction.documents import read_document

from tests.support.extraction_server import DUST
from tests.support.scans import scan_of


def empty(target: Path) -> Path:
    with pypdfium2.PdfDocument.new() as document:
        document.new_page(595, 842)
        document.save(target)
    return target


def test_a_scan_is_said_to_be_one(tmp_path: Path) -> None:
    scan = scan_of(DUST, tmp_path / "scan.pdf")
    with pytest.raises(ScanError, match=r"no text: its pages are pictures, as of a scan"):
        read_document(scan, DocumentType.PDF)


def test_an_empty_page_is_no_scan(tmp_path: Path) -> None:
    with pytest.raises(NothingToExtractError, match="contains no text") as raised:
        read_document(empty(tmp_path / "empty.pdf"), DocumentType.PDF)
    assert not isinstance(raised.value, ScanError)


def test_a_scan_behind_a_cover_with_text_is_refused_only_if_it_can_be_read(tmp_path: Path) -> None:
    scan = scan_of(DUST, tmp_path / "scan.pdf", pages=2, stamp=DUST)
    assert read_document(scan, DocumentType.PDF)
    with pytest.raises(ScanError):
        read_document(scan, DocumentType.PDF, refuses_scans=True)


def test_a_paper_with_text_is_no_scan() -> None:
    assert not documents.is_scan(DUST, pdf.read(DUST)[0])


def test_a_file_that_is_no_pdf_is_no_scan(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 and nothing more")
    assert not documents.is_scan(broken, [])


def test_a_large_page_is_drawn_with_fewer_dots(tmp_path: Path) -> None:
    large = tmp_path / "large.pdf"
    with pypdfium2.PdfDocument.new() as document:
        document.new_page(72 * 100, 72 * 100)
        document.save(large)
    picture = tmp_path / "page.png"
    assert documents.draw_page(large, 0, picture) == 50
    signature, size = picture.read_bytes()[:8], picture.read_bytes()[16:24]
    assert signature == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", size) == (5000, 5000)


def test_without_tesseract_the_message_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingProgramError, match="apt-get install -y tesseract-ocr"):
        documents.tesseract_command(tmp_path / "page.png", tmp_path / "page.pdf", 300, "eng")
