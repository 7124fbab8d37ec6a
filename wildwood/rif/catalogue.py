"""Catalogue records of a rif, for language screening."""

from collections.abc import Iterator

from wildwood.model import CatalogueRecord, LocalizedText
from wildwood.rif import amf
from wildwood.rif.document import Rif
from wildwood.safe_xml import Element, language_of, text_of


def catalogue_records(rif: Rif) -> list[CatalogueRecord]:
    """Return a catalogue record for each record of a rif, in the file's order."""
    return [
        CatalogueRecord(
            record.handle,
            tuple(_texts(element, amf.TITLE)),
            tuple(_texts(element, amf.ABSTRACT)),
            tuple(text for text in map(text_of, element.iterfind(amf.LANGUAGE)) if text.strip()),
        )
        for record, element in zip(rif.records, rif.elements, strict=True)
    ]


def _texts(text: Element, name: str) -> Iterator[LocalizedText]:
    return (LocalizedText(text_of(child), language_of(child)) for child in text.iterfind(name))
