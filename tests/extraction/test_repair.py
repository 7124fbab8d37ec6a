"""PDFs that are cut short, of which whole pages are recovered."""

import zlib
from pathlib import Path

from wildwood.extraction import pdf

from tests.support.made_pdfs import assembled, paragraph, write


def cut(path: Path, share: float) -> Path:
    """Cut a file short, and return its path."""
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    return path


class TestAFileThatIsCutShort:
    def test_still_has_its_whole_pages(self, tmp_path: Path) -> None:
        pages = [paragraph(72, 700, 40, seed=f"page {number}") for number in range(10)]
        path = cut(write(tmp_path / "cut.pdf", pages), 0.55)
        assert {line.page for line in pdf.read(path)[0]} == set(range(5))

    def test_still_has_the_pages_in_its_object_streams(self, tmp_path: Path) -> None:
        stream = b"BT /F 12 Tf 72 700 Td (Packed but whole) Tj ET"
        packed = [
            (3, b"<< /Type /Page /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>"),
            (5, b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"),
        ]
        offsets = b"3 0 5 %d " % (len(packed[0][1]) + 1)
        data = zlib.compress(offsets + b" ".join(body for _, body in packed))
        whole = assembled(
            [
                b"<< /Type /ObjStm /N 2 /First %d /Length %d >>\nstream\n%s\nendstream"
                % (len(offsets), len(data), data),
                b"null",
                b"null",
                b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
            ]
        ).replace(b"3 0 obj\nnull\nendobj\n", b"")
        path = tmp_path / "cut.pdf"
        path.write_bytes(whole[: whole.rindex(b"xref\n")])
        assert [line.text for line in pdf.read(path)[0]] == ["Packed but whole"]

    def test_has_nothing_if_no_page_is_whole(self) -> None:
        assert pdf.recover_pages(b"%PDF-1.7\n1 0 obj\n<< /Type /Page >>") is None

    def test_is_not_tried_again_if_it_is_locked(self) -> None:
        assert pdf.recover_pages(b"1 0 obj << /Type /Page >> endobj /Encrypt") is None
