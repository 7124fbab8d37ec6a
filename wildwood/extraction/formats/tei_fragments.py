"""Write single names, dates, affiliations and citations as fragments of TEI, as GROBID does."""

from collections.abc import Iterable, Sequence

from lxml import etree

from wildwood.extraction.extracted import Citation
from wildwood.extraction.fields.affiliation_parts import AffiliationParts
from wildwood.extraction.formats.tei_citations import citation_element
from wildwood.extraction.formats.tei_elements import element, filled, person_name
from wildwood.names.person import Person
from wildwood.safe_xml import Element


def people(found: Iterable[Person]) -> bytes:
    """Return a `persName` for each person."""
    return _fragment(map(person_name, found))


def date(iso: str) -> bytes:
    """Return a `date`; nothing for an empty one."""
    return _fragment([element("date", None, when=iso)] if iso else [])


def affiliations(found: Sequence[AffiliationParts]) -> bytes:
    """Return an `affiliation`; several are in an element `xml`."""
    written = [_affiliation(one) for one in found]
    return _fragment([element("xml", None, *written)] if len(written) > 1 else written)


def citation(found: Citation, *, raw: bool) -> bytes:
    """Return a `biblStruct` without an identifier."""
    return _fragment([citation_element(None, found, raw=raw)])


def _affiliation(parts: AffiliationParts) -> Element:
    address = element(
        "address",
        None,
        filled("postCode", parts.post_code),
        filled("settlement", parts.settlement),
        filled("region", parts.region),
        filled("country", parts.country),
    )
    return element(
        "affiliation",
        None,
        *(element("orgName", name, type="department") for name in parts.departments),
        *(element("orgName", name, type="institution") for name in parts.institutions),
        address if len(address) else None,
    )


def _fragment(elements: Iterable[Element]) -> bytes:
    return b"\n".join(etree.tostring(one, encoding="UTF-8") for one in elements)
