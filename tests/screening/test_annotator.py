"""The records of a rif as catalogue records, for language screening."""

from wildwood.biblio.entry import CatalogueRecord, LocalizedText
from wildwood.nep.rif import parse_rif
from wildwood.screening.annotator import catalogue_records

from tests.support.amf import HEAD, TAIL


def records(content: str) -> list[CatalogueRecord]:
    return catalogue_records(parse_rif(f"{HEAD}{content}{TAIL}".encode()))


def test_texts_have_the_language_in_scope() -> None:
    [record] = records(
        '<text id="a" xml:lang="de"><title xml:lang="en">Trade</title><title>Handel</title>'
        "<abstract>Kurz</abstract></text>"
    )
    assert record.titles == (LocalizedText("Trade", "en"), LocalizedText("Handel", "de"))
    assert record.abstracts == (LocalizedText("Kurz", "de"),)


def test_declared_languages_are_as_written_and_not_empty() -> None:
    [record] = records('<text id="a"><language>EN</language><language> </language></text>')
    assert record.languages == ("EN",)


def test_they_are_in_the_order_of_the_file() -> None:
    assert [one.id for one in records('<text id="b"/><text id="a"/>')] == ["b", "a"]
