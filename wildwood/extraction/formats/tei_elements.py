"""The elements of TEI documents."""

from lxml.builder import ElementMaker

from wildwood.names.person import Person
from wildwood.safe_xml import Element, allowed

_NAMESPACE = "http://www.tei-c.org/ns/1.0"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
_TEI = ElementMaker(namespace=_NAMESPACE, nsmap={None: _NAMESPACE})


def element(name: str, text: str | None, *children: Element | None, **attributes: str) -> Element:
    """Make an element; children that are None, and empty attributes, are left out."""
    clean = {key: allowed(value) for key, value in attributes.items() if value}
    made: Element = _TEI(name, clean, *(child for child in children if child is not None))
    if text:
        made.text = allowed(text)
    return made


def filled(name: str, text: str, **attributes: str) -> Element | None:
    """Make an element unless its text is empty."""
    return element(name, text, **attributes) if text.strip() else None


def identified(made: Element, identifier: str) -> Element:
    """Give an element its identifier, and return it."""
    made.set(XML_ID, identifier)
    return made


def person_name(person: Person) -> Element:
    """Make the name of a person or institution."""
    if person.is_institution:
        return element("orgName", person.family)
    names = person.given.split()
    kinds = ("first", *["middle"] * (len(names) - 1)) if names else ()
    forenames = [
        element("forename", name, type=kind) for name, kind in zip(names, kinds, strict=True)
    ]
    return element("persName", None, *forenames, filled("surname", person.family))
