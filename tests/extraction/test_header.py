"""Headers of many layouts, each made on a page."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest

from wildwood.extraction import documents, header
from wildwood.extraction.data import DocumentType, Header

from tests.support.made_pdfs import Text, centred, paragraph, text, write

TITLE = "Learning to Match Workers and Firms"
Parts = Sequence[list[Text]]


def read(path: Path, first: Parts, *later: Parts) -> Header:
    """Return the header of a PDF whose first page has these parts, and later ones others."""
    pages = [list(chain.from_iterable(parts)) for parts in (first, *later)]
    lines = documents.read_document(write(path, pages), DocumentType.PDF)
    return header.extract_header(lines)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "paper.pdf"


def names(found: Header) -> list[str]:
    return [author.name for author in found.authors]


BODY = [text(72, 480, 12, "1 Introduction", bold=True), paragraph(72, 460, 20)]


class TestTheTitle:
    def test_is_not_a_running_head_of_the_later_pages(self, path: Path) -> None:
        first = [
            centred(760, 9, "Proceedings of Learning Research vol 7:1-9, 2017"),
            centred(700, 14, TITLE, bold=True),
            centred(670, 11, "Anna Smith and Robert Jones"),
            *BODY,
        ]
        later = [[centred(760, 9, TITLE), paragraph(72, 700, 30, seed="abc"[n])] for n in range(3)]
        found = read(path, first, *later)
        assert found.title == TITLE
        assert names(found) == ["Anna Smith", "Robert Jones"]

    @pytest.mark.parametrize("head", ["FLOODS OF RIVERS 1", "Running head: FLOODS OF RIVERS 1"])
    def test_is_not_the_head_of_a_manuscript(self, path: Path, head: str) -> None:
        first = [
            text(72, 740, 12, head),
            centred(560, 12, TITLE),
            centred(530, 12, "Anna Smith^1^, Robert Jones^2^"),
            centred(516, 12, "^1^ University of Rivers"),
            centred(300, 12, "Author Note"),
            text(72, 270, 12, "Correspondence concerning this article should be sent to us."),
        ]
        later = [
            [text(72, 740, 12, f"FLOODS OF RIVERS {n}"), paragraph(72, 700, 40, seed="abc"[n])]
            for n in (1, 2)
        ]
        found = read(path, first, *later)
        assert found.title == TITLE
        assert names(found) == ["Anna Smith", "Robert Jones"]

    @pytest.mark.parametrize("label", ["Research Article", "R E V I E W", "ARTICLE ORIGINAL"])
    def test_is_not_the_type_of_the_article(self, path: Path, label: str) -> None:
        first = [
            text(72, 740, 16, label, bold=True),
            text(72, 715, 16, TITLE, bold=True),
            text(72, 690, 11, "Anna Smith, Robert Jones"),
            *BODY,
        ]
        assert read(path, first).title == TITLE

    def test_is_not_the_head_that_cites_the_paper(self, path: Path) -> None:
        first = [
            centred(730, 11, "Smith and Jones., J Trade Growth, (2017) 14 (1): 131-137", bold=True),
            centred(690, 10.4, "THE TRADE OF TOWNS AND THE GROWTH OF FIRMS"),
            centred(660, 10.4, "Anna Smith1 Robert Jones1", bold=True),
            centred(640, 10.4, "1 University of Oslo, Norway"),
            text(72, 620, 10.4, "Abstract", bold=True),
            *BODY,
        ]
        assert read(path, first).title == "THE TRADE OF TOWNS AND THE GROWTH OF FIRMS"

    @pytest.mark.parametrize("issue", ["January 2007, Volume 18, Issue 3", "Article"])
    def test_is_not_the_larger_banner_of_the_journal(self, path: Path, issue: str) -> None:
        first = [
            text(72, 750, 26, "Journal of Markets", bold=True),
            text(72, 725, 10, issue),
            text(72, 690, 16, TITLE, bold=True),
            text(72, 665, 11, "Anna Smith, Robert Jones"),
            *BODY,
        ]
        assert read(path, first).title == TITLE

    @pytest.mark.parametrize(
        "rows",
        [
            pytest.param(
                ("Floods of Mountain Rivers in the Valleys and in", "Western Villages"),
                id="behind a line that fills the page",
            ),
            pytest.param(("Rivers, Floods,", "Mountain Villages"), id="behind a comma"),
        ],
    )
    def test_can_have_wide_spaces_between_its_lines(self, path: Path, rows: Sequence[str]) -> None:
        first = [
            *(centred(720 - 46 * n, 20, row, bold=True) for n, row in enumerate(rows)),
            centred(620, 11, "Anna Smith"),
            *BODY,
        ]
        found = read(path, first)
        assert found.title == " ".join(rows)
        assert names(found) == ["Anna Smith"]

    def test_has_as_wide_spaces_between_all_its_lines(self, path: Path) -> None:
        rows = ("Floods of Mountain Rivers in the Valleys and in", "the Western Villages", "Today")
        first = [
            *(centred(720 - 46 * n, 20, row, bold=True) for n, row in enumerate(rows)),
            centred(580, 11, "Anna Smith"),
            *BODY,
        ]
        assert read(path, first).title == " ".join(rows)

    def test_goes_on_over_line_breaks_and_quotation_marks(self, path: Path) -> None:
        first = [
            centred(720, 16, "Who Said “Markets Clear”? A Long", bold=True),
            centred(700, 16, "History of a Short Phrase:", bold=True),
            centred(682, 13, "Evidence from Letters", bold=True),
            centred(650, 11, "Anna Smith"),
            *BODY,
        ]
        assert read(path, first).title == (
            "Who Said “Markets Clear”? A Long History of a Short Phrase: Evidence from Letters"
        )

    def test_goes_on_in_bold_letters_after_a_word_that_ends_none(self, path: Path) -> None:
        first = [
            centred(700, 14, "Towns: A Framework for"),
            centred(683, 14, "Workers and Firms", bold=True),
            centred(650, 11, "Anna Smith^1^, Robert Jones^2^"),
            *BODY,
        ]
        assert read(path, first).title == "Towns: A Framework for Workers and Firms"

    def test_is_not_the_journal_between_its_publisher_and_its_address(self, path: Path) -> None:
        first = [
            centred(760, 8, "Contents lists available at ScienceDirect"),
            centred(735, 16, "Markets and Applications"),
            centred(715, 8, "journal homepage: www.markets.example"),
            text(72, 680, 15, f"{TITLE}: Evidence"),
            text(72, 655, 11, "Anna Smith, Robert Jones"),
            *BODY,
        ]
        assert read(path, first).title == f"{TITLE}: Evidence"

    @pytest.mark.parametrize(
        "row",
        [
            "2012 ACM Subject Classification Theory of Rivers",
            "Keywords and phrases rivers, floods, towns",
            "Digital Object Identifier 10.4230/LIPIcs",
        ],
    )
    def test_is_no_line_of_subjects_or_identifiers(self, path: Path, row: str) -> None:
        first = [text(72, 740, 10, row, bold=True), centred(690, 10, "Towns"), *BODY]
        assert read(path, first).title != row

    def test_is_not_a_bold_banner_at_a_distance_above_it(self, path: Path) -> None:
        first = [
            text(72, 760, 14, "Water and Rivers", bold=True),
            text(72, 700, 13, "How a disease affects workers and how their firms", bold=True),
            text(72, 684, 13, "can help them in such times", bold=True),
            text(72, 660, 10, "Anna Smith^1^ · Robert Jones^2^"),
            *BODY,
        ]
        assert read(path, first).title == (
            "How a disease affects workers and how their firms can help them in such times"
        )

    def test_is_below_the_smaller_name_of_its_section(self, path: Path) -> None:
        first = [
            text(72, 740, 8, "Rivers Papers and Proceedings 2018, 108: 22-27"),
            text(500, 740, 8, "Nordic Review"),
            centred(690, 12, "ADVANCES IN THE STUDY OF RIVERS AND LAKES"),
            centred(660, 14, "Nordic Floods"),
            centred(635, 11, "By Anna Smith, Robert Jones, and Eva Lund*"),
            *BODY,
        ]
        found = read(path, first)
        assert found.title == "Nordic Floods"
        assert names(found) == ["Anna Smith", "Robert Jones", "Eva Lund"]

    def test_can_end_with_a_colon_before_its_subtitle(self, path: Path) -> None:
        first = [
            centred(740, 14, "Water and Rivers", bold=True),
            centred(720, 16, "Cloud Shredder:", bold=True),
            centred(700, 13, "Removing Threats to Workers", bold=True),
            centred(670, 10, "Anna Smith and Robert Jones"),
            *BODY,
        ]
        assert read(path, first).title == "Cloud Shredder: Removing Threats to Workers"

    def test_is_no_label_with_a_value_below_it(self, path: Path) -> None:
        first = [
            text(200, 700, 24, "Long Transition of Milk in a Bear", bold=True),
            text(200, 620, 12, "Anna Smith^1^, Robert Jones^2^"),
            text(40, 680, 10, "Subject Category:", bold=True),
            text(40, 667, 10, "Biology (whole organism)"),
            text(40, 640, 10, "Subject Areas:", bold=True),
            text(40, 627, 10, "Bear Milk"),
            paragraph(200, 560, 20, size=9),
        ]
        assert read(path, first).title == "Long Transition of Milk in a Bear"

    def test_can_be_below_the_address_of_its_publisher(self, path: Path) -> None:
        first = [
            centred(760, 9, "Available online at www.rivers.example"),
            centred(720, 15, TITLE),
            centred(690, 10, "Anna Smith and Robert Jones"),
            text(72, 600, 15, "A longer heading of the following text", bold=True),
            paragraph(72, 560, 20),
        ]
        assert read(path, first).title == TITLE

    def test_is_no_label_before_something_else(self, path: Path) -> None:
        first = [
            text(72, 700, 16, TITLE, bold=True),
            text(72, 680, 12, "Smith, Anna"),
            text(72, 640, 10, "Provided in cooperation with:", bold=True),
            text(72, 626, 10, "Anna Amalia Library"),
            paragraph(72, 400, 20, size=8),
        ]
        assert read(path, first).title == TITLE

    def test_has_a_last_line_that_looks_like_a_name_with_a_mark(self, path: Path) -> None:
        first = [
            centred(720, 12, "FORECASTING THE CALLS OF THE MEDICAL SERVICE WITH", bold=True),
            centred(706, 12, "ARRIVAL RATES^1^", bold=True),
            centred(680, 10, "BY ANNA B. SMITH, ROBERT JONES"),
            centred(667, 10, "AND MARY WHITE"),
            *BODY,
        ]
        found = read(path, first)
        assert found.title == "FORECASTING THE CALLS OF THE MEDICAL SERVICE WITH ARRIVAL RATES"
        assert names(found) == ["ANNA B. SMITH", "ROBERT JONES", "MARY WHITE"]

    def test_ends_before_a_remark_in_its_style(self, path: Path) -> None:
        first = [centred(700, 16, TITLE), centred(680, 16, "Preliminary and Incomplete"), *BODY]
        assert read(path, first).title == TITLE

    def test_goes_on_with_a_word_that_is_also_a_type(self, path: Path) -> None:
        first = [centred(700, 16, TITLE + " in"), centred(680, 16, "research"), *BODY]
        assert read(path, first).title == f"{TITLE} in research"

    @pytest.mark.parametrize(
        "rows", [["Incomplete Information in Production"], [f"{TITLE} with", "Incomplete Markets"]]
    )
    def test_can_have_a_word_of_remarks(self, path: Path, rows: list[str]) -> None:
        title = [centred(700 - 20 * number, 16, row) for number, row in enumerate(rows)]
        first = [*title, centred(640, 12, "Anna Smith"), centred(624, 12, "Oslo"), *BODY]
        found = read(path, first)
        assert (found.title, names(found)) == (" ".join(rows), ["Anna Smith"])

    @pytest.mark.parametrize(
        "rows", [(f"{TITLE} in", "COVID-19 (2020)"), (TITLE.upper(), "Evidence from the Towns")]
    )
    def test_goes_on_in_capitals_or_small_letters(self, path: Path, rows: list[str]) -> None:
        first = [centred(700, 16, rows[0]), centred(680, 16, rows[1]), *BODY]
        assert read(path, first).title == " ".join(rows)

    @pytest.mark.parametrize(
        ("row", "found"),
        [
            ("Anna Smith and Robert Jones", ["Anna Smith", "Robert Jones"]),
            ("Anna Smith", ["Anna Smith"]),
        ],
    )
    def test_in_capitals_ends_before_names_in_its_size(
        self, path: Path, row: str, found: list[str]
    ) -> None:
        first = [centred(700, 12, TITLE.upper()), centred(680, 12, row), *BODY]
        header = read(path, first)
        assert (header.title, names(header)) == (TITLE.upper(), found)

    def test_is_no_formula(self, path: Path) -> None:
        formula = text(72, 700, 16, "(tanh): -2 ( 0 [-840a /#2 & (O + 12)")
        first = [formula, text(72, 660, 12, TITLE), text(72, 640, 10, "Anna Smith"), *BODY]
        assert read(path, first).title == TITLE

    def test_is_not_the_names_that_the_next_page_repeats(self, path: Path) -> None:
        page = [centred(700, 14, TITLE), centred(660, 14, "Gregory Cooper and Anna Maria Smith")]
        parts = [centred(740, 16, f"{TITLE} Now"), *page[1:], *BODY]
        assert read(path, page, parts).title == TITLE

    def test_has_no_footnote_mark(self, path: Path) -> None:
        first = [centred(700, 16, f"{TITLE}^*^"), centred(670, 11, "Anna Smith"), *BODY]
        assert read(path, first).title == TITLE

    def test_is_not_below_the_heading_of_the_abstract(self, path: Path) -> None:
        first = [
            centred(740, 16, "Apparier travailleurs et entreprises", bold=True),
            centred(715, 11, "Anne Dupont^1^ Jean Martin^2^"),
            text(72, 690, 10, "RÉSUMÉ", bold=True),
            paragraph(72, 675, 5),
            text(72, 600, 10, "ABSTRACT", bold=True),
            centred(585, 16, TITLE, bold=True),
            paragraph(72, 560, 5),
            *BODY,
        ]
        found = read(path, first)
        assert found.title == "Apparier travailleurs et entreprises"
        assert names(found) == ["Anne Dupont", "Jean Martin"]

    def test_is_confident(self, path: Path) -> None:
        found = read(path, [centred(700, 16, TITLE), centred(670, 11, "Anna Smith"), *BODY])
        assert 0.5 < found.confidence["title"] < 1


class TestTheAuthors:
    def test_side_by_side_are_separate_people(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE, bold=True),
            centred(690, 11, "Anna Smith", bold=True, middle=200),
            centred(690, 11, "Robert Jones", bold=True, middle=420),
            centred(676, 10, "University of Oslo", middle=200),
            centred(676, 10, "Bank of Norway", middle=420),
            centred(662, 9, "anna@uio.example", middle=200),
            centred(662, 9, "r.jones@bank.example", middle=420),
            *BODY,
        ]
        anna, robert = read(path, first).authors
        assert (anna.given, anna.family, anna.affiliations, anna.email) == (
            "Anna", "Smith", ("University of Oslo",), "anna@uio.example",
        )  # fmt: skip
        assert (robert.name, robert.affiliations) == ("Robert Jones", ("Bank of Norway",))

    def test_side_by_side_can_begin_left_of_a_centred_title(self, path: Path) -> None:
        s_width = 0.556 * 18
        first = [
            text(200, 720, 18, "Long Days in Small Firms", bold=True),
            text(200 + s_width / 2, 700, 18, "Long Days in Small Firm", bold=True),
            centred(670, 11, "Anna Smith", middle=160),
            centred(670, 11, "Robert Jones", middle=306),
            centred(670, 11, "Mary White", middle=452),
            *BODY,
        ]
        assert names(read(path, first)) == ["Anna Smith", "Robert Jones", "Mary White"]

    @pytest.mark.parametrize(
        "rows",
        [
            ("ANNA B. SMITH, University of Oslo", "ROBERT JONES, Bank of Norway, Oslo"),
            ("Anna B. Smith, University of Oslo", "Robert Jones, Bank of Norway, Oslo"),
        ],
    )
    def test_can_have_their_institutions_on_their_lines(
        self, path: Path, rows: tuple[str, str]
    ) -> None:
        first = [
            text(72, 720, 16, TITLE, bold=True),
            *(text(72, 690 - 14 * number, 11, row) for number, row in enumerate(rows)),
            paragraph(72, 640, 10),
            *BODY,
        ]
        anna, robert = read(path, first).authors
        assert (anna.name.title(), anna.affiliations) == ("Anna B. Smith", ("University of Oslo",))
        assert (robert.name.title(), robert.affiliations) == (
            "Robert Jones", ("Bank of Norway, Oslo",),
        )  # fmt: skip

    @pytest.mark.parametrize(
        "institution",
        ["Technische Hochschule Rosenheim", "Deutsche Bundesbank", "Escola Politécnica"],
    )
    def test_are_no_institutions(self, path: Path, institution: str) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 10, "Anna Smith"),
            centred(676, 10, institution),
            *BODY,
        ]
        assert names(read(path, first)) == ["Anna Smith"]

    def test_can_have_the_name_of_a_school(self, path: Path) -> None:
        first = [centred(720, 16, TITLE), centred(690, 11, "Anna Smith, Sean Escola"), *BODY]
        assert names(read(path, first)) == ["Anna Smith", "Sean Escola"]

    def test_have_no_word_for_and(self, path: Path) -> None:
        first = [centred(720, 16, TITLE), centred(690, 11, "Ana Souza, Rui Melo, e Paulo Rezende")]
        assert names(read(path, [*first, *BODY])) == ["Ana Souza", "Rui Melo", "Paulo Rezende"]

    def test_are_bound_to_their_affiliations_by_marks(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith^1,2^, Robert van der Berg^2^"),
            centred(670, 9, "^1^University of Oslo, Norway"),
            centred(656, 9, "^2^Department of Economics, University of Delft"),
            *BODY,
        ]
        anna, robert = read(path, first).authors
        assert anna.affiliations == (
            "University of Oslo, Norway",
            "Department of Economics, University of Delft",
        )
        assert robert.affiliations == ("Department of Economics, University of Delft",)
        assert (robert.given, robert.family) == ("Robert", "van der Berg")

    def test_are_bound_by_marks_that_are_not_raised(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith (1), Robert Jones (2)"),
            centred(670, 9, "(1) University of Oslo"),
            centred(656, 9, "(2) Institute of Markets, Delft"),
            *BODY,
        ]
        found = read(path, first).authors
        assert [one.affiliations for one in found] == [
            ("University of Oslo",),
            ("Institute of Markets, Delft",),
        ]

    def test_are_bound_to_affiliations_that_follow_one_another(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith^1^, Robert Jones^2^, Mary Brown^3^"),
            text(
                72,
                670,
                9,
                "1 University of Oslo 2 Bank of Norway, Research Department, 0107 Oslo 3",
            ),
            text(72, 660, 9, "Institute of Markets, Delft"),
            *BODY,
        ]
        assert [one.affiliations for one in read(path, first).authors] == [
            ("University of Oslo",),
            ("Bank of Norway, Research Department, 0107 Oslo",),
            ("Institute of Markets, Delft",),
        ]

    def test_lose_addresses_beside_them(self, path: Path) -> None:
        first = [
            text(72, 720, 16, TITLE, bold=True),
            text(72, 690, 11, "Anna Smith", bold=True),
            text(400, 690, 9, "SMITH@UIO.EXAMPLE"),
            text(72, 676, 10, "University of Oslo"),
            text(72, 655, 11, "Robert Jones", bold=True),
            text(400, 655, 9, "JONES@BANK.EXAMPLE"),
            text(72, 641, 10, "Bank of Norway"),
            *BODY,
        ]
        found = read(path, first).authors
        assert [one.name for one in found] == ["Anna Smith", "Robert Jones"]
        assert [one.affiliations for one in found] == [
            ("University of Oslo",),
            ("Bank of Norway",),
        ]

    def test_are_separated_by_their_marks_alone(self, path: Path) -> None:
        first = [
            centred(720, 14, TITLE, bold=True),
            centred(690, 10, "Anna Smith^*1^ Robert Jones^1,2^ Mary Brown^2^", bold=True),
            text(72, 640, 11, "A BSTRACT", bold=True),
            paragraph(72, 620, 10),
            text(72, 120, 8, "^1^University of Oslo ^2^Bank of Norway"),
        ]
        found = read(path, first).authors
        assert [one.name for one in found] == ["Anna Smith", "Robert Jones", "Mary Brown"]

    def test_are_found_above_groups_of_affiliations(self, path: Path) -> None:
        first = [
            text(72, 760, 9, "Actes de la conférence TALN, Caen, 2015"),
            centred(720, 16, "Apparier travailleurs et entreprises :", bold=True),
            centred(700, 16, "une étude « en ligne »", bold=True),
            centred(670, 11, "Anne Dupont^1,2^ Jean-Pierre de la Tour^2^", bold=True),
            centred(655, 10, "(1) Laboratoire d’économie, 13000 Marseille"),
            centred(642, 10, "(2) IRISA, Campus de Beaulieu, 35042 Rennes"),
            centred(629, 9, "{anne.dupont, jp.delatour}@exemple.fr"),
            text(72, 600, 10, "R ÉSUMÉ", bold=True),
            paragraph(72, 585, 5),
            text(72, 520, 10, "A BSTRACT", bold=True),
            centred(505, 12, "Matching workers and firms", bold=True),
            *BODY,
        ]
        found = read(path, first)
        assert found.title == "Apparier travailleurs et entreprises : une étude « en ligne »"
        anne, jean = found.authors
        assert (anne.name, anne.email) == ("Anne Dupont", "anne.dupont@exemple.fr")
        assert (jean.family, jean.affiliations) == (
            "de la Tour", ("IRISA, Campus de Beaulieu, 35042 Rennes",),
        )  # fmt: skip

    def test_are_found_in_columns_of_several_rows(self, path: Path) -> None:
        columns = (("Anna Smith", 160), ("Robert Jones", 310), ("Mary Brown", 460))
        first = [
            centred(720, 17, TITLE, bold=True),
            *(centred(690, 10, name, bold=True, middle=middle) for name, middle in columns),
            *(centred(678, 10, "Bank of Norway", middle=middle) for _, middle in columns),
            centred(650, 10, "Erik Berg", bold=True),
            centred(638, 10, "University of Oslo"),
            *BODY,
        ]
        found = read(path, first).authors
        assert [one.name for one in found] == [
            "Anna Smith",
            "Robert Jones",
            "Mary Brown",
            "Erik Berg",
        ]
        assert found[3].affiliations == ("University of Oslo",)

    def test_are_whole_if_a_name_is_broken_at_the_end_of_a_line(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            text(150, 690, 11, "Robert Jones^1^, Anna"),
            text(150, 676, 11, "Smith^2^ and Mary Brown^1^"),
            text(150, 660, 9, "1 University of Oslo 2 Bank of Norway"),
            *BODY,
        ]
        found = read(path, first)
        assert names(found) == ["Robert Jones", "Anna Smith", "Mary Brown"]
        assert found.authors[1].affiliations == ("Bank of Norway",)

    def test_can_have_a_position_below_the_name(self, path: Path) -> None:
        first = [
            centred(700, 16, TITLE),
            *(centred(670 - 15 * number, 12, row) for number, row in enumerate(
                ["Anna Smith", "University of Oslo", "Robert Jones", "Director", "Bank of Norway"]
            )),
            *BODY,
        ]  # fmt: skip
        assert names(read(path, first)) == ["Anna Smith", "Robert Jones"]

    @pytest.mark.parametrize("line", ["by Adam Smith.", "Presented by Karl Lund"])
    def test_are_not_named_by_a_line_of_the_text(self, path: Path, line: str) -> None:
        authors = [centred(670, 12, "Anna Smith, Robert Jones"), centred(650, 11, "Oslo")]
        first = [centred(700, 16, TITLE), *authors, *BODY, text(72, 100, 10, line)]
        assert names(read(path, first)) == ["Anna Smith", "Robert Jones"]

    def test_are_not_the_editors_in_the_margin(self, path: Path) -> None:
        first = [
            text(40, 700, 7, "Edited by"), text(40, 690, 7, "Erika Muster"),
            text(180, 720, 16, TITLE, bold=True),
            text(180, 690, 9, "Anna Smith^1^"),
            text(180, 660, 10, "Abstract"),
            paragraph(180, 640, 10),
        ]  # fmt: skip
        assert names(read(path, first)) == ["Anna Smith"]

    def test_have_the_identifiers_beside_their_names(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith, Robert Jones"),
            *BODY,
            text(72, 100, 8, "ORCID: Robert Jones 0000-0002-1825-0097"),
        ]
        anna, robert = read(path, first).authors
        assert (anna.orcid, robert.orcid) == ("", "0000-0002-1825-0097")


class TestAffiliationsElsewhereOnThePage:
    ABSTRACT = (text(72, 640, 11, "Abstract", bold=True), paragraph(72, 620, 30))

    def test_are_bound_in_footnotes_by_their_marks(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith^1^ and Robert Jones^1,2^"),
            *self.ABSTRACT,
            text(72, 100, 8, "^1^Department of Economics, University of Oslo, Norway"),
            text(72, 90, 8, "^2^Bank of Norway, Research Department, P.O. Box 1179,"),
            text(72, 80, 8, "0107 Oslo, Norway"),
        ]
        anna, robert = read(path, first).authors
        assert anna.affiliations == ("Department of Economics, University of Oslo, Norway",)
        assert robert.affiliations == (
            "Department of Economics, University of Oslo, Norway",
            "Bank of Norway, Research Department, P.O. Box 1179, 0107 Oslo, Norway",
        )

    def test_end_before_the_thanks_of_a_footnote(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith^*^ Robert Jones^†^"),
            *self.ABSTRACT,
            text(
                72, 100, 8, "^*^University of Oslo, Norway. E-mail: anna@uio.example. I thank the"
            ),
            text(72, 90, 8, "Research Council for its support."),
            text(72, 80, 8, "^†^Institute of Markets, Delft. This paper was presented in Rome."),
        ]
        found = read(path, first)
        anna, robert = found.authors
        assert anna.affiliations == ("University of Oslo, Norway",)
        assert anna.email == "anna@uio.example"
        assert robert.affiliations == ("Institute of Markets, Delft",)

    def test_are_bound_in_the_margin(self, path: Path) -> None:
        first = [
            text(200, 720, 16, TITLE, bold=True),
            text(200, 690, 11, "Anna Smith^1^, Robert Jones^2^"),
            text(200, 640, 11, "Abstract", bold=True),
            paragraph(200, 620, 30, size=9),
            text(40, 600, 7, "^1^ University of Oslo,"),
            text(40, 591, 7, "Norway"),
            text(40, 578, 7, "^2^ Bank of Norway"),
        ]
        anna, robert = read(path, first).authors
        assert anna.affiliations == ("University of Oslo, Norway",)
        assert robert.affiliations == ("Bank of Norway",)

    def test_are_bound_by_the_name_before_them(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith and Robert Jones"),
            *self.ABSTRACT,
            text(72, 100, 8, "Smith: University of Oslo, anna@uio.example. Jones: Bank of Norway,"),
            text(72, 90, 8, "Research Department. We thank our colleagues."),
        ]
        anna, robert = read(path, first).authors
        assert anna.affiliations == ("University of Oslo",)
        assert robert.affiliations == ("Bank of Norway, Research Department",)

    def test_can_begin_with_a_name_behind_an_address(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith and Robert Jones"),
            *self.ABSTRACT,
            text(72, 100, 8, "Smith: University of Oslo, a@uio.no Jones: Bank of Norway, r@b.no"),
        ]
        anna, robert = read(path, first).authors
        assert anna.affiliations == ("University of Oslo",)
        assert robert.affiliations == ("Bank of Norway",)

    def test_can_begin_with_whom_the_authors_are_with(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith^1^, Robert Jones^2^"),
            *self.ABSTRACT,
            text(72, 100, 8, "^1^The authors are with the School of Roads at University of Oslo"),
            text(72, 90, 8, "^2^The second author is with the Bank of Norway"),
        ]
        anna, robert = read(path, first).authors
        assert anna.affiliations == ("School of Roads at University of Oslo",)
        assert robert.affiliations == ("Bank of Norway",)

    def test_can_be_below_the_names_in_a_note(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith, Robert Jones and Eva Berg"),
            *self.ABSTRACT,
            text(72, 130, 8, "A. Smith (*) · R. Jones"),
            text(72, 120, 8, "Department of Roads, University of Oslo, Norway"),
            text(72, 110, 8, "e-mail: anna@uio.example"),
            text(72, 100, 8, "E. Berg"),
            text(72, 90, 8, "Bank of Norway, 0107 Oslo"),
            text(72, 80, 8, "e-mail: eva@bank.example"),
        ]
        anna, robert, eva = read(path, first).authors
        assert anna.affiliations == ("Department of Roads, University of Oslo, Norway",)
        assert robert.affiliations == anna.affiliations
        assert eva.affiliations == ("Bank of Norway, 0107 Oslo",)

    def test_are_no_contribution_and_no_contact(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith^1*^ and Robert Jones^1*^"),
            centred(670, 9, "^*^ Anna Smith is the corresponding author"),
            centred(658, 9, "^1^ University of Oslo"),
            *self.ABSTRACT,
            text(72, 100, 8, "A. Smith, R. Jones: These authors contributed equally"),
        ]
        authors = read(path, first).authors
        assert [author.affiliations for author in authors] == 2 * [("University of Oslo",)]

    def test_of_a_single_author_is_the_first_note_with_an_institution(self, path: Path) -> None:
        first = [
            text(72, 760, 8, "FLOODS AND VILLAGES"),
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith^1^"),
            *self.ABSTRACT,
            text(72, 100, 8, "Institut de Mathématiques, Université de Paris"),
        ]
        (anna,) = read(path, first).authors
        assert anna.affiliations == ("Institut de Mathématiques, Université de Paris",)

    def test_can_be_of_several_authors_before_them(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith, Robert Henry de Jong and Eva Berg"),
            *self.ABSTRACT,
            text(72, 100, 8, "Smith: University of Oslo. Henry de Jong and Berg: Bank of Norway."),
        ]
        anna, *others = read(path, first).authors
        assert anna.affiliations == ("University of Oslo",)
        assert [one.affiliations for one in others] == 2 * [("Bank of Norway",)]

    def test_is_not_of_an_author_whose_family_name_ends_like_another(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Hassan Ali and Wei Li"),
            *self.ABSTRACT,
            text(72, 100, 8, "Ali: University of Oslo. Li: Bank of Norway."),
        ]
        ali, li = read(path, first).authors
        assert ali.affiliations == ("University of Oslo",)
        assert li.affiliations == ("Bank of Norway",)

    def test_are_no_sentences_of_the_text(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith^1^"),
            *self.ABSTRACT,
            text(72, 200, 10, "1 University reforms in many countries"),
            text(72, 100, 8, "^1^I thank the University of Oslo for its support."),
        ]
        assert read(path, first).authors[0].affiliations == ()


class TestTheOtherFields:
    def test_keywords_end_before_the_text(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith"),
            text(72, 640, 10, "Mots-clés : travail, emploi, villes"),
            *BODY,
        ]
        assert read(path, first).keywords == "travail, emploi, villes"

    def test_prose_is_no_list_of_keywords(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith"),
            text(72, 640, 10, "Keywords"),
            paragraph(72, 620, 10),
            *BODY,
        ]
        found = read(path, first)
        assert found.keywords == ""
        assert "keywords" not in found.confidence


def test_abstract_and_keywords_can_have_a_page_of_their_own(path: Path) -> None:
    cover = [centred(700, 20, TITLE), centred(600, 12, "Anna Smith"), centred(500, 12, "Thesis")]
    contents = [[paragraph(72, 760, 55, seed=seed)] for seed in "abcd"]
    abstract = [
        text(72, 700, 14, "Abstract", bold=True),
        text(72, 670, 10, "We show that towns match workers and firms better than villages do."),
        text(72, 630, 10, "Keywords: towns, firms"),
    ]
    found = read(path, cover, *contents, abstract, BODY)
    assert found.abstract == "We show that towns match workers and firms better than villages do."
    assert found.keywords == "towns, firms"


def test_an_abstract_has_no_marks_of_notes(path: Path) -> None:
    first = [
        centred(700, 20, TITLE),
        centred(670, 11, "Anna Smith"),
        text(72, 640, 10, "Abstract", bold=True),
        text(72, 620, 10, "We show that towns match workers and firms on 9 km^2^ of land,"),
        text(72, 608, 10, "and publish the data^1^ of all towns."),
        *BODY,
    ]
    expected = "on 9 km 2 of land, and publish the data of all towns."
    assert read(path, first).abstract.endswith(expected)


def test_a_title_that_the_model_finds_begins_on_a_line(path: Path) -> None:
    first = [
        text(72, 746, 12, "Running head: SEMANTIC COHERENCE AND DISTRIBUTIONAL LEARNING"),
        centred(573, 12, "Semantic coherence facilitates distributional learning of word meaning"),
        centred(531, 12, "Anna Smith, Robert Jones, Mary C. White"),
        centred(507, 12, "Department of Psychology, Oslo University"),
        centred(423, 12, "Word count: 6,251"),
    ]
    found = read(path, first, [paragraph(72, 700, 40, size=12)])
    assert found.title == "Semantic coherence facilitates distributional learning of word meaning"


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("Adaptive Engagement of Control in the", "Villages of the Mountains"),
        ("Collaborative Promotion of Rivers and the Impact on Roads", "Organizational Change"),
    ],
)
def test_lines_of_a_title_can_be_double_spaced(path: Path, start: str, end: str) -> None:
    first = [
        centred(654, 17, start, bold=True),
        centred(654 - 2.2 * 17, 17, end, bold=True),
        centred(573, 12, "Anna Smith^1^, Robert Jones^2^"),
        *BODY,
    ]
    assert read(path, first).title == f"{start} {end}"


@pytest.mark.parametrize("kind", ["Journal Pre-proof", "Short Papers"])
def test_a_kind_of_paper_larger_than_the_title_is_no_title(path: Path, kind: str) -> None:
    page = [
        text(90, 720, 14, kind, bold=True),
        text(90, 689, 10.5, "Floods of rivers within the towns of the world by"),
        text(90, 676, 10.5, "learning algorithms"),
        text(90, 647, 10.5, "Anna Smith, Bo Berg"),
    ]
    title = "Floods of rivers within the towns of the world by learning algorithms"
    assert read(path, page, BODY).title == title


def test_the_number_of_a_chapter_is_no_title(path: Path) -> None:
    """As in Springer's books, where it is larger than the title."""
    first = [text(400, 742, 24, "Chapter 12"), text(86, 700, 16, TITLE)]
    assert read(path, [*first, text(86, 670, 12, "Anna Smith and Bo Berg")], BODY).title == TITLE


def test_the_code_of_a_talk_is_no_part_of_its_title(path: Path) -> None:
    first = [text(86, 742, 17, "P284"), text(86, 720, 17, TITLE), text(86, 690, 11, "Anna Smith")]
    assert read(path, [*first, *BODY]).title == TITLE


def test_a_title_above_an_abstract_can_look_like_the_text(path: Path) -> None:
    first = [
        *(centred(740, 10, "The towns of the north have work"), centred(720, 10, "Anna Smith^1^")),
        text(72, 700, 9, "^1^ University of Oslo, Norway"),
        *(centred(640, 10, "Abstract"), paragraph(72, 620, 20)),
    ]
    found = read(path, first)
    assert found.title == "The towns of the north have work"
    assert names(found) == ["Anna Smith"]


def test_a_title_above_the_note_of_its_authors_can_look_like_the_text(path: Path) -> None:
    first = [
        text(72, 770, 10, "RIVERS AND LAND"),
        centred(600, 12, "The Mental Health of College Students in Towns"),
        *(centred(562, 12, "Anna Smith^1^ & Bo Jones^1^"), centred(538, 12, "^1^ Bank of Oslo")),
        centred(464, 12, "Author Note"),
        text(72, 440, 12, "Correspondence concerning this article should be sent to Anna Smith,"),
        text(72, 416, 12, "School of Rivers and Land in the middle of the old town of Oslo."),
    ]
    found = read(path, first, BODY)
    assert found.title == "The Mental Health of College Students in Towns"
    assert names(found) == ["Anna Smith", "Bo Jones"]
