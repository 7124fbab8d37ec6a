"""A list of any format is written again in that format, without some of its records."""

import io
from itertools import combinations

import pytest

from wildwood.lists import ANY_RECORD, Entry, Format, ReadList, list_as, read_list

from tests.lists.test_formats import BINARY, SAMPLES

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
