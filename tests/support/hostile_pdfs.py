"""PDF files that are made to do harm; each is made by a function."""

import zlib
from collections.abc import Callable
from functools import reduce

from tests.support.extraction_server import DUST
from tests.support.made_pdfs import assembled, centred, pdf, text

_MB = 1024 * 1024
_LAST_BLOCK = b"\x03\x00"
"""An empty last block of RFC 1951."""


def _pdf(*objects: bytes) -> bytes:
    return assembled(objects)


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
    """Make a page whose content unpacks to 600 MB."""
    packer = zlib.compressobj(9)
    chunk = b" " * _MB
    # After a full flush, the same bytes are packed alike every time.
    first, next_ = (packer.compress(chunk) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    checksum = reduce(lambda so_far, _: zlib.adler32(chunk, so_far), range(600), 1)
    return _page(first + 599 * next_ + _LAST_BLOCK + checksum.to_bytes(4, "big"))


def words_bomb() -> bytes:
    """Make a page that draws about ten million letters."""
    return _page(zlib.compress(b"BT /F 9 Tf " + b"(" + b"abc " * 16 + b") Tj " * 150_000 + b"ET"))


def nesting() -> bytes:
    """Make a page with arrays nested a hundred thousand levels deep."""
    return _page(zlib.compress(b"[" * 100_000 + b"]" * 100_000 + b" TJ"))


def loop_of_pages() -> bytes:
    """Make a page tree that contains itself."""
    return _page(zlib.compress(b"BT ET"), kids=b"[2 0 R]")


def loop_of_forms() -> bytes:
    """Make a form that draws itself."""
    return _page(zlib.compress(b"/X Do"), extra=b"/XObject << /X 6 0 R >>")


def broken_table() -> bytes:
    """Return a real paper whose cross-reference table is at a wrong offset."""
    content = DUST.read_bytes()
    return content[: content.rindex(b"startxref")] + b"startxref\n99999999\n%%EOF\n"


def noise() -> bytes:
    """Return a real paper with every hundredth byte changed."""
    content = bytearray(DUST.read_bytes())
    content[1000::100] = b"\xaa" * len(content[1000::100])
    return bytes(content)


def paper_with_word(word: str) -> bytes:
    """Make a page that has a title, an author, and a word before the institution."""
    page = [
        *centred(700, 18, "Workers of Large Cities"), *centred(670, 11, "Anna Smith"),
        *text(72, 650, 10, word), *text(72, 630, 10, "University of Rivers"),
    ]  # fmt: skip
    return pdf([page])


HOSTILE: dict[str, Callable[[], bytes]] = {
    function.__name__: function
    for function in (
        bomb, words_bomb, nesting, loop_of_pages, loop_of_forms, broken_table, noise,
    )
}  # fmt: skip
