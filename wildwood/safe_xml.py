"""Parse untrusted XML without entities, DTDs or network, read it as text, and write any text."""

import re
from typing import TypeAlias

from lxml import etree

Element: TypeAlias = etree._Element  # noqa: SLF001 - lxml's classes have no public names

XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_string_value = etree.XPath("string()")


def safe_parser(*, recover: bool = False) -> etree.XMLParser[Element]:
    """Make a parser that expands no entities, loads no DTD and uses no network.

    Args:
        recover: read what can be read of malformed XML.
    """
    return etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        strip_cdata=False,
        remove_blank_text=False,
        recover=recover,
    )


def allowed(text: str) -> str:
    """Replace the characters that XML 1.0 does not allow (section 2.2)."""
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def text_of(element: Element) -> str:
    """Return the whole string value of an element, text in child markup included."""
    if len(element):
        return str(_string_value(element))
    return element.text or ""


def language_of(element: Element) -> str:
    """Return the `xml:lang` in scope (XML 1.0, section 2.12), or an empty string."""
    for scope in (element, *element.iterancestors()):
        if (language := scope.get(XML_LANG)) is not None:
            return language
    return ""
