"""Read EndNote's XML."""

from functools import partial

from wildwood.lists.fields import identified_entry_of
from wildwood.lists.readers.xml_formats.elements import fields_at, read_elements
from wildwood.records.dates import iso_date
from wildwood.records.entry import Entry
from wildwood.records.identifiers import dois_in, issn_in
from wildwood.safe_xml import Element

PLACES = {
    "accession number": "accession-num",
    "database": "remote-database-name",
    "id": "rec-number label accession-num",
    "title": "titles/title,titles/translated-title",
    "authors": "contributors/authors/author contributors/secondary-authors/author"
    " contributors/tertiary-authors/author",
    "year": "dates/year",
    "date": "dates/pub-dates/date",
    "language": "language",
    "abstract": "abstract",
    "keywords": "keywords/keyword",
    "doi": "electronic-resource-num,urls/related-urls/url/style,urls/related-urls/url",
    "url": "urls/related-urls/url",
    "series": "periodical/full-title titles/secondary-title alt-periodical/full-title"
    " periodical/abbr-1 titles/tertiary-title",
    "volume": "volume",
    "issue": "number",
    "pages": "pages",
    "issn": "isbn",
    "isbn": "isbn",
    "publisher": "publisher",
    "kind": "ref-type#name",
    "edition": "edition",
    "note": "notes",
}


def _entry(record: Element) -> Entry:
    found = fields_at(record, PLACES)
    year, day = ("".join(found.pop(name)[:1]) for name in ("year", "date"))
    of_day = iso_date(day) or iso_date(f"{day} {year}")
    found["date"] = [of_day if of_day.startswith(iso_date(year)[:4]) else iso_date(year)]
    found["doi"] = list(dois_in(*found["doi"]))
    found["issn"] = [issn_in(*found["issn"])]
    return identified_entry_of(found, f"line {record.sourceline}")


read_endnote_xml = partial(read_elements, ["record"], _entry)
"""Yields an entry for each record."""
