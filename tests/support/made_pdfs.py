"""PDFs made in a test: pages of texts at given places, in the fonts that every reader has."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

_WIDTH, _HEIGHT = 612, 792
_FONTS = {False: b"Helvetica", True: b"Helvetica-Bold"}
_LETTER_WIDTH = 0.5
"""About how wide a letter of Helvetica is, in font sizes."""


@dataclass(frozen=True)
class Text:
    """A text on a page; its place is that of its first letter's baseline, in points."""

    left: float
    bottom: float
    size: float
    text: str
    bold: bool = False
    raised: bool = False


@dataclass(frozen=True)
class Drawing:
    """Operators that draw on a page, as PDF writes them."""

    operators: str


Page = Sequence[Text | Drawing]


def rules(*lines: tuple[float, float, float, float]) -> list[Drawing]:
    """Draw lines, each from a point to another."""
    return [Drawing(f"0.5 w {x} {y} m {x2} {y2} l S") for x, y, x2, y2 in lines]


def text(left: float, bottom: float, size: float, words: str, *, bold: bool = False) -> list[Text]:
    """Make a text in which `^1^` is a raised mark."""
    parts = []
    for number, part in enumerate(words.split("^")):
        raised = number % 2 == 1
        here = Text(left, bottom, size, part, bold, raised)
        if part:
            parts.append(
                replace(here, bottom=bottom + size / 3, size=size * 0.6) if raised else here
            )
        left += len(part) * here.size * (0.6 if raised else 1) * _LETTER_WIDTH
    return parts


def centred(
    bottom: float, size: float, words: str, *, bold: bool = False, middle: float = _WIDTH / 2
) -> list[Text]:
    """Make a text whose middle is that of the page."""
    width = len(words.replace("^", "")) * size * _LETTER_WIDTH
    return text(middle - width / 2, bottom, size, words, bold=bold)


def paragraph(
    left: float, top: float, lines: int, *, size: float = 10, seed: str = ""
) -> list[Text]:
    """Make lines of prose, which differ from one another and with the seed."""
    words = [
        "we",
        "show",
        "that",
        "the",
        "model",
        "of",
        "the",
        "data",
        "is",
        "better",
        "than",
        "others",
        "where",
        "it",
        "can",
        "be",
    ]
    made = []
    for number in range(lines):
        first = (number * 5 + len(seed)) % len(words)
        row = " ".join([seed, *words[first:], *words[:first]]).strip()
        made += text(left, top - number * size * 1.2, size, row)
    return made


_TURNED = {
    0: (_WIDTH, _HEIGHT, b"1 0 0 1 0 0"),
    90: (_HEIGHT, _WIDTH, b"0 1 -1 0 %d 0" % _HEIGHT),
    180: (_WIDTH, _HEIGHT, b"-1 0 0 -1 %d %d" % (_WIDTH, _HEIGHT)),
    270: (_HEIGHT, _WIDTH, b"0 -1 1 0 0 %d" % _WIDTH),
}
"""The size of a page, and the matrix that shows its text upright when the page is turned."""


def write(path: Path, pages: Sequence[Page], *, title: bytes = b"", turned: int = 0) -> Path:
    """Write a PDF with these pages, and return its path."""
    path.write_bytes(pdf(pages, title=title, turned=turned))
    return path


def pdf(pages: Sequence[Page], *, title: bytes = b"", turned: int = 0) -> bytes:
    """Make a PDF with these pages, uncompressed and with a correct cross-reference table.

    Args:
        pages: what each page shows.
        title: the title in the document's properties, as PDF writes it; none if empty.
        turned: how far a reader turns each page to show it, in degrees clockwise.
    """
    width, height, matrix = _TURNED[turned]
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        *(
            b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>" % name
            for name in _FONTS.values()
        ),
    ]
    for number, page in enumerate(pages):
        stream = b"%s cm\n%s" % (matrix, b"\n".join(map(_shown, page)))
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Rotate {turned}"
            f" /Contents {6 + 2 * number} 0 R"
            " /Resources << /Font << /F0 3 0 R /F1 4 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    if not title:
        return assembled(objects)
    escaped = title.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    return assembled([*objects, b"<< /Title (%s) >>" % escaped], has_properties=True)


def assembled(objects: Sequence[bytes], *, has_properties: bool = False) -> bytes:
    """Make a file of these objects; the first is the catalogue, the last can be the properties."""
    content = b"%PDF-1.7\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return (
        content
        + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
        + table
        + b"trailer << /Size %d /Root 1 0 R" % (len(objects) + 1)
        + b" /Info %d 0 R" % len(objects) * has_properties
        + b" >>\nstartxref\n%d\n%%%%EOF\n" % len(content)
    )


def _shown(one: Text | Drawing) -> bytes:
    if isinstance(one, Drawing):
        return one.operators.encode()
    escaped = one.text.encode("cp1252").replace(b"\\", b"\\\\")
    escaped = escaped.replace(b"(", b"\\(").replace(b")", b"\\)")
    return b"BT /F%d %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET" % (
        one.bold, one.size, one.left, one.bottom, escaped,
    )  # fmt: skip


def locked_pdf() -> bytes:
    """Make a PDF without pages that needs a password."""
    whole = assembled([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] >>"])
    encrypt = b"/Encrypt << /Filter /Standard /V 1 /R 2 /O <%b> /U <%b> /P -4 >> /ID [<00><00>]"
    encrypt %= (b"41" * 32, b"42" * 32)
    return whole.replace(b"/Root 1 0 R", b"/Root 1 0 R " + encrypt)
