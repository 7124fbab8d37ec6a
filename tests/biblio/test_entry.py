"""What is said of a paper, whatever the format."""

import dataclasses

from wildwood.biblio.entry import Entry, EntrySpan, LocalizedText, Series
from wildwood.biblio.person import Person

ENTRY = Entry("a", (LocalizedText("Trade", "en"),), (Person("Lee", "Ann"),))


def test_an_id_that_occurs_again_makes_another_handle() -> None:
    again = dataclasses.replace(ENTRY, number=2)
    assert (ENTRY.handle, again.handle) == ("a", "a (2)")
    assert again.record.handle == "a (2)"


def test_its_record_has_what_is_compared() -> None:
    assert ENTRY.record.names == ("Ann Lee",)
    assert ENTRY.record.titles == ("Trade",)


def test_without_an_id_its_place_names_it_in_a_catalogue() -> None:
    nameless = dataclasses.replace(ENTRY, id="", place="line 12")
    assert (ENTRY.catalogue_record.id, nameless.catalogue_record.id) == ("a", "line 12")


def test_it_is_the_same_wherever_the_list_has_it() -> None:
    assert dataclasses.replace(ENTRY, span=EntrySpan(1, 2)) == ENTRY


def test_each_field_with_a_value_makes_it_richer() -> None:
    more = dataclasses.replace(ENTRY, dois=("10.1/a",), series=Series(volume="3", pages="1-9"))
    assert (ENTRY.richness, more.richness) == (0, 3)


class TestJoined:
    def test_has_what_it_lacks_from_the_other(self) -> None:
        other = dataclasses.replace(
            ENTRY, id="b", date="2015", series=Series("Review", volume="3"), place="line 9"
        )
        joined = dataclasses.replace(ENTRY, series=Series("Journal")).joined(other)
        assert (joined.id, joined.date, joined.place) == ("a", "2015", "")
        assert joined.series == Series("Journal", volume="3")

    def test_keeps_its_own_values(self) -> None:
        own, other = (dataclasses.replace(ENTRY, date=date) for date in ("2014", "2015"))
        assert own.joined(other).date == "2014"

    def test_has_the_keywords_and_notes_of_both(self) -> None:
        own = dataclasses.replace(ENTRY, keywords=("trade",), notes=("seen",))
        other = dataclasses.replace(ENTRY, keywords=("growth",), notes=("read",))
        joined = own.joined(other)
        assert (joined.keywords, joined.notes) == (("trade", "growth"), ("seen", "read"))
