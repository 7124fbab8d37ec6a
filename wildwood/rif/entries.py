"""What a rif says of its papers' language, and the words that show it."""

from collections.abc import Iterator

from wildwood.model import Entry, Wording
from wildwood.rif.document import AMF, Element, Rif, text_of

_TITLE = f"{{{AMF}}}title"
_ABSTRACT = f"{{{AMF}}}abstract"
_LANGUAGE = f"{{{AMF}}}language"
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def entries_of(rif: Rif) -> list[Entry]:
    """An entry for each record, in the file's order."""
    return [
        Entry(
            record.handle,
            tuple(_wordings(element, _TITLE)),
            tuple(_wordings(element, _ABSTRACT)),
            tuple(text for text in map(text_of, element.iterfind(_LANGUAGE)) if text.strip()),
        )
        for record, element in zip(rif.records, rif.elements, strict=True)
    ]


def _wordings(text: Element, name: str) -> Iterator[Wording]:
    return (Wording(text_of(child), _language(child)) for child in text.iterfind(name))


def _language(element: Element) -> str:
    """The `xml:lang` in scope (XML 1.0, section 2.12)."""
    for scope in (element, *element.iterancestors()):
        if (language := scope.get(_XML_LANG)) is not None:
            return language
    return ""
