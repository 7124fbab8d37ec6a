"""Where the root element of an XML file begins and ends, found before anything is expanded.

A tree keeps no bytes of what stands before and after the root, and a parser that builds
one may already have expanded entities. This first look does neither: it stops at the
first entity declaration.
"""

from dataclasses import dataclass
from typing import NoReturn
from xml.parsers import expat

from wildwood.errors import RifError


@dataclass(frozen=True, slots=True)
class Outline:
    """The byte offsets of the root element in the file."""

    start: int
    end: int


def outline(data: bytes) -> Outline:
    """Find the root element.

    Raises:
        RifError: the XML is malformed, declares an entity, or is in an encoding that is
            not UTF-8, UTF-16 or a single-byte one.
    """
    parser = expat.ParserCreate()
    start = end = -1

    def on_start(_name: str, _attributes: dict[str, str]) -> None:
        nonlocal start
        start = parser.CurrentByteIndex
        parser.StartElementHandler = None

    def on_end(_name: str) -> None:
        nonlocal end
        end = parser.CurrentByteIndex

    def on_entity(name: str, *_declaration: object) -> NoReturn:
        raise RifError(
            f"declares the entity {name!r}, which a rif must not; write the text itself instead"
        )

    parser.StartElementHandler = on_start
    parser.EndElementHandler = on_end
    parser.EntityDeclHandler = on_entity
    try:
        parser.Parse(data, True)  # noqa: FBT003 - expat takes it by position only
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise RifError(f"is malformed XML at line {error.lineno}: {reason}") from error
    except (LookupError, ValueError) as error:
        raise RifError(
            f"is in an encoding that is not read here ({error}); convert it to UTF-8"
        ) from error
    return Outline(start, _after_tag(data, end))


def _after_tag(data: bytes, tag_start: int) -> int:
    """The offset after the end tag (or empty element) that starts at `tag_start`.

    An empty root's attributes may hold a bare ">", so quoted values are stepped over.
    """
    quote = 0
    for offset in range(tag_start, len(data)):
        byte = data[offset]
        if quote:
            quote = 0 if byte == quote else quote
        elif byte in b"\"'":
            quote = byte
        elif byte == ord(">"):
            return offset + 1
    raise AssertionError("expat saw the tag's end")  # pragma: no cover
