"""Represent plain data as XML or JSON."""

import json
from typing import Any

from lxml import etree

from wildwood.extraction.http.media_formats import MediaFormat
from wildwood.safe_xml import Element, allowed

_SINGULAR = {
    "authors": "author", "affiliations": "affiliation", "emails": "email",
    "contexts": "context", "citations": "citation", "similar": "paper",
    "funders": "funder", "awards": "award", "captions": "caption", "names": "name",
    "titles": "title",
}  # fmt: skip


def render(root: str, data: dict[str, Any], chosen: MediaFormat) -> bytes:
    """Return data as XML with one root element of that name, or as JSON."""
    if chosen is MediaFormat.JSON:
        return json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")
    return etree.tostring(_element(root, data), xml_declaration=True, encoding="UTF-8")


def _element(name: str, value: Any) -> Element:
    """Make an element; its children are named by the keys of a dictionary.

    The children of a list have the singular of its name.
    """
    element = etree.Element(name)
    if isinstance(value, dict):
        element.extend(_element(key, inner) for key, inner in value.items())
    elif isinstance(value, list | tuple):
        element.extend(_element(_SINGULAR[name], inner) for inner in value)
    else:
        element.text = allowed(str(value).lower() if isinstance(value, bool) else str(value))
    return element
