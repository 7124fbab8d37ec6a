"""What an entry gets from one that is the same record."""

from typing import Any

from wildwood.biblio.entry import Entry, LocalizedText, Series
from wildwood.biblio.person import Person
from wildwood.lists.deduplication import gains_of
from wildwood.lists.redif import redif_additions

PERSONS = (Person("Keen", "M."),)


def entry(number: str, title: str = "Trade", **more: Any) -> Entry:
    return Entry(number, (LocalizedText(title),), PERSONS, **more)


def gained(stays: Entry, *gone: Entry) -> Entry:
    found = gains_of(stays, gone)
    assert found is not None
    return found


def test_is_nothing_if_it_has_the_same() -> None:
    one = entry("a", date="2010", dois=("10.1000/1",), keywords=("k",), notes=("n",))
    assert gains_of(one, [one]) is None


def test_is_the_fields_that_it_lacks() -> None:
    other = entry("b", dois=("10.1000/1",), abstracts=(LocalizedText("On us."),), date="2010")
    found = gained(entry("a"), other)
    assert (found.dois, found.abstracts, found.date) == (
        other.dois, other.abstracts, other.date,
    )  # fmt: skip
    assert (found.titles, found.authors) == ((), ())


def test_is_the_parts_of_the_series_that_it_lacks() -> None:
    one, other = Series("Econometrica", "3"), Series("Econometrica", "3", "2", "1-9")
    found = gained(entry("a", series=one), entry("b", series=other))
    assert found.series == Series(issue="2", pages="1-9")


def test_is_further_keywords_and_notes() -> None:
    found = gained(
        entry("a", keywords=("Trade",), notes=("Read.",)),
        entry("b", keywords=("trade", "jobs"), notes=("Read.", "Bought.")),
        entry("c", keywords=("Jobs", "wages")),
    )
    assert (found.keywords, found.notes) == (("jobs", "wages"), ("Bought.",))


def test_is_further_addresses() -> None:
    found = gained(entry("a", urls=("https://a",)), entry("b", urls=("https://A", "https://b")))
    assert found.urls == ("https://b",)


def test_is_the_fields_of_its_format_that_it_lacks_and_further_keys_and_files() -> None:
    found = gained(
        entry("a", extra=(("ids", "a"), ("file", "a.pdf"), ("readstatus", "read"))),
        entry("b", extra=(("ids", "b"), ("file", "a.pdf"), ("readstatus", "skimmed"))),
        entry("c", extra=(("ids", "c"), ("file", "c.pdf"), ("owner", "me"))),
    )
    assert found.extra == (("ids", "b"), ("ids", "c"), ("file", "c.pdf"), ("owner", "me"))


def test_is_a_note_of_identifiers_and_sources_that_no_field_takes_in() -> None:
    found = gained(
        entry("a", identifiers=("embase:1",), archive="Scopus", extra=(("comment", "c"),)),
        entry(
            "b",
            identifiers=("embase:1", "pmc:77", "wos:9"),
            archive="Embase",
            extra=(("comment", "d"), ("UT", "WOS:9")),
        ),
    )
    assert found.notes == ("b: pmc 77; source Embase; comment d",)
    assert found.extra == (("UT", "WOS:9"),)


def test_is_a_note_of_what_says_something_else() -> None:
    found = gained(
        entry("a", date="2010", series=Series(volume="3", pages="150-3")),
        entry("b", date="2009-05-01", series=Series(volume="4", pages="150-153")),
        entry("c", title="Trade: a survey"),
    )
    assert found.notes == ("b: year 2009; volume 4", "c: title “Trade: a survey”")


def test_names_a_record_whose_number_is_its_id_once() -> None:
    found = gained(entry("a"), entry("WOS:0009", identifiers=("wos:0009",)))
    assert found.notes == ("WOS:0009: the same record",)


def test_in_redif_has_its_classifications_as_one() -> None:
    gain = entry("", "", classifications=("jel:F13", "jel:J24"), date="2019-07-05")
    additions = redif_additions("Template-Type: ReDIF-Paper 1.0\nTitle: Trade", gain)
    assert "".join(text for _, text in additions).split("\n")[-2:] == [
        "Creation-Date: 2019",
        "Classification-JEL: F13, J24",
    ]
