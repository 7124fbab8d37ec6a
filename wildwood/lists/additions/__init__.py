"""What an entry gets from others, in the text that a list has for it."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from wildwood.lists.additions import members, xml_elements
from wildwood.lists.additions.cells import TableWriter
from wildwood.lists.additions.tagged_lines import additions as tagged_additions
from wildwood.lists.formats import Format
from wildwood.lists.readers.tagged import dialects
from wildwood.lists.readers.xml_formats import endnote_xml, mods
from wildwood.lists.reading import ReadList
from wildwood.records import as_bibtex, as_ris
from wildwood.records.entry import Entry

Additions = Callable[[str, Entry], Iterable[tuple[int, str]]]
"""Returns what adds the fields of one entry to the text of another, and the places there."""

_MARC = {
    "abstract": "datafield[@tag='520'][@ind1='#'][@ind2='#']/subfield[@code='a']",
    "keywords": "datafield[@tag='653'][@ind1='#'][@ind2='#']/subfield[@code='a']",
    "doi": "datafield[@tag='024'][@ind1='8'][@ind2='#']/subfield[@code='a']",
    "url": "datafield[@tag='856'][@ind1='4'][@ind2='#']/subfield[@code='u']",
    "isbn": "datafield[@tag='020'][@ind1='#'][@ind2='#']/subfield[@code='a']",
    "issn": "datafield[@tag='022'][@ind1='#'][@ind2='#']/subfield[@code='a']",
    "language": "datafield[@tag='041'][@ind1='#'][@ind2='#']/subfield[@code='a']",
    "edition": "datafield[@tag='250'][@ind1='#'][@ind2='#']/subfield[@code='a']",
}
"""Where a record of MARC has what it can get; # is a blank."""
_ADDITIONS: Mapping[Format, Additions] = {
    Format.RIS: as_ris.additions,
    Format.BIBTEX: as_bibtex.additions,
    Format.MEDLINE: partial(tagged_additions, dialects.MEDLINE),
    Format.WEB_OF_SCIENCE: partial(tagged_additions, dialects.WEB_OF_SCIENCE),
    Format.PROQUEST: partial(tagged_additions, dialects.PROQUEST),
    Format.REFWORKS: partial(tagged_additions, dialects.REFWORKS),
    Format.ENDNOTE: partial(tagged_additions, dialects.ENDNOTE),
    Format.CSL_JSON: members.additions_to_csl,
    Format.JSON_LINES: members.additions,
    Format.ENDNOTE_XML: partial(xml_elements.additions, endnote_xml.PLACES, fills=True),
    Format.MODS: partial(xml_elements.additions, mods.PLACES),
    Format.MARCXML: partial(xml_elements.additions, _MARC),
}


def additions_to(read: ReadList) -> Additions | None:
    """Return what adds fields to the entries of a list, or None if its format has no room."""
    if read.original is None:
        return None
    text = read.original.text
    if read.format in {Format.CSV, Format.SPREADSHEET}:
        return TableWriter.of(text, read.columns).additions
    if read.format is Format.OVID:
        return partial(tagged_additions, dialects.ovid_dialect(text))
    return _ADDITIONS.get(read.format)
