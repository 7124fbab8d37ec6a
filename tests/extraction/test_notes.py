"""The notes of a first page."""

from collections.abc import Iterable

import pytest

from wildwood.extraction import notes, zones
from wildwood.extraction.data import Line


def make_note(rows: Iterable[str]) -> list[Line]:
    """Return the lines of a note, each as far below the one before as usual."""
    return [
        Line(row, 0, 72, 500, 100 - 9 * n, 108 - 9 * n, 8, hyphenated=False)
        for n, row in enumerate(rows)
    ]


class TestANote:
    def test_names_the_place_of_each_author_in_one_sentence(self) -> None:
        text = "Smith is at the University of Oslo, and Jones is at the Bank of Norway"
        line = Line(text, 0, 72, 500, 100, 108, 8, hyphenated=False)
        assert notes.group_by_names([[line]], ["Anna Smith", "Bo Jones"]) == {
            "Anna Smith": "the University of Oslo, and",
            "Bo Jones": "the Bank of Norway",
        }

    @pytest.mark.parametrize(
        "rest",
        [
            " We thank Anna Smith.",
            " Financial support by the Bank of Norway is appreciated.",
            " anna@example.org",
            " Tel.: 12 34 56",
            " Funding: Bank of Norway",
            " anna smith@example.org",
            " https://example.org",
        ],
    )
    def test_ends_before_thanks_or_an_address(self, rest: str) -> None:
        own = "Department of Finance, University of Oslo."
        assert notes.cut_thanks(f"{own}{rest}").strip() == own

    @pytest.mark.parametrize(
        "own",
        [
            "department of finance, University of Oslo",
            "the Bank of Thanks",
            "School of Law, Tel Aviv University",
            "School of Law, Tel-Aviv College",
            "Instituto de Rios, Fundación Oslo",
            "Institute of Rivers, Support and Care, Oslo",
            "Institute of Rivers, I.M. Smith University",
        ],
    )
    def test_goes_on_behind_words_of_institutions(self, own: str) -> None:
        assert notes.cut_thanks(own) == own

    @pytest.mark.parametrize("code", ["I-16163 Genova", "I – 80055 Portici"])
    def test_goes_on_with_an_italian_post_code(self, code: str) -> None:
        own = f"Institute of Rivers, Via Roma 3, {code}, Italy"
        assert notes.cut_thanks(own) == own

    @pytest.mark.parametrize("address", ["a.smith@oslo.example", "(e-mail: a.smith@oslo.example)"])
    def test_goes_on_behind_an_abbreviation_before_an_address(self, address: str) -> None:
        own = "with RIVERS, Math. Dept., University of Oslo, Norway "
        assert notes.cut_thanks(f"{own}{address}").strip(" (") == own.strip()

    def test_ends_before_a_contact_of_somebody(self) -> None:
        rows = ("University of Oslo, Norway", "ORCID (Anna Smith): 0000-0001-2345-6789")
        note = make_note(rows)
        assert notes.find_notes([(line, zones.Zone.NOTE) for line in note], ()) == [
            [line] for line in note
        ]

    def test_goes_on_with_a_name_in_quotation_marks(self) -> None:
        rows = ("^1^Institute of Rivers, University of Oslo", "“Anna Smith”, Oslo, Norway")
        note = make_note(rows)
        zoned = [(line, zones.Zone.NOTE) for line in note]
        assert notes.find_notes(zoned, ()) == [note]

    def test_ends_where_somebody_else_is(self) -> None:
        text = "A. Smith is with the University of Oslo. M. Bergh is with the Bank of Norway"
        line = Line(text, 0, 72, 500, 100, 108, 8, hyphenated=False)
        assert notes.group_by_names([[line]], ["Anna Smith", "Mo Berg"]) == {
            "Anna Smith": "the University of Oslo."
        }

    def test_tells_authors_of_one_family_name_by_their_initials(self) -> None:
        text = "A. Smith is with the University of Oslo. B. Smith is with the Bank of Norway"
        line = Line(text, 0, 72, 500, 100, 108, 8, hyphenated=False)
        assert notes.group_by_names([[line]], ["Bo Smith", "Anna Smith"]) == {
            "Anna Smith": "the University of Oslo.",
            "Bo Smith": "the Bank of Norway",
        }

    @pytest.mark.parametrize("first", ["Anna Smith.)", "Anna Smith, Bo Jones, and", "Anna Smith,"])
    def test_has_no_affiliation_below_names_inside_a_sentence(self, first: str) -> None:
        rows = (first, "Mo Berg are with the University of Oslo")
        note = make_note(rows)
        names = ["Anna Smith", "Bo Jones", "Mo Berg"]
        assert not list(notes.group_below_names([note], names))

    def test_can_have_addresses_behind_its_names(self) -> None:
        text = "Anna Smith (anna@oslo.example) and Bo Jones (bo@oslo.example) are with the Bank."
        line = Line(text, 0, 72, 500, 100, 108, 8, hyphenated=False)
        found = notes.group_by_names([[line]], ["Anna Smith", "Bo Jones"])
        assert found == {"Anna Smith": "the Bank.", "Bo Jones": "the Bank."}

    def test_names_further_authors_behind_commas(self) -> None:
        text = "Smith, Jones: University of Oslo, Jones: CEPR Fellow, Berg: Rivers, Bergen"
        line = Line(text, 0, 72, 500, 100, 108, 8, hyphenated=False)
        found = notes.group_by_names([[line]], ["Anna Smith", "Bo Jones", "Mo Berg"])
        assert found["Anna Smith"].startswith("University of Oslo")
        assert found["Mo Berg"] == "Rivers, Bergen"

    def test_with_names_alone_says_nothing_of_them(self) -> None:
        text = "Anna Smith, Bo Jones, Mo S. Berg and Ida Falk"
        line = Line(text, 0, 72, 500, 100, 108, 8, hyphenated=False)
        names = ["Anna Smith", "Bo Jones", "Mo S. Berg", "Ida Falk"]
        assert not notes.group_by_names([[line]], names)

    def test_with_a_citation_says_nothing_of_its_authors(self) -> None:
        text = "Anna Smith and Bo Jones (28 Sep 2023): Rivers of the National Park, Geography"
        line = Line(text, 0, 72, 500, 100, 108, 8, hyphenated=False)
        assert not notes.group_by_names([[line]], ["Anna Smith", "Bo Jones"])

    def test_names_institutions_in_brackets(self) -> None:
        text = "We thank Ida Falk. Authors: Anna Smith (as@uio.no, University of Oslo), Bo Jones"
        line = Line(f"{text} (Bank of Norway)", 0, 72, 500, 100, 108, 8, hyphenated=False)
        found = notes.group_by_names([[line]], ["Anna Smith", "Bo Jones"])
        assert found == {
            "Anna Smith": "University of Oslo",
            "Bo Jones": "Bank of Norway",
        }

    def test_names_authors_behind_their_label(self) -> None:
        text = "Authors: Anna Smith, University of Oslo (a@uio.no) & Bo Jones, Bank of Norway"
        line = Line(text, 0, 72, 500, 100, 108, 8, hyphenated=False)
        found = notes.group_by_names([[line]], ["Anna Smith", "Bo Jones"])
        assert found["Anna Smith"].startswith("University of Oslo")
        assert found["Bo Jones"] == "Bank of Norway"

    def test_names_degrees_behind_an_author(self) -> None:
        text = "Anna Smith, M.D., M.P.H.: University of Oslo"
        line = Line(text, 0, 72, 500, 100, 108, 8, hyphenated=False)
        found = notes.group_by_names([[line]], ["Anna Smith"])
        assert found == {"Anna Smith": "University of Oslo"}

    def test_says_where_an_author_is_as_well(self) -> None:
        text = "A. Smith and M. Berg are with the Bank of Oslo. A. Smith is also with CEPR"
        line = Line(text, 0, 72, 500, 100, 108, 8, hyphenated=False)
        assert notes.group_by_names([[line]], ["Anna Smith", "Mo Berg"]) == {
            "Anna Smith": "the Bank of Oslo. and is also with CEPR",
            "Mo Berg": "the Bank of Oslo.",
        }

    def test_goes_on_with_an_abbreviation_in_brackets(self) -> None:
        rows = ("Smith: Institute of Rivers", "(IR), Oslo; Berg: Bank of Norway")
        lines = make_note(rows)
        assert notes.find_notes([(line, zones.Zone.NOTE) for line in lines], ()) == [lines]

    def test_can_be_as_large_as_most_of_a_page_but_smaller_than_its_abstract(self) -> None:
        sizes = [(11, zones.Zone.ABSTRACT), *[(10, zones.Zone.FRONT)] * 9]
        zoned = [
            (Line("We thank all", 0, 72, 500, 500 - 12 * n, 508, size, hyphenated=False), zone)
            for n, (size, zone) in enumerate(sizes)
        ]
        below = [line for line, _ in zoned[1:]]
        assert notes.find_notes(zoned, (), zones.Zone.ABSTRACT) == [below]

    @pytest.mark.parametrize(("size", "count"), [(12, 1), (8, 2)])
    def test_can_have_double_line_spacing_in_a_manuscript(self, size: float, count: int) -> None:
        first = Line("aInstitute of Rivers,", 0, 72, 500, 400, 408, size, hyphenated=False)
        second = first._replace(text="Oslo, Norway", bottom=400 - 2.3 * size)
        lines = [first._replace(raised=((0, 1),)), second]
        assert len(notes.find_notes([(line, zones.Zone.NOTE) for line in lines], ())) == count

    def test_ends_with_the_sentence_on_the_place_of_an_author(self) -> None:
        text = "Anna Smith is a student of law at the University of Oslo. She was born in Bergen."
        line = Line(text, 0, 72, 500, 100, 108, 8, hyphenated=False)
        found = notes.group_by_names([[line]], ["Anna Smith"])
        assert found == {"Anna Smith": "the University of Oslo."}

    def test_can_begin_with_a_name_in_bold(self) -> None:
        first, second = make_note(["Anna Smith is a student of law at", "the University of Oslo."])
        lines = [first._replace(bold=True), second]
        assert notes.find_statements(lines, ["Anna Smith"]) == [lines]
