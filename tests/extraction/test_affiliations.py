"""Which lines around the names are their affiliations, and whose."""

from pathlib import Path

import pytest

from wildwood.extraction import zones
from wildwood.extraction.affiliations import Affiliations, NamedLine, is_affiliation, tidy
from wildwood.extraction.authors import find_university
from wildwood.extraction.data import Header, Line
from wildwood.extraction.people import PrintedName, find_people

from tests.extraction.test_header import BODY, TITLE, Parts, names, read
from tests.support.made_pdfs import centred, paragraph, text

ABSTRACT = (text(72, 600, 11, "Abstract", bold=True), paragraph(72, 580, 20))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "paper.pdf"


def below(path: Path, *rows: str) -> Header:
    """Return what is found on these lines below a title, each as far from the next as usual."""
    lines = [centred(690 - 14 * number, 11, row) for number, row in enumerate(rows)]
    return read(path, [centred(720, 16, TITLE), *lines, *ABSTRACT])


def of_each(found: Header) -> list[tuple[str, ...]]:
    return [author.affiliations for author in found.authors]


def test_they_are_in_the_order_of_their_marks(path: Path) -> None:
    """A set would have another order in each process."""
    people = ["Anna Smith", "Eva Lund", "Ida Falk", "Ole Berg"]
    own = [f"University of {town}" for town in ("Oslo", "Bergen", "Molde", "Hamar")]
    found = below(
        path,
        ", ".join(f"{name}^{number}^" for number, name in enumerate(people, 1)),
        "^1,2,3,4^Institute of Rivers, Oslo",
        *(f"^{number}^{name}" for number, name in enumerate(own, 1)),
    )
    assert found.affiliations == ("Institute of Rivers, Oslo", *own)


class TestAnAffiliationBelowItsAuthor:
    @pytest.mark.parametrize(
        "name", ["Sciences Po and CEPR", "CableLabs", "Amazon.com", "Georgia Tech", "UMass Amherst"]
    )
    def test_needs_no_word_of_institutions(self, path: Path, name: str) -> None:
        assert of_each(below(path, "Anna Smith", name)) == [(name,)]

    def test_ends_before_the_mark_of_correspondence(self) -> None:
        text = "University of Oslo, Norway a)Author to whom correspondence should be addressed"
        assert tidy(text) == "University of Oslo, Norway"

    def test_can_have_a_post_code_before_chinese(self) -> None:
        assert tidy("作者单位：100037 北京市 北京协和医学院") == "北京市 北京协和医学院"

    def test_is_no_member_of_a_society(self, path: Path) -> None:
        assert of_each(below(path, "Anna Smith, Senior", "Member, IEEE.")) == [()]

    def test_can_be_in_tel_aviv(self, path: Path) -> None:
        name = "School of Law, Tel Aviv University, Tel Aviv"
        assert of_each(below(path, "Anna Smith", name)) == [(name,)]

    @pytest.mark.parametrize(
        "row", ["June 1, 2021", "This version: May 2022", "Job Market Paper", "bse.eu/research"]
    )
    def test_is_no_date_no_remark_and_no_address(self, path: Path, row: str) -> None:
        assert of_each(below(path, "Anna Smith", "University of Oslo", row)) == [
            ("University of Oslo",)
        ]
        assert of_each(below(path, "Anna Smith", row)) == [()]

    @pytest.mark.parametrize(
        "row",
        [
            "University of Oslo {anna.smith, eva.lund,",
            "University of Oslo 10 PUBLICATIONS 63 CITATIONS SEE PROFILE",
            "University of Oslo (Manuscript received 27 September 2017, in final form 1 May 2018)",
        ],
    )
    def test_ends_before_addresses_and_figures(self, path: Path, row: str) -> None:
        assert of_each(below(path, "Anna Smith^1^", row)) == [("University of Oslo",)]

    def test_has_no_initials_beside_addresses(self) -> None:
        text = "Rivers SA, 8047 Zurich; anna@rivers.example (A.S.); eva@rivers.example (E.L)"
        assert tidy(text) == "Rivers SA, 8047 Zurich"

    @pytest.mark.parametrize(
        "row",
        [
            "Anna Smith, « Les rivières de la Norvège », Université d’Oslo",
            "Chambéry, Université de Savoie, 2013, 252 p.",
        ],
    )
    def test_is_no_reference(self, path: Path, row: str) -> None:
        assert of_each(below(path, "Anna Smith", row)) == [()]

    def test_can_have_a_mark_on_a_line_above_it(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith^1^, Eva Lund^2^"),
            text(200, 670, 9, "^1^ University of Oslo"),
            text(200, 660, 6, "2"),
            text(214, 656, 9, "Institute of Roads, Bergen"),
            *ABSTRACT,
        ]
        assert of_each(read(path, first)) == [
            ("University of Oslo",),
            ("Institute of Roads, Bergen",),
        ]

    def test_can_be_told_by_the_number_of_an_author(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^1^, Eva Lund^2^")),
            text(150, 670, 9, "1 University of Oslo, Norway"),
            text(150, 658, 9, "2 Groupe de recherche en analyse des choix, HEC Bergen"),
            *ABSTRACT,
        ]
        assert of_each(read(path, first)) == [
            ("University of Oslo, Norway",),
            ("Groupe de recherche en analyse des choix, HEC Bergen",),
        ]

    def test_is_not_ended_by_dates_beside_a_centred_title(self, path: Path) -> None:
        first = [
            centred(745, 22, "Towns and Rivers"),
            centred(720, 22, "of the Whole World Today"),
            centred(690, 13, "Anna Smith"),
            centred(676, 11, "University of Oslo, Norway"),
            text(40, 668, 9, "Received 30 September 2009"),
            centred(655, 13, "Eva Lund"),
            centred(641, 11, "University of Bergen, Norway"),
            *ABSTRACT,
        ]
        assert of_each(read(path, first)) == [
            ("University of Oslo, Norway",),
            ("University of Bergen, Norway",),
        ]

    def test_is_two_where_a_line_ends_in_a_conjunction_behind_a_country(self, path: Path) -> None:
        rows = ("Department of Rivers, University of Oslo, Norway and", "Bank of Norway, Bergen")
        assert of_each(below(path, "Anna Smith", *rows)) == [
            ("Department of Rivers, University of Oslo, Norway", "Bank of Norway, Bergen")
        ]
        rows = ("Department of Rivers and", "Roads, University of Oslo, Norway")
        assert of_each(below(path, "Anna Smith", *rows)) == [(" ".join(rows),)]

    @pytest.mark.parametrize("end", ["Oslo, Norway", "Los Gatos, California, USA."])
    def test_is_two_where_an_institution_is_below_a_country(self, path: Path, end: str) -> None:
        found = below(path, "Anna Smith", "Rivers Inc.", end, "University of Bergen", "Bergen")
        assert of_each(found) == [(f"Rivers Inc. {end.strip('.')}", "University of Bergen Bergen")]

    def test_can_be_below_it_with_double_line_spacing(self, path: Path) -> None:
        first = [
            *(centred(740, 16, TITLE), centred(690, 14, "Anna Smith"), centred(650, 14, "UCLA")),
            *ABSTRACT,
        ]
        assert of_each(read(path, first)) == [("UCLA",)]

    def test_is_not_far_away(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith"),
            centred(640, 11, "5757 S. University Ave."),
            *ABSTRACT,
        ]
        assert of_each(read(path, first)) == [()]

    @pytest.mark.parametrize(
        "row",
        [
            "Student ID: asmith",
            "Matrikelnummer: 00032209",
            "Oslo, 20.02.2026",
            "Oslo — March 28, 2018",
            "asmith, jberg @b.example",
            "{first}.{last}@b.example",
        ],
    )
    def test_is_no_label_no_address_and_no_date_behind_a_place(self, path: Path, row: str) -> None:
        assert of_each(below(path, "Anna Smith", row, "University of Oslo")) == [
            ("University of Oslo",)
        ]
        assert of_each(below(path, "Anna Smith", row)) == [()]

    @pytest.mark.parametrize(
        "row",
        [
            "Download most recent version here",
            "Click for latest version",
            "Have contributed equally to it",
        ],
    )
    def test_is_no_remark(self, path: Path, row: str) -> None:
        assert of_each(below(path, "Anna Smith", row)) == [()]

    @pytest.mark.parametrize(
        "name",
        [
            "Pratt SILS, 144 w. 14th street, 6th floor, New York",
            "Institut: Physik, Universität Augsburg",
            "inovex GmbH, Karlsruhe",
            "University of Sydney NSW 2006",
            "Statistics Norway, 17. Mai 1998",
            "Caisse nationale de l’assurance maladie",
            "Centre de recherche en économie et management de l’université de Rennes",
            "Rede de estudos em saúde pública",
            "From Thermodynamics Group",
            "de Nederlandsche Bank",
            "la Caixa Research",
            "eScience and Data Centre",
            "briq and University of Bonn",
        ],
    )
    def test_can_have_words_in_lower_case_numbers_and_a_label(self, path: Path, name: str) -> None:
        assert of_each(below(path, "Anna Smith", name)) == [(name,)]

    @pytest.mark.parametrize(
        "row", ["(Bank of Norway, Oslo)", "Bank of Norway, Oslo (a@b.example)"]
    )
    def test_has_no_brackets_around_it(self, path: Path, row: str) -> None:
        assert of_each(below(path, "Anna Smith", row)) == [("Bank of Norway, Oslo",)]

    def test_goes_on_up_to_a_university(self, path: Path) -> None:
        rows = (690, "Anna Smith"), (620, "Department of Economics"), (560, "University of Kent")
        first = [centred(720, 16, TITLE), *(centred(height, 11, row) for height, row in rows)]
        assert of_each(read(path, first, BODY)) == [("Department of Economics University of Kent",)]

    @pytest.mark.parametrize("label", ["From : ", "Adresse : ", "Affiliation: "])
    def test_is_what_follows_its_label(self, path: Path, label: str) -> None:
        assert of_each(below(path, "Anna Smith", f"{label}University of Oslo")) == [
            ("University of Oslo",)
        ]

    def test_can_be_in_lower_case_before_an_address(self, path: Path) -> None:
        found = below(path, "Anna Smith", "university of kent, asmith@kent.example")
        assert of_each(found) == [("university of kent",)]

    @pytest.mark.parametrize("before", ["curriculum at the", "vorgelegt an der", "From the"])
    def test_begins_after_an_article(self, path: Path, before: str) -> None:
        assert of_each(below(path, "Anna Smith", before, "University of Oslo")) == [
            ("University of Oslo",)
        ]

    def test_is_the_first_block_with_an_institution_if_none_is_near(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(690, 11, "Anna Smith"),
            centred(600, 11, "12345"),
            centred(560, 11, "University of Oslo"),
            centred(546, 11, "Institute of Markets"),
            centred(400, 11, "A Project of the Bank of Norway"),
        ]
        assert of_each(read(path, first, BODY)) == [("University of Oslo Institute of Markets",)]

    @pytest.mark.parametrize(
        "name",
        [
            "LMU München",
            "Banca d’Italia",
            "Independent Researcher",
            "Colegio de Oslo",
            "Oslo Seminary",
            "Tecnológico de Oslo",
        ],
    )
    def test_is_no_person(self, path: Path, name: str) -> None:
        found = below(path, "Anna Smith", name)
        assert names(found) == ["Anna Smith"]
        assert of_each(found) == [(name,)]

    def test_is_of_all_authors_if_it_is_the_only_one(self, path: Path) -> None:
        columns = (("Anna Smith", 190), ("Robert Jones", 306), ("Mary White", 420))
        first = [
            centred(720, 16, TITLE),
            *(centred(690, 11, name, middle=middle) for name, middle in columns),
            centred(676, 11, "University of Oslo", middle=306),
            *ABSTRACT,
        ]
        assert of_each(read(path, first)) == 3 * [("University of Oslo",)]

    def test_is_of_all_authors_above_it_beside_whom_only_addresses_are(self, path: Path) -> None:
        first = [text(72, 720, 16, TITLE), text(72, 690, 11, "Anna Smith")]
        first += [text(72, 676, 11, "Bank of Norway")]
        for bottom, name in ((650, "Jan Berg"), (637, "Eva Lund")):
            first += [text(72, bottom, 11, name), text(380, bottom, 8, "jb@rivers.example")]
        first += [text(72, 623, 11, "University of Oslo"), text(72, 570, 11, "Abstract", bold=True)]
        assert of_each(read(path, [*first, paragraph(72, 550, 20)])) == [
            ("Bank of Norway",), *2 * [("University of Oslo",)],
        ]  # fmt: skip

    def test_has_no_number_that_is_no_mark_of_an_author(self, path: Path) -> None:
        found = below(path, "Anna Smith^*^, Jan Berg^*^", "1 Department of Rivers, Oslo")
        assert of_each(found) == 2 * [("Department of Rivers, Oslo",)]

    @pytest.mark.parametrize("sign", ["!", "~"])
    def test_ends_before_a_date_behind_an_odd_bracket(self, path: Path, sign: str) -> None:
        row = f"University of Oslo, Norway {sign}Received 18 May 2004)"
        assert of_each(below(path, "Anna Smith", row)) == [("University of Oslo, Norway",)]

    def test_is_no_line_of_orcid_ids(self, path: Path) -> None:
        rows = ("University of Oslo", "AS, 0000-0002-7272-7597; JB, 0009-0003-5548-5535")
        assert of_each(below(path, "Anna Smith, Jan Berg", *rows)) == 2 * [("University of Oslo",)]

    def test_can_be_in_a_script_without_capitals(self) -> None:
        name, place = (
            Line(row, 0, 72, 200, bottom, bottom + 10, 10, hyphenated=False)
            for bottom, row in ((690, "周晟颐"), (676, "北京市十一学校，北京 100039"))
        )
        people, _ = find_people(name)
        found = Affiliations([NamedLine(name, people)], [place], [])
        assert found.find(people[0], name) == (place.text,)

    @pytest.mark.parametrize("remark", ["she/her", "Norway", "USA", "PhD student"])
    def test_is_no_other_remark_in_brackets(self, path: Path, remark: str) -> None:
        found = below(path, f"Anna Smith ({remark})", "University of Oslo")
        assert of_each(found) == [("University of Oslo",)]

    def test_is_no_prose_about_institutions(self) -> None:
        prose = "Fees are a critical source of revenue for universities, yet how student demand"
        assert not is_affiliation(Line(prose, 0, 72, 500, 600, 611, 11, hyphenated=False))

    def test_ends_before_the_month(self, path: Path) -> None:
        found = below(path, "Anna Smith", "University of Oslo December 2020")
        assert of_each(found) == [("University of Oslo",)]

    def test_can_be_named_after_a_day(self, path: Path) -> None:
        found = below(path, "Anna Smith", "Université 8 Mai 1945")
        assert of_each(found) == [("Université 8 Mai 1945",)]

    def test_can_be_behind_a_bullet(self, path: Path) -> None:
        found = below(path, "Anna Smith • University of Oslo, Norway", "Jan Berg • IRISA, France")
        assert names(found) == ["Anna Smith", "Jan Berg"]
        assert of_each(found) == [("University of Oslo, Norway",), ("IRISA, France",)]


class TestAnAffiliationWithAMark:
    def test_needs_no_word_of_institutions(self, path: Path) -> None:
        found = below(path, "Anna Smith^1^, Jan Berg^2^", "^1^Earthmover PBC", "^2^EnergyVille")
        assert of_each(found) == [("Earthmover PBC",), ("EnergyVille",)]

    def test_can_have_a_mark_of_repeated_stars(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^, Jan Berg^**^"), *ABSTRACT),
            text(72, 100, 8, "* Professor at the University of Oslo."),
            text(72, 90, 8, "** Pesquisador da Universidade de Brasília, Brasil."),
        ]
        assert of_each(read(path, first)) == [
            ("Professor at the University of Oslo",),
            ("Pesquisador da Universidade de Brasília, Brasil",),
        ]

    def test_can_be_beside_its_mark(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^a^, Jan Berg^b^"), *ABSTRACT),
            *(text(72, 83, 6, "a"), text(90, 80, 8, "University of Oslo")),
            *(text(72, 73, 6, "b"), text(90, 70, 8, "Institut für Physik,")),
            text(90, 60, 8, "Universität Augsburg"),
        ]
        assert of_each(read(path, first)) == [
            ("University of Oslo",),
            ("Institut für Physik, Universität Augsburg",),
        ]

    def test_ends_before_a_line_with_a_contact(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^1^, Jan Berg^2^"), *ABSTRACT),
            *(
                text(72, 120, 8, "^1^University of Oslo"),
                text(72, 110, 8, "^2^Norges Bank, Norway"),
            ),
            *(
                text(72, 98, 8, "Corresponding author:"),
                text(72, 88, 8, "Anna Smith, Road 5, Oslo."),
            ),
        ]
        assert of_each(read(path, first)) == [("University of Oslo",), ("Norges Bank, Norway",)]

    def test_can_be_in_a_column(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^1^, Jan Berg^2^")),
            *(text(150, 660, 10, "^1^University of Oslo"), text(360, 660, 10, "^2^IBM Bergen")),
            *(text(150, 648, 10, "Department of Rivers"), text(360, 648, 10, "Linux Center")),
            *ABSTRACT,
        ]
        assert of_each(read(path, first)) == [
            ("University of Oslo Department of Rivers",),
            ("IBM Bergen Linux Center",),
        ]

    def test_is_no_note_below_a_title_with_many_words_in_lower_case(self) -> None:
        rows = [
            ("Effects of the isolation of rivers and of floods on a web of fish", 15.0),
            ("Anna Smith, Robert Jones", 13.0),
            ("1 Institute of Rivers, University of Oslo, Norway", 9.0),
            ("We show that the floods of a river are as large as its rain.", 9.0),
        ]
        page = [
            Line(row, 0, 72, 400, 720 - 30 * n, 720 - 30 * n + size, size, hyphenated=False)
            for n, (row, size) in enumerate(rows)
        ]
        page[2] = page[2]._replace(raised=((0, 1),))
        assert zones.Zone.NOTE not in zones.label_lines(page, [0])

    def test_ends_before_the_next_number_directly_before_a_capital(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^1^, Robert Jones^2^")),
            centred(
                660, 9, "^1^Institute of Rivers, University of Oslo 2Department of Floods, Bonn"
            ),
            *ABSTRACT,
        ]
        assert of_each(read(path, first)) == [
            ("Institute of Rivers, University of Oslo",),
            ("Department of Floods, Bonn",),
        ]

    def test_ends_before_the_next_number_at_the_end_of_a_line(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^1^, Robert Jones^2^")),
            centred(660, 9, "1 Institute of Rivers, University of Oslo, Oslo, Norway, 2"),
            centred(648, 9, "Department of Floods, University of Bonn, Bonn, Germany"),
            *ABSTRACT,
        ]
        assert of_each(read(path, first)) == [
            ("Institute of Rivers, University of Oslo, Oslo, Norway",),
            ("Department of Floods, University of Bonn, Bonn, Germany",),
        ]

    def test_ends_before_a_number_directly_before_a_capital(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^"), *ABSTRACT),
            text(72, 100, 8, "^*^Institute of Markets, University of Oslo."),
            text(72, 90, 8, "1Outcomes are those that would be realized (Neyman 1923)."),
        ]
        assert of_each(read(path, first)) == [("Institute of Markets, University of Oslo",)]

    @pytest.mark.parametrize("line", ["2AE, United Kingdom", "3D Labor, Deutschland"])
    def test_goes_on_with_a_number_that_is_no_mark(self, path: Path, line: str) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^"), *ABSTRACT),
            text(72, 100, 8, "^*^London School of Economics, London WC2A"),
            text(72, 90, 8, line),
        ]
        assert of_each(read(path, first)) == [(f"London School of Economics, London WC2A {line}",)]

    def test_ends_at_a_dash_before_a_contact(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^"), *ABSTRACT),
            text(72, 100, 8, "^*^Department of Rivers, Bank of Norway - Email: a@b.example"),
            text(72, 90, 8, "The author of the article is grateful to all."),
        ]
        assert of_each(read(path, first)) == [("Department of Rivers, Bank of Norway",)]

    def test_is_no_type_of_an_article_above_the_title(self, path: Path) -> None:
        first = [
            text(43, 760, 8, "CONTRIBUTED RESEARCH ARTICLE"),
            centred(720, 16, TITLE),
            centred(690, 11, "by Anna Smith"),
            *ABSTRACT,
        ]
        assert of_each(read(path, first)) == [()]

    def test_ends_before_the_note_on_a_full_list(self, path: Path) -> None:
        first = [
            text(56, 720, 16, TITLE),
            text(56, 700, 11, "Anna Smith^1^"),
            text(56, 680, 7, "^1^ Department of Rivers,"),
            text(56, 671, 7, "University of Oslo, Norway"),
            text(56, 662, 7, "Full list of author information is"),
            text(56, 653, 7, "available at the end of the article"),
            *ABSTRACT,
        ]
        assert of_each(read(path, first)) == [("Department of Rivers, University of Oslo, Norway",)]

    def test_ends_before_a_mark_of_nobody(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^"), *ABSTRACT),
            text(72, 100, 8, "^*^University of Oslo, Norway."),
            text(72, 90, 8, "^1^Olav Berg is a professor at the University of Bergen."),
        ]
        assert of_each(read(path, first)) == [("University of Oslo, Norway",)]

    def test_ends_before_a_sign_of_nobody_that_is_not_raised(self, path: Path) -> None:
        found = below(path, "Anna Smith^†^", "†University of Oslo, Norway", "¶Rivers, Inc., Bergen")
        assert of_each(found) == [("University of Oslo, Norway",)]

    @pytest.mark.parametrize(
        "note", ["*Work during an internship.", "*The first two authors contributed equally."]
    )
    def test_is_no_remark_in_a_note(self, path: Path, note: str) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*,1^, Jan Berg^1^"), *ABSTRACT),
            *(text(72, 120, 8, note), text(72, 110, 8, "^1^University of Oslo, Norway")),
            text(72, 98, 8, "^1^ INTRODUCTION"),
        ]
        assert of_each(read(path, first)) == 2 * [("University of Oslo, Norway",)]

    def test_ends_before_what_is_said_of_the_correspondence(self, path: Path) -> None:
        found = below(path, "Anna Smith^1^", "^1^University of Oslo, Norway. Correspondence to us")
        assert of_each(found) == [("University of Oslo, Norway",)]

    def test_is_below_the_names_if_only_a_contact_has_their_mark(self, path: Path) -> None:
        contact = "^y^Corresponding author: Anna Smith, Bank of Norway"
        found = below(path, "Anna Smith^y^ and Jan Berg", "University of Oslo", contact)
        assert of_each(found) == 2 * [("University of Oslo",)]

    def test_can_follow_another_one_on_its_line(self, path: Path) -> None:
        found = below(
            path, "Anna Smith 1, Jan Berg 2", "1. University of Oslo, Norway, 2. Bank of Norway"
        )
        assert of_each(found) == [("University of Oslo, Norway",), ("Bank of Norway",)]

    def test_can_begin_behind_a_semicolon(self, path: Path) -> None:
        rows = ("^a^University of Oslo, Norway; bBank of", "Norway, Bergen; cNorges Bank")
        found = below(path, "Anna Smith^a^, Jan Berg^b^, Eva Lund^c^", *rows)
        assert of_each(found) == [
            ("University of Oslo, Norway",), ("Bank of Norway, Bergen",), ("Norges Bank",),
        ]  # fmt: skip

    def test_can_be_the_second_of_two_marks_without_a_comma(self, path: Path) -> None:
        found = below(
            path, "Anna Smith^12^, Jan Berg^3^", "^1^Oslo Law School", "^2^Norges Bank", "^3^LSE"
        )
        assert of_each(found) == [("Oslo Law School", "Norges Bank"), ("LSE",)]

    @pytest.mark.parametrize("last", ["Oslo, Norway^1^", "Oslo, Norway ^1^"])
    def test_can_be_before_it(self, path: Path, last: str) -> None:
        found = below(
            path, "Anna Smith^1^, Jan Berg^2^", "Department of Rivers,", last, "Bergen Bank^2^"
        )
        assert of_each(found) == [("Department of Rivers, Oslo, Norway",), ("Bergen Bank",)]

    def test_is_not_far_above_the_one_before_its_mark(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE),
            centred(700, 11, "Anna Smith^1^, Jan Berg^2^"),
            centred(684, 11, "Sciences Po"),
            centred(630, 11, "University of Oslo^1^"),
            centred(616, 11, "Bergen Bank^2^"),
            *ABSTRACT,
        ]
        assert of_each(read(path, first)) == [("University of Oslo",), ("Bergen Bank",)]

    def test_is_not_before_the_mark_of_a_contact(self, path: Path) -> None:
        found = below(path, "Anna Smith^*^ and Jan Berg", "University of Oslo^*^")
        assert of_each(found) == 2 * [("University of Oslo",)]

    @pytest.mark.parametrize("marks", ["^1,2^", "^1^), ^2^) ", "^1^ ^2^ ", "1,2"])
    def test_can_have_several(self, path: Path, marks: str) -> None:
        found = below(path, "Anna Smith^1^, Jan Berg^2^", f"{marks}University of Oslo")
        assert of_each(found) == 2 * [("University of Oslo",)]

    def test_can_be_below_the_addresses_of_all_authors(self, path: Path) -> None:
        addresses = (
            "Email: {asmith, jberg, mwhitney, laskeymd, rdoan, xinyuliu, goldberg}@b.example"
        )
        rows = ("Anna Smith^1^, Jan Berg^2^", "^1^Oslo Bank", addresses, "^2^Bergen Bank")
        assert of_each(below(path, *rows)) == [("Oslo Bank",), ("Bergen Bank",)]

    def test_can_have_a_mark_apart_from_the_name(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), text(250, 690, 11, "Anna Smith^1^ and Jan Berg")),
            *(text(390, 693, 6, "2,3"), centred(660, 9, "^1^Oslo Bank")),
            *(centred(648, 9, "^2^Bergen Bank"), centred(636, 9, "^3^Kent School"), *ABSTRACT),
        ]
        assert of_each(read(path, first)) == [("Oslo Bank",), ("Bergen Bank", "Kent School")]

    def test_can_have_it_in_square_brackets(self, path: Path) -> None:
        found = below(path, "Anna Smith^[1]^, Jan Berg^[2]^", "[1] Oslo Bank", "[2] Bergen Bank")
        assert of_each(found) == [("Oslo Bank",), ("Bergen Bank",)]

    @pytest.mark.parametrize(
        ("note", "name"),
        [
            ("Ph.D. Candidate, Oslo School, a@b.example", "Ph.D. Candidate, Oslo School"),
            ("Dept. of Rivers, U. Oslo. E-mail: a@b.example", "Dept. of Rivers, U. Oslo"),
            ("University of Oslo, anna. smith[at]b.example", "University of Oslo"),
            ("University of Oslo. mail: a@b.example", "University of Oslo"),
            ("University of Oslo; Lead author correspondence; a@b.example", "University of Oslo"),
        ],
    )  # fmt: skip
    def test_ends_before_a_contact_and_not_at_an_abbreviation(
        self, path: Path, note: str, name: str
    ) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^"), *ABSTRACT),
            text(72, 100, 8, f"^*^{note}. We thank our colleagues."),
        ]
        assert of_each(read(path, first)) == [(name,)]

    def test_can_be_in_the_middle_of_a_note(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^a^, Jan Berg^b^"), *ABSTRACT),
            text(
                72, 100, 8, "^*^Affiliations: a: University of Oslo, Norway. b: Norges Bank, Oslo."
            ),
            text(72, 90, 8, "We thank our colleagues."),
        ]
        assert of_each(read(path, first)) == [
            ("University of Oslo, Norway",),
            ("Norges Bank, Oslo",),
        ]

    @pytest.mark.parametrize(
        "before",
        [
            "Corresponding author. ",
            " a.smith@b.example. ",
            "Corresponding author (email a.smith@b.example), ",
        ],
    )
    def test_can_follow_a_contact(self, path: Path, before: str) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^ and Jan Berg"), *ABSTRACT),
            text(72, 100, 8, f"^*^{before}Institute of Markets, University of Oslo."),
        ]
        assert of_each(read(path, first)) == [("Institute of Markets, University of Oslo",), ()]

    @pytest.mark.parametrize("name", ["Department of Finance", "International Monetary Fund"])
    def test_can_have_a_word_of_thanks_in_its_name(self, path: Path, name: str) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^"), *ABSTRACT),
            text(72, 100, 8, f"^*^{name}, University of Oslo. Financed by the Bank of Norway."),
        ]
        assert of_each(read(path, first)) == [(f"{name}, University of Oslo",)]

    def test_can_have_wide_leading(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith"), *ABSTRACT),
            text(72, 148, 10, "Corresponding address: a@b.example, Department of Rivers, The"),
            text(72, 130, 10, "University of Oslo, Norway. I am grateful to all."),
        ]
        found = read(path, first)
        assert of_each(found) == [("Department of Rivers, The University of Oslo, Norway",)]

    def test_keeps_the_article_that_a_line_begins_with(self, path: Path) -> None:
        found = below(path, "Anna Smith^1^", "^1^School of Enterprise and", "the Environment, Oslo")
        assert of_each(found) == [("School of Enterprise and the Environment, Oslo",)]

    @pytest.mark.parametrize(
        "remark",
        [
            *("These authors contributed equally.", "Joint first authors", "Lead contact"),
            "Work done during an internship at Bergen Research.",
        ],
    )
    def test_is_no_beginning_of_a_remark(self, path: Path, remark: str) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^1,2^, Eva Lund^1^"), *ABSTRACT),
            text(72, 110, 8, f"^1^ Rivers Ltd, Oslo, Norway. ^2^ {remark}"),
        ]
        assert of_each(read(path, first)) == 2 * [("Rivers Ltd, Oslo, Norway",)]

    def test_ends_before_the_number_after_the_last_mark(self) -> None:
        marks = [str(number) for number in range(1, 12)]
        row = Line("Anna Smith", 0, 72, 400, 690, 700, 11, hyphenated=False)
        people = tuple(PrintedName(f"Anna Smith{mark}", (mark,)) for mark in marks)
        own = [f"{mark}Bank of Oslo" for mark in [*marks, "12"]]
        lines = [
            Line(name, 0, 72, 400, 670 - 12 * n, 680 - 12 * n, 9, hyphenated=False)
            for n, name in enumerate(own)
        ]
        lines[-1] = lines[-1]._replace(text="12University of Bergen", raised=((0, 2),))
        found = Affiliations([NamedLine(row, people)], lines, [])
        assert found.all() == ("Bank of Oslo",)

    def test_does_not_begin_with_what_is_said_of_it(self, path: Path) -> None:
        found = below(path, "Anna Smith^1,2^", "^1^University of Oslo", "^2^Also at Bank of Norway")
        assert of_each(found) == [("University of Oslo", "Bank of Norway")]

    @pytest.mark.parametrize(
        "before", ["Also affiliated with the", "Current address:", "Present address:", "Now at"]
    )
    def test_of_a_note_is_beside_that_below_the_names(self, path: Path, before: str) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^ and Eva Lund")),
            *(centred(676, 11, "University of Oslo"), *ABSTRACT),
            text(72, 110, 8, f"^*^{before} Bank of Norway. anna@uio.example"),
        ]
        assert of_each(read(path, first)) == [
            ("University of Oslo", "Bank of Norway"),
            ("University of Oslo",),
        ]


class TestANoteWithNames:
    @pytest.mark.parametrize("beside", [",", " (corresponding author):", " is at the"])
    @pytest.mark.parametrize("mark", ["^*^", "^1^", "^¶^", ""])
    def test_can_begin_with_a_mark(self, path: Path, mark: str, beside: str) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, f"Anna Smith{mark}"), *ABSTRACT),
            text(72, 100, 8, f"{mark}Anna Smith{beside} University of Oslo. We thank everybody."),
        ]
        assert of_each(read(path, first)) == [("University of Oslo",)]

    def test_goes_before_its_mark(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith and Jan Berg^*^"), *ABSTRACT),
            text(72, 100, 8, "^*^Smith: UC Berkeley (e-mail: anna@b.example); Berg: LSE and CEPR"),
            text(72, 90, 8, "(e-mail: berg@c.example). We thank our colleagues."),
        ]
        assert of_each(read(path, first)) == [("UC Berkeley",), ("LSE and CEPR",)]

    def test_can_be_the_last_of_a_list(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "By Anna Smith and Jan Berg*"), *ABSTRACT),
            text(
                72, 100, 8, "* Smith: Department of Prices, UC Berkeley (anna@b.example); and Berg:"
            ),
            text(72, 90, 8, "Department of Towns, Bergen College (e-mail: berg@c.example)."),
        ]
        assert of_each(read(path, first)) == [
            ("Department of Prices, UC Berkeley",),
            ("Department of Towns, Bergen College",),
        ]

    def test_can_end_in_an_address_that_hides_its_signs(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith and Jan Berg"), *ABSTRACT),
            text(72, 100, 8, "Anna Smith: University of Oslo, anna.smith[at]uio[dot]no"),
            text(72, 90, 8, "Jan Berg: Norges Bank, jan.berg[at]bank[dot]com"),
        ]
        assert of_each(read(path, first)) == [("University of Oslo",), ("Norges Bank",)]

    def test_can_have_a_whole_name_in_a_sentence(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^"), *ABSTRACT),
            text(72, 100, 8, "^*^Questions should be addressed to Anna Smith, the Department of"),
            text(72, 90, 8, "Economics, University of Oslo, email: smith@b.example."),
        ]
        assert of_each(read(path, first)) == [("Department of Economics, University of Oslo",)]

    @pytest.mark.parametrize(
        "prose",
        [
            "an earlier study by Anna Smith, published by the University of Chicago Press.",
            "une étude d’Anna Smith, publiée par les Presses de l’Université de Lyon.",
        ],
    )
    def test_is_no_prose_with_a_name(self, path: Path, prose: str) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith and Jan Berg"), *ABSTRACT),
            text(72, 100, 8, f"^*^This uses {prose}"),
        ]
        assert of_each(read(path, first)) == [(), ()]

    def test_can_break_an_institution_that_looks_like_a_person(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith, Jan Berg"), *ABSTRACT),
            *(text(72, 110, 8, "Smith: Universidad Rey"), text(72, 100, 8, "Juan Carlos")),
            text(72, 90, 8, "de Madrid"),
        ]
        assert of_each(read(path, first)) == [("Universidad Rey Juan Carlos de Madrid",), ()]

    def test_is_beside_the_marks_of_others(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^, Jan Berg"), *ABSTRACT),
            text(72, 110, 8, "^*^University of Kent."),
            text(72, 98, 8, "^†^Berg: University of Oslo."),
        ]
        assert of_each(read(path, first)) == [("University of Kent",), ("University of Oslo",)]

    @pytest.mark.parametrize("before", ["", "+47 13 466 3238. "])
    def test_of_the_only_author_without_a_mark_needs_none(self, path: Path, before: str) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith, Jan Berg^†^"), *ABSTRACT),
            text(72, 110, 8, f"{before}University of Kent, Canterbury"),
            text(72, 98, 8, "^†^Norges Bank, Oslo, Norway, +47 1 4277 37505."),
        ]
        assert of_each(read(path, first)) == [
            ("University of Kent, Canterbury",),
            ("Norges Bank, Oslo, Norway",),
        ]

    def test_of_all_authors_needs_no_mark(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith, Jan Berg"), *ABSTRACT),
            text(72, 110, 8, "University of Oslo, Oslo, Norway"),
            text(72, 80, 8, "This article is licensed to the University of Bergen."),
        ]
        assert of_each(read(path, first)) == 2 * [("University of Oslo, Oslo, Norway",)]

    def test_can_begin_with_what_all_authors_are_at(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith, Jan Berg"), *ABSTRACT),
            text(72, 110, 8, "Manuscript received May 3, 2019. This work was supported by NASA."),
            text(72, 100, 8, "The authors are with the Department of Rivers, University of Oslo."),
        ]
        assert of_each(read(path, first)) == 2 * [("Department of Rivers, University of Oslo",)]

    @pytest.mark.parametrize("before", ["All correspondence to: ", "Corresponding author; "])
    def test_can_say_first_who_answers_letters(self, path: Path, before: str) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^, Jan Berg^†^"), *ABSTRACT),
            text(72, 110, 8, f"^*^{before}University of Oslo. E-mail: a@b.example"),
            text(72, 98, 8, "^†^Norges Bank."),
        ]
        assert of_each(read(path, first)) == [("University of Oslo",), ("Norges Bank",)]

    def test_of_an_only_author_needs_no_name(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith"), *ABSTRACT),
            text(72, 110, 8, "^*^University of Kent, Canterbury."),
            text(72, 98, 8, "^†^Anna Smith: thanks to all."),
        ]
        assert of_each(read(path, first)) == [("University of Kent, Canterbury",)]

    def test_is_less_than_marks_if_it_names_all(self, path: Path) -> None:
        first = [
            text(72, 760, 8, "Smith and Berg, River Genomics"),
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^1^, Jan Berg^2^"), *ABSTRACT),
            text(72, 100, 8, "^1^ University of Oslo."),
            text(72, 90, 8, "^2^ University of Bergen."),
        ]
        assert of_each(read(path, first)) == [("University of Oslo",), ("University of Bergen",)]

    def test_is_no_running_head_beside_a_name(self, path: Path) -> None:
        first = [
            *(text(72, 760, 8, "ANNA SMITH"), text(300, 760, 8, "RIVERS OF NORWAY")),
            *(centred(720, 16, TITLE), centred(690, 11, "ANNA SMITH"), *BODY),
        ]
        assert of_each(read(path, first)) == [()]

    def test_is_less_than_the_marks_of_all(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^1^, Jan Berg^2^"), *ABSTRACT),
            text(72, 110, 8, "Corresponding author: Jan Berg, Road 5, Bergen, Bank of Norway."),
            text(72, 100, 8, "^1^ University of Oslo."),
            text(72, 90, 8, "^2^ University of Bergen."),
        ]
        assert of_each(read(path, first)) == [("University of Oslo",), ("University of Bergen",)]

    def test_needs_no_mark_and_no_name_after_a_contact(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith"), *ABSTRACT),
            text(72, 100, 11, "Corresponding address: a@b.example, Bank of Norway. I am grateful."),
        ]
        assert of_each(read(path, first)) == [("Bank of Norway",)]

    @pytest.mark.parametrize(
        "who",
        ["A. Smith and J. Berg are", "Anna Smith and Jan Berg are currently"],
    )
    def test_can_say_where_several_are(self, path: Path, who: str) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith and Jan Berg"), *ABSTRACT),
            text(72, 110, 8, "Manuscript received May 3, 2019; revised June 4, 2019."),
            text(72, 100, 8, f"{who} with the Department of Rivers, University of Oslo"),
            text(72, 90, 8, "(e-mail: smith@b.example; berg@b.example)."),
        ]
        assert of_each(read(path, first)) == 2 * [("Department of Rivers, University of Oslo",)]

    def test_says_nothing_of_authors_who_are_thanked_with_others(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith and Jan Berg"), *ABSTRACT),
            text(72, 100, 8, "We thank M. White and Bank of Norway. The authors are grateful to"),
            text(72, 90, 8, "the University of Oslo. All authors agree with the University."),
        ]
        assert of_each(read(path, first)) == [(), ()]

    def test_can_say_where_they_are(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith and Jan Berg^*^"), *ABSTRACT),
            text(72, 100, 8, "^*^Smith is at the University of Oslo. Berg is with Norges Bank."),
        ]
        assert of_each(read(path, first)) == [("University of Oslo",), ("Norges Bank",)]

    @pytest.mark.parametrize(
        "post",
        [
            "is an assistant professor in the",
            "(anna@uio.example) is a professor of computer and river science at the",
            "is Associate Professor with the",
        ],
    )
    def test_can_say_what_an_author_is(self, path: Path, post: str) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith"), *ABSTRACT),
            text(72, 100, 8, f"Anna Smith {post} Department of Law at Oslo University;"),
            text(72, 90, 8, "anna@uio.example."),
        ]
        assert of_each(read(path, first)) == [("Department of Law at Oslo University",)]

    def test_can_say_where_an_author_was_and_is_now(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith, Jan Berg"), *ABSTRACT),
            text(
                72, 110, 8, "A. Smith was with the University of Oslo, Norway. She is now with the"
            ),
            text(
                72, 100, 8, "Bank of Norway, Oslo. J. Berg is with the University of Oslo, Norway."
            ),
            text(72, 90, 8, "Publisher Item Identifier S 1051-8215(97)05883-7."),
        ]
        assert of_each(read(path, first)) == [
            ("University of Oslo, Norway", "Bank of Norway, Oslo"),
            ("University of Oslo, Norway",),
        ]

    def test_of_all_can_have_a_family_name_inside_a_word(self, path: Path) -> None:
        note = "The authors are with the Institute of Rivers, University of Bergen, Norway."
        row = centred(690, 11, "Anna Ber, Jan Lund")
        found = read(path, [centred(720, 16, TITLE), row, *ABSTRACT, text(72, 100, 8, note)])
        assert of_each(found) == [("Institute of Rivers, University of Bergen, Norway",)] * 2

    def test_has_the_marks_that_are_not_below_the_names(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^1^, Jan Berg^2^,*")),
            *(centred(676, 9, "^1^University of Oslo, Norway"), *ABSTRACT),
            text(72, 100, 8, "^2^Bank of Norway, Bergen"),
            text(72, 88, 8, "^1^Institute of Lakes, University of Hamar"),
        ]
        assert of_each(read(path, first)) == [
            ("University of Oslo, Norway",), ("Bank of Norway, Bergen",),
        ]  # fmt: skip

    def test_can_be_of_all_who_are_affiliated(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith, Jan Berg^†^"), *ABSTRACT),
            text(
                72, 100, 8, "^†^All authors are affiliated with the University of Oslo. Anna Smith"
            ),
            text(72, 90, 8, "(corresponding author): anna@uio.example"),
        ]
        assert of_each(read(path, first)) == 2 * [("University of Oslo",)]

    def test_is_no_prose_without_a_name(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith"), *ABSTRACT),
            text(
                72, 100, 8, "A plaque of the project has been mounted at the entrance to the hall"
            ),
            text(72, 90, 8, "of the University in which the work of that summer took place."),
        ]
        assert of_each(read(path, first)) == [()]

    def test_can_be_below_the_names_and_begin_with_a_contact(self, path: Path) -> None:
        contact = "^†^ To whom correspondence should be addressed: anna@uio.example; Department of"
        found = below(path, "Anna Smith^†^", contact, "Rivers and Lakes, University of Oslo")
        assert of_each(found) == [("Department of Rivers and Lakes, University of Oslo",)]


class TestTheAffiliationOnTheCoverOfAThesis:
    def test_is_the_university(self, path: Path) -> None:
        first = [
            centred(760, 12, "UNIVERSITY OF OSLO"),
            centred(746, 12, "INSTITUTE OF MARKETS"),
            centred(600, 18, TITLE, bold=True),
            centred(560, 12, "Anna Smith"),
            centred(400, 12, "Master's thesis"),
            centred(300, 12, "Advisor: Prof. Jan Berg, Bank of Norway"),
            centred(100, 12, "June 2018"),
        ]
        found = read(path, first, BODY)
        assert names(found) == ["Anna Smith"]
        assert of_each(found) == [("UNIVERSITY OF OSLO INSTITUTE OF MARKETS",)]

    @pytest.mark.parametrize(
        ("row", "name"),
        [
            ("Doctorat de l’Université de Lorraine", "Université de Lorraine"),
            ("FernUniversität Hagen", "FernUniversität Hagen"),
            ("Presented to the Faculty of Cornell University", "Faculty of Cornell University"),
            (
                "A dissertation submitted to the University of Bristol in accordance with rules",
                "University of Bristol",
            ),
        ],
    )
    def test_can_be_behind_the_degree(self, path: Path, row: str, name: str) -> None:
        parts: Parts = [
            centred(740, 12, "École doctorale"), centred(600, 18, TITLE, bold=True),
            centred(560, 12, "Thesis"), centred(500, 12, row), centred(400, 12, "by"),
            centred(380, 12, "Anna Smith"),
        ]  # fmt: skip
        assert of_each(read(path, parts, BODY)) == [(name,)]

    @pytest.mark.parametrize("length", [1, 50_000])
    def test_can_be_behind_a_word_of_any_length(self, length: int) -> None:
        row = f"Thesis at {'Oslo' * length} University"
        line = Line(row, 0, 72, 500, 600, 611, 11, hyphenated=False)
        assert find_university([line], ()) == ("Oslo University" if length == 1 else "")

    @pytest.mark.parametrize(
        "degree",
        ["B. Tech., Bergen University of Science, 2008", "M.Sc., University of Bergen, 2014"],
    )
    @pytest.mark.parametrize("name", ["OSLO INSTITUTE OF TECHNOLOGY", "The University of Oslo"])
    def test_is_not_that_of_a_former_degree(self, path: Path, degree: str, name: str) -> None:
        parts: Parts = [
            centred(700, 18, TITLE, bold=True), centred(640, 12, "by"),
            centred(620, 14, "Anna Smith"), centred(600, 12, degree),
            centred(560, 12, "Submitted to the River Management Program"),
            centred(546, 12, "in partial fulfillment of the requirements for the degree of"),
            centred(520, 12, "MASTER OF SCIENCE"), centred(490, 12, "at the"),
            centred(470, 12, name),
        ]  # fmt: skip
        assert of_each(read(path, parts, BODY)) == [(name,)]

    @pytest.mark.parametrize("name", ["Politecnico di Milano", "Institut Teknologi Bandung"])
    def test_can_be_no_university_by_name(self, path: Path, name: str) -> None:
        parts: Parts = [
            centred(740, 12, "Program Magister"), centred(600, 18, TITLE, bold=True),
            centred(560, 12, "Thesis"), centred(540, 12, "Anna Smith"), centred(200, 12, name),
        ]  # fmt: skip
        assert of_each(read(path, parts, BODY)) == [(name,)]

    def test_is_that_of_the_marks_if_there_are_any(self, path: Path) -> None:
        parts = [
            *(centred(700, 16, TITLE), centred(670, 11, "Anna Smith^1^, Jan Berg^2^")),
            *(centred(640, 11, "^1^University of Oslo"), centred(626, 11, "^2^Norges Bank")),
            centred(300, 11, "Working paper and thesis"),
        ]
        assert of_each(read(path, parts, BODY)) == [("University of Oslo",), ("Norges Bank",)]

    def test_can_be_in_parts_on_one_row(self, path: Path) -> None:
        parts: Parts = [
            text(150, 740, 14, "Universidade de São"), text(330, 740, 14, "Paulo"),
            centred(600, 18, TITLE, bold=True), centred(560, 12, "Tese"),
            centred(400, 12, "Anna Smith"),
        ]  # fmt: skip
        assert of_each(read(path, parts, BODY)) == [("Universidade de São Paulo",)]

    @pytest.mark.parametrize(
        ("rows", "name"),
        [
            (
                ("UNIVERSIDAD NACIONAL AUTÓNOMA", "DE MÉXICO"),
                "UNIVERSIDAD NACIONAL AUTÓNOMA DE MÉXICO",
            ),
            (("UNIVERSITY OF CALIFORNIA,", "IRVINE"), "UNIVERSITY OF CALIFORNIA, IRVINE"),
            (
                ("University of Oslo", "in partial fulfilment of the requirements"),
                "University of Oslo",
            ),
            (
                ("Fachhochschule Landshut", "Fachbereich Informatik"),
                "Fachhochschule Landshut Fachbereich Informatik",
            ),
        ],
    )
    def test_goes_on_with_a_preposition_or_after_a_comma(
        self, path: Path, rows: tuple[str, str], name: str
    ) -> None:
        parts: Parts = [
            *(centred(740 - 14 * number, 12, row) for number, row in enumerate(rows)),
            centred(600, 18, TITLE, bold=True), centred(560, 12, "Dissertation"),
            centred(400, 12, "Anna Berg"),
        ]  # fmt: skip
        assert of_each(read(path, parts, BODY)) == [(name,)]

    @pytest.mark.parametrize(
        ("state", "university"),
        [
            ("Ministère de l’Enseignement Supérieur et de la Recherche", "Université d’Alger"),
            ("Ministry of Education and Research", "University of Oslo"),
            ("República de Colombia", "Universidad de Cali"),
        ],
    )
    def test_is_no_ministry_above_it(self, path: Path, state: str, university: str) -> None:
        parts: Parts = [
            centred(740, 12, state), centred(726, 12, university),
            centred(600, 18, TITLE, bold=True), centred(560, 12, "Dissertation"),
            centred(400, 12, "Anna Berg"),
        ]  # fmt: skip
        assert of_each(read(path, parts, BODY)) == [(university,)]

    @pytest.mark.parametrize(
        "row",
        ["Anno Accademico 2017-2018", "Curso académico 2017/2018", "Academiejaar 2018 – 2019"],
    )
    def test_is_no_academic_year(self, path: Path, row: str) -> None:
        parts: Parts = [
            centred(640, 18, TITLE, bold=True), centred(540, 14, "Candidato: Anna Berg"),
            centred(500, 14, row),
        ]  # fmt: skip
        assert of_each(read(path, parts, BODY)) == [()]

    def test_goes_on_behind_a_preposition(self, path: Path) -> None:
        parts: Parts = [
            centred(740, 12, "Alma Mater Studiorum · Università di"), centred(726, 12, "Bologna"),
            centred(600, 18, TITLE, bold=True), centred(560, 12, "Tesi di Laurea di:"),
            centred(540, 12, "Anna Berg"),
        ]  # fmt: skip
        assert of_each(read(path, parts, BODY)) == [
            ("Alma Mater Studiorum · Università di Bologna",)
        ]

    def test_is_between_its_author_and_its_jury(self, path: Path) -> None:
        parts: Parts = [
            centred(740, 16, "Masterarbeit"),
            centred(600, 20, TITLE, bold=True),
            centred(500, 12, "vorgelegt von"),
            centred(480, 14, "Stefan Berg"),
            centred(400, 12, "Institut für Mathematik"),
            centred(386, 12, "der"),
            centred(372, 12, "Universität Augsburg"),
            centred(300, 12, "Erstprüfer"),
            centred(280, 12, "Prof. Dr. Anna Smith"),
        ]
        found = read(path, parts, BODY)
        assert names(found) == ["Stefan Berg"]
        assert of_each(found) == [("Institut für Mathematik der Universität Augsburg",)]


def test_names_can_have_icons_beside_them() -> None:
    row = "\ue9d9 Ana Costa1, \ue9d9 Rui Melo2 \ue9d9"
    line = Line(row, 0, 72, 400, 700, 710, 10, hyphenated=False, raised=((11, 12), (24, 25)))
    found, others = find_people(line)
    assert [(one.name, one.marks) for one in found] == [("Ana Costa", ("1",)), ("Rui Melo", ("2",))]
    assert not others


def test_a_mark_can_be_a_number_in_a_circle() -> None:
    row = Line("Anna Smith①", 0, 72, 400, 690, 700, 11, hyphenated=False, raised=((10, 11),))
    place = Line("①University of Oslo", 0, 72, 400, 670, 680, 9, hyphenated=False, raised=((0, 1),))
    (person,), _ = find_people(row)
    found = Affiliations([NamedLine(row, (person,))], [place], [])
    assert found.find(person, row) == ("University of Oslo",)


def test_a_date_is_the_one_that_is_alone_on_its_line(path: Path) -> None:
    assert (
        below(path, "Anna Smith", "University of Oslo", "This version: May 2022").date == "May 2022"
    )


def test_a_second_institution_can_begin_with_an_ampersand(path: Path) -> None:
    notes = [
        text(72, 120, 8, "^1^ Open University, Netherlands"),
        text(72, 110, 8, "& Maastricht University, Netherlands"),
    ]
    found = read(path, [centred(720, 16, TITLE), centred(690, 11, "Anna Smith^1^"), *BODY, *notes])
    assert of_each(found) == [
        ("Open University, Netherlands & Maastricht University, Netherlands",)
    ]


def test_the_number_of_a_working_paper_is_none(path: Path) -> None:
    assert of_each(below(path, "Anna Smith", "Working Paper 26463")) == [()]


def test_a_first_mark_need_not_be_raised_as_others_are(path: Path) -> None:
    rows = ("Anna Smith^*^, Jan Berg^‡^", "*University of Oslo; ^‡^University of Bergen")
    assert of_each(below(path, *rows)) == [("University of Oslo",), ("University of Bergen",)]


@pytest.mark.parametrize("label", ["Mailing address", "Postal address"])
def test_one_has_no_label(label: str) -> None:
    assert tidy(f"{label}: Bank of Norway") == "Bank of Norway"


@pytest.mark.parametrize("after", [" * Corresponding author", ", https://oslo.example"])
def test_one_ends_before_a_contact_and_an_address(after: str) -> None:
    assert tidy(f"University of Oslo, Norway{after}") == "University of Oslo, Norway"


@pytest.mark.parametrize("code", ["K9J 8L5", "9712 TS", "J1"])
def test_one_can_end_in_a_post_code(code: str) -> None:
    assert tidy(f"University of Oslo, {code}") == f"University of Oslo, {code}"


def test_several_in_brackets_have_full_width_marks() -> None:
    names = Line(
        "贾铠阳1，2，乔伟峰1，王亚华2",
        0,
        200,
        400,
        700,
        710,
        10,
        hyphenated=False,
        raised=((3, 6), (10, 11), (15, 16)),
    )
    row = "（1.南京师范大学地理科学学院，南京 210023；2.南京大学乡村振兴研究院，南京 210023）"
    place = Line(row, 0, 100, 500, 680, 690, 9, hyphenated=False)
    found = Affiliations([NamedLine(names, find_people(names)[0])], [place], [])
    first, second = "南京师范大学地理科学学院，南京 210023", "南京大学乡村振兴研究院，南京 210023"
    assert [found.find(person, names) for person in find_people(names)[0]] == [
        (first, second),
        (first,),
        (second,),
    ]


def test_numbers_inside_a_line_can_have_full_stops(path: Path) -> None:
    places = "1. University of Oslo 2. rivers-devs 3. Bank of Norway"
    assert of_each(below(path, "Anna Smith^1^, Jan Berg^2^, Eva Lund^3^", places)) == [
        ("University of Oslo",),
        (),
        ("Bank of Norway",),
    ]


def test_one_can_be_centred_below_three_names() -> None:
    names, places = (
        [
            Line(row, 0, left, right, bottom, bottom + 8, 11, hyphenated=False)
            for row, left, right, bottom in rows
        ]
        for rows in (
            (("Anna Smith", 90, 150, 690), ("Jan Berg", 213, 259, 690), ("Eva Lund", 274, 322, 690),
             ("Ida Falk", 337, 382, 690)),
            (("Bank of Norway", 80, 160, 676), ("Institute of Rivers and Lakes", 208, 386, 676),
             ("Oslo, Norway", 262, 333, 662)),
        )
    )  # fmt: skip
    named = [NamedLine(line, find_people(line)[0]) for line in names]
    found = Affiliations(named, places, [])
    shared = ("Institute of Rivers and Lakes Oslo, Norway",)
    assert [found.find(row.people[0], row.line) for row in named] == [
        ("Bank of Norway",),
        shared,
        shared,
        shared,
    ]


@pytest.mark.parametrize(
    "text", ["Applied Research in Rivers (2021) 16:249–256", "[Urb11] Eric Lund, Rivers, Oslo"]
)
def test_a_volume_with_its_pages_or_a_reference_is_none(text: str) -> None:
    assert tidy(text) == ""


def test_one_has_no_mark_at_its_end() -> None:
    assert tidy("Brave Software∗") == "Brave Software"


MARKED = text(72, 100, 9, "^*^ Department of Economics, University of Oslo; anna@uio.example")


@pytest.mark.parametrize(
    ("row", "places"),
    [("Eva Lund and Anna Smith^*^", 2), ("Eva Lund^*^ and Anna Smith", 1)],
)
def test_the_only_mark_behind_the_last_name_is_of_all(path: Path, row: str, places: int) -> None:
    found = read(path, [centred(720, 16, TITLE), centred(690, 11, row), *ABSTRACT, MARKED])
    assert of_each(found).count(("Department of Economics, University of Oslo",)) == places


@pytest.mark.parametrize(
    "row",
    [
        *("Novemeber 2025", "OSL-RI-TR-05-09", "II. Rivers and Lakes", "SUMMARY .......... 48"),
        "REFERENCES",
    ],
)
def test_a_misspelled_date_a_code_and_a_heading_are_none(path: Path, row: str) -> None:
    assert of_each(below(path, "Anna Smith", row)) == [()]


def test_none_is_below_the_first_line_of_a_table_of_contents(path: Path) -> None:
    rows = (
        "INTRODUCTION .......... 9",
        "III. HOW THE OFFICE OF RIVERS BEGAN",
        "WORK .......... 12",
    )
    assert of_each(below(path, "Anna Smith", *rows)) == [()]


def test_the_initials_of_a_university_are_kept() -> None:
    assert tidy("Faculty of Law (U.O.), Oslo, Norway AND") == "Faculty of Law (U.O.), Oslo, Norway"


def test_a_number_that_no_author_has_is_left_out_far_below(path: Path) -> None:
    far = [
        centred(720, 16, TITLE),
        centred(690, 11, "Anna Smith^*^, Eva Lund^*^"),
        centred(662, 11, "Corresponding author: Eva Marie Lund"),
        centred(630, 9, "1 Electrical and Mechanical Engineering Department, University of Oslo"),
    ]
    whole = ("Electrical and Mechanical Engineering Department, University of Oslo",)
    assert of_each(read(path, [*far, *ABSTRACT])) == [whole, whole]


@pytest.mark.parametrize(
    "end",
    [
        " Email", " Email address:", " Correo-e", " (telephone: +47 91 67",
        ". To whom correspondence should be addressed",
    ],
)  # fmt: skip
def test_a_label_without_its_address_is_no_part(end: str) -> None:
    assert tidy(f"University of Oslo{end}") == "University of Oslo"


def test_the_mark_of_a_note_behind_it_is_no_part() -> None:
    assert tidy("Delft University, The Netherlands1") == "Delft University, The Netherlands"


def test_one_that_is_also_with_another_has_two(path: Path) -> None:
    row = "^1^University of Oslo, Norway, and also with the Bank of Norway"
    found = below(path, "Anna Smith^1^, Eva Lund^1^", row)
    assert of_each(found)[0] == ("University of Oslo, Norway", "Bank of Norway")


def test_a_copyright_of_old_fonts_is_none(path: Path) -> None:
    assert of_each(below(path, "Anna Smith", "# Society of Rivers 2019")) == [()]


class TestAffiliationsAtTheEnd:
    """Affiliations that only the last page has."""

    FIRST = (centred(720, 16, TITLE), centred(690, 11, "Anna Smith and Eva Lund"), *ABSTRACT)

    def test_can_be_below_the_names(self, path: Path) -> None:
        last = [
            paragraph(72, 700, 10),
            text(72, 500, 9, "Anna Smith"),
            text(72, 489, 9, "Department of Rivers, University of Oslo"),
            text(72, 478, 9, "e-mail: anna@uio.example"),
            text(72, 457, 9, "Eva Lund"),
            text(72, 446, 9, "Bank of Norway"),
            text(72, 435, 9, "e-mail: eva.lund@bank.example"),
        ]
        assert of_each(read(path, self.FIRST, [paragraph(72, 700, 30)], last)) == [
            ("Department of Rivers, University of Oslo",),
            ("Bank of Norway",),
        ]

    def test_can_be_told_by_the_addresses(self, path: Path) -> None:
        last = [
            paragraph(72, 700, 10),
            text(72, 500, 9, "Bank of Norway, 0151 Oslo, Norway"),
            text(72, 489, 9, "Email address: eva.lund@bank.example"),
            text(72, 468, 9, "Department of Rivers, University of Oslo"),
            text(72, 457, 9, "Email address: anna@uio.example"),
        ]
        assert of_each(read(path, self.FIRST, [paragraph(72, 700, 30)], last)) == [
            ("Department of Rivers, University of Oslo",),
            ("Bank of Norway, 0151 Oslo, Norway",),
        ]

    def test_can_be_a_list_with_marks(self, path: Path) -> None:
        row = "Anna Smith^1^ and Eva Lund^2,3^"
        first = (centred(720, 16, TITLE), centred(690, 11, row), *ABSTRACT)
        last = [
            paragraph(72, 700, 10),
            text(72, 500, 11, "Authors and Affiliations", bold=True),
            text(72, 480, 10, row),
            text(72, 460, 8, "^1^ Department of Rivers, University of Oslo"),
            text(72, 445, 8, "^2^ Bank of Norway"),
            text(72, 430, 8, "^3^ University of Bergen"),
        ]
        assert of_each(read(path, first, [paragraph(72, 700, 30)], last)) == [
            ("Department of Rivers, University of Oslo",),
            ("Bank of Norway", "University of Bergen"),
        ]

    def test_are_no_private_addresses(self, path: Path) -> None:
        last = [
            *(paragraph(72, 700, 10), text(72, 500, 9, "Anna Smith")),
            *(text(72, 489, 9, "River Road 14"), text(72, 478, 9, "anna@uio.example")),
        ]
        assert of_each(read(path, self.FIRST, [paragraph(72, 700, 30)], last)) == [(), ()]

    def test_are_not_looked_for_if_the_first_page_has_any(self, path: Path) -> None:
        first = (*self.FIRST[:2], centred(676, 11, "University of Bergen"), *ABSTRACT)
        last = [
            paragraph(72, 700, 10),
            text(72, 500, 9, "Anna Smith"),
            text(72, 489, 9, "University of Oslo"),
            text(72, 478, 9, "e-mail: anna@uio.example"),
        ]
        found = read(path, first, last)
        assert found.affiliations == ("University of Bergen",)


def test_those_beside_an_abstract_go_on_there(path: Path) -> None:
    found = read(
        path,
        [
            text(46, 720, 16, TITLE),
            text(46, 690, 11, "Anna Smith^1^, Eva Lund^2^"),
            text(46, 664, 7, "^1^ Faculty of Rivers and Lakes,"),
            text(46, 654, 7, "University of Oslo, Norway"),
            text(46, 642, 7, "^2^ Faculty of Mountains, University"),
            text(46, 632, 7, "of Bergen, Norway"),
            text(46, 618, 7, "Correspondence", bold=True),
            text(46, 608, 7, "A. Smith, Faculty of Rivers, Bank of Norway"),
            text(220, 655, 10, "Abstract", bold=True),
            paragraph(220, 640, 8),
            text(220, 535, 10, "Keywords: rivers, lakes"),
            *BODY,
        ],
    )
    assert of_each(found) == [
        ("Faculty of Rivers and Lakes, University of Oslo, Norway",),
        ("Faculty of Mountains, University of Bergen, Norway",),
    ]


def test_the_name_of_an_archive_goes_on_no_university() -> None:
    page = [
        Line(row, 0, 240, 375, bottom, bottom + size, size, hyphenated=False)
        for row, bottom, size in [
            ("University of Oslo", 670, 13.0),
            ("Research Institute Online", 653, 18.0),
        ]
    ]
    assert find_university(page, []) == "University of Oslo"


def find_for_rows(*rows: tuple[str, float, float]) -> list[tuple[str, ...]]:
    """Return what is found for the names on the first row; each row has its edges."""
    first, *others = (
        Line(row, 0, left, right, bottom, bottom + 8, 8, hyphenated=False)
        for bottom, (row, left, right) in zip(range(700, 0, -10), rows, strict=False)
    )
    people, _ = find_people(first)
    found = Affiliations([NamedLine(first, people)], others, [])
    return [found.find(person, first) for person in people]


def test_an_identifier_at_the_right_edge_does_not_go_on() -> None:
    identifier = "ORCID: https://orcid.org/0000-0003-4093-197X"
    rows = (("Anna Smith", 450, 500), (identifier, 350, 500), ("University of Oslo", 420, 500))
    assert find_for_rows(*rows) == [("University of Oslo",)]


def test_what_is_in_the_margin_goes_on_with_no_affiliation() -> None:
    assert find_for_rows(
        ("Anna Smith1, Jan Berg2", 160, 300),
        ("1 University of Oslo, Norway 2 Bank of", 160, 400),
        ("Meeting of Rivers", 30, 100),
        ("Norway, Bergen", 160, 230),
    ) == [("University of Oslo, Norway",), ("Bank of Norway, Bergen",)]


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("(1) Oslo Networks, Norway", "Oslo Networks, Norway"),
        ("1. Oslo Networks, Norway", "Oslo Networks, Norway"),
    ],
)
def test_a_number_of_nobody_can_have_brackets(path: Path, row: str, name: str) -> None:
    assert of_each(below(path, "Anna Smith, Eva Lund", row)) == [(name,), (name,)]


def test_one_can_end_in_the_initials_of_a_country(path: Path) -> None:
    rows = ("Department of Rivers, University of Oslo, WA 98195,", "U.S.A.")
    name = "Department of Rivers, University of Oslo, WA 98195, U.S.A"
    assert of_each(below(path, "Anna Smith", *rows)) == [(name,)]


def test_one_ends_before_a_label_of_several_words(path: Path) -> None:
    rows = ("^a^ University of Oslo", "^b^ Bank of Norway", "Online Publication Date: 01 May 2021")
    found = below(path, "Anna Smith^a^, Eva Lund^b^", *rows)
    assert of_each(found) == [("University of Oslo",), ("Bank of Norway",)]


def test_one_goes_on_with_a_small_letter_with_an_accent(path: Path) -> None:
    rows = ("^1^ Institut de Genève, Faculté de", "médecine, Suisse", "^2^ Bank of Norway")
    found = below(path, "Anna Smith^1^, Eva Lund^2^", *rows)
    assert of_each(found)[0] == ("Institut de Genève, Faculté de médecine, Suisse",)


def test_those_behind_a_label_end_before_the_addresses_of_e_mail(path: Path) -> None:
    address = "Address: ^1^University of Oslo, Norway and ^2^Bank of Norway, Oslo"
    emails = "Email: Anna Smith - anna@example.org; Eva Lund - eva@example.org"
    found = below(path, "Anna Smith^1^ and Eva Lund^2^", address, emails)
    assert of_each(found) == [("University of Oslo, Norway",), ("Bank of Norway, Oslo",)]


def test_a_journal_is_none() -> None:
    assert tidy("The International Journal of Robotics Research") == ""


def test_a_lone_letter_is_none() -> None:
    assert not find_for_rows(("Anna Smith1", 160, 300), ("1 A", 160, 170))[0]


def find_in_notes(names: str, *notes: str) -> list[tuple[str, ...]]:
    """Return what notes of one line each have for names whose marks are digits."""
    line = Line(names, 0, 72, 300, 700, 708, 8, hyphenated=False)
    below = [line._replace(text=note, bottom=100 - 9 * n) for n, note in enumerate(notes)]
    people, _ = find_people(line)
    found = Affiliations([NamedLine(line, people)], [], [[note] for note in below])
    return [found.find(person, line) for person in people]


@pytest.mark.parametrize("name", ["Rivers Watch, Oslo, the Netherlands", "Rivers, Fort, IN, USA"])
def test_one_in_a_note_can_have_a_word_that_names_lack_before_its_country(name: str) -> None:
    assert find_in_notes("Anna Smith1, Eva Lund2", f"1 {name}", "2 Bank of Norway")[0] == (name,)


@pytest.mark.parametrize("name", ["eRivers Research", "国立河川大学 工学部", "서울대학교 공과대학"])
def test_one_in_a_note_can_begin_without_a_capital(name: str) -> None:
    assert find_in_notes("Anna Smith1, Eva Lund2", f"1 {name}", "2 Bank of Norway")[0] == (name,)


def test_one_in_a_note_that_names_its_author_in_other_letters_is_of_nobody_else() -> None:
    found = find_in_notes("ANNA SMITH, EVA LUND", "Anna Smith: University of Oslo")
    assert found == [("University of Oslo",), ()]


def test_a_label_on_a_line_of_its_own_is_no_part_of_one() -> None:
    rows = (("Anna Smith", 72, 120), ("Address", 72, 100), ("University of Oslo", 72, 150))
    assert find_for_rows(*rows) == [("University of Oslo",)]


@pytest.mark.parametrize("row", ["Matricola 881491", "Sous la direction de Jan Berg"])
def test_what_theses_have_beside_the_name_is_none(row: str) -> None:
    assert not is_affiliation(Line(row, 0, 72, 300, 700, 708, 8, hyphenated=False))


@pytest.mark.parametrize("end", ["2019", "See next page for additional authors"])
def test_one_ends_before_a_year_and_before_a_notice_of_further_authors(end: str) -> None:
    assert tidy(f"University of Oslo, {end}") == "University of Oslo"


def test_the_next_number_can_be_glued_to_its_affiliation_behind_a_comma() -> None:
    rows = ("1 University of Oslo, Norway, 2Bank of", "Norway, Bergen")
    found = find_for_rows(("Anna Smith1, Jan Berg2", 72, 300), *((row, 72, 400) for row in rows))
    assert found == [("University of Oslo, Norway",), ("Bank of Norway, Bergen",)]


@pytest.mark.parametrize("sign", ["^†^", "†"])
def test_a_sign_that_is_not_raised_is_a_mark(sign: str, path: Path) -> None:
    found = below(
        path,
        "Anna Smith*^,†^ and Eva Lund*^,1^",
        f"*Institute of Rivers, Oslo, and {sign}Bank of Norway, Bergen",
    )
    assert of_each(found) == [
        ("Institute of Rivers, Oslo", "Bank of Norway, Bergen"),
        ("Institute of Rivers, Oslo",),
    ]


def test_those_beside_an_abstract_can_begin_at_its_heading(path: Path) -> None:
    first = [
        *(text(40, 720, 16, TITLE, bold=True), text(40, 690, 11, "Anna Smith^1^, Eva Lund^2^")),
        *(text(40, 651, 7, "^1^University of Oslo,"), text(40, 642, 7, "Oslo, Norway")),
        *(text(40, 631, 7, "^2^Bank of Norway,"), text(40, 622, 7, "Bergen, Norway")),
        text(200, 650, 10, "Abstract", bold=True),
        *(
            text(200, 638 - 12 * n, 10, "This paper is about the rivers of a town.")
            for n in range(9)
        ),
    ]
    assert of_each(read(path, first)) == [
        ("University of Oslo, Oslo, Norway",),
        ("Bank of Norway, Bergen, Norway",),
    ]


def test_one_between_two_names_is_of_both(path: Path) -> None:
    first = [
        centred(720, 16, TITLE),
        *(text(150, 690, 12, "Anna Smith"), text(330, 690, 12, "Eva Lund")),
        centred(676, 12, "Department of Rivers", middle=264),
        centred(662, 12, "University of Oslo", middle=264),
        centred(630, 12, "Ida Falk"),
        *(centred(616, 12, "Bank of Norway"), text(72, 580, 11, "Abstract", bold=True)),
        paragraph(72, 560, 20),
    ]
    assert of_each(read(path, first)) == [
        *[("Department of Rivers University of Oslo",)] * 2,
        ("Bank of Norway",),
    ]


def test_those_below_the_text_are_told_by_their_addresses(path: Path) -> None:
    first = [
        *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith · Eva Lund"), *ABSTRACT),
        *(text(72, 200, 8, "University of Oslo, Norway"), text(72, 190, 8, "Tel: +47-22-85-50")),
        text(72, 180, 8, "E-mail: anna.smith@oslo.example"),
        *(text(72, 150, 8, "Bank of Norway"), text(72, 140, 8, "E-mail: eva.lund@bank.example")),
    ]
    assert of_each(read(path, first)) == [("University of Oslo, Norway",), ("Bank of Norway",)]


def test_they_can_be_in_a_column_of_names_left_of_the_title(path: Path) -> None:
    column = [
        *(text(90, 734, 12, "Anna Smith"), text(90, 724, 8, "Department of Rivers,")),
        *(text(90, 714, 8, "University of Oslo"), text(90, 704, 8, "e-mail: anna@oslo.example")),
        *(text(90, 680, 12, "Eva Lund"), text(90, 670, 8, "Bank of Norway")),
    ]
    title = [text(219, 668, 24, "Simulations of Two"), text(219, 642, 24, "Rivers in a Large Town")]
    first = [*column, *title, paragraph(219, 600, 12), text(52, 348, 10, "1 Introduction")]
    found = read(path, first)
    assert names(found) == ["Anna Smith", "Eva Lund"]
    assert of_each(found) == [("Department of Rivers, University of Oslo",), ("Bank of Norway",)]


def test_one_ends_before_who_contributed_a_paper(path: Path) -> None:
    found = below(
        path,
        "Anna Smith^a^ and Eva Lund^b^",
        "^a^University of Oslo; and ^b^Bank of Norway",
        "Contributed by Anna Smith, October 17, 2013 (sent for review September 26, 2013)",
    )
    assert of_each(found) == [("University of Oslo",), ("Bank of Norway",)]


def test_one_goes_on_behind_a_country_that_its_name_begins_with(path: Path) -> None:
    rows = ("Department of Engineering, East China", "University of Rivers, Shanghai, China")
    assert of_each(below(path, "Anna Smith", *rows)) == [(" ".join(rows),)]


def test_one_behind_a_raised_letter_can_have_many_words_in_lower_case(path: Path) -> None:
    rows = ("^a^Universidad de los Rios", "^b^Facultad de las aguas e industrias y de los")
    assert of_each(below(path, "Anna Smith^a^, Eva Lund^b^", *rows, "rios, Bergen")) == [
        ("Universidad de los Rios",),
        ("Facultad de las aguas e industrias y de los rios, Bergen",),
    ]


def test_one_can_begin_with_an_ordinal_number(path: Path) -> None:
    found = below(path, "Anna Smith", "2nd Department of Rivers, University of Oslo")
    assert of_each(found) == [("2nd Department of Rivers, University of Oslo",)]


def test_one_column_below_the_first_of_several_names_is_of_all() -> None:
    row = [("Anna Smith", 46, 101), ("Bo Berg", 137, 176), ("Eva Lund", 215, 242)]
    lines = [
        Line(name, 0, left, right, 599, 608, 12, hyphenated=False) for name, left, right in row
    ]
    named = [NamedLine(line, find_people(line)[0]) for line in lines]
    column = [("School of Roads and", 158), ("Water, University of Oslo", 181), ("and Art", 130)]
    below = [
        Line(name, 0, 46, right, 566 - 9 * n, 572 - 9 * n, 7, hyphenated=False)
        for n, (name, right) in enumerate(column)
    ]
    found = Affiliations(named, below, ())
    school = ("School of Roads and Water, University of Oslo and Art",)
    assert [found.find(one.people[0], one.line) for one in named] == 3 * [school]


def test_a_note_needs_no_word_of_institutions_before_a_country(path: Path) -> None:
    first = [
        *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^†^, Bo Berg^‡^"), *ABSTRACT),
        text(72, 90, 8, "^†^ ICAR-CNR, via Bucci 41c, 87036 Rende (CS) - Italy"),
        text(72, 80, 8, "^‡^ DEIS, via Bucci 41c, 87036 Rende (CS) - Italy"),
    ]
    place = "via Bucci 41c, 87036 Rende (CS) - Italy"
    assert of_each(read(path, first)) == [(f"ICAR-CNR, {place}",), (f"DEIS, {place}",)]


class TestUniversitiesThatAreJoinedBelowSeveralNames:
    @pytest.mark.parametrize("joint", ["and", "&"])
    def test_are_of_one_author_each(self, path: Path, joint: str) -> None:
        row = f"University of Oslo {joint} Bergen University"
        found = below(path, f"Anna Smith {joint} Jan Berg", row)
        assert of_each(found) == [("University of Oslo",), ("Bergen University",)]

    @pytest.mark.parametrize(
        "row", ["University of Oslo and National Bureau of Economics", "Oslo University and CEPR"]
    )
    def test_are_of_all_if_one_is_none(self, path: Path, row: str) -> None:
        assert of_each(below(path, "Anna Smith and Jan Berg", row)) == 2 * [(row,)]


def test_the_number_of_a_street_is_no_mark_where_marks_are_raised(path: Path) -> None:
    found = below(
        path,
        "Anna Smith^1^, Jan Berg^2^",
        "^1^School of Roads, University of Oslo, 2 River Lane, Oslo",
        "^2^Bank of Norway, Department of Prices,",
        "Institute of Wages, 1 Town Square, Bergen",
    )
    assert of_each(found) == [
        ("School of Roads, University of Oslo, 2 River Lane, Oslo",),
        ("Bank of Norway, Department of Prices, Institute of Wages, 1 Town Square, Bergen",),
    ]


def test_what_a_paper_has_besides_is_no_affiliation(path: Path) -> None:
    rows = ("Anna Smith*^,†^", "^†^University of Oslo, Norway", "^*^S Supporting Information")
    assert of_each(below(path, *rows)) == [("University of Oslo, Norway",)]


def test_an_institution_can_be_in_brackets_behind_each_name(path: Path) -> None:
    found = below(path, "A. Smith* (University of Oslo) & J.C. Berg (Bank of Norway)")
    assert of_each(found) == [("University of Oslo",), ("Bank of Norway",)]


@pytest.mark.parametrize("before", ["Anna Smith, ", "Corresponding author: Anna Smith, "])
def test_one_does_not_name_its_author(path: Path, before: str) -> None:
    found = below(path, "Anna Smith^1^", f"^1^{before}Institute of Rivers, Oslo")
    assert of_each(found) == [("Institute of Rivers, Oslo",)]


def test_a_present_address_can_be_behind_a_sentence_in_a_note(path: Path) -> None:
    note = ["*Author to whom letters should be addressed. Present", "address: University of Bergen"]
    first = [
        *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^ and Bo Berg")),
        *(centred(676, 11, "University of Oslo"), *ABSTRACT),
        *(text(72, 90 - 9 * n, 8, row) for n, row in enumerate(note)),
    ]
    assert of_each(read(path, first)) == [
        ("University of Oslo", "University of Bergen"),
        ("University of Oslo",),
    ]


def test_one_does_not_begin_with_a_conjunction(path: Path) -> None:
    rows = ("Anna Smith^1^, Bo Berg^2^", "Oslo University^1^ and The University of Bergen^2^")
    assert of_each(below(path, *rows)) == [("Oslo University",), ("The University of Bergen",)]


def test_what_a_template_says_of_its_date_is_no_affiliation(path: Path) -> None:
    rows = ("Anna Smith^a^", "^a^University of Oslo", "This manuscript was compiled on May 2, 2026")
    assert of_each(below(path, *rows)) == [("University of Oslo",)]


def test_marked_notes_below_an_abstract_can_be_as_large_as_the_text(path: Path) -> None:
    first = [
        *(centred(720, 16, TITLE), centred(690, 10, "Anna Smith^†^ and Bo Berg^‡^")),
        *(text(72, 600, 10, "Abstract", bold=True), paragraph(72, 580, 6)),
        text(72, 508, 10, "they were."),
        text(72, 440, 10, "Date: June 26, 2020."),
        text(72, 425, 10, "^†^Department of Prices, University of Oslo; NBER."),
        text(72, 410, 10, "‡Bank of Norway."),
    ]
    assert of_each(read(path, first, [paragraph(72, 700, 30)])) == [
        ("Department of Prices, University of Oslo; NBER",),
        ("Bank of Norway",),
    ]


@pytest.mark.parametrize("heading", ["Address", "Addresses"])
def test_one_can_be_below_its_heading_and_the_abstract(path: Path, heading: str) -> None:
    """As in the journals `Current Opinion in …`."""
    first = [
        *(centred(720, 16, TITLE), centred(690, 11, "David Smith")),
        *(paragraph(72, 640, 8, size=9), text(72, 528, 9, "they were.")),
        *(text(72, 500, 8, heading), text(72, 490, 8, "Rivers, LLC, 7 West Street, Oslo")),
        paragraph(72, 450, 20),
    ]
    assert of_each(read(path, first)) == [("Rivers, LLC, 7 West Street, Oslo",)]


def test_a_remark_below_the_web_page_of_an_author_is_none(path: Path) -> None:
    rows = ("Anna Smith", "University of Oslo", "http://uio.example/~anna", "(Short paper)")
    assert of_each(below(path, *rows)) == [("University of Oslo",)]


def test_a_post_code_can_begin_the_second_line_of_an_affiliation(path: Path) -> None:
    found = below(
        path,
        "Anna Smith^1^, Jan Berg^2^",
        "1 Trust Sanger Institute, Hinxton, Cambridge CB10",
        "1SA, UK",
        "2 Bank of Norway",
    )
    assert of_each(found) == [
        ("Trust Sanger Institute, Hinxton, Cambridge CB10 1SA, UK",),
        ("Bank of Norway",),
    ]


@pytest.mark.parametrize(
    "other", ["NBER Working Paper No. 29469", "Bank of Norway Working Papers describe research in"]
)
def test_a_series_is_no_affiliation(path: Path, other: str) -> None:
    assert of_each(below(path, "Anna Smith", other)) == [()]
    found = below(path, "Anna Smith", other, "Department of Economics", "University of Oslo")
    assert of_each(found) == [("Department of Economics University of Oslo",)]


def test_a_remark_below_a_name_is_no_affiliation(path: Path) -> None:
    assert of_each(below(path, "Anna Smith", "Full Draft Available on Request")) == [()]


def test_a_sentence_with_a_committee_is_no_affiliation(path: Path) -> None:
    note = "^*^writing committee members are required to recuse themselves from votes."
    first = [centred(720, 16, TITLE), centred(690, 11, "Anna Smith^*^"), *ABSTRACT]
    assert of_each(read(path, [*first, text(72, 80, 8, note)])) == [()]


def test_the_note_of_a_mark_can_be_below_a_page_without_text(path: Path) -> None:
    """Such a note is no abstract, either."""
    first = [
        centred(720, 16, f"{TITLE}^*^"),
        centred(690, 11, "Anna Smith^**^"),
        text(
            72, 120, 9, "* This paper is part of a study of all regions that was made with the help"
        ),
        text(
            72, 109, 9, "of the union of the nations in the years in which towns grew and had work."
        ),
        text(
            72,
            92,
            9,
            "** University of Oslo. The author thanks all who had read an earlier version.",
        ),
    ]
    found = read(path, first, [*BODY])
    assert found.abstract == ""
    assert of_each(found) == [("University of Oslo",)]


def test_what_a_note_says_before_an_affiliation_is_no_part_of_it(path: Path) -> None:
    rows = (
        "^†^Smith: Bank of Norway, Oslo, anna@bank.example.",
        "Berg: Corresponding author, University of Oslo, Oslo, jan@oslo.example.",
    )
    notes = [text(72, 90 - 10 * number, 8, row) for number, row in enumerate(rows)]
    first = [centred(720, 16, TITLE), centred(690, 11, "Anna Smith and Jan Berg^†^"), *ABSTRACT]
    found = of_each(read(path, [*first, *notes]))
    assert found == [("Bank of Norway, Oslo",), ("University of Oslo, Oslo",)]


def test_names_with_institutions_can_be_below_a_label(path: Path) -> None:
    rows = ("BY", "ANNA SMITH, Amherst College", "JAN BERG, University of Oslo")
    below_title = [centred(690 - 14 * number, 11, row) for number, row in enumerate(rows)]
    found = read(path, [centred(720, 16, TITLE), *below_title, paragraph(72, 600, 50)])
    assert of_each(found) == [("Amherst College",), ("University of Oslo",)]


def test_a_number_is_no_sign_of_a_note_on_a_page_without_text(path: Path) -> None:
    first = [
        text(73, 720, 12, TITLE),
        text(73, 690, 12, "Anna Smith^1,2^, Jan Berg^1^"),
        *(
            text(57, 650, 12, "^1^4 Centre for Ecology, School of Biology,"),
            text(73, 626, 12, "Riverdale University, Oslo, Norway"),
        ),
        text(57, 590, 12, "^2^7 Current Address: Institute of Rivers, University of Bergen"),
    ]
    found = of_each(read(path, first, [*BODY]))
    assert [("Riverdale University" in own[0], len(own)) for own in found] == [(True, 2), (True, 1)]
