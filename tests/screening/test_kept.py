"""The records kept, written so that they can be read again."""

from pathlib import Path

import pytest

from wildwood.biblio.entry import Entry, LocalizedText, Series
from wildwood.biblio.person import Person
from wildwood.kernel.errors import InputError
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list
from wildwood.screening.kept import KeptFormat, kept_file, write_kept

ENTRY = Entry(
    id="oai:a:1",
    titles=(LocalizedText("Trade & growth", "en"), LocalizedText("Handel")),
    authors=(Person("Keen", "Michael"), Person("World Bank")),
    kind="article",
    date="2021-10-05",
    languages=("eng", "ger"),
    abstracts=(LocalizedText("On trade < growth."),),
    keywords=("trade", "growth"),
    dois=("10.1234/x",),
    urls=("https://example.org/1",),
    pmid="31234567",
    identifiers=("pmcid:654",),
    edition="2nd",
    series=Series("Trade", "12", "3", "1-9", "1532-4435", "NBER", "9783161484100"),
    archive="Archive",
)


def test_records_are_the_same_when_they_are_read_again(tmp_path: Path) -> None:
    write_kept(tmp_path / "new", "some", KeptFormat.JSON_LINES, [ENTRY])
    read = read_list(tmp_path / "new" / "some.kept.jsonl", needs=ANY_RECORD)
    assert read.faults == ()
    assert list(read.entries) == [ENTRY]


def test_a_rif_has_titles_and_abstracts(tmp_path: Path) -> None:
    write_kept(tmp_path, "some", KeptFormat.RIF, [ENTRY])
    (entry,) = read_list(tmp_path / "some.kept.amf.xml", needs=ANY_RECORD).entries
    assert entry.id == "doi:10.1234/x"
    assert (entry.titles, entry.abstracts) == (ENTRY.titles, ENTRY.abstracts)


@pytest.mark.parametrize("target", KeptFormat)
def test_no_record_is_a_list_too(tmp_path: Path, target: KeptFormat) -> None:
    write_kept(tmp_path, "some", target, [])
    assert kept_file(tmp_path, "some", target).exists()


@pytest.mark.parametrize("target", KeptFormat)
def test_any_character_can_be_written(tmp_path: Path, target: KeptFormat) -> None:
    entry = Entry("a\x00", (LocalizedText("Tr\x01ade\ud800", "e\x02n"),), ())
    write_kept(tmp_path, "some", target, [entry])
    (read,) = read_list(kept_file(tmp_path, "some", target), needs=ANY_RECORD).entries
    assert read.titles[0].text.startswith("Tr")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"^Cannot write .*some\.kept\.jsonl: "):
        write_kept(tmp_path / "file", "some", KeptFormat.JSON_LINES, [])
