"""Read the bytes of a list, find their encoding, and edit them in place."""

import codecs
import gzip
import hashlib
import io
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, NamedTuple

from wildwood.biblio.entry import Entry, EntrySpan
from wildwood.kernel.errors import InputError

BYTE_ORDER_MARK = "\ufeff"
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: ("utf-8", "UTF-8"),
    codecs.BOM_UTF32_LE: ("utf-32-le", "UTF-32"),
    codecs.BOM_UTF32_BE: ("utf-32-be", "UTF-32"),
    codecs.BOM_UTF16_LE: ("utf-16-le", "UTF-16"),
    codecs.BOM_UTF16_BE: ("utf-16-be", "UTF-16"),
}  # UTF-32 first: its mark begins with that of UTF-16
_WITHOUT_MARK = {
    re.compile(rb"(?:[\x01-\x7f]\x00){2}"): ("utf-16-le", "UTF-16"),
    re.compile(rb"(?:\x00[\x01-\x7f]){2}"): ("utf-16-be", "UTF-16"),
}
_CP1252 = re.compile(rb"[\x80-\x9f]")  # punctuation there, control characters in Latin-1

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_USUAL = re.compile(
    r"à|(?:(?<=[^\W\d_])|(?=\w[^\W\d_]))[äöüßéèêëáâãåæçíîïìñóôòõøœúùûÿ](?![A-Z])"
    r"|(?<![^\W_])[ÄÖÜÉÈÀÁÅÇÍÓÔØÚŠŽ](?=[^\W\d_])"
    r"|\u2019(?=(?:s|t|d|m|re|ve|ll)\b)|(?<=\b[cdjlmnstCDJLMNST])\u2019(?=\w)|(?<=s)\u2019(?=\s)"
    r"|(?<!\w)[\u201c\u2018]|[\u201d](?!\w)|(?:^|(?<=[\s\d]))[\u2013\u2014](?=[\s\d])"
    r"|(?<!\w)\u2022|[\xa0«»…°®™©·±µ]",
    re.MULTILINE,
)  # not ASCII, but usual where it stands, in the languages of western Europe

_IMPOSSIBLE = re.compile(r"(?<=[a-zß-ÿ])[À-ÞŠŽŸ†‡\u02c6‰•„¤¦§¨¬¯³\xb4¶\xb8¹¼½¾](?=[a-z])")
_GB18030 = "gb18030"
_USUAL_CHINESE = re.compile(rb"[\xa1-\xa3\xb0-\xd7][\xa1-\xfe]")  # the first level, punctuation
_LATE_CHINESE = re.compile(rb"[\xc9-\xd7][\xa1-\xfe]")
_FEW, _SAMPLE = 3, 1 << 20
_ONE = 2  # the weight of a character that is usual in one encoding and unusual in another


class Decoded(NamedTuple):
    text: str
    encoding: str
    codec: str = "utf-8"
    mark: str = ""


def decoded(data: bytes) -> Decoded:
    """Decode a file; if only some of its lines are UTF-8, line by line."""
    for mark, (codec, name) in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return _decodes_in(codec, name, data[len(mark) :])._replace(mark=BYTE_ORDER_MARK)
    for pattern, (codec, name) in _WITHOUT_MARK.items():
        if pattern.match(data):
            return _decodes_in(codec, name, data)
    return _decodes_in("utf-8", "UTF-8", data)


def _decodes_in(codec: str, name: str, data: bytes) -> Decoded:
    if codec == "utf-8":
        text = utf_8_text(data)
        return _guess_by_lines(data) if text is None else Decoded(text, name)
    return Decoded(data.decode(codec, "replace"), name, codec)


def _guess_by_lines(data: bytes) -> Decoded:
    lines = data.splitlines(keepends=True)
    texts = [utf_8_text(line) for line in lines]
    has_utf_8 = any(text and not text.isascii() for text in texts)
    pairs = list(zip(lines, texts, strict=True))
    undecoded = b"".join(line for line, text in pairs if text is None)
    if (chinese := _chinese(data, undecoded)) is not None:
        return Decoded(chinese, "GB18030", _GB18030)
    codec, name = _single_byte(undecoded)
    text = "".join(_guess_single_bytes(line, codec) if utf is None else utf for line, utf in pairs)
    return Decoded(text, f"UTF-8, in part {name}") if has_utf_8 else Decoded(text, name, codec)


def utf_8_text(line: bytes) -> str | None:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return None


def _chinese(data: bytes, undecoded: bytes) -> str | None:
    """Return the text if it is in GB18030; Korean has none of its usual characters from C9 on."""
    try:
        text, sample = data.decode(_GB18030), undecoded.decode(_GB18030)[:_SAMPLE]
    except UnicodeDecodeError:
        return None
    characters = [sign.encode(_GB18030) for sign in _BEYOND_ASCII.findall(sample)]
    usual = sum(_USUAL_CHINESE.fullmatch(sign) is not None for sign in characters)
    late = sum(_LATE_CHINESE.match(sign) is not None for sign in characters)
    is_chinese = usual > max(_FEW, 0.8 * len(characters)) and late > 0.1 * usual
    return text if is_chinese and text.encode(_GB18030) == data else None


def _single_byte(data: bytes) -> tuple[str, str]:
    """Return the codec and the encoding's name; one character alone is not enough for Mac Roman."""
    gain = _usual(data.decode("mac-roman")) - _usual(_guess_single_bytes(data, "cp1252"))
    if gain > _ONE:
        return "mac-roman", "Mac Roman"
    return ("cp1252", "Windows-1252") if _CP1252.search(data) else ("latin-1", "Latin-1")


def _usual(text: str) -> int:
    """Count the characters that are usual where they stand, less the unusual ones."""
    unusual = len(_BEYOND_ASCII.findall(text)) + len(_IMPOSSIBLE.findall(text))
    return 2 * len(_USUAL.findall(text)) - unusual


def _guess_single_bytes(line: bytes, codec: str) -> str:
    try:
        return line.decode(codec)
    except UnicodeDecodeError:  # five bytes are undefined in Windows-1252
        return line.decode("latin-1")


class Need(Enum):
    ID = "id"
    TITLE = "title"
    NAMES = "author names"


COMPLETE = frozenset(Need)
ANY_RECORD: frozenset[Need] = frozenset()

DAMAGED = "damaged"
REPAIRED = "repaired"  # a part that was read nevertheless; a message says what was repaired


class Fault(NamedTuple):
    place: str
    reason: str  # a clause that follows the record's name: "has no title"
    id: str = ""
    title: str = ""
    word: str = DAMAGED  # the reason in a word or two, for a column
    is_expected: bool = False  # whether the list says that there is no paper: a deleted record


Entries = Iterator[Entry | Fault]  # of a list, with a fault for each record that cannot be read


def spanned(entry: Entry | Fault, span: EntrySpan | None) -> Entry | Fault:
    return entry if isinstance(entry, Fault) else replace(entry, span=span)


STDIN = Path("-")

_GZIP = b"\x1f\x8b"
_MAX_BYTES = 1 << 32


@dataclass(frozen=True)
class Content:
    """The bytes of a file, unpacked, with what its user says of its columns."""

    name: str
    data: bytes
    digest: str  # SHA-256 of the file, before it was unpacked
    columns: Mapping[str, str] = field(default_factory=dict)
    needs: frozenset[Need] = COMPLETE
    details: bool = False  # whether abstracts, notes and the places of entries are needed

    @cached_property
    def decoded(self) -> Decoded:
        """The text with lines that end in LF, without the byte order marks of joined files."""
        read = decoded(self.data)
        text = read.text.replace("\r\n", "\n").replace("\r", "\n")
        return read._replace(text=text.replace(f"\n{BYTE_ORDER_MARK}", "\n"))

    @property
    def text(self) -> str:
        return self.decoded.text


def end_of(pattern: re.Pattern[str], text: str, position: int = 0) -> int:
    """Return where the match of a pattern at a place ends; without one, the place."""
    match = pattern.match(text, position)
    return match.end() if match else position


_TEXT_LINE = re.compile(r"^.*", re.MULTILINE)


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines one by one: a list of them takes as much memory as the text."""
    return (match[0] for match in _TEXT_LINE.finditer(text))


def content_of(
    source: Path | BinaryIO,
    columns: Mapping[str, str] | None = None,
    needs: frozenset[Need] = COMPLETE,
    *,
    details: bool = False,
) -> Content:
    """Read a file, gzipped or not; the path `-` is standard input."""
    name, read = _name_and_read(source)
    try:
        stored = read()
        data = _unpacked(name, stored) if stored.startswith(_GZIP) else stored
    except (EOFError, OSError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or f"it is not a whole gzip file ({error})"
        raise InputError(f"Cannot read {name}: {reason}.") from error
    return Content(name, data, hashlib.sha256(stored).hexdigest(), columns or {}, needs, details)


def _name_and_read(source: Path | BinaryIO) -> tuple[str, Callable[[], bytes]]:
    if not isinstance(source, Path):
        return str(getattr(source, "name", "the list")), source.read
    if source == STDIN:
        return "standard input", sys.stdin.buffer.read
    return str(source), source.read_bytes


def _unpacked(name: str, stored: bytes) -> bytes:
    with gzip.GzipFile(fileobj=io.BytesIO(stored)) as stream:
        data = stream.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise InputError(f"{name} unpacks to more than 4 GB; divide it.")
    return data


_LINE = re.compile(rb"(?:\xef\xbb\xbf)?([^\r\n]*)(?:\r\n|\r|\n|\Z)")  # its text, with no mark
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_RECODED = ("utf-16", "utf-32", _GB18030)  # how the names of codecs begin that are edited as UTF-8


class Edit(NamedTuple):
    start: int
    end: int
    text: str = ""


@dataclass(frozen=True)
class Original:
    data: bytes
    text: str  # lines end in \n; of other than text, each byte is a character
    codec: str
    is_text: bool = True
    final_codec: str = ""  # that of the file, if it is not the one of `data`

    def edited(self, edits: Iterable[Edit]) -> bytes:
        """Return the file with edits in order, as UTF-8 if its encoding lacks a character."""
        edits = list(edits)
        try:
            added = [self._encoded(edit.text) for edit in edits]
        except UnicodeEncodeError:
            return self.in_utf_8.edited(edits)
        places = [place for edit in edits for place in edit[:2]]
        ends = [0, *(self._bytes_before(places) if self.is_text else places)]
        kept = zip(ends[::2], ends[1::2], added, strict=False)
        pieces = [self.data[start:end] + new for start, end, new in kept]
        data = b"".join([*pieces, self.data[ends[-1] :]])
        return data.decode().encode(self.final_codec) if self.final_codec else data

    def part(self, span: EntrySpan) -> str:
        text = self.text[slice(*span)]
        return text if self.is_text else text.encode("latin-1").decode(errors="replace")

    @cached_property
    def in_utf_8(self) -> "Original":
        if not self.is_text or _is_utf_8(self.data):
            return replace(self, final_codec="")
        mark = codecs.BOM_UTF8 * self.data.startswith(codecs.BOM_UTF8)
        data = mark + self.text.replace("\n", self._line_break).encode()
        return replace(self, data=data, codec="utf-8")

    @cached_property
    def _line_break(self) -> str:
        match = _LINE_BREAK.search(self.data[: 1 << 20].decode("latin-1"))
        return match[0] if match else "\n"

    def _encoded(self, text: str) -> bytes:
        errors = "strict" if self.is_text else "xmlcharrefreplace"
        return text.replace("\n", self._line_break).encode(self.codec, errors)

    def _bytes_before(self, places: Sequence[int]) -> Iterator[int]:
        """Yield the bytes before each place; a line not in UTF-8 has one for each character."""
        lines = _LINE.finditer(self.data)
        line, end = next(lines), self.text.find("\n")
        character, byte, is_utf_8 = 0, line.start(1), _is_utf_8(line[0])
        for place in places:
            if -1 < end < place:
                while -1 < end < place:
                    line, character = next(lines), end + 1
                    end = self.text.find("\n", character)
                byte, is_utf_8 = line.start(1), _is_utf_8(line[0])
            piece = self.text[character:place]
            byte += len(piece.encode()) if is_utf_8 else len(piece)
            character = place
            yield byte


def _is_utf_8(line: bytes) -> bool:
    return utf_8_text(line) is not None


def original_text(content: Content) -> Original:
    codec = content.decoded.codec
    if not codec.startswith(_RECODED):
        return Original(content.data, content.text, codec)
    read = decoded(content.data)
    data = (read.mark + read.text).encode(errors="replace")
    return Original(data, content.text, "utf-8", final_codec=codec)


def original_bytes(content: Content) -> Original:
    return Original(content.data, content.data.decode("latin-1"), "ascii", is_text=False)
