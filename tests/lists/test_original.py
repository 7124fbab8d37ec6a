"""A list of any format is written again in that format, without some of its records."""

import io
from itertools import combinations

import pytest
from hypothesis import example, given, settings

from wildwood.biblio.entry import Entry, LocalizedText, Series
from wildwood.biblio.field_texts import plain
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.formats import Format
from wildwood.lists.reading import ReadList, read_list
from wildwood.lists.writing import list_as

from tests.lists.test_formats import BINARY, CSV, SAMPLES
from tests.lists.test_writing import TEXTS as ANY_TEXT

CONVERTED = {Format.AMF, Format.OAI_PMH}
"""The formats that are not written again."""
FILES = {
    **{
        name: text.replace("ENCODING", "UTF-8").encode()
        for name, (target, text) in SAMPLES.items()
        if target not in CONVERTED
    },
    **BINARY,
}
TEXTS = {
    name: text
    for name, (target, text) in SAMPLES.items()
    if target not in CONVERTED and not text.startswith("<?") and "xmlns" not in text[:200]
}
XML = ("MARCXML", "EndNote XML", "PubMed XML", "MODS", "Zotero RDF")


def read(data: bytes) -> ReadList:
    return read_list(io.BytesIO(data), needs=ANY_RECORD)


def papers(entries: tuple[Entry, ...]) -> list[tuple[object, ...]]:
    """Return what entries say, without the places that serve as ids and move."""
    return [(one.titles, one.authors, one.date, one.dois, one.series) for one in entries]


def check_without(data: bytes) -> None:
    """Leave out each, and every two, of four records, and read the rest."""
    found = read(data)
    for count in range(len(found.entries)):
        for staying in combinations(found.entries, count):
            again = read(list_as(found.format, found, staying)) if staying else None
            assert papers(again.entries if again else ()) == papers(staying)


@pytest.mark.parametrize("name", sorted(FILES.keys() - {"Excel"}))
def test_is_the_same_to_the_byte_if_all_stay(name: str) -> None:
    found = read(FILES[name])
    assert list_as(found.format, found, found.entries) == FILES[name]


@pytest.mark.parametrize("name", FILES)
def test_has_the_records_that_stay(name: str) -> None:
    check_without(FILES[name])


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("name", TEXTS)
def test_keeps_its_encoding_and_its_line_breaks(name: str, ending: str, codec: str) -> None:
    def encoded(text: str) -> bytes:
        return text.replace("\n", ending).encode(codec)

    plain, found = read(TEXTS[name].encode()), read(encoded(TEXTS[name]))
    for staying in ([0, 1], [0], [1]):
        written, expected = (
            list_as(one.format, one, [one.entries[number] for number in staying])
            for one in (found, plain)
        )
        assert written == encoded(expected.decode())


COLUMNS = "Abstract,Author Keywords,DOI,Journal,Volume"
FILLED = {
    **{name: data for name, data in FILES.items() if name not in ("CSV", "TSV", "Excel")},
    "CSV": CSV.replace("Publication Year,Date", f"Publication Year,Date,{COLUMNS}")
    .replace("2010-05\n", "2010-05,,,,,\n")
    .replace("World Bank,,", 'World Bank,,,"",old,,,')
    .encode(),
}
"""With a table that has columns for what its rows get."""
WITHOUT_ROOM = {
    "PubMed XML", "JATS", "Crossref XML", "JSTOR", "Atom", "ICTRP", "Zotero RDF",
    "OpenAlex", "DataCite", "MathSciNet", "Lens",
    "DataCite Crosscite", "DOAJ", "Europe PMC",
    "Semantic Scholar", "Zotero's API", "MARC 21", "MARC-in-JSON", "Aleph", "PICA+",
}  # fmt: skip
MORE = Entry(
    "", (), (), dois=("10.1000/new",), keywords=("sand", "salt"), series=Series("Q. J.", "7")
)


@pytest.mark.parametrize("name", FILLED)
def test_a_record_has_what_it_gets_if_the_format_has_room(name: str) -> None:
    found = read(FILLED[name])
    first, second = found.entries
    written = list_as(found.format, found, found.entries, {}, {second.handle: MORE})
    same, more = read(written).entries
    assert papers((same,)) == papers((first,))
    if name in WITHOUT_ROOM:
        assert written == FILLED[name]
        return
    assert (more.id, more.titles, more.authors) == (second.id, second.titles, second.authors)
    assert more.keywords == (*second.keywords, *MORE.keywords)
    assert more.dois == (second.dois or MORE.dois)
    if name not in {"MARCXML", "MARCXML of Alma", "Ovid, labels"}:
        assert more.series == MORE.series


@pytest.mark.parametrize("name", sorted(FILLED.keys() - WITHOUT_ROOM - {"BibTeX", "RIS"}))
@settings(max_examples=25)
@given(text=ANY_TEXT.map("On {}".format))
@example(text="\"Yes\", <b> & 'c'; {d}\t\\e\tER  - ")
@example(text="of &quot;sand&quot;")
def test_a_record_gets_any_text(name: str, text: str) -> None:
    found = read(FILLED[name])
    second = found.entries[1]
    gains = {second.handle: Entry("", (), (), abstracts=(LocalizedText(text),))}
    _, more = read(list_as(found.format, found, found.entries, {}, gains)).entries
    assert [one.text for one in more.abstracts] == [plain(text)]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("T,Lee,,", 'T,Lee,"sand, a",'),
        ('"T","Lee","",""', '"T","Lee","sand, a",""'),
        ("T,Lee,old,", 'T,Lee,"old; sand, a",'),
        ('T,Lee,"old, b",', 'T,Lee,"old, b; sand, a",'),
        ('T,"Lee\nRay",,x', 'T,"Lee\nRay","sand, a",x'),
        ("T,Lee", "T,Lee"),
    ],
)
def test_a_cell_is_filled_or_gets_more(row: str, expected: str) -> None:
    head = "Title,Authors,Keywords,Mine\n"
    found = read(f"{head}{row}\n".encode())
    gains = {found.entries[0].handle: Entry("", (), (), keywords=("sand, a",))}
    written = list_as(Format.CSV, found, found.entries, {}, gains)
    assert written.decode() == f"{head}{expected}\n"


def test_what_is_added_is_in_the_encoding_of_the_list_if_that_has_its_characters() -> None:
    text = "TY  - JOUR\nID  - a\nTI  - Über Löhne\nER  - \n"
    found = read(text.encode("latin-1"))
    for word, codec in (("café", "latin-1"), ("łódź", "utf-8")):
        gains = {"a": Entry("", (), (), keywords=(word,))}
        written = list_as(Format.RIS, found, found.entries, {}, gains)
        assert written.decode(codec) == text.replace("ER", f"KW  - {word}\nER")
