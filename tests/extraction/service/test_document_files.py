"""The lines of a document in its file."""

from pathlib import Path

from wildwood.extraction.extracted import Line
from wildwood.extraction.service import document_files
from wildwood.extraction.service.packing import pack

LINE = Line("A title1", 0, 72.0, 120.0, 700.0, 708.4, 12.0, hyphenated=False, raised=((7, 8),))


def test_are_read_as_they_were_written(tmp_path: Path) -> None:
    lines = (LINE, LINE._replace(bold=True, raised=(), stated=True))
    document_files.write_lines(tmp_path / "lines", lines)
    assert document_files.read_lines(tmp_path / "lines") == lines


def test_are_read_if_they_were_written_before_titles_were_marked(tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(pack([LINE[:-1]]))
    assert document_files.read_lines(tmp_path / "lines") == (LINE,)
