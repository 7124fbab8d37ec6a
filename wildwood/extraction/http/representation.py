"""Plain data as XML or JSON."""

import json
import re
from enum import Enum
from typing import Any

from lxml import etree

from wildwood.safe_xml import Element


class Format(Enum):
    """The values of the parameter `output`."""

    XML = "xml"
    JSON = "json"


_SINGULAR = {
    "authors": "author", "affiliations": "affiliation", "emails": "email",
    "contexts": "context", "citations": "citation", "similar": "paper",
}  # fmt: skip
# What no XML 1.0 document may hold.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def rendered(name: str, data: dict[str, Any], wanted: Format) -> bytes:
    """A document with one root element of that name, or the same as JSON."""
    if wanted is Format.JSON:
        return json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")
    return etree.tostring(_element(name, data), xml_declaration=True, encoding="UTF-8")


def _element(name: str, value: Any) -> Element:
    """Dictionaries become elements of their keys' names, lists repeat one in the singular."""
    element = etree.Element(name)
    if isinstance(value, dict):
        element.extend(_element(key, inner) for key, inner in value.items())
    elif isinstance(value, list | tuple):
        element.extend(_element(_SINGULAR[name], inner) for inner in value)
    else:
        element.text = _FORBIDDEN.sub("�", str(value))
    return element
