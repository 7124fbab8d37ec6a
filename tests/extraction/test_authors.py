"""Lists of authors: broken over lines, with marks and degrees, beside addresses and columns."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from wildwood.extraction import authors, header, people
from wildwood.extraction.data import Author, Line
from wildwood.extraction.front_page import INSTITUTION

from tests.extraction.test_header import BODY, TITLE, names, read
from tests.support.made_pdfs import centred, paragraph, text


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "paper.pdf"


def byline(path: Path, *rows: str) -> list[str]:
    """Return the names that are found on these lines below a title."""
    first = [text(72, 720, 16, TITLE, bold=True)]
    first += [text(72, 690 - 13 * number, 11, row, bold=True) for number, row in enumerate(rows)]
    return names(read(path, [*first, *BODY]))


class TestANameThatIsBrokenOverTwoLines:
    def test_is_whole_after_names_with_marks(self, path: Path) -> None:
        rows = ("Ana Maria Costa^a^, Luiz A A Pereira^b^ e Paulo H N", "Saldiva^b^")
        assert byline(path, *rows) == ["Ana Maria Costa", "Luiz A A Pereira", "Paulo H N Saldiva"]

    def test_is_whole_if_it_is_long(self, path: Path) -> None:
        rows = ("Ana Costa^a^, Maria do Carmo Dias", "de Oliveira da Torre^a^, Rui Melo^b^")
        assert byline(path, *rows) == [
            "Ana Costa", "Maria do Carmo Dias de Oliveira da Torre", "Rui Melo",
        ]  # fmt: skip

    def test_keeps_its_hyphen(self, path: Path) -> None:
        rows = ("Ana Costa^a^, Jussara Marcondes-", "Machado^b^")
        assert byline(path, *rows) == ["Ana Costa", "Jussara Marcondes-Machado"]

    def test_is_whole_after_several_names_without_marks(self, path: Path) -> None:
        rows = ("Ana Costa, Rui Melo, Jussara", "Machado & Li Wang")
        assert byline(path, *rows) == ["Ana Costa", "Rui Melo", "Jussara Machado", "Li Wang"]

    def test_is_whole_after_an_initial(self, path: Path) -> None:
        rows = ("Jan Berg1, Rui Melo2, Anna M.", "Smith2, Eva Lund3")
        assert byline(path, *rows) == ["Jan Berg", "Rui Melo", "Anna M. Smith", "Eva Lund"]

    def test_is_whole_before_an_initial(self, path: Path) -> None:
        rows = ("Jan C. Berg, Raman", "C. Melo & Eva Lund")
        assert byline(path, *rows) == ["Jan C. Berg", "Raman C. Melo", "Eva Lund"]


class TestAListOfNames:
    def test_can_have_the_envelopes_of_springer(self, path: Path) -> None:
        assert byline(path, "Anna Li(B) and Mary Wang(B)") == ["Anna Li", "Mary Wang"]

    @pytest.mark.parametrize("row", ["Komisja Nadzoru, Warsaw", "Field of Study, Oslo"])
    def test_does_not_end_at_an_institution_named_like_a_label(self, path: Path, row: str) -> None:
        assert byline(path, "Anna Li", row, "Mentor Hamiti") == ["Anna Li", "Mentor Hamiti"]

    def test_can_have_particles_of_arabic_names(self, path: Path) -> None:
        assert byline(path, "Anwar ul Haque^1^, Qurat ul Ain Mir^1^") == [
            "Anwar ul Haque", "Qurat ul Ain Mir",
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("size", "found"),
        [(11, ["Anna Li", "Mary Wang"]), (9, ["Anna Li", "Mary Wang"]), (8.5, ["Anna Li"])],
    )
    def test_is_in_letters_of_about_one_size(
        self, path: Path, size: float, found: list[str]
    ) -> None:
        title = text(72, 720, 16, TITLE, bold=True)
        rows = [
            text(72, 690, 11, "Anna Li", bold=True),
            text(72, 670, size, "Mary Wang", bold=True),
        ]
        assert names(read(path, [title, *rows, *BODY])) == found

    def test_can_have_a_clear_name_in_other_letters(self, path: Path) -> None:
        title = text(72, 720, 16, TITLE, bold=True)
        rows = [
            text(72, 690, 10, "Robert Johnson", bold=True),
            text(72, 675, 11.5, "David N. Williams", bold=True),
            text(72, 660, 11.5, "Bloomberg L.P.", bold=True),
        ]
        assert names(read(path, [title, *rows, *BODY])) == ["Robert Johnson", "David N. Williams"]

    def test_can_have_marks_before_the_names(self, path: Path) -> None:
        rows = (
            "^1^Anna Smith, ^2^Robert Jones, M.Sc., ^3^Dr. Eva Lund",
            "^12^Department of Rivers, University of Oslo",
            "^3^Bank of Norway",
        )
        first = [text(72, 720, 16, TITLE, bold=True)]
        first += [text(72, 690 - 14 * number, 11, row) for number, row in enumerate(rows)]
        found = read(path, [*first, *BODY])
        own = ("Department of Rivers, University of Oslo",)
        assert [(author.name, author.affiliations) for author in found.authors] == [
            ("Anna Smith", own), ("Robert Jones", own), ("Eva Lund", ("Bank of Norway",)),
        ]  # fmt: skip

    def test_can_have_the_ordinals_of_a_template(self, path: Path) -> None:
        rows = ("1^st^ Anna Smith", "2^nd^Robert Jones", "3rd Eva Lund")
        assert byline(path, *rows) == ["Anna Smith", "Robert Jones", "Eva Lund"]

    def test_can_be_in_random_order_behind_marks(self) -> None:
        printed = "Anna Smith† ⓡ Robert Jones‡⃝r Eva Lund§"
        line = Line(printed, 0, 72, 400, 700, 710, 10, hyphenated=False)
        found, rest = people.find_people(line)
        assert ([person.name for person in found], rest) == (
            ["Anna Smith", "Robert Jones", "Eva Lund"], 0,
        )  # fmt: skip

    def test_can_have_initials_joined_to_family_names(self, path: Path) -> None:
        assert byline(path, "P.Vyshali^1^, B.Ajitha^2^") == ["P. Vyshali", "B. Ajitha"]

    @pytest.mark.parametrize(
        "row",
        [
            "Anna Smith, Senior Vice President for rivers,",
            "Anna Smith – M63000762 – 13 June 2019",
            "Anna Smith, student of rivers, anna@example.org",
        ],
    )
    def test_can_begin_a_line_that_says_more(self, path: Path, row: str) -> None:
        assert byline(path, row) == ["Anna Smith"]

    def test_can_be_to_the_left_of_the_title(self, path: Path) -> None:
        first = [text(200, 720, 16, TITLE, bold=True), text(72, 690, 9, "Anna Smith")]
        assert names(read(path, [*first, *BODY])) == ["Anna Smith"]

    @pytest.mark.parametrize("row", ["Kocaeli, Türkiye", "Dhaka, Bangladesh", "Vidyapeeth's Lab"])
    def test_has_no_place_and_no_owner(self, path: Path, row: str) -> None:
        assert byline(path, "Anna Smith", row) == ["Anna Smith"]

    @pytest.mark.parametrize("row", ["Stony Brook, Rio Tinto", "Monte Verde, Ponta Delgada"])
    def test_ends_at_a_comma_before_smaller_places(self, path: Path, row: str) -> None:
        first = [
            centred(700, 20, "Learning to Match Workers and Firms"),
            centred(660, 14, "Anna Smith, Robert Jones,"),
            centred(640, 10, row),
            *BODY,
        ]
        assert names(read(path, first)) == ["Anna Smith", "Robert Jones"]

    def test_ends_at_a_comma_before_a_company_in_smaller_letters(self, path: Path) -> None:
        first = [
            centred(700, 20, "Learning to Match Workers and Firms"),
            centred(660, 14, "Anna Smith, Robert Jones,"),
            centred(640, 11.5, "Walt Disney Imagineering"),
            *BODY,
        ]
        assert names(read(path, first)) == ["Anna Smith", "Robert Jones"]

    def test_goes_on_after_a_comma_in_slightly_smaller_letters(self, path: Path) -> None:
        first = [
            centred(700, 20, "Learning to Match Workers and Firms"),
            centred(660, 14, "Anna Smith, Robert Jones,"),
            centred(640, 11.5, "Mary White, Peter Brown"),
            *BODY,
        ]
        assert names(read(path, first)) == [
            "Anna Smith", "Robert Jones", "Mary White", "Peter Brown",
        ]  # fmt: skip

    def test_has_single_words_with_marks_among_marked_names(self, path: Path) -> None:
        row = "Fajar Sarasati^1^, Widiastuti^2^, Marzuki^1^"
        assert byline(path, row) == ["Fajar Sarasati", "Widiastuti", "Marzuki"]

    def test_in_capitals_can_have_daggers_read_as_letters(self, path: Path) -> None:
        assert byline(path, "ANNA KARLINt, KURT MEHLHORNy") == ["ANNA KARLIN", "KURT MEHLHORN"]

    def test_can_have_degrees(self, path: Path) -> None:
        assert byline(path, "Anna Li, MM^a^, Wei Du, MB^b^, Mary Wang, MBA^b,*^") == [
            "Anna Li", "Wei Du", "Mary Wang",
        ]  # fmt: skip

    def test_can_have_degrees_of_any_letters(self, path: Path) -> None:
        rows = ("Anna Li, M.D., M.A.S., F.A.S.A.,", "Mary Wang, Ph.D.")
        assert byline(path, *rows) == ["Anna Li", "Mary Wang"]

    def test_can_have_a_family_name_of_two_letters_behind_an_initial(self, path: Path) -> None:
        assert byline(path, "A. Smith, W. Hu, Y. Wu") == ["A. Smith", "W. Hu", "Y. Wu"]

    def test_is_not_ended_by_dates_in_a_column_left_of_it(self, path: Path) -> None:
        first = [
            *(text(40, 720, 20, f"{TITLE} in the"), text(40, 695, 20, "Towns of the Rivers")),
            text(218, 650, 9, "Anna Smith^1^, Jan Berg^2^,"),
            *(text(40, 645, 8, "Received: 4 September 2025"), text(218, 639, 9, "Eva Lund^1^")),
            *(paragraph(218, 600, 10), *BODY),
        ]
        assert names(read(path, first)) == ["Anna Smith", "Jan Berg", "Eva Lund"]

    def test_can_have_full_stops_between_the_names(self, path: Path) -> None:
        assert byline(path, "Anna B. Smith . Robert Jones .", "Mary White") == [
            "Anna B. Smith", "Robert Jones", "Mary White",
        ]  # fmt: skip

    def test_can_have_short_family_names_in_capitals(self, path: Path) -> None:
        assert byline(path, "Wei LI, Anna XU") == ["Wei LI", "Anna XU"]

    def test_can_have_badges_that_are_read_as_letters(self, path: Path) -> None:
        assert byline(path, "Anna SmithID^1^, Robert JonesID^2^") == ["Anna Smith", "Robert Jones"]

    def test_can_have_lists_of_marks_that_are_not_raised(self, path: Path) -> None:
        assert byline(path, "Anna Smith1,2 Rim Jones2 Mary White1") == [
            "Anna Smith", "Rim Jones", "Mary White",
        ]  # fmt: skip

    def test_can_be_below_the_correspondence_and_dates(self, path: Path) -> None:
        rows = ("Correspondence Robert Jones, PhD, University of Oslo, Department of Rivers",)
        first = [
            text(72, 720, 16, TITLE, bold=True),
            text(72, 690, 8, rows[0]),
            text(
                72, 680, 8, "and Floods, Hanzeplein 1, 9714GZ Groningen, The Netherlands. Tel.: 1"
            ),
            text(72, 660, 8, "Received 14 February 2018; Accepted 20 July 2018"),
            text(72, 630, 10, "Anna Smith^1,2^, Wei Li^2^ and Robert Jones^1^"),
            *BODY,
        ]
        assert names(read(path, first)) == ["Anna Smith", "Wei Li", "Robert Jones"]

    def test_has_no_last_word_of_an_institution(self, path: Path) -> None:
        rows = ("ANNA SMITH, Institute for Data, University of Berkeley, Berkeley",)
        assert byline(path, *rows, "ROBERT JONES, Research Foundation") == [
            "ANNA SMITH", "ROBERT JONES",
        ]  # fmt: skip

    def test_has_no_kind_of_thesis(self, path: Path) -> None:
        assert byline(path, "MSc Thesis Anna Smith") == ["Anna Smith"]

    @pytest.mark.parametrize("row", ["Sun Microsystems", "Position Paper", "UC Berkeley"])
    def test_has_no_companies_kinds_of_papers_and_universities(self, path: Path, row: str) -> None:
        assert byline(path, "Anna Smith", row) == ["Anna Smith"]

    def test_can_have_addresses_in_angle_brackets(self, path: Path) -> None:
        rows = ("Paul-Henning Smith <phs@example.org>", "Robert N. M. Jones <rj@example.org>")
        assert byline(path, *rows) == ["Paul-Henning Smith", "Robert N. M. Jones"]

    def test_can_be_above_the_title(self, path: Path) -> None:
        first = [
            centred(760, 9, "The River Journal 12"),
            centred(735, 11, "Anna Smith and Robert Jones"),
            centred(710, 16, TITLE, bold=True),
            paragraph(72, 640, 20),
        ]
        assert names(read(path, first)) == ["Anna Smith", "Robert Jones"]

    def test_can_be_above_their_institutions_and_the_title(self, path: Path) -> None:
        first = [
            text(72, 780, 9, "The River Journal 12"),
            text(72, 750, 12, "Anna Smith", bold=True),
            text(72, 738, 9, "University of Oslo"),
            text(72, 726, 9, "ORCID: 0000-0002-6848-8239"),
            text(72, 700, 16, TITLE, bold=True),
            paragraph(72, 640, 20),
        ]
        (author,) = read(path, first).authors
        assert (author.name, author.affiliations) == ("Anna Smith", ("University of Oslo",))

    def test_can_have_an_institution_and_an_address_beside_them(self, path: Path) -> None:
        first = [
            text(72, 740, 11, "Anna Smith · University of Oslo · anna@uio.no"),
            text(72, 700, 16, TITLE, bold=True),
            paragraph(72, 640, 20),
        ]
        (author,) = read(path, first).authors
        assert (author.name, author.affiliations) == ("Anna Smith", ("University of Oslo",))
        assert author.email == "anna@uio.no"

    def test_is_no_institution_far_above_the_title_of_a_paper(self, path: Path) -> None:
        first = [
            centred(760, 12, "Working Paper Series"),
            centred(720, 12, "Ludwig Erhard"),
            centred(704, 12, "Institute of Economics"),
            centred(600, 20, TITLE, bold=True),
            centred(300, 12, "2015"),
        ]
        assert names(read(path, first)) == []

    def test_has_no_degree_that_a_thesis_is_for(self, path: Path) -> None:
        assert byline(path, "Doktor der Naturwissenschaften", "Anna Smith") == ["Anna Smith"]


def test_names_can_lack_the_space_between_them(path: Path) -> None:
    row = "AnnaSmith^1^, JanB. Berg^1^, Eva McLund^2^"
    assert byline(path, row) == ["Anna Smith", "Jan B. Berg", "Eva McLund"]


class TestNamesThatBeginWithTheFamilyName:
    def test_are_divided_at_semicolons(self, path: Path) -> None:
        rows = ("Smith, Anna; Rovira Gómez, Luis; Lee, B. C.",)
        assert byline(path, *rows) == ["Smith, Anna", "Rovira Gómez, Luis", "Lee, B. C."]

    def test_are_divided_at_commas_behind_initials(self, path: Path) -> None:
        row = "Smith, A.^ac^, Berg, K.L.^b^, and Brown-Lee, C."
        assert byline(path, row) == ["Smith, A.", "Berg, K. L.", "Brown-Lee, C."]

    def test_have_a_given_and_a_family_name(self, path: Path) -> None:
        title = text(72, 720, 16, TITLE, bold=True)
        found = read(path, [title, text(72, 695, 11, "von Berg, Anna Maria"), *BODY])
        assert [(one.given, one.family) for one in found.authors] == [("Anna Maria", "von Berg")]

    def test_can_be_far_below_the_title(self, path: Path) -> None:
        page = [
            text(72, 720, 12, TITLE, bold=True),
            text(72, 678, 10, "Smith, Anna Maria; Jones, Robert; Lee, Bo", bold=True),
            text(72, 660, 10, "Published in:"),
        ]
        assert names(read(path, [*page, *BODY])) == [
            "Smith, Anna Maria", "Jones, Robert", "Lee, Bo",
        ]  # fmt: skip

    def test_are_found_before_an_organisation_further_below(self, path: Path) -> None:
        page = [
            text(72, 720, 16, TITLE, bold=True),
            text(72, 700, 13, "Smith, Anna"),
            text(72, 670, 10, "Working paper"),
            text(72, 640, 10, "Rainer Water Verlag"),
        ]
        assert names(read(path, [*page, *BODY])) == ["Smith, Anna"]


class TestWhatIsNoName:
    def test_signs_of_old_fonts_are_none(self, path: Path) -> None:
        rows = ("Maarten Fokkinga y", "Ross Paterson z")
        assert byline(path, *rows) == ["Maarten Fokkinga", "Ross Paterson"]

    def test_a_label_is_none(self, path: Path) -> None:
        assert byline(path, "Elaborato Finale di:", "Anna Smith") == ["Anna Smith"]

    @pytest.mark.parametrize(
        "row", ["Director, Centre for Mountain Rivers and Floods, Oslo", "Director, IMF"]
    )
    def test_the_function_of_an_author_is_no_role_of_the_next(self, path: Path, row: str) -> None:
        rows = ("Anna Smith", row, "Robert Jones")
        first = [
            centred(720, 16, TITLE),
            *(centred(690 - 14 * n, 11, each) for n, each in enumerate(rows)),
        ]
        assert names(read(path, [*first, *BODY])) == ["Anna Smith", "Robert Jones"]

    @pytest.mark.parametrize("row", ["Ein Praxisbericht", "Una Propuesta", "Une Proposition"])
    def test_a_subtitle_with_an_article_is_none(self, path: Path, row: str) -> None:
        assert byline(path, row, "Anna Smith") == ["Anna Smith"]

    @pytest.mark.parametrize("role", ["Professors:", "Dozent:", "Second reader:", "Docente:"])
    def test_a_teacher_is_no_author(self, path: Path, role: str) -> None:
        assert byline(path, f"{role} Bo Lee and Rui Melo", "Anna Smith") == ["Anna Smith"]


class TestANameInOtherLanguages:
    def test_can_have_a_word_of_english_beside_a_hyphen(self, path: Path) -> None:
        assert byline(path, "Young-In Song, Gae-won You") == ["Young-In Song", "Gae-won You"]

    def test_can_end_in_a_word_that_is_a_particle_elsewhere(self, path: Path) -> None:
        assert byline(path, "Amit Das, Anna Smith") == ["Amit Das", "Anna Smith"]

    def test_can_have_an_article_of_french_inside(self, path: Path) -> None:
        assert byline(path, "Iñigo Les Bujanda, Anna Smith") == ["Iñigo Les Bujanda", "Anna Smith"]

    @pytest.mark.parametrize(
        "label",
        [
            "Estudiante:", "Réalisé par", "Presentado por:", "Vorgelegt von", "Student:", "Nombre:",
            "Bachelor-Thesis von", "Tesis presentada por", "Dissertation submitted by",
            "Dyplomant:", "Vypracovala:", "Höfundur:",
        ],
    )  # fmt: skip
    def test_can_be_after_the_word_for_student(self, path: Path, label: str) -> None:
        assert byline(path, f"{label} Anna Smith") == ["Anna Smith"]


class TestAWorkingPaper:
    ROWS = ("by", "Anna Smith", "University of Oslo", "and", "Robert Jones", "Bank of Norway")

    def test_has_each_author_above_the_own_affiliation(self, path: Path) -> None:
        first = [centred(700, 13, TITLE, bold=True), centred(300, 11, "No. TOWN 71")]
        first += [centred(670 - 14 * n, 11, row) for n, row in enumerate(self.ROWS)]
        assert [(one.name, one.affiliations) for one in read(path, first).authors] == [
            ("Anna Smith", ("University of Oslo",)),
            ("Robert Jones", ("Bank of Norway",)),
        ]


class TestNamesInTwoScripts:
    def found(self, latin: str) -> tuple[Author, ...]:
        title, han = "도시와 마을의 노동 시장에 대한 연구", "김민수, 이서연"
        rows = (title, han, "서울대학교", latin, "Seoul National University", "요약")
        page = [
            Line(row, 0, 72, 300, 700 - 20 * n, 716 - 20 * n, 10 + 6 * (n == 0), hyphenated=False)
            for n, row in enumerate(rows)
        ]
        return header.extract_header(page).authors

    def test_are_those_of_the_same_people(self) -> None:
        authors = self.found("Jung-Hwan Kim, Anna Smith")
        assert [author.name for author in authors] == ["김민수", "이서연"]
        assert "Kim" not in str([author.affiliations for author in authors])

    def test_are_of_others_if_their_number_differs(self) -> None:
        authors = self.found("Anna Smith, Eva Lund, Jan Berg")
        assert [author.name for author in authors][2:] == ["Anna Smith", "Eva Lund", "Jan Berg"]


def test_a_line_is_searched_for_institutions_a_few_times_whatever_the_others(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = Mock(wraps=INSTITUTION)
    monkeypatch.setattr(authors, "INSTITUTION", searched)
    rows = ["Anna Smith"] * 20
    byline(path, *rows)
    assert searched.search.call_count < 5 * len(rows)


@pytest.mark.parametrize("dash", ["–", "—"])
def test_names_can_be_divided_by_dashes(path: Path, dash: str) -> None:
    row = f"Anna Smith {dash} Jean-Luc Dupont"
    assert byline(path, row) == ["Anna Smith", "Jean-Luc Dupont"]


class TestNamesAndAnInstitutionOnOneLine:
    def test_are_several_names(self, path: Path) -> None:
        row = "Anna Smith et Robert Jones, LIMSI/CNRS, BP 133, 91403 Orsay Cedex, France"
        assert byline(path, row) == ["Anna Smith", "Robert Jones"]

    def test_are_names_on_each_line_of_a_kind(self, path: Path) -> None:
        rows = (
            "Anna Smith, INRIA & LIP6, Paris, France",
            "Nuno Costa, CITI, Universidade Nova, Portugal",
            "Rui Melo, Universidade do Minho, Portugal",
        )
        assert byline(path, *rows) == ["Anna Smith", "Nuno Costa", "Rui Melo"]

    def test_are_names_in_the_letters_of_any_line_before(self, path: Path) -> None:
        rows = ((11, "ANNA SMITH"), (9, "EVA LUND"), (9, "JING GAO"), (11, "MARY WANG"))
        first = [text(72, 720, 16, TITLE, bold=True)]
        for number, (size, name) in enumerate(rows):
            first.append(text(72, 690 - 13 * number, size, f"{name}, University of Oslo"))
        assert names(read(path, [*first, *BODY])) == [name for _, name in rows]


def test_names_divided_by_bars_have_the_weight_of_their_letters(path: Path) -> None:
    first = [
        text(72, 720, 16, TITLE, bold=True),
        text(72, 690, 11, "Anna Smith", bold=True),
        [*text(150, 690, 11, "|"), *text(156, 690, 11, "Robert Jones", bold=True)],
    ]
    assert names(read(path, [*first, *BODY])) == ["Anna Smith", "Robert Jones"]


class TestNamesWithTheFamilyNameFirstOnLinesOfTheirOwn:
    """Each above an address and an institution, in the left column of two."""

    FIRST = (
        text(72, 660, 14, "Smith, Anna B.", bold=True),
        text(72, 646, 10, "smith@uio.example"),
        text(72, 633, 10, "Oslo, Norway"),
        text(72, 610, 14, "Rojas Castro, Robert", bold=True),
        text(72, 602, 10, "Oslo"),
        text(72, 588, 14, "White, Mary", bold=True),
        text(72, 578, 10, "Museum of Rivers"),
        text(72, 550, 15, "Rivers in the Mountains"),
        text(320, 700, 10, "Other words in the column beside it"),
        *(paragraph(320, 688, 20), *BODY),
    )

    def test_are_known_below_a_subtitle(self, path: Path) -> None:
        rows = [text(72, 700, 20, "Rivers and Floods"), text(72, 680, 16, "Models of Villages")]
        assert read(path, [*rows, *self.FIRST]).title == "Rivers and Floods: Models of Villages"


@pytest.mark.parametrize("sign", ["r", "®"])
def test_names_in_random_order_are_divided_at_its_sign(path: Path, sign: str) -> None:
    row = f"Ana Berg {sign} Luis Cole {sign} Eva Lund"
    assert byline(path, row) == ["Ana Berg", "Luis Cole", "Eva Lund"]


@pytest.mark.parametrize("word", ["y", "e"])
def test_two_whole_names_are_divided_at_a_vowel(path: Path, word: str) -> None:
    assert byline(path, f"Ana García {word} Luis Pérez") == ["Ana García", "Luis Pérez"]


def test_labels_above_values_are_no_names(path: Path) -> None:
    first = [text(200, 690, 11, "Name"), text(340, 690, 11, "Studiengang")]
    first += [text(200, 676, 11, "Anna Smith"), text(340, 676, 11, "Informatik")]
    assert names(read(path, [centred(720, 16, TITLE), *first, *BODY])) == ["Anna Smith"]


@pytest.mark.parametrize("row", ['Anna "Park" Smith', "Anna Smith (Task 1: Floods)"])
def test_names_can_have_a_nickname_or_a_task(path: Path, row: str) -> None:
    assert byline(path, row) == ["Anna Smith"]


@pytest.mark.parametrize("date", [" on May 14, 2018", ", 14 May 2018", " 14 May 2018", ""])
@pytest.mark.parametrize("name", ["Anna Smith", "Wei Li"])
def test_a_name_behind_a_label_can_have_a_date(path: Path, date: str, name: str) -> None:
    assert byline(path, f"By {name}{date}") == [name]


@pytest.mark.parametrize("post", ["Associate Professor", "Senior Lecturer"])
def test_a_post_is_no_name(path: Path, post: str) -> None:
    assert byline(path, "Anna Smith", post, "University of Oslo") == ["Anna Smith"]


@pytest.mark.parametrize("comma", ["，", "、", "；"])
def test_chinese_names_are_divided_at_wide_punctuation(comma: str) -> None:
    row = Line(f"王伟{comma}李娟", 0, 72, 300, 700, 712, 12, hyphenated=False)
    assert [person.name for person in people.find_people(row)[0]] == ["王伟", "李娟"]


def test_chinese_names_are_divided_before_a_mark() -> None:
    row = Line("王伟 李娟 *", 0, 72, 300, 700, 712, 12, hyphenated=False, raised=((6, 7),))
    assert [person.name for person in people.find_people(row)[0]] == ["王伟", "李娟"]


@pytest.mark.parametrize("conjunction", ["og", "och", "ja", "és", "ir", "i", "dan", "va", "και"])
def test_names_are_divided_at_a_conjunction_of_any_language(conjunction: str) -> None:
    text = f"Anna Smith {conjunction} Robert Jones"
    row = Line(text, 0, 72, 300, 700, 712, 12, hyphenated=False)
    assert [person.name for person in people.find_people(row)[0]] == ["Anna Smith", "Robert Jones"]


@pytest.mark.parametrize(
    "name", ["Carlos Alberto da Silva Santos", "José Ortega y Gasset", "Josep Puig i Cadafalch"]
)
def test_names_are_whole_that_have_particles(name: str) -> None:
    row = Line(name, 0, 72, 300, 700, 712, 12, hyphenated=False)
    assert [person.name for person in people.find_people(row)[0]] == [name]


def test_a_last_letter_after_small_letters_is_no_dagger() -> None:
    row = Line("Kerem Yağız, Anna Kąt", 0, 72, 300, 690, 700, 11, hyphenated=False)
    assert [person.name for person in people.find_people(row)[0]] == ["Kerem Yağız", "Anna Kąt"]


class TestATitleInAColumn:
    """The text in the other column, also of the paper before, is not about its authors."""

    def test_has_the_authors_of_its_column(self, path: Path) -> None:
        prose = "the rivers of the country and the towns on them"
        beside = [text(72, 724 - 12 * number, 9, prose) for number in range(30)]
        title = [
            text(330, 700, 14, "Learning to Match Workers", bold=True),
            text(345, 684, 14, "and Firms in Towns", bold=True),
        ]
        byline = [text(330, 660, 9, "Anna Smith, Robert Jones,"), text(335, 648, 9, "and Eva Lund")]
        abstract = [text(330, 624, 9, "Abstract", bold=True)]
        abstract += [text(330, 612 - 12 * number, 9, prose) for number in range(12)]
        found = read(path, [*beside, *title, *byline, *abstract])
        assert names(found) == ["Anna Smith", "Robert Jones", "Eva Lund"]

    def test_is_not_ended_by_an_abstract_that_goes_on_beside_the_names(self, path: Path) -> None:
        prose = "the rivers of the country and the towns on them"
        names_of = [text(72, 690, 9, "Anna Smith, Robert Jones"), text(72, 678, 9, "and Eva Lund")]
        abstract = [text(72, 640, 9, "Abstract—We show that towns match workers and firms.")]
        abstract += [text(72, 628 - 12 * number, 9, prose) for number in range(12)]
        abstract += [text(330, 690 - 12 * number, 9, prose) for number in range(4)]
        keywords = [text(330, 630, 9, "Key words: rivers, towns")]
        found = read(path, [text(72, 720, 16, TITLE, bold=True), *names_of, *abstract, *keywords])
        assert names(found) == ["Anna Smith", "Robert Jones", "Eva Lund"]


class TestAListThatFillsTheFirstPage:
    ROWS = tuple(
        ", ".join(f"{given} {family}^1^" for family in ("Anderson", "Benson", "Carlson")) + ","
        for given in ("Anna", "Robert", "Mary", "Erik", "Ines", "Paul")
    )
    FIRST = (
        text(72, 250, 16, TITLE),
        *(text(72, 220 - 14 * n, 11, row, bold=True) for n, row in enumerate(ROWS)),
        text(72, 40, 8, "Journal of Rivers, 5(49), 118."),
    )

    def test_goes_on_overleaf_with_its_affiliations(self, path: Path) -> None:
        second = [
            text(72, 740, 11, "Kurt Fredson^1^, Ida Bendson^2^, and Jan", bold=True),
            text(72, 726, 11, "Carlson^3^", bold=True),
            text(72, 700, 9, "1 University of Oslo 2 Bank of Norway"),
        ]
        third = [
            text(72, 733, 9, "3 Institute of Markets, Delft"),
            *(text(72, 660, 12, "Abstract", bold=True), paragraph(72, 640, 30)),
        ]
        found = read(path, self.FIRST, second, third)
        assert len(found.authors) == 3 * len(self.ROWS) + 3
        assert names(found)[-3:] == ["Kurt Fredson", "Ida Bendson", "Jan Carlson"]
        assert [found.authors[n].affiliations for n in (0, -2, -1)] == [
            *(("University of Oslo",), ("Bank of Norway",), ("Institute of Markets, Delft",)),
        ]

    @pytest.mark.parametrize(
        ("size", "row"),
        [
            pytest.param(9, "Kurt Fredson^1^, Ida Bendson^2^", id="smaller names"),
            pytest.param(11, "Kurt Fredson, Ida Bendson", id="names without marks"),
            pytest.param(11, "Markets of Norway^1^, Villages^2^", id="other text"),
        ],
    )
    def test_ends_before_other_text_overleaf(self, path: Path, size: float, row: str) -> None:
        second = [text(72, 740, size, row, bold=True), paragraph(72, 640, 30)]
        assert len(read(path, self.FIRST, second).authors) == 3 * len(self.ROWS)

    def test_ends_above_other_text(self, path: Path) -> None:
        first = [*self.FIRST, paragraph(72, 120, 3, size=11)]
        second = [
            text(72, 740, 11, "Kurt Fredson^1^, Ida Bendson^2^", bold=True),
            paragraph(72, 640, 30),
        ]
        assert len(read(path, first, second).authors) == 3 * len(self.ROWS)

    def test_goes_on_below_a_running_head(self, path: Path) -> None:
        second = [
            text(72, 770, 8, "A. Anderson et al."),
            text(72, 740, 11, "Kurt Fredson^1^, Ida Bendson^1^", bold=True),
            text(72, 710, 9, "1 University of Oslo"),
            *(text(72, 660, 12, "Abstract", bold=True), paragraph(72, 640, 30)),
        ]
        found = read(path, self.FIRST, second)
        assert names(found)[-2:] == ["Kurt Fredson", "Ida Bendson"]
        assert found.authors[-1].affiliations == ("University of Oslo",)


def test_an_honorific_before_a_comma_is_no_family_name() -> None:
    row = Line("BC., ANNA BERG", 0, 72, 200, 690, 700, 11, hyphenated=False)
    assert [person.name for person in people.find_people(row)[0]] == ["ANNA BERG"]


def test_an_author_with_two_initials_is_beside_others_in_bold(path: Path) -> None:
    """As in the proceedings of AISTATS."""
    names = ("Anna Wagner", "Bo Berg", "C.-H. Lund")
    row = [text(110 + 165 * n, 690, 10, name, bold=True) for n, name in enumerate(names)]
    below = [text(110 + 165 * n, 678, 10, "Oslo University") for n in range(3)]
    found = read(path, [centred(720, 16, TITLE), *row, *below, *BODY])
    assert [author.name for author in found.authors] == list(names)


def test_a_letter_behind_a_raised_sign_belongs_to_it() -> None:
    """Some fonts show the sign of names in random order as a letter."""
    found = people.find_people(
        Line(
            "Anna Smith∗a Jan Berg†a Eva Lund‡", 0, 72, 400, 700, 712, 12,
            hyphenated=False, raised=((10, 11), (21, 22), (32, 33)),
        )
    )[0]  # fmt: skip
    assert [person.name for person in found] == ["Anna Smith", "Jan Berg", "Eva Lund"]


def test_text_in_the_next_column_can_begin_beside_the_names(path: Path) -> None:
    """As in Current Biology, where it is right of the summary, too."""
    first = [
        text(72, 720, 16, TITLE),
        *(text(72, 690, 9, "Anna Smith and Jan Berg"), text(72, 679, 9, "University of Oslo")),
        *(text(72, 640, 9, "Summary"), paragraph(72, 625, 6, size=5)),
        *(text(72, 540, 9, "Results and Discussion"), paragraph(72, 520, 20, size=5, seed="a")),
        paragraph(330, 690, 50, size=5, seed="b"),
    ]
    found = read(path, first)
    assert names(found) == ["Anna Smith", "Jan Berg"]
    assert found.abstract.count(".") <= 6
