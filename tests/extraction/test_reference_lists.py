"""Documents with several lists of references, each made as a PDF."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest

from wildwood.extraction import citations, documents, floats, full_text, reference_lists
from wildwood.extraction.data import Citation, DocumentType, Line
from wildwood.extraction.reference_lists import Section

from tests.support.made_pdfs import Text, centred, paragraph, text, write

Parts = Sequence[list[Text]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "paper.pdf"


def read(path: Path, *pages: Parts) -> list[Line]:
    made = [list(chain.from_iterable(parts)) for parts in pages]
    return documents.read_document(write(path, made), DocumentType.PDF)


def entries(top: float, *printed: str) -> list[Text]:
    """Make a list with one line for each entry."""
    return list(
        chain.from_iterable(text(72, top - 14 * n, 9, entry) for n, entry in enumerate(printed))
    )


def titles(found: Sequence[Citation], number: int) -> list[str]:
    return [one.title for one in found if one.reference_list == number]


MAIN = entries(
    300,
    "[1] A. Smith. Sand and dust of the desert. Journal of Sand, 5(1), 7-9, 2001.",
    "[2] B. Jones. The price of water in cities. Journal of Water, 2(3), 11-19, 2002.",
    "[3] C. Brown. Winds over dunes in winter. Journal of Winds, 8(2), 70-99, 2003.",
)
SUPPLEMENT = entries(
    300,
    "[1] D. White. Measuring grains by hand. Journal of Grains, 1(1), 1-9, 2011.",
    "[2] E. Black. Sieves and their makers. Journal of Tools, 4(1), 21-39, 2012.",
)
FIRST_PAGE = [
    centred(720, 16, "Sand and Water in Dry Cities", bold=True),
    centred(690, 11, "Anna Smith"),
    text(72, 640, 12, "1 Introduction", bold=True),
    paragraph(72, 620, 10),
    text(72, 480, 10, "The first result is that of the dunes [3]."),
    text(72, 320, 12, "References", bold=True),
    MAIN,
]
SUPPLEMENT_PAGE = [
    text(72, 720, 14, "Supplementary Material", bold=True),
    paragraph(72, 690, 10, seed="all"),
    text(72, 480, 10, "Grains were counted as usual [1], and the dunes too [3]."),
    text(72, 320, 12, "References", bold=True),
    SUPPLEMENT,
]


class TestASupplementWithItsOwnList:
    def test_has_its_citations_apart(self, path: Path) -> None:
        found = citations.extract_citations(read(path, FIRST_PAGE, SUPPLEMENT_PAGE))
        assert titles(found, 1) == [
            "Sand and dust of the desert",
            "The price of water in cities",
            "Winds over dunes in winter",
        ]
        assert titles(found, 2) == ["Measuring grains by hand", "Sieves and their makers"]

    def test_cites_its_own_entry_of_a_number(self, path: Path) -> None:
        found = citations.extract_citations(read(path, FIRST_PAGE, SUPPLEMENT_PAGE))
        counted = [one.title for one in found if "Grains were" in " ".join(one.contexts)]
        assert "Measuring grains by hand" in counted
        assert "Sand and dust of the desert" not in counted

    def test_can_cite_the_other_list_by_a_number_it_has_not(self, path: Path) -> None:
        found = citations.extract_citations(read(path, FIRST_PAGE, SUPPLEMENT_PAGE))
        winds = next(one for one in found if one.title.startswith("Winds"))
        assert len(winds.contexts) == 2

    def test_has_its_text_in_the_body_and_its_list_not(self, path: Path) -> None:
        found = full_text.extract_body(read(path, FIRST_PAGE, SUPPLEMENT_PAGE))
        assert "Grains were counted" in found
        assert "Measuring grains" not in found
        assert "Winds over dunes" not in found

    def test_can_have_the_acknowledgements(self, path: Path) -> None:
        thanks = [
            text(72, 250, 12, "Acknowledgements", bold=True),
            text(72, 235, 10, "We thank the Sand Foundation for grant 42-17."),
        ]
        lines = read(path, FIRST_PAGE, [*SUPPLEMENT_PAGE, *thanks])
        assert floats.extract_acknowledgements(lines).funders[0].awards == ("42-17",)


def test_each_chapter_can_have_a_list(path: Path) -> None:
    chapters = [
        [
            text(72, 720, 12, f"{number} The sand of {place}", bold=True),
            paragraph(72, 690, 20, seed=place),
            text(72, 430, 10, f"It was counted in {place} by {name} ({year})."),
            text(72, 400, 12, "References", bold=True),
            entries(
                380,
                f"{name}, A. ({year}). The grains of {place}. Journal of Sand, 5(1), 7-9.",
                f"Young, T. (1999). Waves at {place}. Journal of Waves, 7(1), 17-19.",
                f"Zorn, M. (1998). Sets of grains in {place}. Journal of Sets, 3(1), 1-4.",
            ),
        ]
        for number, (place, name, year) in enumerate(
            [("Oslo", "Berg", 2001), ("Delft", "Smit", 2002), ("Porto", "Silva", 2003)], 1
        )
    ]
    found = citations.extract_citations(read(path, *chapters))
    assert [one.reference_list for one in found] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert titles(found, 3) == [
        "The grains of Porto",
        "Waves at Porto",
        "Sets of grains in Porto",
    ]
    cited = [one.title for one in found if "counted in Delft" in " ".join(one.contexts)]
    assert cited == ["The grains of Delft"]


def test_a_list_can_go_on_behind_the_methods(path: Path) -> None:
    towns = ("rivers", "floods", "bridges", "harbours")
    methods = [text(72, 700, 12, "Methods", bold=True), paragraph(72, 680, 12)]
    rest = entries(
        400,
        *(
            f"[{number}] D. White. Measuring {town} by hand. Journal of Grains, 1(1), 1-9, 2011."
            for number, town in enumerate(towns, 4)
        ),
    )
    found = citations.extract_citations(read(path, FIRST_PAGE, [*methods, rest]))
    assert len(titles(found, 1)) == 3
    assert titles(found, 2) == [f"Measuring {town} by hand" for town in towns]


def test_a_column_of_a_table_is_no_list(path: Path) -> None:
    rows = [("Tomato", "Berg, 2001"), ("Maize", "Smit et al., 2002"), ("Rice", "Silva, 2003")]
    table = [
        text(72, 720, 10, "Table 1. Plants that were studied", bold=True),
        text(72, 700, 10, "References"),
        *(text(72, 680 - 24 * n, 9, plant) for n, (plant, _) in enumerate(rows)),
        *(text(72, 668 - 24 * n, 9, source) for n, (_, source) in enumerate(rows)),
        paragraph(72, 560, 30, seed="it"),
    ]
    found = citations.extract_citations(read(path, table, FIRST_PAGE))
    assert len(found) == 3
    assert {one.reference_list for one in found} == {1}


def test_a_list_ends_where_the_text_goes_on(path: Path) -> None:
    after = [text(72, 720, 10, "Details", bold=True), paragraph(72, 700, 40, seed="all")]
    found = citations.extract_citations(read(path, FIRST_PAGE, after))
    assert titles(found, 1)[-1] == "Winds over dunes in winter"
    assert not found[-1].raw.endswith("be")


def test_an_entry_without_a_source_does_not_end_a_list_that_goes_on() -> None:
    texts = [
        f"[{n}] A. Smith. A title of rivers and winds. Water, 19{60 + n}." for n in range(1, 7)
    ]
    texts[4] = "[5] B. Jones. Another title of winds. In Proceedings, volume 28."
    listed = [
        Line(text, 0, 72, 400, 700 - 14 * n, 710 - 14 * n, 10, hyphenated=False)
        for n, text in enumerate(["References", *texts])
    ]
    assert len(citations.extract_citations(listed)) == len(texts)


def test_a_line_of_small_capitals_is_no_footnote() -> None:
    texts = ["SMITH A., BERG B., JONES C. &", "LEE D., WHITE E. (2009).", "A title of rivers."] * 4
    sizes = [12.0, 9.6, 12.0] + [12.0] * 9
    lines = [
        Line(text, 0, 72, 400, 700 - 14 * n, 710 - 14 * n, size, hyphenated=False)
        for n, (text, size) in enumerate(zip(texts, sizes, strict=True))
    ]
    assert reference_lists.entries_of(lines, Section(0, 0, len(lines))) == lines


def test_lines_larger_than_a_list_belong_to_a_table_inside_it() -> None:
    texts = [f"Smith, A. (19{60 + n}). A title of rivers. River Press." for n in range(12)]
    table = [f"Model {n} 0.2 0.4" for n in range(3)]
    lines = [
        Line(text, 0, 72, 400, 700 - 14 * n, 710 - 14 * n, size, hyphenated=False)
        for n, (text, size) in enumerate(
            [(text, 10.0) for text in texts[:6]]
            + [(text, 10.9) for text in table]
            + [(text, 10.1) for text in texts[6:]]
        )
    ]
    found = reference_lists.entries_of(lines, Section(0, 0, len(lines)))
    assert [line.text for line in found] == texts


@pytest.mark.parametrize(
    ("larger", "are_of_the_list"),
    [
        (["Lee, B. (1999). A title of winds. Wind Press."], True),
        (["and of the winds of the north in winter, Wind Press, 1999."], True),
        (["[13] Lee, B.: A title of winds and", "lakes. Wind Press, 1999."], True),
        (["we have seen that the winds of 1999", "were not those of the year before it"], False),
        (["The Winds of the North"], False),
    ],
)
def test_larger_lines_with_a_source_are_of_a_list_unless_they_are_prose(
    larger: list[str], *, are_of_the_list: bool
) -> None:
    texts = [f"Smith, A. (19{60 + n}). A title of rivers. River Press." for n in range(12)]
    rows = [*((text, 9.0) for text in texts), *((text, 10.0) for text in larger), (texts[0], 9.0)]
    lines = [
        Line(text, 0, 72, 400, 700 - 14 * n, 710 - 14 * n, size, hyphenated=False)
        for n, (text, size) in enumerate(rows)
    ]
    found = [line.text for line in reference_lists.entries_of(lines, Section(0, 0, len(lines)))]
    assert found == [*texts, *(larger if are_of_the_list else []), texts[0]]


def test_a_turned_line_in_capitals_is_no_line_of_a_list() -> None:
    texts = [f"Smith, A. (19{60 + n}). A title of rivers. River Press." for n in range(4)]
    lines = [
        Line(text, 0, 72, 400, 700 - 14 * n, 710 - 14 * n, size, hyphenated=False)
        for n, (text, size) in enumerate([(text, 10.0) for text in texts] + [("A. SMITH", 0.0)])
    ]
    found = reference_lists.entries_of(lines, Section(0, 0, len(lines)))
    assert [line.text for line in found] == texts


def test_a_list_is_not_taken_for_a_table_before_turned_text_without_a_size() -> None:
    texts = [f"Smith, A. (19{60 + n}). A title of rivers. River Press." for n in range(4)]
    sizes = [12.0] * 4 + [0.0] * 16
    lines = [
        Line(text, 0, 72, 400, 700 - 14 * n, 710 - 14 * n, size, hyphenated=False)
        for n, (text, size) in enumerate(zip([*texts, *["Figure"] * 16], sizes, strict=True))
    ]
    found = reference_lists.entries_of(lines, Section(0, 0, len(lines)))
    assert [line.text for line in found[:4]] == texts


def test_a_longer_annex_in_smaller_letters_is_no_measure_of_the_list() -> None:
    entries = [f"Smith, A. (19{60 + n}). A title of rivers. River Press." for n in range(40)]
    annex = [f"The question {n} of the annex" for n in range(80)]
    lines = [
        Line(text, 0, 72, 400, 2000 - 14 * n, 2010 - 14 * n, size, hyphenated=False)
        for n, (text, size) in enumerate(
            [(text, 12.0) for text in entries] + [(text, 10.0) for text in annex]
        )
    ]
    found = reference_lists.entries_of(lines, Section(0, 0, len(lines)))
    assert [line.text for line in found[:40]] == entries


ENTRIES = [
    f"[{n}] A. Smith. A title of rivers, part {n}. River Press, 20{n:02}." for n in range(1, 13)
]


def test_a_line_that_begins_like_a_heading_after_an_article_does_not_end_a_list() -> None:
    rows = [
        "References",
        "[1] A. Smith, “Sand and dust,” Journal of Sand, 2001.",
        "[2] B. Jones, “Listen and translate:",
        "A proof of concept for rivers,” in Workshop on Water",
        "and Towns, 2016.",
    ]
    lines = documents.read_text_lines("\n".join(rows).encode())
    assert reference_lists.sections_of(lines) == [Section(0, 1, 5)]


def test_names_with_initials_behind_them_show_the_list_below_a_heading() -> None:
    prose = ["2 Literature", *["Smith and Lee (2003) study why rivers freeze in the north."] * 30]
    printed = [f"Smith A, Lee B ({year}) Rivers. Water Stud 5:1–9" for year in range(1990, 2002)]
    lines = documents.read_text_lines("\n".join([*prose, "References", *printed]).encode())
    assert reference_lists.sections_of(lines) == [Section(31, 32, 44)]
