"""The lines of a document in a file."""

from pathlib import Path

from wildwood.extraction.documents import pdf
from wildwood.extraction.service.document_files import read_lines, write_lines

from tests.support.extraction_server import DUST


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    lines = tuple(pdf.read(DUST))
    assert any(line.raised for line in lines)
    write_lines(tmp_path / "lines", lines)
    assert read_lines(tmp_path / "lines") == lines
