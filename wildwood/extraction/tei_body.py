"""Write the structured full text as TEI."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lxml.builder import ElementMaker

from wildwood.biblio.person import Person
from wildwood.extraction.data import (
    Called,
    Callout,
    Caption,
    FullText,
    Funder,
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
            self._cells(caption),
            type=caption.type,
            coords=self._boxes("figure", [box]),
        )
        return identified(made, self._identifiers[place])

    def _cells(self, caption: Caption) -> Element | None:
        """Make an empty table, which clients of GROBID expect."""
        if self._options.is_nested or caption.type != "table":
            return None
        return element("table", element("row", element("cell")))

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
