"""RIS, as read by rispy."""

import pytest
import rispy
from hypothesis import given
from hypothesis import strategies as st

from wildwood.biblio import as_ris
from wildwood.biblio.entry import Entry, LocalizedText, Series
from wildwood.biblio.person import Person
from wildwood.extraction.data import Author, Header, citation_entry, header_entry

from tests.support.citations import ARTICLE


def test_a_citation_has_its_fields() -> None:
    (entry,) = rispy.loads(as_ris.ris_file(map(citation_entry, [ARTICLE])).decode())
    assert {key: value for key, value in entry.items() if value} == {
        "type_of_reference": "JOUR",
        "authors": ["Knuth, D. E.", "Smith, A."],
        "title": "Sand & Dust",
        "secondary_title": "Journal of Sand",
        "year": "2008",
        "volume": "5",
        "number": "1",
        "start_page": "75",
        "end_page": "84",
        "doi": "10.1000/182_1",
        "urls": ["https://example.org/a_b?c={d}"],
    }


def test_a_header_has_its_fields() -> None:
    header = Header("Sand", (Author("Anna Smith"),), "An\nabstract.", keywords="sand, dust")
    (entry,) = rispy.loads(as_ris.ris_file([header_entry(header)]).decode())
    assert entry["authors"] == ["Smith, Anna"]
    assert entry["abstract"] == "An abstract."
    assert entry["keywords"] == ["sand", "dust"]


@pytest.mark.parametrize("series", [Series(issn="1234-5679"), Series(isbn="1234-5679")])
def test_the_number_of_a_journal_or_of_a_book_is_its_serial_number(series: Series) -> None:
    (entry,) = rispy.loads(as_ris.ris_file([Entry("", (), (), series=series)]).decode())
    assert entry["issn"] == "1234-5679"


def test_several_entries_are_separate() -> None:
    assert len(rispy.loads(as_ris.ris_file(map(citation_entry, [ARTICLE, ARTICLE])).decode())) == 2


@given(st.text(), st.text())
def test_any_text_can_be_read_back(name: str, title: str) -> None:
    entry = Entry("", (LocalizedText(title),), (Person(name),), series=Series(volume="end"))
    (read,) = rispy.loads(as_ris.ris_file([entry]).decode())
    assert read["volume"] == "end"


def test_fields_are_added_before_the_end_of_a_record() -> None:
    more = Entry("", (), (), dois=("10.1000/1",), keywords=("sand",), notes=("b: year 2009",))
    [(place, addition)] = as_ris.ris_additions("TY  - JOUR\nTI  - Dust\nER  - ", more)
    assert (place, addition) == (22, "DO  - 10.1000/1\nKW  - sand\nN1  - b: year 2009\n")
