"""What each line of a first page is taken for."""

import pytest

from wildwood.extraction import zones
from wildwood.extraction.data import Line
from wildwood.extraction.zones import Zone

TEXT = "We show that towns match workers and firms better than villages do."
ROWS = tuple(f"{TEXT[:-1]} {number}." for number in ("one", "two", "three", "four", "five"))


def page(*rows: tuple[float, float, str], left: float = 72, right: float = 500) -> list[Line]:
    """Return lines at heights, in font sizes."""
    return [
        Line(text, 0, left, right, height, height + size, size, hyphenated=False)
        for height, size, text in rows
    ]


def paragraph(top: float, size: float, *texts: str) -> list[tuple[float, float, str]]:
    return [(top - 1.2 * size * number, size, text) for number, text in enumerate(texts)]


@pytest.mark.parametrize(
    "text",
    [
        "June 7, 2026", "This version: December 2021", "24 de abril de 2024", "Dezember 2014",
        "Draft: February 16, 2009", "MAY 2024", "2010", "Stand: 3. März 2020",
    ],
)  # fmt: skip
def test_a_date_is_nothing_else(text: str) -> None:
    assert zones.is_date(text)


@pytest.mark.parametrize(
    "text", ["Anna May", "June Smith", "Bank of England, May 2024", "20 Main Road", "of the"]
)
def test_a_date_within_other_words_is_none(text: str) -> None:
    assert not zones.is_date(text)


@pytest.mark.parametrize(
    "text", ["Job Market Paper", "[Click here for the latest version]", "Preliminary draft"]
)
def test_a_remark_is_on_the_state_of_a_paper(text: str) -> None:
    assert zones.is_remark(text)


class TestANote:
    ABSTRACT = (700, 12, "Abstract"), *paragraph(680, 11, *ROWS[:2])

    def test_begins_with_a_mark_in_smaller_letters(self) -> None:
        lines = page(*self.ABSTRACT, (100, 9, "∗We thank Anna."), (90, 9, "Errors are ours."))
        assert zones.label_lines(lines) == (*3 * [Zone.ABSTRACT], Zone.NOTE, Zone.NOTE)

    def test_begins_with_a_mark_apart_from_what_is_above(self) -> None:
        lines = page(*self.ABSTRACT, (100, 11, "†University of Oslo."))
        assert zones.label_lines(lines)[-1] is Zone.NOTE

    @pytest.mark.parametrize("label", ["Corresponding address:", "Contact:", "Courriel :"])
    def test_begins_with_a_contact_apart_from_what_is_above(self, label: str) -> None:
        lines = page(*self.ABSTRACT, (100, 11, f"{label} University of Oslo."))
        assert zones.label_lines(lines)[-1] is Zone.NOTE

    @pytest.mark.parametrize(
        "text", ["Equal opportunity is what we study.", "Correspondingly, towns grow by half."]
    )
    def test_is_no_paragraph_with_a_word_of_contacts(self, text: str) -> None:
        lines = page(*self.ABSTRACT, (640, 11, text))
        assert Zone.NOTE not in zones.label_lines(lines)

    def test_is_no_heading_with_a_number(self) -> None:
        lines = page(*self.ABSTRACT, (640, 11, "1 Introduction"), (620, 11, TEXT))
        assert Zone.NOTE not in zones.label_lines(lines)

    def test_is_above_no_abstract(self) -> None:
        above = paragraph(740, 11, *ROWS[:2])
        contact = (690, 11, "*Corresponding author: Anna Smith")
        lines = page(*above, contact, (660, 11, "Abstract"), *paragraph(640, 11, *ROWS))
        assert zones.label_lines(lines)[2:5] == (Zone.NOTE, Zone.ABSTRACT, Zone.ABSTRACT)

    def test_is_above_nothing_larger(self) -> None:
        lines = page((760, 9, "1University of Oslo"), *self.ABSTRACT)
        assert zones.label_lines(lines)[0] is Zone.FRONT


class TestAnAbstractWithoutAHeading:
    TITLE = (740, 16, "Towns and Work")

    def test_has_other_margins_than_the_text(self) -> None:
        lines = [
            *page(self.TITLE),
            *page(*paragraph(700, 11, *3 * ROWS[:1]), left=100, right=470),
            *page(*paragraph(620, 11, *ROWS)),
        ]
        assert zones.label_lines(lines, (0,))[1:5] == (*3 * [Zone.ABSTRACT], Zone.FRONT)

    def test_is_before_the_introduction(self) -> None:
        first = paragraph(700, 11, *3 * ROWS[:1])
        lines = page(self.TITLE, *first, (640, 11, "I. Introduction"), *paragraph(620, 11, *ROWS))
        assert zones.label_lines(lines, (0,)).count(Zone.ABSTRACT) == len(first)

    def test_is_not_the_text(self) -> None:
        lines = page(self.TITLE, *paragraph(700, 11, *ROWS, *ROWS))
        assert Zone.ABSTRACT not in zones.label_lines(lines, (0,))

    def test_is_not_a_section(self) -> None:
        lines = page(self.TITLE, (715, 11, "1 Introduction"), *paragraph(700, 11, *ROWS[:3]))
        assert Zone.ABSTRACT not in zones.label_lines([*lines, *page((600, 14, "2 Data"))], (0,))


class TestAnAbstractWithFormulas:
    ROWS = (
        *paragraph(700, 10, *2 * ("We show that towns match workers and firms better than",)),
        (676, 10, "those of the kind T"),
        (674, 7, "2"),
        (676, 10, "do."),
    )

    def test_has_paragraphs_as_far_apart_as_its_lines(self) -> None:
        below = paragraph(664, 10, *2 * ("We show this of each town and of each of the firms.",))
        lines = page((720, 12, "Abstract"), *self.ROWS, *below, (600, 12, "1. Introduction"))
        assert zones.label_lines(lines).count(Zone.ABSTRACT) == len(lines) - 1

    def test_goes_on_beside_a_formula_with_a_number(self) -> None:
        rows = page((720, 12, "Abstract"), *self.ROWS[:2], (676, 10, "of the kind T"), right=150)
        beside = page((676, 10, "1 -generic to them."), left=148, right=250)
        lines = [*rows, *beside, *page((600, 12, "1. Introduction"))]
        assert zones.label_lines(lines)[4] is Zone.ABSTRACT
