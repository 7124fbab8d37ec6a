"""Formats of lists that are not read, and what to do with them."""

import re
from collections.abc import Mapping

_BEGINNINGS: Mapping[re.Pattern[str], str] = {
    re.compile(r"=(?:LDR|0\d\d) "): "is MARC in MarcEdit's text form; convert it into MARCXML",
}
_ROOTS: Mapping[str, str] = {
    "RDF": "is RDF of another program than Zotero; export the list as RIS or CSL-JSON",
    "html": "is a web page; save the list in one of the formats that it offers",
}


def advice_on_text(head: str) -> str:
    """Return what a text is and what to do with it, from its beginning; empty if not known."""
    return next((said for pattern, said in _BEGINNINGS.items() if pattern.match(head)), "")


def advice_on_xml(root: str) -> str:
    """Return what XML with a root of this name is and what to do with it; empty if not known."""
    return _ROOTS.get(root, "")
