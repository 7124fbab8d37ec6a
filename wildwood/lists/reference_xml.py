"""Read XML of reference managers, databases and publishers."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from lxml import etree

from wildwood.biblio.entry import Entry
from wildwood.biblio.field_texts import best_date, clean
from wildwood.biblio.identifiers import isbn_in
from wildwood.kernel.safe_xml import Element, language_of, text_of
from wildwood.lists import xml
from wildwood.lists.content import Content, Entries
from wildwood.lists.fields import identified_entry_of, places_of, words_of

ENDNOTE_PLACES = places_of("endnote_xml")


def _endnote_entry(record: Element, place: str) -> Entry:
    fields = xml.fields_at(record, ENDNOTE_PLACES)
    year, day = ("".join(fields.pop(name)[:1]) for name in ("year", "date"))
    fields["date"] = [best_date([year, day])]
    extra = tuple((name, text) for name in ("LB", "L1") for text in fields.pop(name))
    return replace(identified_entry_of(fields, place), extra=extra)


read_endnote_xml = partial(xml.read_elements, ["record"], _endnote_entry)

MODS_PLACES = places_of("mods")


def entry_of_mods(record: Element, place: str, identifier: str = "") -> Entry:
    fields: dict[str, Any] = dict(xml.fields_at(record, MODS_PLACES))
    fields["id"] = [identifier] if identifier else fields["id"]
    fields["title"] = [
        {"text": _title(info), "language": info.get("lang") or language_of(info)}
        for info in record.iterfind("{*}titleInfo")
        if info.get("type") in {None, "translated"}
    ]
    named = list(record.iterfind("{*}name"))
    roles = {name: list(xml.texts_at(name, "role/roleTerm")) or [""] for name in named}
    authors = [name for name in named if any(map(xml.AUTHOR.match, roles[name]))]
    editors = [name for name in named if any(map(xml.EDITOR.match, roles[name]))]
    fields["authors"] = list(filter(None, map(_name, authors or named)))
    fields["editors"] = list(filter(None, map(_name, editors)))
    return identified_entry_of(fields, place)


def _title(info: Element) -> str:
    names = ("nonSort", "title", "subTitle", "partNumber", "partName")
    article, title, subtitle, *parts = (next(xml.texts_at(info, name), "") for name in names)
    space = "" if article.endswith(("'", "\N{RIGHT SINGLE QUOTATION MARK}")) else " "
    whole = f"{article}{space}{title}".strip()
    return " ".join(filter(None, (": ".join(filter(None, (whole, subtitle))), *parts)))


def _name(name: Element) -> dict[str, str] | str:
    places = {kind: f"namePart[@type='{kind}']" for kind in ("family", "given")}
    of_type = {kind: " ".join(xml.texts_at(name, place)) for kind, place in places.items()}
    if of_type["family"]:
        return of_type
    untyped = (part for part in name.iterfind("{*}namePart") if part.get("type") is None)
    whole = " ".join(clean(text_of(part)) for part in untyped)
    if name.get("type") in {"corporate", "conference"}:
        return {"family": whole, "given": ""}
    return whole or of_type["given"] or next(xml.texts_at(name, "displayForm"), "")


read_mods = partial(xml.read_elements, ["mods"], entry_of_mods)

_NAMES, _DATES = places_of("xml_names"), places_of("xml_dates")
_PERSON, _INSTITUTION = _NAMES.pop("person"), _NAMES.pop("institution")


def _entry_of_table(places: Mapping[str, str], record: Element, place: str) -> Entry:
    """Make an entry by a table that also says which elements have the parts of names and dates."""
    etree.strip_elements(record, "{*}xref", "{*}fn", with_tail=False)
    fields: dict[str, Any] = {**xml.fields_at(record, places), **dict(_people(record, places))}
    dates = map(_date, _first_elements(record, places["dates"]))
    fields["date"] = fields.get("date") or next(filter(None, dates), "")
    fields["title"][:1] = [": ".join(fields["title"][:1] + fields.get("subtitle", [])[:1])]
    fields["abstract"] = " ".join(fields.get("abstract", ()))
    keys = tuple(("Key", key) for key in fields.get("Key", ()))
    return replace(identified_entry_of(fields, place), extra=keys)


def _people(record: Element, places: Mapping[str, str]) -> Iterator[tuple[str, list[Any]]]:
    for role, place in (("authors", "people"), ("editors", "editing")):
        people = _first_elements(record, places.get(place, ""))
        yield role, [name for person in people for name in _names(person)]


def _first_elements(record: Element, paths: str) -> list[Element]:
    return next(filter(None, (xml.elements_at(record, path) for path in paths.split())), [])


def _names(person: Element) -> Iterator[dict[str, str] | str]:
    for members in xml.elements_at(person, "collab/contrib-group"):
        members.clear(keep_tail=True)
    name = next(iter(_first_elements(person, _PERSON)), person)
    parts = xml.fields_at(name, _NAMES)
    if parts["family"] or (parts["given"] and name is person):
        family = " ".join(parts["family"][:1] + parts["suffix"][:1])
        yield {"family": family, "given": " ".join(parts["given"])}
    elif not len(name) or name is not person:
        yield "".join(xml.texts_at(name, "."))
    for institution in _first_elements(person, _INSTITUTION):
        yield {"family": clean(text_of(institution)), "given": ""}


def _date(date: Element) -> str:
    parts = xml.fields_at(date, _DATES)
    texts = ["".join(parts[name][:1]) for name in ("year", "month", "day", "period")]
    return ("-" if parts["month"] else " ").join(filter(None, texts))


def _reader(table: str, *records: str) -> Callable[[Content], Entries]:
    return partial(xml.read_elements, records, partial(_entry_of_table, places_of(table)))


read_pubmed_xml = _reader("pubmed_xml", "PubmedArticle", "PubmedBookArticle")
read_word = _reader("word", "Source")
read_jats = _reader("jats", "article", "book")
read_crossref_xml = _reader("crossref_xml", "doi_record")
read_jstor = _reader("jstor", "article")
read_atom = _reader("atom", "entry")
read_ictrp = _reader("ictrp", "Trial")

_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_ZOTERO_PLACES = places_of("zotero_rdf")
_NO_PAPERS = frozenset(words_of("zotero_no_papers"))


def read_zotero_rdf(content: Content) -> Entries:
    """Yield an entry for each item; attachments, notes and collections are left out."""
    root = xml.root_without_controls(content)
    about = {key: element for element in root if (key := element.get(f"{_RDF}about")) is not None}
    titled = (element for element in root.iterchildren("*") if element.find("{*}title") is not None)
    items = (element for element in titled if etree.QName(element).localname not in _NO_PAPERS)
    yield from xml.entries_at(items, content, partial(_zotero_entry, about))


def _zotero_entry(about: Mapping[str, Element], item: Element, place: str) -> Entry:
    people = _people(item, _ZOTERO_PLACES)
    fields: dict[str, Any] = {**xml.fields_at(item, _ZOTERO_PLACES), **dict(people)}
    linked: list[str] = fields.pop("linked")
    for whole in _wholes(item, about):
        of_whole = xml.fields_at(whole, _ZOTERO_PLACES)
        linked += of_whole.pop("linked")
        fields["series"] = fields.get("series") or of_whole["title"]
        for name in ("volume", "issue", "publisher"):
            fields[name] = fields[name] or of_whole[name]
    fields["kind"] = fields["kind"] or [etree.QName(item).localname]
    fields["doi"] = linked
    fields["issn"] = [text for text in linked if "ISSN" in text]
    fields["isbn"] = [isbn_in(" ".join(text for text in linked if "ISBN" in text))]
    fields["id"] = [item.get(f"{_RDF}about", "")]
    return identified_entry_of(fields, place)


def _wholes(item: Element, about: Mapping[str, Element]) -> Iterator[Element]:
    for part in item.iterfind("{*}isPartOf"):
        yield from part
        if (key := part.get(f"{_RDF}resource")) in about:
            yield about[str(key)]
