"""Recover the whole pages of a PDF that was cut short, and so lost its table and catalogue."""

import re
import zlib
from collections.abc import Iterator

_OBJECT = re.compile(rb"(?<![0-9])(\d{1,8})\s+\d{1,5}\s+obj\b")
_STREAM = re.compile(rb"\bstream\r?\n")
_COUNT, _FIRST = re.compile(rb"/N\s+(\d{1,6})"), re.compile(rb"/First\s+(\d{1,8})")
_PAGE = re.compile(rb"/Type\s*/Page\b")
_MAX_UNPACKED = 64 << 20  # bytes that all object streams of a document can unpack to
_MAX_NUMBER = 1_000_000
_MAX_PAGES = 20_000


def recover_pages(content: bytes) -> bytes | None:
    """Return a PDF with the pages that are whole in a broken one; `None` if there are none.

    The objects stay where they are. Those in object streams are unpacked and added, with a new
    catalogue, page tree and cross-reference table (ISO 32000-1, sections 7.5 and 7.7).
    """
    if b"/Encrypt" in content:
        return None
    objects = dict(_objects(content))
    unpacked = dict(_unpacked(objects))
    bodies = {**{number: body for number, (_, body) in objects.items()}, **unpacked}
    pages = [number for number, body in bodies.items() if _PAGE.search(_dictionary(body))]
    if not pages or len(pages) > _MAX_PAGES:
        return None
    root = max(bodies) + 1
    kids = b" ".join(b"%d 0 R" % page for page in pages)
    unpacked[root] = b"<< /Type /Catalog /Pages %d 0 R >>" % (root + 1)
    unpacked[root + 1] = (
        b"<< /Type /Pages /Kids [%s] /Count %d /MediaBox [0 0 612 792] >>" % (kids, len(pages))
    )  # fmt: skip
    places = {number: place for number, (place, _) in objects.items()}
    return _add_table(content, places, unpacked, root)


def _objects(content: bytes) -> Iterator[tuple[int, tuple[int, bytes]]]:
    starts = [match for match in _OBJECT.finditer(content) if int(match[1]) <= _MAX_NUMBER]
    ends = [*(match.start() for match in starts[1:]), len(content)]
    for match, end in zip(starts, ends, strict=False):
        if content.rfind(b"endobj", match.end(), end) >= 0:
            yield int(match[1]), (match.start(), content[match.end() : end])


def _dictionary(body: bytes) -> bytes:
    stream = _STREAM.search(body)
    return body[: stream.start()] if stream else body


def _unpacked(objects: dict[int, tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    left = _MAX_UNPACKED
    for _, body in objects.values():
        head = _dictionary(body)
        count, first = _COUNT.search(head), _FIRST.search(head)
        if b"/ObjStm" not in head or count is None or first is None:
            continue
        try:
            data = zlib.decompressobj().decompress(body[len(head) :].split(b"\n", 1)[1], left)
        except zlib.error:
            continue
        left = max(left - len(data), 1)
        numbers = [int(part) for part in data[: int(first[1])].split() if part.isdigit()]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=False))[: int(count[1])]
        ends = [*(offset for _, offset in pairs[1:]), len(data)]
        for (number, offset), end in zip(pairs, ends, strict=False):
            if number <= _MAX_NUMBER:
                yield number, data[int(first[1]) + offset : int(first[1]) + end]


def _add_table(content: bytes, places: dict[int, int], added: dict[int, bytes], root: int) -> bytes:
    parts = [content, b"\n"]
    size = len(content) + 1
    for number, body in added.items():
        part = b"%d 0 obj\n%s\nendobj\n" % (number, body)
        places[number] = size
        parts.append(part)
        size += len(part)
    rows = [b"0000000000 65535 f \n"]
    for number in range(1, max(places) + 1):
        place = places.get(number)
        rows.append(b"%010d 00000 n \n" % place if place else b"0000000000 65535 f \n")
    parts.append(b"xref\n0 %d\n%s" % (len(rows), b"".join(rows)))
    parts.append(
        b"trailer << /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(rows), root, size)
    )
    return b"".join(parts)
