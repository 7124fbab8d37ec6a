"""Parse untrusted XML without entities, DTDs or network, and read and write its text."""

import re
from pathlib import Path
from typing import TypeAlias

from lxml import etree

Element: TypeAlias = etree._Element  # noqa: SLF001 - lxml's classes have no public names

XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_NOT_IN_XML = r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_string_value = etree.XPath("string()")
_ERRORS = Path(__file__).with_name("xml_errors.txt").read_text(encoding="utf-8")
_IN_WORDS = dict(line.split(": ", 1) for line in _ERRORS.splitlines())
_OTHERWISE = "it does not follow the rules of XML"
_NAMES = {code: name for name, code in vars(etree.ErrorTypes).items() if name in _IN_WORDS}


def safe_parser() -> etree.XMLParser[Element]:
    return etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, strip_cdata=False
    )


def allowed(text: str) -> str:
    """Replace the characters that XML 1.0 does not allow (section 2.2)."""
    return re.sub(_NOT_IN_XML, "\N{REPLACEMENT CHARACTER}", text)


def text_of(element: Element) -> str:
    if len(element):
        return str(_string_value(element))
    return element.text or ""


def language_of(element: Element) -> str:
    """Return the `xml:lang` in scope (XML 1.0, section 2.12), or an empty string."""
    languages = (scope.get(XML_LANG) for scope in (element, *element.iterancestors()))
    return next((language for language in languages if language is not None), "")


def describe_error(error: etree.XMLSyntaxError) -> str:
    """Return a clause in place of libxml's message."""
    return _IN_WORDS.get(_NAMES.get(error.code, ""), _OTHERWISE)
