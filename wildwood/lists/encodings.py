"""Find the encoding of a text file by its bytes."""

import codecs
import re
from typing import NamedTuple

BYTE_ORDER_MARK = "\ufeff"
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: ("utf-8", "UTF-8"),
    codecs.BOM_UTF32_LE: ("utf-32-le", "UTF-32"),
    codecs.BOM_UTF32_BE: ("utf-32-be", "UTF-32"),
    codecs.BOM_UTF16_LE: ("utf-16-le", "UTF-16"),
    codecs.BOM_UTF16_BE: ("utf-16-be", "UTF-16"),
}
"""UTF-32 goes before UTF-16, whose mark its own begins with."""
_WITHOUT_MARK = {
    re.compile(rb"(?:[\x01-\x7f]\x00){2}"): ("utf-16-le", "UTF-16"),
    re.compile(rb"(?:\x00[\x01-\x7f]){2}"): ("utf-16-be", "UTF-16"),
}
"""ASCII characters in UTF-16, as every format of lists begins with."""
_CP1252 = re.compile(rb"[\x80-\x9f]")
"""Bytes that are punctuation in Windows-1252 and control characters in Latin-1."""

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_USUAL = re.compile(
    r"à|(?:(?<=[^\W\d_])|(?=\w[^\W\d_]))[äöüßéèêëáâãåæçíîïìñóôòõøœúùûÿ](?![A-Z])"
    r"|(?<![^\W_])[ÄÖÜÉÈÀÁÅÇÍÓÔØÚŠŽ](?=[^\W\d_])"
    r"|\u2019(?=(?:s|t|d|m|re|ve|ll)\b)|(?<=\b[cdjlmnstCDJLMNST])\u2019(?=\w)|(?<=s)\u2019(?=\s)"
    r"|(?<!\w)[\u201c\u2018]|[\u201d](?!\w)|(?:^|(?<=[\s\d]))[\u2013\u2014](?=[\s\d])"
    r"|(?<!\w)\u2022|[\xa0«»…°®™©·±µ]",
    re.MULTILINE,
)
"""Characters beyond ASCII that are usual where they stand, in the languages of western Europe."""

_IMPOSSIBLE = re.compile(r"(?<=[a-zß-ÿ])[À-ÞŠŽŸ†‡\u02c6‰•„¤¦§¨¬¯³\xb4¶\xb8¹¼½¾](?=[a-z])")
"""Characters beyond ASCII that are in no word between such letters."""
_ONE = 2
"""What a character counts that is usual in one encoding and unusual in another."""


class Decoded(NamedTuple):
    """The text of a file, and the name of its encoding for a message."""

    text: str
    encoding: str
    codec: str = "utf-8"
    """In which more text can be written into the file."""
    mark: str = ""
    """The byte order mark before the text, or an empty text."""

    @property
    def original(self) -> str:
        """The text with its byte order mark."""
        return self.mark + self.text


def decoded(data: bytes) -> Decoded:
    """Decode a file: UTF-8, UTF-16 or UTF-32, else Windows-1252, Latin-1 or Mac Roman.

    Files are put together from several sources. So a line that is not UTF-8 in a file that
    otherwise has UTF-8 is decoded by itself.
    """
    for mark, (codec, name) in _BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return _in(codec, name, data[len(mark) :])._replace(mark=BYTE_ORDER_MARK)
    for pattern, (codec, name) in _WITHOUT_MARK.items():
        if pattern.match(data):
            return _in(codec, name, data)
    try:
        return Decoded(data.decode(), "UTF-8")
    except UnicodeDecodeError:
        return _by_lines(data)


def _in(codec: str, name: str, data: bytes) -> Decoded:
    if codec == "utf-8":
        try:
            return Decoded(data.decode(), name)
        except UnicodeDecodeError:
            return _by_lines(data)
    return Decoded(data.decode(codec, "replace"), name, codec)


def _by_lines(data: bytes) -> Decoded:
    lines = data.splitlines(keepends=True)
    texts = [utf_8_text(line) for line in lines]
    has_utf_8 = any(text and not text.isascii() for text in texts)
    others = b"".join(line for line, text in zip(lines, texts, strict=True) if text is None)
    codec, name = _single_byte(others)
    decoded_lines = (
        _in_single_bytes(line, codec) if text is None else text
        for line, text in zip(lines, texts, strict=True)
    )
    text = "".join(decoded_lines)
    return Decoded(text, f"UTF-8, in part {name}") if has_utf_8 else Decoded(text, name, codec)


def utf_8_text(line: bytes) -> str | None:
    """Return a text in UTF-8, or None if it is not."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        return None


def _single_byte(data: bytes) -> tuple[str, str]:
    """Return the codec and the name of the encoding in which a text has the most usual characters.

    A single one that is possible in both does not make it Mac Roman, which is rare.
    """
    more = _usual(data.decode("mac-roman")) - _usual(_in_single_bytes(data, "cp1252"))
    if more > _ONE:
        return "mac-roman", "Mac Roman"
    return ("cp1252", "Windows-1252") if _CP1252.search(data) else ("latin-1", "Latin-1")


def _usual(text: str) -> int:
    """Return how many characters beyond ASCII are usual where they stand, less the others."""
    others = len(_BEYOND_ASCII.findall(text)) + len(_IMPOSSIBLE.findall(text))
    return 2 * len(_USUAL.findall(text)) - others


def _in_single_bytes(line: bytes, codec: str) -> str:
    try:
        return line.decode(codec)
    except UnicodeDecodeError:  # five bytes are undefined in Windows-1252
        return line.decode("latin-1")
