"""BibTeX, as read by bibtexparser."""

import io

import pytest
from bibtexparser.entrypoint import parse_string
from bibtexparser.model import Entry as ParsedEntry
from hypothesis import given
from hypothesis import strategies as st

from wildwood.biblio import as_bibtex
from wildwood.biblio.entry import Entry, LocalizedText, Series
from wildwood.biblio.person import Person
from wildwood.extraction.data import Author, Citation, Header, citation_entry, header_entry
from wildwood.lists.reading import read_list

from tests.support.citations import ARTICLE


def titled(written: str) -> bytes:
    return written.replace("@misc{a,", "@misc{a, title = {Sand},").encode()


def parsed(written: bytes) -> list[ParsedEntry]:
    library = parse_string(written.decode())
    assert not library.failed_blocks
    return list(library.entries)


def test_a_citation_has_its_fields() -> None:
    (entry,) = parsed(as_bibtex.bibtex_file(map(citation_entry, [ARTICLE])))
    assert (entry.entry_type, entry.key) == ("article", "knuth2008sand")
    assert {field.key: field.value for field in entry.fields} == {
        "author": "Knuth, D. E. and Smith, A.",
        "title": r"{Sand \& Dust}",
        "journal": "Journal of Sand",
        "year": "2008",
        "volume": "5",
        "number": "1",
        "pages": "75--84",
        "doi": "10.1000/182_1",
        "url": "https://example.org/a_b?c=%7Bd%7D",
    }


def test_a_header_has_its_fields() -> None:
    header = Header("Sand", (Author("Anna Smith"),), "An abstract.", date="May 2014", doi="10.1/a")
    (entry,) = parsed(as_bibtex.bibtex_file([header_entry(header)]))
    assert entry.entry_type == "misc"
    assert entry["author"] == "Smith, Anna"
    assert entry["abstract"] == "An abstract."
    assert (entry["year"], entry["month"]) == ("2014", "may")


def test_keys_differ() -> None:
    keys = [
        entry.key
        for entry in parsed(as_bibtex.bibtex_file(map(citation_entry, [ARTICLE, ARTICLE])))
    ]
    assert keys == ["knuth2008sand", "knuth2008sand-2"]


def test_an_organisation_is_one_name() -> None:
    name = "Department of Trade and Industry"
    (entry,) = parsed(
        as_bibtex.bibtex_file(map(citation_entry, [Citation("raw", (name,), "Trade")]))
    )
    assert entry["author"] == f"{{{name}}}"


def test_commas_within_a_part_of_a_name_do_not_separate_it() -> None:
    entry = Entry("", (), (Person("Keen, Ltd", "M., J., K."),))
    (read,) = parsed(as_bibtex.bibtex_file([entry]))
    assert read["author"] == "Keen{,} Ltd, M.{,} J.{,} K."


def test_control_characters_are_left_out() -> None:
    (read,) = parsed(
        as_bibtex.bibtex_file([Entry("", (LocalizedText("Sand\x02\x1f and\x7f\vDust"),), ())])
    )
    assert read["title"] == "{Sand and Dust}"


def test_names_of_one_list_and_of_one_citation_are_written_alike() -> None:
    people = (Person("te Velde", "Jan"), Person("Keen", "And"), Person("World Water Society"))
    written = as_bibtex.write_bibtex(Entry("a", (), people))
    assert "{te Velde, Jan and Keen, {And} and {World Water Society}}" in written
    assert [entry.authors for entry in read_list(io.BytesIO(titled(written))).entries] == [people]


def test_a_citation_without_a_title_is_kept_as_printed() -> None:
    (entry,) = parsed(as_bibtex.bibtex_file(map(citation_entry, [Citation("Smith, ibid., 100%.")])))
    assert entry["note"] == r"Smith, ibid., 100\%."


@given(st.text(), st.text(), st.text())
def test_any_text_can_be_read_back(name: str, title: str, doi: str) -> None:
    entry = Entry(
        "", (LocalizedText(title),), (Person(name),), dois=(doi,), series=Series(volume="end")
    )
    written = as_bibtex.bibtex_file([entry])
    (read,) = parsed(written)
    assert read["volume"] == "end"


def added(written: str, more: Entry) -> str:
    """Return an entry with what it gets from another."""
    for place, addition in sorted(as_bibtex.bibtex_additions(written, more), reverse=True):
        written = written[:place] + addition + written[place:]
    return written


def test_fields_are_added_behind_those_that_are_there() -> None:
    more = Entry("", (), (), dois=("10.1000/1",), series=Series("Sand"), notes=("Read.",))
    assert added("@article{a, title = {Dust}}", more) == (
        "@article{a, title = {Dust},\n  journal = {Sand},\n  doi = {10.1000/1},\n"
        "  annote = {Read.}\n}"
    )


def test_keywords_and_remarks_are_added_to_those_that_are_there() -> None:
    more = Entry("", (), (), keywords=("wind",), notes=("b: year 2009",))
    written = '@misc{a, keywords = "sand {D}ust", annote={Read {it}.}, year = 2010}'
    assert added(written, more) == (
        '@misc{a, keywords = "sand {D}ust, wind", annote={Read {it}.; b: year 2009}, year = 2010}'
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("satellite-, ground- and air-based", "satellite-, ground- and air-based"),
        ("1990--2000, ''quoted'', <<a>>", "1990-{}-2000, '{}'quoted'{}', <{}<a>{}>"),
        ("?`que'", "?{}`que'"),
    ],
)
def test_only_characters_that_latex_prints_as_one_are_parted(text: str, written: str) -> None:
    entry = Entry("a", (LocalizedText("T"),), (), abstracts=(LocalizedText(text),))
    assert f"abstract = {{{written}}}" in as_bibtex.write_bibtex(entry)
