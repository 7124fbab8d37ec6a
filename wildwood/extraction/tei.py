"""Write the structured full text as TEI."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count, repeat
from typing import TYPE_CHECKING

from lxml import etree
from lxml.builder import ElementMaker

from wildwood.biblio.entry import Record, Series
from wildwood.biblio.field_texts import iso_date
from wildwood.biblio.person import Person
from wildwood.extraction import data, documents, names, people
from wildwood.extraction.affiliations import AffiliationParts, parse_affiliation
from wildwood.extraction.data import citation_entry, keywords_of, person_of
from wildwood.extraction.floats import find_funders
from wildwood.extraction.places import header_texts
from wildwood.kernel.safe_xml import Element, allowed

if TYPE_CHECKING:
    from wildwood.nep.search import SimilarPaper

_NAMESPACE = "http://www.tei-c.org/ns/1.0"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
_TEI = ElementMaker(namespace=_NAMESPACE, nsmap={None: _NAMESPACE})


def element(name: str, *content: Element | str | None, **attributes: str) -> Element:
    """Make an element of texts or children, without empty texts and attributes."""
    clean = {key: allowed(value) for key, value in attributes.items() if value}
    present = (item for item in content if item is not None and item != "")
    children = (allowed(item) if isinstance(item, str) else item for item in present)
    return _TEI(name, clean, *children)


def filled(name: str, text: str, **attributes: str) -> Element | None:
    return element(name, text, **attributes) if text.strip() else None


def person_name(person: Person, coords: str = "") -> Element:
    if person.is_institution:
        return element("orgName", person.family)
    forenames = [
        element("forename", name, type="middle" if number else "first")
        for number, name in enumerate(person.given.split())
    ]
    return element("persName", *forenames, filled("surname", person.family), coords=coords)


_MAX_AFFILIATION = 1_000  # characters of an affiliation that is divided
_PREFIXES = {"figure": "fig", "table": "tab"}
_TEXTS = ("abstract", "div", "figDesc", "head", "note", "p", "s", "term", "title")
"""The elements that get an identifier if clients ask for them."""


@dataclass(frozen=True, slots=True)
class TeiOptions:
    raw_citations: bool = True
    is_nested: bool = True  # sections nested, figures at callouts; else all in a row, as in GROBID
    has_sentences: bool = False
    coordinates: frozenset[str] = frozenset()  # names of the elements with positions
    raw_affiliations: bool = True  # else only where an affiliation has no parts
    has_ids: bool = False  # whether all texts have identifiers
    pictures: Mapping[data.Figure, str] = field(default_factory=dict)  # addresses of their files


NESTED = TeiOptions()


@dataclass(frozen=True, slots=True)
class _Places:
    """The attributes `coords` of elements, where they are asked for."""

    full: data.FullText
    names: frozenset[str]

    def of(self, name: str, path: str) -> str:
        return self.boxes(name, self.full.places.get(path, ()))

    def boxes(self, name: str, rows: Iterable[data.Row]) -> str:
        """Return the boxes of rows: page, left, top, width, height."""
        return self.written(name, self.full.boxes(rows))

    def written(self, name: str, places: Iterable[data.Place]) -> str:
        return ";".join(
            f"{page},{left:.2f},{top:.2f},{width:.2f},{height:.2f}"
            for page, left, top, width, height in (places if name in self.names else ())
        )


_NOWHERE = _Places(data.FullText(), frozenset())
_NO_TABLE = data.Table("", "", 0)


def _funding(funders: Iterable[data.Funder]) -> Element:
    return element("div", element("list", *map(_funder, funders)), type="funding")


def _funder(funder: data.Funder) -> Element:
    awards = (element("idno", award, type="grant-number") for award in funder.awards)
    return element("item", element("orgName", funder.name, type="funder"), *awards)


class _Writer:
    """Writes the parts of a text; `body` comes first, as figures are written only once."""

    def __init__(self, full: data.FullText, options: TeiOptions, places: _Places) -> None:
        self._full = full
        self._options = options
        self._places = places
        self._identifiers = tuple(_identifiers(full.captions))
        self._floats = full.floats
        self._written: set[int] = set()

    def pages(self) -> Element | None:
        """Make the sizes of the pages, if coordinates are asked for and known."""
        if not (self._options.coordinates and self._full.pages):
            return None
        surfaces = (
            element(
                "surface", n=str(number), ulx="0.0", uly="0.0",
                lrx=f"{page.width:.1f}", lry=f"{page.height:.1f}",
            )
            for number, page in enumerate(self._full.pages, 1)
        )  # fmt: skip
        return element("facsimile", *surfaces)

    def body(self) -> Element:
        divisions, places = self._part(data.Part.BODY), range(len(self._floats))
        return element("body", *divisions, *self._figures(places))

    def back(self) -> Iterator[Element]:
        thanks = self._full.acknowledgements
        lines = (element("p", line) for line in thanks.text.split("\n") if line.strip())
        if thanked := list(self._part(data.Part.ACKNOWLEDGEMENTS)) or list(lines):
            yield element("div", *thanked, type="acknowledgement")
        if thanks.funders:
            yield _funding(thanks.funders)
        if annex := list(self._part(data.Part.ANNEX)):
            yield element("div", *annex, type="annex")

    def _part(self, part: data.Part) -> Iterator[Element]:
        return self._divisions([section for section in self._full.sections if section.part is part])

    def _divisions(self, sections: Sequence[data.Section]) -> Iterator[Element]:
        is_nested = self._options.is_nested
        for section, below in data.nested(sections) if is_nested else zip(sections, repeat(())):
            yield self._division(section, below)

    def _figures(self, places: Iterable[int]) -> Iterator[Element]:
        """Yield those figures that are not written yet."""
        yield from (self._figure(place) for place in places if place not in self._written)

    def _division(self, section: data.Section, below: Sequence[data.Section]) -> Element:
        head = filled(
            "head", section.head.text, n=section.number, coords=self._whole("head", section.head)
        )
        written: list[Element] = []
        for paragraph in section.paragraphs:
            written.append(self._paragraph(paragraph))
            if self._options.is_nested:
                for callout in paragraph.callouts:
                    if callout.called is not data.Called.CITATION:
                        written += self._figures(callout.targets)
        return element("div", head, *written, *self._divisions(below))

    def _figure(self, place: int) -> Element:
        """Make a table or figure of its caption and, where they were found, its cells and place."""
        self._written.add(place)
        caption, item = self._full.captions[place], self._floats[place]
        is_table, identifier = caption.type == "table", self._identifiers[place]
        table = item if isinstance(item, data.Table) else _NO_TABLE
        picture = "" if is_table or item is None else self._options.pictures.get(item, "")
        return element(
            "figure",
            element("head", f"{caption.type.capitalize()} {caption.label}"),
            element("label", caption.label),
            element("figDesc", item.caption if item else caption.text),
            _table(table, identifier) if is_table else None,
            element("graphic", url=picture) if picture else None,
            *(element("note", note) for note in table.notes),
            *_notes(None, item.corrected if item else ()),
            type=caption.type,
            coords=self._places.written("figure", self._full.region(item)),
            **{XML_ID: identifier},
        )

    def _paragraph(self, paragraph: data.Paragraph) -> Element:
        passage = paragraph.passage
        content = self._content(paragraph, (0, len(passage.text)))
        if self._options.has_sentences:
            content = (
                element(
                    "s", *self._content(paragraph, span),
                    coords=self._places.boxes("s", data.rows_of(passage, span)),
                )
                for span in paragraph.sentences
            )  # fmt: skip
        return element("p", *content, coords=self._whole("p", passage))

    def _content(self, paragraph: data.Paragraph, span: data.Span) -> Iterator[Element | str]:
        text, place = paragraph.passage.text, span[0]
        for callout in paragraph.callouts:
            if span[0] <= callout.start and callout.end <= span[1]:
                yield text[place : callout.start]
                yield self._reference(paragraph.passage, callout)
                place = callout.end
        yield text[place : span[1]]

    def _reference(self, passage: data.Passage, callout: data.Callout) -> Element:
        is_citation, start, end = callout.called is data.Called.CITATION, callout.start, callout.end
        names = (f"b{n}" if is_citation else self._identifiers[n] for n in callout.targets)
        target = " ".join(f"#{name}" for name in names)
        coords = self._places.boxes("ref", data.rows_of(passage, (start, end)))
        kind, text = callout.called.value, passage.text[start:end]
        return element("ref", text, type=kind, target=target, coords=coords)

    def _whole(self, name: str, passage: data.Passage) -> str:
        return self._places.boxes(name, data.rows_of(passage, (0, len(passage.text))))


def _table(table: data.Table, identifier: str) -> Element:
    """Make a table; places without a text have an empty cell, so that columns stay below.

    Without cells, it is a graphic, since TEI has no empty tables and clients expect one.
    """
    if not table.cells:
        return element("table", element("graphic", url=f"#{identifier}"))
    rows: list[list[Element | None]] = [[element("cell") for _ in row] for row in table.rows]
    for cell in table.cells:
        for row in rows[cell.row : cell.row + cell.rows]:
            row[cell.column : cell.column + cell.columns] = [None] * cell.columns
    for cell in table.cells:
        columns, spanned = (str(n) if n > 1 else "" for n in (cell.columns, cell.rows))
        role = "label" if cell.is_head else ""
        made = element("cell", cell.text, role=role, cols=columns, rows=spanned)
        rows[cell.row][cell.column] = made
    return element("table", *(element("row", *row) for row in rows))


def _identifiers(captions: Sequence[data.Caption]) -> Iterator[str]:
    numbers = {kind: count() for kind in _PREFIXES}
    for caption in captions:
        yield f"{_PREFIXES[caption.type]}_{next(numbers[caption.type])}"


def _lists(parts: "Parts", options: TeiOptions, places: _Places) -> Iterator[Element]:
    """Yield a division for each list of references, at least one."""
    structs: dict[int, list[Element]] = {} if parts.cited else {1: []}
    for number, citation in enumerate(parts.cited or ()):
        struct = citation_element(number, citation, raw=options.raw_citations, places=places)
        struct.extend(_notes(parts.similar.get(f"citations/{number}"), citation.corrected))
        structs.setdefault(citation.reference_list, []).append(struct)
    for number, of_list in structs.items():
        listing = element("listBibl", *of_list)
        yield element("div", listing, type="references", n=str(number) * (number > 1))


def citation_element(
    number: int | None, citation: data.Citation, *, raw: bool, places: _Places = _NOWHERE
) -> Element:
    """Make an entry, with an identifier if numbered; a title with only a publisher is a book's."""
    entry = citation_entry(citation)
    is_book, path = entry.kind == "book", f"citations/{number}"
    level, place = "m" if is_book else "a", places.of("title", f"{path}/title")
    people = (
        person_name(person, places.of("persName", f"{path}/authors/{number}"))
        for number, person in enumerate(entry.authors)
    )
    work = (
        filled("title", citation.title, level=level, type="main", coords=place),
        *(element("author", person) for person in people),
        filled("idno", citation.doi, type="DOI"),
        element("ptr", target=citation.url) if citation.url else None,
    )
    analytic = None if is_book else element("analytic", *work)
    venue = filled("title", citation.venue, level="j")
    imprint = _imprint(entry.series, citation.year)
    monogr = element("monogr", *(work if is_book else ()), venue, imprint)
    note = filled("note", citation.raw, type="raw_reference") if raw else None
    identifier = "" if number is None else f"b{number}"
    attributes = {"coords": places.of("biblStruct", path), XML_ID: identifier}
    return element("biblStruct", analytic, monogr, note, **attributes)


def _imprint(series: Series, year: str) -> Element:
    first, last = series.first_page, series.last_page
    span = {"unit": "page", "from": first, "to": last}
    page = element("biblScope", **span) if last else filled("biblScope", first, unit="page")
    volume = filled("biblScope", series.volume, unit="volume")
    issue = filled("biblScope", series.issue, unit="issue")
    date = filled("date", year, type="published", when=iso_date(year)[:4])
    return element("imprint", filled("publisher", series.publisher), volume, issue, page, date)


@dataclass(frozen=True, slots=True)
class Parts:
    header: data.Header | None = None
    citations: tuple[data.Citation, ...] | None = None
    full_text: data.FullText | None = None  # the text; its citations are written instead of others
    note: str = ""
    similar: Mapping[str, "SimilarPaper"] = field(default_factory=dict)
    """The stored papers that resemble `header`, `citations/0` and so on most."""

    @property
    def records(self) -> Iterator[Record]:
        """What the header and the citations are compared by."""
        if self.header:
            names = tuple(author.name for author in self.header.authors)
            yield Record("header", names, (self.header.title,))
        for number, citation in enumerate(self.cited or ()):
            yield Record(f"citations/{number}", citation.authors, (citation.title,))

    @property
    def cited(self) -> tuple[data.Citation, ...] | None:
        return self.full_text.citations if self.full_text else self.citations


def write_tei(parts: Parts, options: TeiOptions = NESTED) -> bytes:
    full = parts.full_text or data.FullText()
    places = _Places(full, options.coordinates)
    description = _Head(parts, options, places).file()
    head = element("teiHeader", description, _encoding(), _profile(parts.header or data.Header()))
    writer = _Writer(full, options, places)
    body, back = writer.body(), list(writer.back())
    if parts.citations is not None or full.citations or full.sections:
        back += _lists(parts, options, places)
    if not len(body):
        body.append(element("p"))  # TEI allows no empty body
    text = element("text", body, element("back", *back) if back else None)
    root = element("TEI", head, writer.pages(), text)
    if options.has_ids:
        for number, made in enumerate(root.iter(*(f"{{{_NAMESPACE}}}{name}" for name in _TEXTS))):
            made.set(XML_ID, f"_{number}")
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def _notes(similar: "SimilarPaper | None", corrected: Iterable[str]) -> Iterator[Element]:
    """Yield what is said beside a header or citation: a stored paper, and corrected fields."""
    if similar:
        handle, names, titles = similar.record
        text = f"{'; '.join(names)}. {' / '.join(titles)} (strength {similar.printed})"
        yield element("note", text, type="similar", corresp=handle)
    if fields := ", ".join(corrected):
        yield element("note", fields, type="corrected")


class _Head:
    def __init__(self, parts: Parts, options: TeiOptions, places: _Places) -> None:
        self._header = parts.header or data.Header()
        self._parts, self._options, self._places = parts, options, places
        self._read = header_texts(self._header) if options.coordinates else {}

    def file(self) -> Element:
        header, place = self._header, self._places.of("title", "title")
        people = (*map(self._author, header.authors), *self._unbound())
        main = filled("title", header.title, level="a", type="main", coords=place)
        analytic = element("analytic", *people, main, filled("idno", header.doi, type="DOI"))
        venue = filled("title", header.venue, level="j", type="main")
        monogr = element("monogr", venue, element("imprint", _date(header.date)))
        near = filled("note", self._parts.note, type="near-duplicate")
        title = element("title", header.title, level="a", type="main", coords=place)
        similar = self._parts.similar.get("header")
        notes = element("notesStmt", near, *_notes(similar, header.corrected))
        published = element("publicationStmt", element("publisher"), _date(header.date))
        source = element("sourceDesc", element("biblStruct", analytic, monogr))
        noted = notes if len(notes) else None
        return element("fileDesc", element("titleStmt", title), published, noted, source)

    def _author(self, author: data.Author) -> Element:
        place = self._coords("persName", "authors", author.name)
        email, orcid = filled("email", author.email), filled("idno", author.orcid, type="ORCID")
        affiliations = map(self._affiliation, author.affiliations)
        return element("author", person_name(person_of(author), place), email, orcid, *affiliations)

    def _unbound(self) -> Iterator[Element]:
        """Yield the affiliations and addresses of no known author, as GROBID does."""
        header = self._header
        bound = {affiliation for author in header.authors for affiliation in author.affiliations}
        emails = {author.email for author in header.authors}
        for affiliation in header.affiliations:
            if affiliation not in bound:
                yield element("author", self._affiliation(affiliation))
        for email in header.emails:
            if email not in emails:
                yield element("author", element("email", email))

    def _affiliation(self, printed: str) -> Element:
        """Make an affiliation of its text as printed, and of its parts if it is one."""
        divided = parse_affiliation(printed) if len(printed) <= _MAX_AFFILIATION else []
        parts = [*_affiliation_parts(divided[0])] if len(divided) == 1 else []
        has_raw = self._options.raw_affiliations or not parts
        raw = element("note", printed, type="raw_affiliation") if has_raw else None
        coords = self._coords("affiliation", "affiliations", printed)
        return element("affiliation", raw, *parts, coords=coords)

    def _coords(self, name: str, field: str, text: str) -> str:
        paths = (path for path, read in self._read.items() if read == text)
        return self._places.of(name, next((path for path in paths if path.startswith(field)), ""))


def _date(printed: str) -> Element | None:
    return filled("date", printed, type="published", when=iso_date(printed))


def _encoding() -> Element:
    application = element(
        "application", element("desc", "Wildwood"), element("ref", target="https://nep.repec.org"),
        ident="Wildwood", version="1", when=f"{datetime.now(UTC):%Y-%m-%dT%H:%M+0000}",
    )  # fmt: skip
    return element("encodingDesc", element("appInfo", application))


def _profile(header: data.Header) -> Element:
    terms = [element("term", word) for word in keywords_of(header)]
    keywords = element("textClass", element("keywords", *terms)) if terms else None
    abstract = element("div", filled("p", header.abstract)) if header.abstract else None
    return element("profileDesc", keywords, element("abstract", abstract))


def date_fragment(iso: str) -> str:
    return fragment([element("date", when=iso)] if iso else [])


def write_header_names(text: str) -> str:
    """Return the names of authors in a text, such as that below a title."""
    lines = documents.read_text_lines(text.encode())
    printed = (person for line in lines for person in people.find_people(line)[0])
    return fragment(person_name(names.divided(person.name)) for person in printed)


def write_cited_names(text: str) -> str:
    return fragment(map(person_name, map(names.cited, names.cited_names(text))))


def write_affiliations(text: str) -> str:
    affiliations = map(_affiliation_parts, parse_affiliation(text))
    written = [element("affiliation", *parts) for parts in affiliations]
    return fragment([element("xml", *written)] if len(written) > 1 else written)


def write_funders(text: str) -> str:
    funders = list(find_funders(text))
    return fragment([_funding(funders)] if funders else [])


def _affiliation_parts(parts: AffiliationParts) -> Iterator[Element]:
    town = filled("postCode", parts.post_code), filled("settlement", parts.settlement)
    area = filled("region", parts.region), filled("country", parts.country)
    address = element("address", *town, *area)
    for name in parts.departments:
        yield element("orgName", name, type="department")
    for name in parts.institutions:
        yield element("orgName", name, type="institution")
    if len(address):
        yield address


def fragment(elements: Iterable[Element]) -> str:
    return "\n".join(etree.tostring(item, encoding="unicode") for item in elements)
