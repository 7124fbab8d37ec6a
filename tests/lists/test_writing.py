"""Entries that are written as RIS, BibTeX or AMF and read again are the same."""

import io
import re
from dataclasses import replace
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wildwood.biblio.entry import Entry, LocalizedText, PublicationType, Series, publication_type
from wildwood.biblio.field_texts import clean, unescape
from wildwood.biblio.person import Person
from wildwood.lists.amf import write_amf
from wildwood.lists.deduplication import gains_of
from wildwood.lists.formats import Format
from wildwood.lists.reading import read_list
from wildwood.lists.writing import joined_lists, list_as

CHARACTERS = st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff")
TEXTS = (
    st.text(CHARACTERS, min_size=1, max_size=20)
    .map(clean)
    .filter(lambda text: text and unescape(text) == text)
)
"""Texts as readers give them: with letters for the entities of HTML."""
WORDS = st.text(st.sampled_from("abcdxyzäéøßABCXYZ"), min_size=1, max_size=8)
NAMED = TEXTS.filter(lambda text: not set(text) & set("{}\\") and text.strip(", ") == text)
"""Names without a comma at their ends, which no list keeps."""
NAMES = st.builds(
    Person,
    NAMED | WORDS,
    st.just("") | WORDS,
)
ENTRIES = st.builds(
    Entry,
    id=TEXTS,
    titles=st.lists(TEXTS.map(LocalizedText), min_size=1, max_size=1).map(tuple),
    authors=st.lists(NAMES, min_size=1, max_size=3).map(tuple),
    date=st.sampled_from(["", "2010", "2010-05", "2010-12-31"]),
    abstracts=st.lists(TEXTS.map(LocalizedText), max_size=1).map(tuple),
    dois=st.just(()) | st.just(("10.1000/x_1",)),
    urls=st.just(()) | st.just(("https://x.example/a%20b_c?d=e&f#g",)),
    series=st.builds(Series, st.just("") | WORDS, pages=st.sampled_from(["", "1", "1-20"])),
)
AWKWARD = Entry(
    "RePEc:a:b:1, {2}",
    (LocalizedText("50% of $5 & \"x_y\" ~ C# -- {a} \\b ``q'' ^"),),
    (
        Person("Ministry of Finance and Economy, Berkeley"),
        Person("J. Cawte"),
        Person("E", "And"),
        Person("L. G. Kiloh"),
        Person("Keen", "Michael"),
        Person("Slemrod Jr.", "J."),
        Person("A; B"),
        Person("Smith et al."),
    ),
)


def again(data: str | bytes) -> Entry:
    raw = data if isinstance(data, bytes) else data.encode()
    read = read_list(io.BytesIO(raw))
    assert read.messages == []
    (entry,) = read.entries
    return entry


def as_list(entry: Entry, target: Format) -> str:
    empty = read_list(io.BytesIO(b'{"id": "x", "title": "x", "authors": "x"}'))
    return list_as(target, empty, [entry]).decode()


@pytest.mark.parametrize("target", [Format.RIS, Format.BIBTEX])
@given(entry=ENTRIES)
@example(entry=AWKWARD)
def test_a_record_is_the_same(target: Format, entry: Entry) -> None:
    found = again(as_list(entry, target))
    assert found.record == entry.record
    assert (found.dois, found.urls, found.series) == (entry.dois, entry.urls, entry.series)
    assert found.date == entry.date
    assert found.abstracts == entry.abstracts


WHOLE = Entry(
    "WOS:000470000000001",
    (LocalizedText("Sand"), LocalizedText("Arena")),
    (Person("Müller", "Jörg K."), Person("王小明"), Person("Иванов", "Пётр")),
    kind="Article; Retracted Publication",
    date="2019-07-05",
    languages=("English", "Spanish"),
    abstracts=(LocalizedText("A test."), LocalizedText("Una prueba.", "es")),
    keywords=("Diabetes Mellitus, Type 2", "sand"),
    classifications=("jel:F13",),
    dois=("10.1000/jm.1",),
    pmid="31234567",
    identifiers=("pmcid:654",),
    edition="2nd",
    urls=("https://example.org/a",),
    series=Series("Sand", "12", "3", "21-27", "1532-4435", "Springer", "9783161484100"),
    archive="Scopus",
)


@pytest.mark.parametrize("target", [Format.RIS, Format.BIBTEX])
def test_no_field_is_lost(target: Format) -> None:
    found = again(as_list(WHOLE, target))
    assert (found.record, found.date, found.series) == (WHOLE.record, WHOLE.date, WHOLE.series)
    assert (found.languages, found.dois, found.urls) == (WHOLE.languages, WHOLE.dois, WHOLE.urls)
    assert (found.pmid, found.identifiers) == (WHOLE.pmid, WHOLE.identifiers)
    assert (found.keywords, found.edition) == ((*WHOLE.keywords, "jel:F13"), WHOLE.edition)
    assert found.abstract == "A test. Una prueba."
    assert WHOLE.archive in (found.archive, dict(found.extra).get("DB"))
    assert publication_type(found.kind, found.series) is PublicationType.ARTICLE
    assert WHOLE.kind in dict((*found.extra, *found.spare)).values()
    assert found.notes == ()
    assert as_list(found, target) == as_list(again(as_list(found, target)), target)


@pytest.mark.parametrize("keywords", [("Type 2, mild",), ("a", "b"), ("a, b", "c"), ("a",)])
def test_keywords_are_divided_as_they_were(keywords: tuple[str, ...]) -> None:
    entry = replace(WHOLE, keywords=keywords, classifications=())
    assert again(as_list(entry, Format.BIBTEX)).keywords == keywords


RIS_FIELDS = """\
TY  - CHAP
TI  - Sand
AU  - Keen, M.
A2  - Editor, Eve
T2  - Handbook of Sand
J2  - Handb Sand
T3  - Handbooks
M3  - Review
SN  - 1532-4435
SN  - 1532-4444
SN  - 9783161484100
CY  - Berlin
AB  - A test.
N2  - Una prueba.
"""
BIBTEX_FIELDS = """\
@inproceedings{a, title = {Sand}, author = {Keen, M.}, editor = {Eve Editor and B{\\"o}ll, H.},
  booktitle = {Proc. of Sand}, series = {LNCS}, address = {Berlin}, type = {Review}, year = 2019,
  month = jul, day = 5}
"""


@pytest.mark.parametrize(
    ("target", "written", "lines"),
    [
        (Format.RIS, RIS_FIELDS, "A2  - Editor, Eve|J2  - Handb Sand|T3  - Handbooks|M3  - Review"),
        (
            Format.RIS,
            RIS_FIELDS,
            "SN  - 1532-4435|SN  - 1532-4444|SN  - 9783161484100|CY  - Berlin",
        ),
        (Format.RIS, RIS_FIELDS, "AB  - A test.|N2  - Una prueba."),
        (Format.BIBTEX, BIBTEX_FIELDS, 'editor = {Eve Editor and B{\\"o}ll, H.}|series = {LNCS}'),
        (Format.BIBTEX, BIBTEX_FIELDS, "booktitle = {Proc. of Sand}|type = {Review}|day = {5}"),
    ],
)
def test_a_rewritten_record_keeps_what_an_entry_has_no_place_for(
    target: Format, written: str, lines: str
) -> None:
    rewritten = as_list(again(written), target)
    assert all(rewritten.count(line) == 1 for line in lines.split("|"))


def test_databases_of_ris_are_written_as_bibtex() -> None:
    entry = again("TY  - JOUR\nTI  - Sand\nAU  - Keen, M.\nDB  - Embase\nDB  - Medline\nER  - \n")
    assert again(as_list(entry, Format.BIBTEX)).archive == "Embase; Medline"


def test_databases_and_numbers_of_ris_are_added_to_bibtex() -> None:
    ris = "TY  - JOUR\nTI  - Sand\nAU  - Keen, M.\nAN  - WOS:1\nDB  - Embase\nER  - \n"
    bibtex = "@article{a, title = {Sand}, author = {Keen, M.}, source = {Scopus}}"
    own = read_list(io.BytesIO(bibtex.encode()))
    gains = gains_of(own.entries[0], [again(ris)])
    assert gains is not None
    for read in (own, replace(own, original=None)):  # added to, and written as a whole
        written = list_as(Format.BIBTEX, read, own.entries, {}, {"a": gains}).decode()
        assert "accession = {WOS:1}" in written
        assert "source = {Scopus; Embase}" in written


def test_accession_numbers_come_back_from_bibtex() -> None:
    bibtex = "@article{a, title = {Sand}, author = {Keen, M.}, accession = {WOS:1}}"
    own = read_list(io.BytesIO(bibtex.encode()))
    assert "AN  - WOS:1" in as_list(own.entries[0], Format.RIS)
    assert "accession = {WOS:1}" in as_list(own.entries[0], Format.BIBTEX)
    gains = gains_of(own.entries[0], [again(f"{bibtex[:-3]}2}}}}")])
    assert gains is not None
    written = list_as(Format.BIBTEX, own, own.entries, {}, {"a": gains}).decode()
    assert "accession = {WOS:1; WOS:2}" in written


@pytest.mark.parametrize(
    "text",
    [
        "PT J\nAU Keen, M\nTI Sand\nUT WOS:000286597100004\nER\n\nEF\n",
        "%0 Journal Article\n%T Sand\n%A Keen, M.\n%F 3\n%M 12345678\n%~ PsycINFO\n",
        "<1>\nUI  - 12345678\nDB  - PsycINFO\nTI  - Sand\nAU  - Keen, M.\n",
        (
            "{Reference Type}: Journal Article\n{Title}: Sand\n{Author}: Keen, M.\n"
            "{Accession Number}: 12345678\n{Database Provider}: PsycINFO\n"
        ),
        'Title,Authors,Accession Number,Database\nSand,"Keen, M.",12345678,PsycINFO\n',
        (
            "<xml><records><record><rec-number>3</rec-number><contributors><authors><author>Keen,"
            " M.</author></authors></contributors><titles><title>Sand</title></titles>"
            "<accession-num>12345678</accession-num><remote-database-name>PsycINFO"
            "</remote-database-name></record></records></xml>"
        ),
    ],
)
def test_accession_numbers_are_written_as_ris(text: str) -> None:
    entry = again(text)
    assert entry.identifiers
    assert again(as_list(entry, Format.RIS)).identifiers == entry.identifiers


def test_braces_are_balanced_in_bibtex() -> None:
    entry = Entry("a", (LocalizedText("From {a to b}} {"),), (Person("Keen"),))
    written = as_list(entry, Format.BIBTEX)
    assert written.count("{") == written.count("}")
    assert again(written).titles == entry.titles


@given(entry=ENTRIES)
@example(entry=AWKWARD)
def test_a_rif_says_all_that_the_entry_says(entry: Entry) -> None:
    found = again(write_amf([entry]))
    expected_id = f"doi:{entry.dois[0]}" if entry.dois else entry.id
    assert found.id == expected_id
    assert (found.names, found.titles, found.date) == (entry.names, entry.titles, entry.date)
    assert (found.abstracts, found.urls, found.series) == (
        entry.abstracts, entry.urls, entry.series,
    )  # fmt: skip
    assert set(entry.dois) <= set(found.dois)


class InPlace(NamedTuple):
    """A list in RIS or BibTeX."""

    text: str
    """With `|` where the note of an entry goes, and brackets around each entry."""
    notes: tuple[str, str, str]
    """As they are inserted into each of the entries."""

    @property
    def plain(self) -> str:
        return re.sub(r"[|«»]", "", self.text)

    def without(self, number: int) -> str:
        parts = re.split("«(.*?)»", self.text, flags=re.DOTALL)
        del parts[2 * number + 1]
        return re.sub(r"[|«»]", "", "".join(parts))

    def noted(self, number: int) -> str:
        *parts, end = self.text.split("|")
        notes = [note if place == number else "" for place, note in enumerate(self.notes)]
        joined = "".join(f"{part}{note}" for part, note in zip(parts, notes, strict=True))
        return re.sub("[«»]", "", joined + end)


IN_PLACE = {
    Format.RIS: InPlace(
        """\
Exported today

«TY  - JOUR
ID  - a
TI  - Trade
AU  - Keen, M.
XX  - own tag
|ER  - \n\n
»TY - BOOK
ID - nobody
TI - No author
ER -
«TY  - JOUR
ID  - b
TI  - Growth
  and trade
AU  - Keen, M.
|ER  -
»«TY  - JOUR
ID  - c
TI  - Last
AU  - Keen, M.|»""",
        ("N1  - seen\n", "N1  - seen\n", "\nN1  - seen"),
    ),
    Format.BIBTEX: InPlace(
        """\
% Encoding: UTF-8
@string{ecta = {Econometrica}}

«@Article{a,
  title   = {Trade},
  author = {Keen, M.},
  journal = ecta|
}

»@misc{nobody, title = {No author}}  % a comment
«@misc{b, title = {Growth}, author = {Keen, M.},| }
»@misc{broken, title = {Growth} {x}}
@set{s, entryset = {a,b}}
«@misc(c, title = {Last}, author = {Keen, M.}|)
»@Comment{jabref-meta: databaseType:bibtex;}
""",
        (
            ",\n  wildwood = {seen}",
            "\n  wildwood = {seen}\n",
            ",\n  wildwood = {seen}\n",
        ),
    ),
}


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("target", IN_PLACE)
class TestAListInItsOwnFormat:
    def test_is_the_same_if_nothing_changes(
        self, target: Format, mark: str, line_break: str
    ) -> None:
        text = mark + IN_PLACE[target].plain.replace("\n", line_break)
        read = read_list(io.BytesIO(text.encode()))
        assert [entry.id for entry in read.entries] == ["a", "b", "c"]
        assert list_as(target, read, read.entries).decode() == text

    @pytest.mark.parametrize("number", range(3))
    def test_changes_only_by_notes(
        self, target: Format, mark: str, line_break: str, number: int
    ) -> None:
        text = mark + IN_PLACE[target].plain.replace("\n", line_break)
        read = read_list(io.BytesIO(text.encode()))
        notes = {read.entries[number].handle: "seen"}
        written = list_as(target, read, read.entries, notes).decode()
        assert written == mark + IN_PLACE[target].noted(number).replace("\n", line_break)
        assert read_list(io.BytesIO(written.encode())).entries == read.entries

    @pytest.mark.parametrize("number", range(3))
    def test_loses_only_the_entries_that_are_left_out(
        self, target: Format, mark: str, line_break: str, number: int
    ) -> None:
        text = mark + IN_PLACE[target].plain.replace("\n", line_break)
        read = read_list(io.BytesIO(text.encode()))
        staying = [*read.entries[:number], *read.entries[number + 1 :]]
        written = list_as(target, read, staying).decode()
        assert written == mark + IN_PLACE[target].without(number).replace("\n", line_break)


@pytest.mark.parametrize("target", IN_PLACE)
def test_what_an_entry_gets_is_all_that_changes_in_it(target: Format) -> None:
    text = IN_PLACE[target].plain
    read = read_list(io.BytesIO(text.encode()))
    more = Entry("", (), (), keywords=("sand",))
    written = list_as(target, read, read.entries, {}, {"b": more})
    again = read_list(io.BytesIO(written)).entries
    assert [one.keywords for one in again] == [(), ("sand",), ()]
    assert [one.joined(more) if one.id == "b" else one for one in read.entries] == list(again)


def test_what_an_entry_gets_is_part_of_it_in_another_format() -> None:
    read = read_list(io.BytesIO(b'{"id": "a", "title": "T", "authors": "Lee", "volume": "3"}'))
    more = Entry("", (), (), date="2010", series=Series("Sand"))
    entry = again(list_as(Format.RIS, read, read.entries, {}, {"a": more}))
    assert (entry.date, entry.series) == ("2010", Series("Sand", "3"))


def test_lists_that_are_joined_begin_on_a_line_of_their_own() -> None:
    assert joined_lists([b"\xef\xbb\xbfa", b"\xef\xbb\xbfb\n", b"c\n"]) == b"\xef\xbb\xbfa\nb\nc\n"
