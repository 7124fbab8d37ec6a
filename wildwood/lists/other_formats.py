"""Formats of lists that are not read, and what to do with them."""

import re
from collections.abc import Mapping

_AS_RIS = "export the list as RIS"
_TO_MARCXML = "convert it into MARCXML, for instance with yaz-marcdump"

_BEGINNINGS: Mapping[re.Pattern[str], str] = {
    re.compile(r"\d{5}.{7}\d{5}[^\n]*\x1e"): f"is binary MARC; {_TO_MARCXML}",
    re.compile(r"=(?:LDR|0\d\d) "): "is MARC in MarcEdit's text form; convert it into MARCXML",
    re.compile(r"PK\x03\x04"): "is a spreadsheet or a zip file; save the list as CSV",
}
_ROOTS: Mapping[str, str] = {
    "xml": f"is EndNote's XML; {_AS_RIS}",
    "RDF": f"is RDF; {_AS_RIS}, BibTeX or CSL-JSON",
    "PubmedArticleSet": "is PubMed's XML; save the list as CSV",
    "mods": "is MODS; convert it into MARCXML",
    "modsCollection": "is MODS; convert it into MARCXML",
    "html": "is a web page; save the list in one of the formats that it offers",
}


def advice_on_text(head: str) -> str:
    """Return what a text is and what to do with it, from its beginning; empty if not known."""
    return next((said for pattern, said in _BEGINNINGS.items() if pattern.match(head)), "")


def advice_on_xml(root: str) -> str:
    """Return what XML with a root of this name is and what to do with it; empty if not known."""
    return _ROOTS.get(root, "")
