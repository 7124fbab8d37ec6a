"""The formats of lists: what reads each, how content tells it, and how it is written again."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Self

from wildwood.kernel.errors import InputError
from wildwood.kernel.text import clipped, delimiter_of, one_line
from wildwood.lists.content import Content
from wildwood.lists.fields import NAMES, normalized, words_of


class Syntax(Enum):
    TEXT = auto()
    JSON = auto()
    XML = auto()
    BINARY = auto()


@dataclass(frozen=True, slots=True)
class Traits:
    reader: str  # module and function in `lists`, imported when they are used: some need an extra
    syntax: Syntax = Syntax.TEXT
    sign: str = ""  # a pattern that no text of a later format has; `^` begins a line
    first_bytes: bytes = b""
    namespace: str = ""
    wrapped: bool = False
    roots: tuple[str, ...] = ()  # root names that the sign needs; without any, it is enough
    in_place: bool = True


class Format(Enum):
    """The first format whose sign a list has is its format."""

    traits: Traits

    def __new__(cls, name: str, traits: Traits) -> Self:
        made = object.__new__(cls)
        made._value_ = name
        made.traits = traits
        return made

    # fmt: off
    AMF = "AMF", Traits(
        "amf.read_amf", Syntax.XML,
        namespace="http://amf.openlib.org", roots=("amf",), in_place=False,
    )
    REDIF = "ReDIF", Traits("redif.read_redif", sign=r"(?i)^Template-Type\s*:")
    RIS = "RIS", Traits("ris.read_ris", sign=r"^\s*TY\s{0,2}-")
    BIBTEX = "BibTeX", Traits(
        "bibtex.read_bibtex",
        sign=r"(?i)^\s*@\s*(?:(?:comment|preamble|string)\s*[{(]"
        r"|[a-z]\w*\s*[{(]\s*(?:[^={}()\s,]*\s*,|\w+\s*=))",
    )
    CSV = "CSV", Traits("tables.read_table")
    CSL_JSON = "CSL-JSON", Traits("json.read_json", Syntax.JSON)
    MARC_JSON = "MARC-in-JSON", Traits("marc.read_marc_json", Syntax.JSON)
    MARCXML = "MARCXML", Traits(
        "marc.read_marcxml", Syntax.XML,
        namespace="http://www.loc.gov/MARC21/slim", wrapped=True,
        sign=r"<(?:\w+:)?(?:control|data)field\s[^<>]*\btag=[\"']\d{3}[\"']",
    )
    ALEPH = "Aleph sequential", Traits(
        "marc.read_aleph", sign=r"\A\d{9} (?:[A-Z]{3}|\d{3})[\w ]{2} [A-Z] ",
    )
    PICA = "PICA+", Traits("pica.read_pica", sign=r"^\d{3}[A-Z@](?:/\d\d+)? [$ƒ\x1f][\w@]")
    PICA_XML = "PICA XML", Traits(
        "pica.read_pica_xml", Syntax.XML,
        namespace="info:srw/schema/5/picaXML-v1.0", wrapped=True,
        sign=r"<(?:\w+:)?datafield\s[^<>]*\btag=[\"']\d{3}[A-Z@][\"']",
    )
    OAI_PMH = "OAI-PMH", Traits(
        "oai.read_oai", Syntax.XML,
        namespace="http://www.openarchives.org/OAI/2.0/", roots=("OAI-PMH",), in_place=False,
    )
    JSON_LINES = "JSON lines", Traits("json.read_json_lines")
    MEDLINE = "PubMed nbib", Traits(
        "tagged.MEDLINE.read", sign=r"\A(?:PMID *- ?\d|OWN *- *ERIC)|^PMID- \d",
    )
    WEB_OF_SCIENCE = "Web of Science", Traits(
        "tagged.WEB_OF_SCIENCE.read",
        sign=r"\AFN .*\s+VR |^PT (?:[A-Z]|Journal|Book)\s*\n(?:[A-Z][A-Z0-9] |   )",
    )
    OVID = "Ovid", Traits(
        "tagged.read_ovid",
        sign=r"\AVN {1,2}- |^<\s*\d+\s*\.?\s*>\s*\n(?: ?[A-Z]{2} {1,2}- |[A-Z][A-Za-z ]+\n\s)",
    )
    PROQUEST = "ProQuest", Traits(
        "tagged.PROQUEST.read",
        sign=r"^(?:ProQuest document ID|Document URL|Language of publication): ",
    )
    REFWORKS = "RefWorks", Traits(
        "tagged.REFWORKS.read", sign=r"^RT [A-Z][A-Za-z, ]+\n(?:[A-Z][A-Z0-9] )",
    )
    NOTEEXPRESS = "NoteExpress", Traits("tagged.NOTEEXPRESS.read", sign=r"^\{Reference Type\}: ?")
    ENDNOTE = "EndNote", Traits("tagged.ENDNOTE.read", sign=r"\A%[0A-Z] \S")
    ENDNOTE_XML = "EndNote XML", Traits(
        "reference_xml.read_endnote_xml", Syntax.XML, sign=r"<records>\s*<record>",
    )
    PUBMED_XML = "PubMed XML", Traits(
        "reference_xml.read_pubmed_xml", Syntax.XML,
        roots=("PubmedArticleSet", "PubmedArticle", "PubmedBookArticleSet", "PubmedBookArticle"),
    )
    WORD = "Word's sources", Traits("reference_xml.read_word", Syntax.XML, roots=("Sources",))
    JATS = "JATS", Traits(
        "reference_xml.read_jats", Syntax.XML, sign=r"<(?:\w+:)?(?:article|book)-meta\b",
    )
    CROSSREF_XML = "Crossref XML", Traits(
        "reference_xml.read_crossref_xml", Syntax.XML, sign=r"<(?:\w+:)?doi_record\b",
    )
    JSTOR = "JSTOR XML", Traits("reference_xml.read_jstor", Syntax.XML, roots=("citations",))
    ATOM = "Atom", Traits("reference_xml.read_atom", Syntax.XML, roots=("feed",))
    ICTRP = "ICTRP", Traits(
        "reference_xml.read_ictrp", Syntax.XML, roots=("Trials_downloaded_from_ICTRP",),
    )
    MODS = "MODS", Traits(
        "reference_xml.read_mods", Syntax.XML,
        namespace="http://www.loc.gov/mods/v3", wrapped=True, roots=("mods", "modsCollection"),
    )
    MARC = "MARC 21", Traits(
        "marc.read_marc", Syntax.BINARY,
        first_bytes=rb"(?s)\s{0,8}\d{5}.{7}\d{5}.{7}[\dA-Za-z\s]+\x1e",
    )
    ZOTERO_RDF = "Zotero RDF", Traits(
        "reference_xml.read_zotero_rdf", Syntax.XML, roots=("RDF",),
        sign=r"(?s)\A(?!.*purl\.org/ontology/bibo/).*(?:zotero\.org/namespaces/export|net/biblio)#",
    )
    SPREADSHEET = "Excel", Traits(
        "spreadsheets.read_spreadsheet", Syntax.BINARY,
        first_bytes=rb"PK\x03\x04|\xd0\xcf\x11\xe0",
    )
    SERVICE_JSON = "JSON of a service", Traits("json.read_json", Syntax.JSON)
    EMPTY = "empty", Traits("ris.read_ris", Syntax.BINARY)
    # fmt: on


_KNOWN = ", ".join(form.value for form in Format if form is not Format.EMPTY)
_MARC_FIELD = re.compile(r'"fields"\s*:\s*\[\s*\{\s*"\w{3}"\s*:')
_QUOTED = re.compile(r'"[^"]*"')
_COLUMNAR = {b"PAR1": ("Parquet", "parquet"), b"ARROW1": ("Arrow", "feather")}
_MARCEDIT = re.compile(r"=(?:LDR|0\d\d) ")
_OTHER_ROOTS = {
    "RDF": "is RDF of another kind than Zotero's own; export the list as RIS or CSL-JSON",
    "html": "is a web page; save the list in one of the formats that it offers",
}
_XML = re.compile(r"<(?!\s*\d)")
_ROOT = re.compile(r"<(?![?!])(?:[\w.-]+:)?([\w.-]+)([^>]*)>?", re.DOTALL)
_XML_NOISE = re.compile(r"<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", re.DOTALL)
_SERVICE = re.compile(
    r'"(?:authorships|bibjson|resultList|authorString|paperId|creators|itemType|titles|external_ids'
    r'|year_published|dc\.title)"\s*:'
)
_WRAPPERS = {path.partition(".")[0] for path in words_of("wrappers_of_records")}
MAX_PREAMBLE = 20  # lines before the names of the columns, such as the date of an export
_HEAD = 1 << 16


def format_of(content: Content) -> Format:
    """Return the format of a list; the message of an error follows the file's name."""
    for form in Format:
        if form.traits.first_bytes and re.match(form.traits.first_bytes, content.data):
            return form
    for mark, (name, reader) in _COLUMNAR.items():
        if content.data.startswith(mark):
            raise InputError(
                f"is {name}; convert it into CSV, in Python with"
                f' pandas.read_{reader}("{content.name}").to_csv("list.csv", index=False)'
            )
    head = content.text[:_HEAD].lstrip("\ufeff \t\r\n\f\v")
    if _XML.match(head):
        return _xml_format(head)
    if head[:1] in ("{", "[") and not _has_sign(Format.NOTEEXPRESS.traits, head):
        return _json_format(head)
    return _text_format(head)


def _text_format(head: str) -> Format:
    for form in _occurs_in(Syntax.TEXT):
        if _has_sign(form.traits, head):
            return form
    if _MARCEDIT.match(head):
        raise InputError("is MARC in MarcEdit's text form; convert it into MARCXML")
    if is_table(head):
        return Format.CSV
    if not head:
        return Format.EMPTY
    raise _unknown_format(f"begins with {clipped(one_line(head))!r}")


def _occurs_in(syntax: Syntax) -> Iterator[Format]:
    return (form for form in Format if form.traits.syntax is syntax)


def is_table(head: str) -> bool:
    """Return whether a text begins with a table: it names columns, or two lines are alike."""
    lines = [line for line in head.split("\n", MAX_PREAMBLE)[:MAX_PREAMBLE] if line.strip()]
    if any(map(names_title, [*lines[:1], *(line for line in lines if delimiter_of(line) in line)])):
        return True
    if not lines:
        return False
    sign = delimiter_of(lines[0])
    count, *next_counts = (_QUOTED.sub("", line).count(sign) for line in lines[:2])
    return count > 0 and all(next_count >= count for next_count in next_counts)


def names_title(line: str) -> bool:
    return any(normalized(cell) in NAMES["title"] for cell in line.split(delimiter_of(line)))


def _unknown_format(looks: str) -> InputError:
    return InputError(f"{looks}, an unknown format. Known formats: {_KNOWN}")


def _xml_format(head: str) -> Format:
    root = _ROOT.search(_XML_NOISE.sub("", head))
    if root is None:
        raise _unknown_format(f"begins with {clipped(one_line(head))!r}")
    name, attributes = root[1], root[2]
    forms = list(_occurs_in(Syntax.XML))
    fitting = (
        *(form for form in forms if _declares(attributes, form.traits.namespace)),
        *(form for form in forms if form.traits.wrapped and form.traits.namespace in head),
        *(form for form in forms if _fits(form.traits, name, head)),
    )
    if fitting:
        return fitting[0]
    if name in _OTHER_ROOTS:
        raise InputError(_OTHER_ROOTS[name])
    raise _unknown_format(f"is XML with the root {clipped(name)!r}")


def _declares(attributes: str, namespace: str) -> bool:
    return bool(namespace) and any(f"{mark}{namespace}{mark}" in attributes for mark in "\"'")


def _fits(traits: Traits, name: str, head: str) -> bool:
    if traits.roots and name not in traits.roots:
        return False
    return _has_sign(traits, head) if traits.sign else bool(traits.roots)


def _has_sign(traits: Traits, head: str) -> bool:
    return bool(traits.sign) and re.search(traits.sign, head, re.MULTILINE) is not None


def _json_format(head: str) -> Format:
    """Tell one JSON value from lines of JSON: in the latter the first line is a whole object."""
    if _MARC_FIELD.search(head):
        return Format.MARC_JSON
    whole = Format.SERVICE_JSON if _SERVICE.search(head) else Format.CSL_JSON
    if head.startswith("["):
        return whole
    try:
        first = json.loads(head.partition("\n")[0])
    except (ValueError, RecursionError):
        return whole
    is_line = isinstance(first, dict) and not first.keys() & _WRAPPERS
    return Format.JSON_LINES if is_line else whole
