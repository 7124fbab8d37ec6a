"""Write the structured full text as TEI."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from lxml import etree
from lxml.builder import ElementMaker

from wildwood.biblio.entry import Series, iso_date
from wildwood.biblio.person import Person
from wildwood.extraction.affiliations import AffiliationParts, parse_affiliation
from wildwood.extraction.data import (
    Author,
    Called,
    Callout,
    Caption,
    Citation,
    FullText,
    Funder,
    Header,
    PageSize,
    Paragraph,
    Part,
    Passage,
    Row,
    Section,
    Span,
    nested,
    rows_of,
)
from wildwood.extraction.entries import citation_entry, keywords_of, person_of
from wildwood.kernel.safe_xml import Element, allowed

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


def identified(made: Element, identifier: str) -> Element:
    made.set(XML_ID, identifier)
    return made


def person_name(person: Person) -> Element:
    if person.is_institution:
        return element("orgName", person.family)
    names = person.given.split()
    kinds = ("first", *["middle"] * (len(names) - 1)) if names else ()
    forenames = [
        element("forename", name, type=kind) for name, kind in zip(names, kinds, strict=True)
    ]
    return element("persName", *forenames, filled("surname", person.family))


_DESCENT = 0.3  # depth of characters below the baseline, relative to the height of a line
_MAX_AFFILIATION = 1_000  # characters of an affiliation that is divided
_PREFIXES = {"figure": "fig", "table": "tab"}


@dataclass(frozen=True, slots=True)
class TeiOptions:
    raw_citations: bool = True
    is_nested: bool = True  # sections nested, figures at callouts; else all in a row, as in GROBID
    has_sentences: bool = False
    coordinates: frozenset[str] = frozenset()  # names of the elements with positions


NESTED = TeiOptions()


def write_body(full: FullText, options: TeiOptions) -> Element:
    writer = _Writer(full, options)
    sections = [section for section in full.sections if section.part is Part.BODY]
    divisions = list(writer.divisions(sections))
    return element("body", *divisions, *writer.other_figures())


def write_back(full: FullText, options: TeiOptions) -> Iterator[Element]:
    writer = _Writer(full, options, written=range(len(full.captions)))
    thanks = [section for section in full.sections if section.part is Part.ACKNOWLEDGEMENTS]
    printed = [
        element("p", line) for line in full.acknowledgements.text.split("\n") if line.strip()
    ]
    if thanks:
        yield element("div", *writer.divisions(thanks), type="acknowledgement")
    elif printed:
        yield element("div", *printed, type="acknowledgement")
    if full.acknowledgements.funders:
        funders = element("list", *map(_funder, full.acknowledgements.funders))
        yield element("div", funders, type="funding")
    annex = [section for section in full.sections if section.part is Part.ANNEX]
    if annex:
        yield element("div", *writer.divisions(annex), type="annex")


def write_pages(full: FullText, options: TeiOptions) -> Element | None:
    """Make the sizes of the pages, if coordinates are asked for and known."""
    if not (options.coordinates and full.pages):
        return None
    surfaces = (
        element(
            "surface", n=str(number), ulx="0.0", uly="0.0",
            lrx=f"{page.width:.1f}", lry=f"{page.height:.1f}",
        )
        for number, page in enumerate(full.pages, 1)
    )  # fmt: skip
    return element("facsimile", *surfaces)


def _funder(funder: Funder) -> Element:
    awards = (element("idno", award, type="grant-number") for award in funder.awards)
    name = element("orgName", funder.name, type="funder")
    return element("item", name, *awards)


class _Writer:
    def __init__(self, full: FullText, options: TeiOptions, written: Iterable[int] = ()) -> None:
        self._full = full
        self._options = options
        self._identifiers = tuple(_identifiers(full.captions))
        self._written = set(written)

    def divisions(self, sections: Sequence[Section]) -> Iterator[Element]:
        if not self._options.is_nested:
            yield from (self._division(section, ()) for section in sections)
            return
        for section, below in nested(sections):
            yield self._division(section, below)

    def other_figures(self) -> Iterator[Element]:
        places = range(len(self._full.captions))
        yield from (self._figure(place) for place in places if place not in self._written)

    def _division(self, section: Section, below: Sequence[Section]) -> Element:
        head = filled(
            "head", section.head.text, n=section.number, coords=self._whole("head", section.head)
        )
        written: list[Element] = []
        for paragraph in section.paragraphs:
            written.append(self._paragraph(paragraph))
            if self._options.is_nested:
                written += self._called_first(paragraph)
        return element("div", head, *written, *self.divisions(below))

    def _called_first(self, paragraph: Paragraph) -> Iterator[Element]:
        for callout in paragraph.callouts:
            if callout.called is not Called.CITATION:
                yield from (
                    self._figure(place) for place in callout.targets if place not in self._written
                )

    def _figure(self, place: int) -> Element:
        """Make a table or figure with only a caption."""
        self._written.add(place)
        caption = self._full.captions[place]
        box = Row(0, caption.page, caption.left, caption.right, caption.bottom, caption.top)
        made = element(
            "figure",
            element("head", f"{caption.type.capitalize()} {caption.label}"),
            element("label", caption.label),
            element("figDesc", caption.text),
            type=caption.type,
            coords=self._boxes("figure", [box]),
        )
        return identified(made, self._identifiers[place])

    def _paragraph(self, paragraph: Paragraph) -> Element:
        passage, whole = paragraph.passage, (0, len(paragraph.passage.text))
        made = element("p", coords=self._whole("p", passage))
        if not self._options.has_sentences:
            self._fill(made, paragraph, whole)
            return made
        for span in paragraph.sentences:
            coordinates = self._boxes("s", rows_of(passage, span))
            sentence = element("s", coords=coordinates)
            self._fill(sentence, paragraph, span)
            made.append(sentence)
        return made

    def _fill(self, made: Element, paragraph: Paragraph, span: Span) -> None:
        text, place = paragraph.passage.text, span[0]
        last: Element | None = None
        for callout in paragraph.callouts:
            if span[0] <= callout.start and callout.end <= span[1]:
                _append(made, last, text[place : callout.start])
                last = self._reference(paragraph.passage, callout)
                made.append(last)
                place = callout.end
        _append(made, last, text[place : span[1]])

    def _reference(self, passage: Passage, callout: Callout) -> Element:
        names = (
            f"b{place}" if callout.called is Called.CITATION else self._identifiers[place]
            for place in callout.targets
        )
        span = callout.start, callout.end
        return element(
            "ref",
            passage.text[callout.start : callout.end],
            type=callout.called.value,
            target=" ".join(f"#{name}" for name in names),
            coords=self._boxes("ref", rows_of(passage, span)),
        )

    def _whole(self, name: str, passage: Passage) -> str:
        return self._boxes(name, rows_of(passage, (0, len(passage.text))))

    def _boxes(self, name: str, rows: Iterable[Row]) -> str:
        """Return the boxes of rows, if asked for: page, left, top, width, height."""
        if name not in self._options.coordinates:
            return ""
        sizes = self._full.pages
        return ";".join(_box(row, sizes[row.page - 1]) for row in rows if row.page <= len(sizes))


def _box(row: Row, page: PageSize) -> str:
    height = (row.top - row.bottom) * (1 + _DESCENT)
    upper = page.height - (row.top - page.bottom)
    width = max(row.right - row.left, 0)
    return f"{row.page},{row.left - page.left:.2f},{upper:.2f},{width:.2f},{height:.2f}"


def _append(made: Element, last: Element | None, text: str) -> None:
    if last is None:
        made.text = (made.text or "") + allowed(text)
    else:
        last.tail = (last.tail or "") + allowed(text)


def _identifiers(captions: Sequence[Caption]) -> Iterator[str]:
    counts = dict.fromkeys(_PREFIXES, 0)
    for caption in captions:
        yield f"{_PREFIXES[caption.type]}_{counts[caption.type]}"
        counts[caption.type] += 1


def write_lists(citations: Sequence[Citation], *, raw: bool) -> Iterator[Element]:
    """Yield a division for each list of references, at least one."""
    structs: dict[int, list[Element]] = {} if citations else {1: []}
    for number, citation in enumerate(citations):
        struct = citation_element(number, citation, raw=raw)
        structs.setdefault(citation.reference_list, []).append(struct)
    for number, of_list in structs.items():
        listing = element("listBibl", *of_list)
        yield element("div", listing, type="references", n=str(number) * (number > 1))


def citation_element(number: int | None, citation: Citation, *, raw: bool) -> Element:
    """Make an entry, with an identifier if numbered; a title with only a publisher is a book's."""
    entry = citation_entry(citation)
    is_book = entry.kind == "book"
    work = (
        filled("title", citation.title, level="m" if is_book else "a", type="main"),
        *(element("author", person_name(person)) for person in entry.authors),
        filled("idno", citation.doi, type="DOI"),
        element("ptr", target=citation.url) if citation.url else None,
    )
    analytic = None if is_book else element("analytic", *work)
    monogr = element(
        "monogr",
        *(work if is_book else ()),
        filled("title", citation.venue, level="j"),
        _imprint(entry.series, citation.year),
    )
    note = filled("note", citation.raw, type="raw_reference") if raw else None
    struct = element("biblStruct", analytic, monogr, note)
    return struct if number is None else identified(struct, f"b{number}")


def _imprint(series: Series, year: str) -> Element:
    first, last = series.first_page, series.last_page
    page = filled("biblScope", first, unit="page")
    if last:
        page = element("biblScope", **{"unit": "page", "from": first, "to": last})
    return element(
        "imprint",
        filled("publisher", series.publisher),
        filled("biblScope", series.volume, unit="volume"),
        filled("biblScope", series.issue, unit="issue"),
        page,
        filled("date", year, type="published", when=iso_date(year)[:4]),
    )


@dataclass(frozen=True, slots=True)
class Parts:
    header: Header | None = None
    citations: tuple[Citation, ...] | None = None
    full_text: FullText | None = None  # the text; its citations are written instead of others
    note: str = ""


def write_tei(parts: Parts, options: TeiOptions = NESTED) -> bytes:
    header, full = parts.header or Header(), parts.full_text
    head = element("teiHeader", _file(header, parts.note), _encoding(), _profile(header))
    body, back, pages = element("body"), [], None
    if full:
        body, back = write_body(full, options), list(write_back(full, options))
        pages = write_pages(full, options)
    cited = full.citations if full else parts.citations
    if cited is not None:
        back += write_lists(cited, raw=options.raw_citations)
    if not len(body):
        body.append(element("p"))  # TEI allows no empty body
    text = element("text", body, element("back", *back) if back else None)
    root = element("TEI", head, pages, text)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


def _file(header: Header, note: str) -> Element:
    published = _date(header.date)
    analytic = element(
        "analytic",
        *map(_author, header.authors),
        *_unbound(header),
        filled("title", header.title, level="a", type="main"),
        filled("idno", header.doi, type="DOI"),
    )
    monogr = element(
        "monogr",
        filled("title", header.venue, level="j", type="main"),
        element("imprint", _date(header.date)),
    )
    return element(
        "fileDesc",
        element("titleStmt", element("title", header.title, level="a", type="main")),
        element("publicationStmt", element("publisher"), published),
        element("notesStmt", element("note", note, type="near-duplicate")) if note else None,
        element("sourceDesc", element("biblStruct", analytic, monogr)),
    )


def _author(author: Author) -> Element:
    return element(
        "author",
        person_name(person_of(author)),
        filled("email", author.email),
        filled("idno", author.orcid, type="ORCID"),
        *map(_affiliation, author.affiliations),
    )


def _unbound(header: Header) -> Iterable[Element]:
    """Return the affiliations and addresses of no known author, as GROBID does."""
    affiliations = {affiliation for author in header.authors for affiliation in author.affiliations}
    emails = {author.email for author in header.authors}
    for affiliation in header.affiliations:
        if affiliation not in affiliations:
            yield element("author", _affiliation(affiliation))
    for email in header.emails:
        if email not in emails:
            yield element("author", element("email", email))


def _affiliation(printed: str) -> Element:
    """Make an affiliation of its text as printed, and of its parts if it is one."""
    divided = parse_affiliation(printed) if len(printed) <= _MAX_AFFILIATION else []
    parts = _affiliation_parts(divided[0]) if len(divided) == 1 else ()
    return element("affiliation", element("note", printed, type="raw_affiliation"), *parts)


def _date(printed: str) -> Element | None:
    return filled("date", printed, type="published", when=iso_date(printed))


def _encoding() -> Element:
    reference = element("ref", target="https://nep.repec.org")
    application = element(
        "application", element("desc", "Wildwood"), reference,
        ident="Wildwood", version="1", when=f"{datetime.now(UTC):%Y-%m-%dT%H:%M+0000}",
    )  # fmt: skip
    return element("encodingDesc", element("appInfo", application))


def _profile(header: Header) -> Element:
    terms = [element("term", word) for word in keywords_of(header)]
    keywords = element("textClass", element("keywords", *terms)) if terms else None
    paragraph = filled("p", header.abstract)
    abstract = element("abstract", element("div", paragraph)) if header.abstract else None
    return element("profileDesc", keywords, abstract)


def people_fragment(people: Iterable[Person]) -> bytes:
    return _fragment(map(person_name, people))


def date_fragment(iso: str) -> bytes:
    return _fragment([element("date", when=iso)] if iso else [])


def affiliation_fragments(affiliations: Sequence[AffiliationParts]) -> bytes:
    written = [element("affiliation", *_affiliation_parts(parts)) for parts in affiliations]
    return _fragment([element("xml", *written)] if len(written) > 1 else written)


def citation_fragment(citation: Citation, *, raw: bool) -> bytes:
    return _fragment([citation_element(None, citation, raw=raw)])


def _affiliation_parts(parts: AffiliationParts) -> Iterator[Element]:
    address = element(
        "address",
        filled("postCode", parts.post_code),
        filled("settlement", parts.settlement),
        filled("region", parts.region),
        filled("country", parts.country),
    )
    for name in parts.departments:
        yield element("orgName", name, type="department")
    for name in parts.institutions:
        yield element("orgName", name, type="institution")
    if len(address):
        yield address


def _fragment(elements: Iterable[Element]) -> bytes:
    return b"\n".join(etree.tostring(item, encoding="UTF-8") for item in elements)
