"""Fonts whose letters are pictures, as old TeX makes them: sizes and names of letters are lost."""

import string
from pathlib import Path

import pytest

from wildwood.extraction import pdf

from tests.support.made_pdfs import assembled

_DOTS_PER_POINT = 400 / 72
_LOW = "acegmnopqrsuvwxyz"


def font(size: float, stated: int) -> tuple[bytes, list[bytes]]:
    """Make a font of boxes as high as letters, without the pictures; return these beside it.

    The pictures are numbered from 100. The font is that high if it is used in the size `stated`.
    """
    codes = [19, *map(ord, string.ascii_letters)]
    procedures = []
    width = round(0.5 * size * _DOTS_PER_POINT)
    for code in codes:
        height = round((0.44 if chr(code) in _LOW else 0.69) * size * _DOTS_PER_POINT)
        drawn = b"%d 0 0 0 %d %d d1 0 0 %d %d re f" % (width, width, height, width - 4, height)
        procedures.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
    names = b" ".join(b"/a%d %%d 0 R" % code for code in codes)
    differences = b" ".join(b"%d /a%d" % (code, code) for code in codes)
    widths = b" ".join(b"%d" % (width if code in codes else 0) for code in range(19, 123))
    head = (
        b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 200 200] /FontMatrix [%.4f 0 0 %.4f 0 0]"
        b" /FirstChar 19 /LastChar 122 /Widths [%s] /Encoding << /Differences [%s] >>"
        % (1 / stated, 1 / stated, widths, differences)
    )
    return head + b" /CharProcs << " + names + b" >> >>", procedures


def document(path: Path, rows: list[tuple[float, float, bytes]], stated: int = 1) -> Path:
    """Write a page of lines, each with its place from the bottom, its font size and text."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    ]
    shown: list[bytes] = []
    fonts: list[bytes] = []
    drawn: list[bytes] = []
    first = 5 + len(rows)
    for number, (bottom, size, words) in enumerate(rows):
        head, procedures = font(size, stated)
        places = range(first + len(drawn), first + len(drawn) + len(procedures))
        fonts.append(head % tuple(places))
        drawn += procedures
        place = round(bottom * _DOTS_PER_POINT)
        shown.append(b"BT /F%d %d Tf 400 %d Td (%s) Tj ET" % (number, stated, place, words))
    stream = b"0.18 0 0 0.18 0 0 cm\n" + b"\n".join(shown)
    named = b" ".join(b"/F%d %d 0 R" % (number, 5 + number) for number in range(len(rows)))
    objects += [
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << %s >> >> >>" % named,
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        *fonts,
        *drawn,
    ]
    path.write_bytes(assembled(objects))
    return path


@pytest.mark.parametrize("stated", [1, 12])  # 0.2 and 2.2 points
def test_the_height_of_its_letters_is_the_size_of_a_font_that_states_none(
    tmp_path: Path, stated: int
) -> None:
    made = document(tmp_path / "made.pdf", [(700, 18, b"Floods"), (660, 12, b"Anna")], stated)
    assert [(line.text, line.size) for line in pdf.read(made)[0]] == [("Floods", 18), ("Anna", 12)]


def test_the_codes_of_tex_for_accents_are_read(tmp_path: Path) -> None:
    made = document(tmp_path / "made.pdf", [(700, 18, b"\x13etude")])
    assert [line.text for line in pdf.read(made)[0]] == ["étude"]
