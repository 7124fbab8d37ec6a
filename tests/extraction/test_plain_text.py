"""The header of a plain text, which has no fonts: blank lines, columns and words tell its parts."""

from pathlib import Path

import pytest

from wildwood.extraction import documents, header
from wildwood.extraction.data import DocumentType, Header

ABSTRACT = "We show that towns match workers and firms better than villages do."
REST = f"\n\nAbstract\n{ABSTRACT}\n\n1 Introduction\nMarkets for work are old.\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "paper.txt"


def read(path: Path, text: str) -> Header:
    path.write_text(text, encoding="utf-8")
    return header.extract_header(documents.read_document(path, DocumentType.TEXT))


def names(found: Header) -> list[str]:
    return [author.name for author in found.authors]


@pytest.mark.parametrize(
    ("rows", "title"),
    [
        pytest.param(
            ("Learning to Match Workers", "and Firms", "Anna Smith"),
            "Learning to Match Workers and Firms",
            id="without a blank line before the names",
        ),
        pytest.param(
            ("Expectations and the", "Phillips Curve", "", "Anna Smith*, Robert Jones"),
            "Expectations and the Phillips Curve",
            id="with a last line that looks like a name",
        ),
        pytest.param(
            ("Proceedings of the River Workshop", "Floods of Mountain Rivers", "Anna Smith"),
            "Floods of Mountain Rivers",
            id="below the name of a conference",
        ),
        pytest.param(
            ("Physica A 445 (2016) 112–116", "", "Floods of Mountain Rivers", "Anna Smith"),
            "Floods of Mountain Rivers",
            id="below the pages of a journal",
        ),
        pytest.param(
            (
                "Physica A 445 (2016) 112–116",
                "",
                "Contents lists available at ScienceDirect",
                "",
                "Physica A",
                "",
                "Floods of Mountain Rivers",
                "Anna Smith",
            ),
            "Floods of Mountain Rivers",
            id="below the name of an archive",
        ),
        pytest.param(
            ("Title: Floods of Mountain Rivers", "Anna Smith"),
            "Floods of Mountain Rivers",
            id="below its label",
        ),
        pytest.param(
            ("Floods of Mountain Rivers1", "Anna Smith"),
            "Floods of Mountain Rivers",
            id="with the number of a note",
        ),
    ],
)
def test_its_title_is_the_first_block_that_is_like_one(
    path: Path, rows: tuple[str, ...], title: str
) -> None:
    found = read(path, "\n".join(rows) + REST)
    assert found.title == title
    assert names(found)[0] == "Anna Smith"
    assert found.abstract == ABSTRACT


def test_its_authors_have_the_affiliations_with_their_numbers(path: Path) -> None:
    rows = ("Floods of Mountain Rivers", "Anna Smith1, Robert Jones2", "1University of Oslo")
    found = read(path, "\n".join((*rows, "2Bank of Norway")) + REST)
    assert [(author.name, author.affiliations) for author in found.authors] == [
        ("Anna Smith", ("University of Oslo",)),
        ("Robert Jones", ("Bank of Norway",)),
    ]


def test_its_authors_can_be_side_by_side(path: Path) -> None:
    head = (
        "                     Floods of Mountain Rivers\n\n"
        "            Anna Smith                   Robert Jones\n"
        "        University of Oslo              Bank of Norway\n"
    )
    assert [(author.name, author.affiliations) for author in read(path, head + REST).authors] == [
        ("Anna Smith", ("University of Oslo",)),
        ("Robert Jones", ("Bank of Norway",)),
    ]


def test_its_letters_can_be_divided_from_their_accents(path: Path) -> None:
    assert names(read(path, f"Floods of Mountain Rivers\n\nEge So\u0308nmez{REST}")) == [
        "Ege Sönmez"
    ]


def test_its_abstract_without_a_heading_begins_below_the_institution(path: Path) -> None:
    prose = "\n".join(
        [ABSTRACT, "They do so since wages are known to all in the markets of a town."] * 2
    )
    rows = f"Floods of Mountain Rivers\nAnna Smith\nUniversity of Oslo\n{prose}\n1 Introduction\n"
    assert read(path, f"{rows}Markets for work are old.\n").abstract.startswith("We show that")


class TestATextOfAPhysicsJournal:
    HEAD = "Floods of Mountain Rivers\nAnna Smitha)\nUniversity of Oslo, cedex 20 Oslo\n"
    REST = f"J. Berg\nBank of Norway\n(Received 3 May 2003; published 1 June 2003)\n{ABSTRACT}\n"
    PROSE = "They do so since wages (of all) are known in the markets of a town.\n" * 2

    @pytest.mark.parametrize("brackets", ["()", "共兲"], ids=["", "that stand for other letters"])
    def test_has_marks_and_dates_in_brackets(self, path: Path, brackets: str) -> None:
        whole = f"{self.HEAD}{self.REST}{self.PROSE}\nI. INTRODUCTION\nMarkets for work are old.\n"
        found = read(path, whole.translate(str.maketrans("()", brackets)))
        assert found.title == "Floods of Mountain Rivers"
        assert names(found) == ["Anna Smith", "J. Berg"]
        assert found.abstract == f"{ABSTRACT} {' '.join(self.PROSE.split())}"

    def test_has_no_mark_where_a_bracket_ends(self, path: Path) -> None:
        head = "Floods of Mountain Rivers\nAnna (Bertha) Smith\nUniversity of Oslo"
        assert names(read(path, head + REST)) == ["Anna Smith"]


def test_chinese_words_are_no_brackets(path: Path) -> None:
    head = "Floods of Mountain Rivers 共 5 页\n\nAnna Smith"
    assert read(path, head + REST).title == "Floods of Mountain Rivers 共 5 页"


class TestATextWhoseColumnsStandSideBySide:
    ROWS = (
        ("Abstract", "1 Introduction"),
        ("We show that towns match workers", ""),
        ("and firms better than villages do,", "Markets for work are old, and"),
        ("whose markets are small.", "they are studied in all of the"),
        ("", "lands that have rivers or not."),
    )
    HEAD = "                  Floods of Mountain Rivers\n\n                   Anna Smith\n\n"

    def test_has_the_abstract_of_one_column(self, path: Path) -> None:
        rows = "\n".join(f"{left:40}{right}" for left, right in self.ROWS)
        found = read(path, f"{self.HEAD}{rows}\n{'':40}Villages have few of them.\n")
        assert names(found) == ["Anna Smith"]
        assert found.abstract == (
            "We show that towns match workers and firms better than villages do, "
            "whose markets are small."
        )

    def test_has_the_abstract_below_an_indented_line(self, path: Path) -> None:
        rows = "Abstract\n    We show that towns match workers and firms as villages do,\nall."
        found = read(path, f"{self.HEAD}{rows}\n\n1 Introduction\nMarkets for work are old.\n")
        assert found.abstract.endswith("as villages do, all.")


@pytest.mark.parametrize("heading", ["I.\n\nIntroduction", "I. INTRODUCTION"])
def test_its_abstract_ends_at_a_number_of_the_introduction(path: Path, heading: str) -> None:
    head = f"Floods of Mountain Rivers\nAnna Smith\n\nAbstract\n{ABSTRACT}"
    assert read(path, f"{head}\n\n{heading}\n\nMarkets for work are old.\n").abstract == ABSTRACT


class TestTheAbstractOfATextThatIsNotLaidOut:
    ROWS = (
        "Floods of Mountain Rivers\nAnna Smith\n\nAbstract\n" + 4 * "We show that towns do match\n"
    )

    def test_ends_at_a_blank_line_below_a_sentence(self, path: Path) -> None:
        notes = "We thank all who read our work on rivers.\n\n1 Introduction\n\nMarkets are old.\n"
        found = read(path, f"{self.ROWS}{ABSTRACT}\n\n{notes}")
        assert found.abstract.endswith(ABSTRACT)

    def test_goes_on_with_the_heading_of_a_part(self, path: Path) -> None:
        part = "Results: towns match workers.\n\n1 Introduction\n\nMarkets are old.\n"
        assert read(path, f"{self.ROWS}{ABSTRACT}\n\n{part}").abstract.endswith("match workers.")

    def test_goes_on_if_blank_lines_are_inside_its_sentences(self, path: Path) -> None:
        rows = "They do so in all lands,\n\nwhich we show.\n\nThese are old.\n\n1 Introduction\n"
        found = read(path, f"{self.ROWS}{rows}\nMarkets are old.\n")
        assert found.abstract.endswith("These are old.")


def test_the_abstract_of_a_text_begins_with_its_first_line(path: Path) -> None:
    rows = "Abstract\nRivers\n\nof the mountains are cold when the sun is low\nin the sky.\n"
    found = read(path, f"Floods of Mountain Rivers\n\nAnna Smith\n\n{rows}\n1 Introduction\nX\n")
    assert found.abstract.startswith("Rivers of the mountains")


def test_its_title_begins_below_a_blank_line(path: Path) -> None:
    head = "Papers About Riverside\n\nFloods of the Rivers\nAnna Smith, Robert Jones\n"
    assert read(path, head + REST).title == "Floods of the Rivers"
