"""Text in messages and files: printable text, CSV of any spreadsheet program, TeX accents."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wildwood.kernel.errors import InputError

_CONTROLS = (*range(0x20), *range(0x7F, 0xA0))
_BIDI = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""The characters with the property Bidi_Control (Unicode 15, PropList)."""

_PRINTABLE = {
    **dict.fromkeys((*_CONTROLS, *_BIDI), "\N{REPLACEMENT CHARACTER}"),
    **dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029"), " "),
}
_MAX_LISTED = 5
_MAX_CHARACTERS = 100


def printable(text: str) -> str:
    """Replace control and bidirectional characters, so that text cannot steer a terminal."""
    return text.translate(_PRINTABLE)


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' if number != 1 else ''}"


def listed(items: Sequence[object], more_at: str = "") -> str:
    """List the first five items and the number of the others; `more_at` says where these are."""
    first = ", ".join(map(str, items[:_MAX_LISTED]))
    remaining = len(items) - _MAX_LISTED
    return f"{first} and {remaining:,} more {more_at}".rstrip() if remaining > 0 else first


def one_line(text: str) -> str:
    return printable(" ".join(text.encode(errors="replace").decode().split()))


def clipped(text: str, most: int = _MAX_CHARACTERS) -> str:
    return printable(text if len(text) <= most else text[:most] + "…")


def quoted(text: str) -> str:
    return repr(clipped(text))


def defect(what: str, reason: str) -> str:
    """Return the message on an error that no user can mend."""
    return f"{what}, because of a defect of Wildwood ({clipped(reason)}); please report it."


_DELIMITERS = ",;\t|"


def delimiter_of(line: str) -> str:
    return max(_DELIMITERS, key=line.count)


def read_text(file: Path) -> str:
    """Read UTF-8 text without its byte order mark, or raise `InputError`."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            return stream.read()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not in UTF-8"
        raise InputError(f"Cannot read {file}: {reason}.") from error


def rows_in(text: str) -> "csv.DictReader[str]":
    delimiter = delimiter_of(text.partition("\n")[0])
    return csv.DictReader(io.StringIO(text, newline=""), strict=True, delimiter=delimiter)


def csv_error(name: str, rows: "csv.DictReader[str]", error: csv.Error) -> InputError:
    fault = f"{name}: line {rows.reader.line_num} is not CSV ({error})"
    return InputError(f"{fault}; save the file as CSV, in UTF-8.")


def write_rows(
    columns: Sequence[str], rows: Iterable[Mapping[str, Any]], *, named: bool = True
) -> str:
    """Return CSV; cells of other columns are dropped, and missing ones are empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", extrasaction="ignore")
    if named:
        writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328",
    "r": "\u030a", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
_LETTERS = {
    "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ",
    "OE": "Œ", "aa": "å", "AA": "Å", "i": "\u0131", "j": "\u0237", "dj": "đ", "DJ": "Đ", "th": "þ",
    "TH": "Þ", "dh": "ð", "DH": "Ð",
}  # fmt: skip
"""Letters by command; under an accent, `i` and `j` have their dot in Unicode."""
_DOTLESS = re.compile(
    r"""(\\(?:[`'^~"=.]\s*|[uvHckrdb]\s*(?=\{)|[uvHckrdb]\s+)\{?\s*)\\([ij])(?![a-zA-Z])(?:\{\}|\s+)?"""
)
_TEX_LETTER = re.compile(
    rf"\\({'|'.join(sorted(_LETTERS, key=len, reverse=True))})(?![a-zA-Z])(?:\{{\}}|\s+)?"
)
_TEX_ACCENT = re.compile(
    r"""\\(?:([`'^~"=.])\s*|([uvHckrdb])(?=\s*\{|\s+[a-zA-Z])\s*)(?:\{\s*(\w)\s*\}|(\w))"""
)


def read_tex_letters(text: str) -> str:
    """Return a text with letters for the commands of TeX that stand for one."""
    text = _TEX_LETTER.sub(lambda match: _LETTERS[match[1]], _DOTLESS.sub(r"\1\2", text))
    return _TEX_ACCENT.sub(_accented, text)


def _accented(match: re.Match[str]) -> str:
    letter, accent = match[3] or match[4], match[1] or match[2]
    return unicodedata.normalize("NFC", letter + _ACCENTS[accent])
