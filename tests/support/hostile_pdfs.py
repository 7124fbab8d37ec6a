"""PDF files that are made to do harm, each as a function that gives its bytes."""

import zlib
from collections.abc import Callable

from tests.support.paths import PAPERS

_REAL = PAPERS / "10.21105.jose.00200.pdf"
_MB = 1024 * 1024


def _pdf(*objects: bytes) -> bytes:
    """A file of these objects, with a table that is right."""
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
        + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (len(objects) + 1, len(content))
    )


def _page(stream: bytes, kids: bytes = b"[3 0 R]", extra: bytes = b"") -> bytes:
    return _pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids %s /Count 1 >>" % kids,
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << /F 5 0 R >> %s >> >>" % extra,
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 5"
        b" /Resources << /XObject << /X 6 0 R >> >> >>\nstream\n/X Do\nendstream",
    )


def bomb() -> bytes:
    """A page whose content unpacks to 600 MB."""
    packer = zlib.compressobj(9)
    chunk = b" " * _MB
    return _page(b"".join(packer.compress(chunk) for _ in range(600)) + packer.flush())


def words_bomb() -> bytes:
    """A page that draws some ten million letters."""
    return _page(zlib.compress(b"BT /F 9 Tf " + b"(" + b"abc " * 16 + b") Tj " * 150_000 + b"ET"))


def nesting() -> bytes:
    """Arrays within arrays, a hundred thousand deep."""
    return _page(zlib.compress(b"[" * 100_000 + b"]" * 100_000 + b" TJ"))


def loop_of_pages() -> bytes:
    """A tree of pages that holds itself."""
    return _page(zlib.compress(b"BT ET"), kids=b"[2 0 R]")


def loop_of_forms() -> bytes:
    """A form that draws itself."""
    return _page(zlib.compress(b"/X Do"), extra=b"/XObject << /X 6 0 R >>")


def broken_table() -> bytes:
    """A real paper whose table of objects points anywhere."""
    content = _REAL.read_bytes()
    return content[: content.rindex(b"startxref")] + b"startxref\n99999999\n%%EOF\n"


def noise() -> bytes:
    """A real paper with every hundredth byte changed."""
    content = bytearray(_REAL.read_bytes())
    content[1000::100] = b"\xaa" * len(content[1000::100])
    return bytes(content)


HOSTILE: dict[str, Callable[[], bytes]] = {
    made.__name__: made
    for made in (
        bomb, words_bomb, nesting, loop_of_pages, loop_of_forms, broken_table, noise,
    )
}  # fmt: skip
