"""The formats of lists, and how the content of a file tells its format."""

import json
import re
from enum import Enum

from wildwood.display import clipped, one_line
from wildwood.errors import InputError
from wildwood.lists.fields import NAMES, normalized
from wildwood.lists.other_formats import advice_on_text, advice_on_xml


class Format(Enum):
    """A format of lists; the value is its name in messages."""

    AMF = "AMF"
    REDIF = "ReDIF"
    BIBTEX = "BibTeX"
    RIS = "RIS"
    CSV = "CSV"
    CSL_JSON = "CSL-JSON"
    MARCXML = "MARCXML"
    OAI_PMH = "OAI-PMH"
    JSON_LINES = "JSON lines"
    MEDLINE = "PubMed nbib"
    WEB_OF_SCIENCE = "Web of Science"
    OVID = "Ovid"
    PROQUEST = "ProQuest"
    REFWORKS = "RefWorks"
    ENDNOTE = "EndNote"


_NAMES = ", ".join(one.value for one in Format)

_XML_FORMATS = {
    "http://amf.openlib.org": Format.AMF,
    "http://www.openarchives.org/OAI/2.0/": Format.OAI_PMH,
    "http://www.loc.gov/MARC21/slim": Format.MARCXML,
}
_XML = re.compile(r"<(?!\s*\d)")
_ROOT = re.compile(r"<(?![?!])(?:[\w.-]+:)?([\w.-]+)([^>]*)>?", re.DOTALL)
_ROOTS = {"amf": Format.AMF, "OAI-PMH": Format.OAI_PMH, "collection": Format.MARCXML}
_XML_NOISE = re.compile(r"<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", re.DOTALL)
_REDIF = re.compile(r"^Template-Type\s*:", re.IGNORECASE | re.MULTILINE)
_RIS = re.compile(r"^\s*TY\s{0,2}-", re.MULTILINE)
_BIBTEX = re.compile(
    r"^\s*@\s*(?:(?:comment|preamble|string)\s*[{(]|[a-z]\w*\s*[{(]\s*(?:[^={}()\s,]*\s*,|\w+\s*=))",
    re.IGNORECASE | re.MULTILINE,
)
_TAGGED = {
    Format.MEDLINE: re.compile(r"\A(?:PMID *- ?\d|OWN *- *ERIC)|^PMID- \d", re.MULTILINE),
    Format.WEB_OF_SCIENCE: re.compile(
        r"\AFN .*\s+VR |^PT (?:[A-Z]|Journal|Book)\s*\n(?:[A-Z][A-Z0-9] |   )", re.MULTILINE
    ),
    Format.OVID: re.compile(
        r"\AVN {1,2}- |^<\s*\d+\s*\.?\s*>\s*\n(?: ?[A-Z]{2} {1,2}- |[A-Z][A-Za-z ]+\n\s)",
        re.MULTILINE,
    ),
    Format.PROQUEST: re.compile(
        r"^(?:ProQuest document ID|Document URL|Language of publication): ", re.MULTILINE
    ),
    Format.REFWORKS: re.compile(r"^RT [A-Z][A-Za-z, ]+\n(?:[A-Z][A-Z0-9] )", re.MULTILINE),
    Format.ENDNOTE: re.compile(r"\A%[0A-Z] \S"),
}
"""What the tagged text of a program has, and no other."""
_DELIMITERS = ",;\t|"
MAX_PREAMBLE = 20
"""Lines that a tool puts before the names of the columns, such as the date of an export."""
_HEAD = 1 << 16
"""Characters that are looked at."""


def format_of(text: str) -> Format:
    """Return the format of a list by its content.

    Raises:
        InputError: it has none of the formats. The message continues a sentence that starts
            with the file's name.
    """
    head = text[:_HEAD].lstrip("\ufeff \t\r\n\f\v")
    if _XML.match(head):
        return _xml_format(head)
    if head[:1] in ("{", "["):
        return _json_format(head)
    for pattern, found in (
        (_REDIF, Format.REDIF), (_RIS, Format.RIS), (_BIBTEX, Format.BIBTEX),
    ):  # fmt: skip
        if pattern.search(head):
            return found
    for tagged, sign in _TAGGED.items():
        if sign.search(head):
            return tagged
    if advice := advice_on_text(head):
        raise InputError(advice)
    if is_table(head):
        return Format.CSV
    if not head:
        raise InputError("is empty")
    raise unknown_format(f"begins with {clipped(one_line(head))!r}")


def is_table(head: str) -> bool:
    """Return whether a text begins with a table: it names a title, or two lines are alike."""
    lines = [line for line in head.split("\n", MAX_PREAMBLE)[:MAX_PREAMBLE] if line.strip()]
    if any(names_title(line) for line in lines):
        return True
    if not lines:
        return False
    sign = delimiter_of(lines[0])
    count = lines[0].count(sign)
    return count > 0 and all(line.count(sign) >= count for line in lines[1:2])


def delimiter_of(line: str) -> str:
    """Return the most frequent of the characters that separate cells."""
    return max(_DELIMITERS, key=line.count)


def names_title(line: str) -> bool:
    """Return whether a cell of a line is a usual name of a title."""
    return any(normalized(cell) in NAMES["title"] for cell in line.split(delimiter_of(line)))


def unknown_format(looks: str) -> InputError:
    """Make the error of a list in no known format; `looks` says what it looks like."""
    return InputError(f"{looks}, an unknown format. Known formats: {_NAMES}")


def _xml_format(head: str) -> Format:
    root = _ROOT.search(_XML_NOISE.sub("", head))
    if root is None:
        raise unknown_format(f"begins with {clipped(one_line(head))!r}")
    name, attributes = root[1], root[2]
    for namespace, found in _XML_FORMATS.items():
        if f'"{namespace}"' in attributes or f"'{namespace}'" in attributes:
            return found
    if "http://www.loc.gov/MARC21/slim" in head:  # within the answer of a search
        return Format.MARCXML
    if name in _ROOTS:
        return _ROOTS[name]
    if advice := advice_on_xml(name):
        raise InputError(advice)
    raise unknown_format(f"is XML with the root {clipped(name)!r}")


def _json_format(head: str) -> Format:
    """Tell one JSON value from lines of JSON: in the latter the first line is a whole object."""
    if head.startswith("["):
        return Format.CSL_JSON
    try:
        first = json.loads(head.partition("\n")[0])
    except (ValueError, RecursionError):
        first = None
    if isinstance(first, dict):
        return Format.CSL_JSON if first.keys() & {"items", "message"} else Format.JSON_LINES
    return Format.CSL_JSON
