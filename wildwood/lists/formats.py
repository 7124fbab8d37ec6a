"""The formats of lists, and how the content of a file tells its format."""

import json
import re
from collections.abc import Mapping
from enum import Enum

from wildwood.display import clipped, one_line
from wildwood.errors import InputError
from wildwood.lists.content import Content
from wildwood.lists.fields import NAMES, normalized

_OTHER_BEGINNINGS: Mapping[re.Pattern[str], str] = {
    re.compile(r"=(?:LDR|0\d\d) "): "is MARC in MarcEdit's text form; convert it into MARCXML",
}
_OTHER_ROOTS: Mapping[str, str] = {
    "RDF": "is RDF of another program than Zotero; export the list as RIS or CSL-JSON",
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
    MEDLINE = "PubMed nbib"
    WEB_OF_SCIENCE = "Web of Science"
    OVID = "Ovid"
    PROQUEST = "ProQuest"
    REFWORKS = "RefWorks"
    ENDNOTE = "EndNote"
    ENDNOTE_XML = "EndNote XML"
    PUBMED_XML = "PubMed XML"
    MODS = "MODS"
    MARC = "MARC 21"
    ZOTERO_RDF = "Zotero RDF"
    SPREADSHEET = "Excel"
    SERVICE_JSON = "JSON of a service"


_NAMES = ", ".join(one.value for one in Format)

_BINARY = {
    re.compile(rb"\s{0,8}\d{5}.{7}\d{5}.{7}[\dA-Za-z\s]+\x1e", re.DOTALL): Format.MARC,
    re.compile(rb"PK\x03\x04|\xd0\xcf\x11\xe0"): Format.SPREADSHEET,
}
"""What bytes begin with that are no text."""
_XML_FORMATS = {
    "http://amf.openlib.org": Format.AMF,
    "http://www.openarchives.org/OAI/2.0/": Format.OAI_PMH,
    "http://www.loc.gov/MARC21/slim": Format.MARCXML,
    "http://www.loc.gov/mods/v3": Format.MODS,
}
_XML = re.compile(r"<(?!\s*\d)")
_ROOT = re.compile(r"<(?![?!])(?:[\w.-]+:)?([\w.-]+)([^>]*)>?", re.DOTALL)
_ROOTS = {
    "amf": Format.AMF,
    "OAI-PMH": Format.OAI_PMH,
    "collection": Format.MARCXML,
    "mods": Format.MODS,
    "modsCollection": Format.MODS,
    "PubmedArticleSet": Format.PUBMED_XML,
    "PubmedArticle": Format.PUBMED_XML,
}
_ZOTERO_RDF = re.compile(r"http://www\.zotero\.org/namespaces/export#|purl\.org/net/biblio#")
_ENDNOTE_XML = re.compile(r"<records>\s*<record>")
_XML_NOISE = re.compile(r"<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", re.DOTALL)
_SIGNS = {
    Format.REDIF: re.compile(r"^Template-Type\s*:", re.IGNORECASE | re.MULTILINE),
    Format.RIS: re.compile(r"^\s*TY\s{0,2}-", re.MULTILINE),
    Format.BIBTEX: re.compile(
        r"^\s*@\s*(?:(?:comment|preamble|string)\s*[{(]|[a-z]\w*\s*[{(]\s*(?:[^={}()\s,]*\s*,|\w+\s*=))",
        re.IGNORECASE | re.MULTILINE,
    ),
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
"""What the text of a format has, and no other."""
_SERVICE = re.compile(
    r'"(?:authorships|bibjson|resultList|authorString|paperId|creators|itemType|titles)"\s*:'
)
"""Fields that the records of services have."""
_WRAPPERS = frozenset({"items", "message", "results", "data", "resultList", "hits"})
"""Fields in which the answers of services have their records."""
_DELIMITERS = ",;\t|"
MAX_PREAMBLE = 20
"""Lines that a tool puts before the names of the columns, such as the date of an export."""
_HEAD = 1 << 16
"""Characters that are looked at."""


def format_of(content: Content) -> Format:
    """Return the format of a list by its content.

    Raises:
        InputError: it has none of the formats. The message continues a sentence that starts
            with the file's name.
    """
    for mark, found in _BINARY.items():
        if mark.match(content.data):
            return found
    head = content.text[:_HEAD].lstrip("\ufeff \t\r\n\f\v")
    if _XML.match(head):
        return _xml_format(head)
    if head[:1] in ("{", "["):
        return _json_format(head)
    return _text_format(head)


def _text_format(head: str) -> Format:
    for found, sign in _SIGNS.items():
        if sign.search(head):
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
    for namespace in ("http://www.loc.gov/MARC21/slim", "http://www.loc.gov/mods/v3"):
        if namespace in head:  # within the answer of a search
            return _XML_FORMATS[namespace]
    if name in _ROOTS:
        return _ROOTS[name]
    if name == "RDF" and _ZOTERO_RDF.search(head):
        return Format.ZOTERO_RDF
    if _ENDNOTE_XML.search(head):
        return Format.ENDNOTE_XML
    if name in _OTHER_ROOTS:
        raise InputError(_OTHER_ROOTS[name])
    raise unknown_format(f"is XML with the root {clipped(name)!r}")


def _json_format(head: str) -> Format:
    """Tell one JSON value from lines of JSON: in the latter the first line is a whole object."""
    whole = Format.SERVICE_JSON if _SERVICE.search(head) else Format.CSL_JSON
    if head.startswith("["):
        return whole
    try:
        first = json.loads(head.partition("\n")[0])
    except (ValueError, RecursionError):
        return whole
    is_line = isinstance(first, dict) and not first.keys() & _WRAPPERS
    return Format.JSON_LINES if is_line else whole
