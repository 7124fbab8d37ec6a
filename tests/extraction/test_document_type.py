"""The type of a file, by its content."""

import pytest

from wildwood.extraction.data import DocumentType, UnknownTypeError
from wildwood.extraction.documents import HEAD_BYTES, document_type


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"%PDF-1.7\n", DocumentType.PDF),
        (b"junk before\n%PDF-1.4", DocumentType.PDF),
        (b"junk before %PDF-1.4\n\x00\x01", DocumentType.PDF),
        (b"Reading %PDF-1.4 files\n\nAn author", DocumentType.TEXT),
        (b"\n" * HEAD_BYTES, DocumentType.TEXT),
        (b"N\bNA\bAM\bME\bE", DocumentType.TEXT),
        (b"%!PS-Adobe-3.0\n", DocumentType.POSTSCRIPT),
        (b"\x04%!PS-Adobe", DocumentType.POSTSCRIPT),
        (b"\x1b%-12345X@PJL\n%!PS-Adobe-3.0", DocumentType.POSTSCRIPT),
        (b"A title\n\nAn author", DocumentType.TEXT),
        (b"A text of a PDF: \x04\x05x + y\x06\x07" + b" and more" * 60, DocumentType.TEXT),
        (b"Reading %PDF-1.4\x04" + b" and more" * 60, DocumentType.PDF),
        ("é".encode("latin-1"), DocumentType.TEXT),
        ("a".encode("utf-16"), DocumentType.TEXT),
    ],
)
def test_it_is_detected_from_the_first_bytes(head: bytes, expected: DocumentType) -> None:
    assert document_type(head) is expected


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"  \n",
        b"PK\x03\x04",
        b"\x89PNG\r\n\x1a\n",
        b"\x7fELF\x02\x01\x01\x00",
        b"\x00" + b"text" * 60,
        b"\x04\x05\x06\x07" + b"text" * 60,
        b"<!DOCTYPE html>\n<html>",
        b"\xef\xbb\xbf<?xml version='1.0'?>\n<article>",
        b"{\\rtf1\\ansi A title",
        b"% A comment\n\n\\documentclass{article}",
    ],
)
def test_other_files_are_refused(head: bytes) -> None:
    with pytest.raises(UnknownTypeError, match="save it as PDF" if head else "empty"):
        document_type(head)


def test_an_empty_file_is_called_empty() -> None:
    with pytest.raises(UnknownTypeError, match="The document is empty"):
        document_type(b"")
