"""The formats of lists, and how the content of a file tells its format."""

import json
import re
from collections.abc import Mapping
from enum import Enum

from wildwood.display import clipped, one_line
from wildwood.errors import InputError
from wildwood.lists.fields import NAMES, normalized

_AS_RIS = "export the list as RIS"
_TO_MARCXML = "convert it into MARCXML, for instance with yaz-marcdump"

_OTHER_BEGINNINGS: Mapping[re.Pattern[str], str] = {
    re.compile(r"\d{5}.{7}\d{5}[^\n]*\x1e"): f"is binary MARC; {_TO_MARCXML}",
    re.compile(r"=(?:LDR|0\d\d) "): "is MARC in MarcEdit's text form; convert it into MARCXML",
    re.compile(r"%[0A-Z] \S"): f"is in EndNote's own format; {_AS_RIS}",
    re.compile(r"PMID *- \d"): "is in PubMed's own format; save the list as CSV",
    re.compile(r"FN .*\nVR \d"): f"is in Web of Science's own format; {_AS_RIS} or BibTeX",
    re.compile(r"PK\x03\x04"): "is a spreadsheet or a zip file; save the list as CSV",
}
_OTHER_ROOTS: Mapping[str, str] = {
    "xml": f"is EndNote's XML; {_AS_RIS}",
    "RDF": f"is RDF; {_AS_RIS}, BibTeX or CSL-JSON",
    "PubmedArticleSet": "is PubMed's XML; save the list as CSV",
    "mods": "is MODS; convert it into MARCXML",
    "modsCollection": "is MODS; convert it into MARCXML",
    "html": "is a web page; save the list in one of the formats that it offers",
}


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


_NAMES = "AMF, ReDIF, BibTeX, RIS, CSV or TSV, CSL-JSON, MARCXML, OAI-PMH and JSON lines"

_XML_FORMATS = {
    "http://amf.openlib.org": Format.AMF,
    "http://www.openarchives.org/OAI/2.0/": Format.OAI_PMH,
    "http://www.loc.gov/MARC21/slim": Format.MARCXML,
}
_ROOT = re.compile(r"<(?![?!])(?:[\w.-]+:)?([\w.-]+)([^>]*)>?", re.DOTALL)
_ROOTS = {"amf": Format.AMF, "OAI-PMH": Format.OAI_PMH, "collection": Format.MARCXML}
_XML_NOISE = re.compile(r"<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", re.DOTALL)
_REDIF = re.compile(r"^Template-Type\s*:", re.IGNORECASE | re.MULTILINE)
_RIS = re.compile(r"^\s*TY\s{0,2}-", re.MULTILINE)
_BIBTEX = re.compile(
    r"^\s*@\s*(?:(?:comment|preamble|string)\s*[{(]|[a-z]\w*\s*[{(]\s*(?:[^={}()\s,]*\s*,|\w+\s*=))",
    re.IGNORECASE | re.MULTILINE,
)
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
    if head.startswith("<"):
        return _xml_format(head)
    if head[:1] in ("{", "["):
        return _json_format(head)
    for pattern, found in (
        (_REDIF, Format.REDIF), (_RIS, Format.RIS), (_BIBTEX, Format.BIBTEX),
    ):  # fmt: skip
        if pattern.search(head):
            return found
    if advice := next((said for one, said in _OTHER_BEGINNINGS.items() if one.match(head)), ""):
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
    if name in _OTHER_ROOTS:
        raise InputError(_OTHER_ROOTS[name])
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
