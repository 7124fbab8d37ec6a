"""The lines of names below a title, divided and joined."""

import pytest

from wildwood.extraction.authors import rejoin_names, separate_names
from wildwood.extraction.data import Author, Line
from wildwood.extraction.header import extract_header
from wildwood.extraction.names import is_name
from wildwood.extraction.people import find_people


def texts(text: str) -> list[str]:
    """Return the texts of the lines that a line is divided into."""
    line = Line(text, 0, 72, 500, 700, 710, 10, hyphenated=False)
    return [one.text for one in separate_names([line])]


PROSE = "In this paper we study the effect of rivers on the towns and the people who live there"


def authors(*rows: str, beside: tuple[Line, ...] = ()) -> list[tuple[str, tuple[str, ...]]]:
    """Return the names and affiliations of the centred rows below a title."""
    rows = ("Towns and Rivers of the World", *rows, "Abstract", *[PROSE] * 20)
    sizes = [17.0] + [10.0] * (len(rows) - 1)
    lines = [
        Line(
            text, 0, 306 - len(text) * size / 4, 306 + len(text) * size / 4, 720 - 16 * number,
            720 - 16 * number + size, size, hyphenated=False,
        )
        for number, (text, size) in enumerate(zip(rows, sizes, strict=True))
    ]  # fmt: skip
    found: tuple[Author, ...] = extract_header([*beside, *lines]).authors
    return [(author.name, author.affiliations) for author in found]


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("Ass. jur. Anna Smith, LL.M., Dr. iur. Bo Berg", ["Anna Smith", "Bo Berg"]),
        ("Ass. iur. Anna Smith, LL.M., Prof. Dr.", ["Anna Smith"]),
        ("Anna Smith, LL.M., Dr. iur.", ["Anna Smith"]),
        ("ANNA SMITH, MEMBER, IEEE", ["ANNA SMITH"]),
        (
            "Anna Smith Member, IEEE, and M. Bo Berg Senior Member, IEEE",
            ["Anna Smith", "M. Bo Berg"],
        ),
        ("ANNA SMITH, SENIOR MEMBER, IEEE, AND BO BERG, FELLOW, IEEE", ["ANNA SMITH", "BO BERG"]),
    ],
)
def test_titles_and_degrees_are_no_part_of_names(row: str, names: list[str]) -> None:
    assert [name for name, _ in authors(row, "University of Kent")] == names


@pytest.mark.parametrize("part", [", ", "; a (", "Anna Berg ", "(A) ", "Member, IEEE "])
def test_a_very_long_line_is_read_once(part: str) -> None:
    assert texts(part * 20_000)


@pytest.mark.parametrize("sign", ["and", "r"])
def test_names_can_have_institutions_in_brackets(sign: str) -> None:
    found = authors(f"Anna Smith (University of Oslo) {sign} Robert Jones (NBER)")
    assert [name for name, _ in found] == ["Anna Smith", "Robert Jones"]


def test_names_can_have_lists_in_brackets() -> None:
    row = "ANNA BERG 1 (Senior Member, IEEE), EVA LUND 2 (Graduate Student Member, IEEE)"
    assert [name for name, _ in authors(row, "University of Oslo")] == ["ANNA BERG", "EVA LUND"]


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        (("735722 - Anna Smith", "737838 - Bo Berg"), ["Anna Smith", "Bo Berg"]),
        (("Anna Smith (s2524694)",), ["Anna Smith"]),
        (("Anna Smith\x01, Robert Jones, Bo Berg",), ["Anna Smith", "Robert Jones", "Bo Berg"]),
        (("Anna Smith, M.Kom., Robert Jones, S.Kom.",), ["Anna Smith", "Robert Jones"]),
    ],
)
def test_numbers_degrees_and_signs_beside_names_are_no_part_of_them(
    rows: tuple[str, ...], names: list[str]
) -> None:
    assert [name for name, _ in authors(*rows, "University of Kent")] == names


def test_a_word_is_an_acronym_only_in_capitals_of_any_script() -> None:
    names = ["Лифшиц Михаил Анатольевич", "Белопольская Яна Исаевна"]
    found = authors(*names, "Санкт-Петербургский государственный университет")
    assert [name for name, _ in found] == names


def test_words_like_names_without_the_marks_of_the_authors_are_an_address() -> None:
    found = authors("Anna Smith1, Robert Jones2", "University of Kent", "Old Harbour, West Valley")
    assert [name for name, _ in found] == ["Anna Smith", "Robert Jones"]


def page(*rows: tuple[float, str]) -> list[Line]:
    """Return centred lines of given sizes below one another, before a text."""
    lines = []
    top = 780.0
    for size, text in [*rows, *[(9.0, PROSE)] * 20]:
        half = len(text) * size / 4
        place = 306 - half, 306 + half, top - size, top
        lines.append(Line(text, 0, *place, size, hyphenated=False))
        top -= 1.4 * size
    return lines


def test_a_paper_begins_with_its_number_for_libraries() -> None:
    found = extract_header(
        page(
            (30, "Технологии инженерного"), (30, "образования"), (8, "УДК 328.16:681.3"),
            (12, "ТРЕНАЖЕРЫ ПО ИНТЕГРАЛЬНОМУ ИСЧИСЛЕНИЮ"), (12, "И ДИФФЕРЕНЦИАЛЬНЫМ УРАВНЕНИЯМ"),
            (10, "В.В. Клыков, А.А. Ельцов"), (9, "Томский государственный университет"),
        )
    )  # fmt: skip
    assert found.title == "ТРЕНАЖЕРЫ ПО ИНТЕГРАЛЬНОМУ ИСЧИСЛЕНИЮ И ДИФФЕРЕНЦИАЛЬНЫМ УРАВНЕНИЯМ"
    assert [author.name for author in found.authors] == ["В. В. Клыков", "А. А. Ельцов"]


def test_a_name_with_an_institution_below_is_no_subtitle() -> None:
    rows = (
        (14, "ОЦЕНКА УГРОЗ БЕЗОПАСНОСТИ МОЛДОВЫ"),
        (12, "Быкова Е.В."),
        (12, "Институт энергетики"),
    )
    found = extract_header(page(*rows, (10, "Анна Берг, Ева Лунд")))
    assert found.title == "ОЦЕНКА УГРОЗ БЕЗОПАСНОСТИ МОЛДОВЫ"


@pytest.mark.parametrize("town", ["Ciudad de México", "Nowy Sącz", "Belo Horizonte"])
def test_a_town_of_several_words_is_no_name(town: str) -> None:
    assert not is_name(town)


def test_names_can_have_the_numbers_of_students() -> None:
    found = authors("Anna Smith - 22110287, Bo Berg – 22110298", "University of Oslo")
    assert found == [("Anna Smith", ("University of Oslo",)), ("Bo Berg", ("University of Oslo",))]


def test_names_can_begin_left_of_a_title_beside_a_stamp_in_the_margin() -> None:
    names = "Anna de Silva Smith, Robert Soares Jones, Octavia Zander and Nadia Lindqvist"
    stamp = Line("arXiv:1705.07310v1 [cs.LO] 20 May 2017", 0, 10, 20, 300, 500, 0, hyphenated=False)
    assert len(authors(names, "University of Oslo", beside=(stamp,))) == len(names.split(",")) + 1


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("Anna Smith Æ Eva Lund Æ", ["Anna Smith", "Eva Lund"]),
        ("Mrs.A.Smith and Dr.Eva Lund", ["A. Smith", "Eva Lund"]),
        ("© Anna Smith, Eva Lund", ["Anna Smith", "Eva Lund"]),
        ("Anna Smith @", ["Anna Smith"]),
        ("A. Smith (*) : E. Lund: B. Berg", ["A. Smith", "E. Lund", "B. Berg"]),
        (
            "Anna Smith , Graduate Student Member, IEEE, Bo Lind , Graduate Student Member, IEEE,",
            ["Anna Smith", "Bo Lind"],
        ),
        ("刘瑞雪 李佳轩 吴司锴", ["刘瑞雪", "李佳轩", "吴司锴"]),
        ("刘瑞雪，李 云", ["刘瑞雪", "李云"]),
        ("고 은 혜", ["고은혜"]),
        ("김 병 준 ․ 김 재 홍", ["김병준", "김재홍"]),
        ("佘庚达，岑泽威", ["佘庚达", "岑泽威"]),
    ],
)
def test_names_are_told_apart_as_they_are_printed(row: str, names: list[str]) -> None:
    assert [name for name, _ in authors(row)] == names


def test_a_word_behind_a_mark_can_join_names() -> None:
    text = "Anna Smith 1) dan Missa Lamsani 2)"
    marks = (11, 13), (32, 34)
    line = Line(text, 0, 72, 300, 700, 710, 10, hyphenated=False, raised=marks)
    assert [person.name for person in find_people(line)[0]] == ["Anna Smith", "Missa Lamsani"]


@pytest.mark.parametrize("second", ["Eva Lund", "EVA LUND"])
def test_names_side_by_side_can_differ_in_boldness(second: str) -> None:
    rows = [(720.0, "Towns and Rivers of the World"), (690.0, "Anna Smith"), (690.0, second)]
    sides = [(150, 450), (120, 180), (400, 450)]
    lines = [
        Line(row, 0, left, right, bottom, bottom + 10, 17 - 7 * (bottom < 700), hyphenated=False,
             bold=row == "Anna Smith")
        for (bottom, row), (left, right) in zip(rows, sides, strict=True)
    ]  # fmt: skip
    found = extract_header([*lines, *page((640.0, "Abstract"), (620.0, PROSE))])
    assert [author.name for author in found.authors] == ["Anna Smith", second]


@pytest.mark.parametrize("name", ["Anna McDonald", "Anna MacDonald", "Anna Ó hÉigeartaigh"])
def test_a_family_name_can_have_a_capital_inside(name: str) -> None:
    assert [name for name, _ in authors(f"{name}, McDonald")] == [name]


def test_a_town_and_its_country_below_names_are_no_inverted_name() -> None:
    rows = "Anna Smith", "Faculty of ICT", "University of Malta", "Msida, Malta"
    assert [name for name, _ in authors(*rows)] == ["Anna Smith"]


def test_identifiers_can_be_between_names() -> None:
    first, second = (f"https://orcid.org/0000-0000-0000-000{n}" for n in (1, 2))
    found = authors("Anna Smith", first, "Eva Lund", second, "University of Oslo")
    assert [name for name, _ in found] == ["Anna Smith", "Eva Lund"]


def test_identifiers_between_names_can_be_broken() -> None:
    text = "0003-1001-6906), Eva Lund1, Bo Berg2 (https://orcid.org/0000-0001-7652-"
    marks = (25, 26), (35, 36)
    line = Line(text, 0, 72, 540, 700, 710, 10, hyphenated=False, raised=marks)
    people, others = find_people(line)
    assert ([person.name for person in people], others) == (["Eva Lund", "Bo Berg"], 0)


def test_the_last_author_can_write_on_behalf_of_a_group() -> None:
    found = authors("Anna Smith, Bo Berg,", "Eva Lund and on behalf of the study of rivers in it")
    assert [name for name, _ in found] == ["Anna Smith", "Bo Berg", "Eva Lund"]


def test_the_last_name_can_be_broken_before_its_mark() -> None:
    (names, rest) = (
        Line(text, 0, 72, right, bottom, bottom + 10, 10, hyphenated=False, raised=raised)
        for text, right, bottom, raised in (
            ("By ANNA SMITH, BO BERG, AND EVA L", 400, 700, ()),
            ("LUND*", 100, 688, ((4, 5),)),
        )
    )
    assert [line.text for line in rejoin_names([names, rest])] == [f"{names.text} {rest.text}"]


def test_a_name_between_vertical_bars_can_be_broken() -> None:
    names, rest = (
        Line(text, 0, 72, right, bottom, bottom + 12, 12, hyphenated=False, raised=raised)
        for text, right, bottom, raised in (
            ("Anna Smith1 | Eva", 400, 700, ((10, 11),)),
            ("Lund2 | Bo Berg1", 300, 682, ((4, 5), (15, 16))),
        )
    )
    assert [line.text for line in rejoin_names([names, rest])] == [f"{names.text} {rest.text}"]


def test_the_last_of_the_names_behind_their_marks_can_be_alone_on_its_line() -> None:
    rows = [
        Line(text, 0, left, right, bottom, bottom + 10, 10, hyphenated=False, raised=raised)
        for text, left, right, bottom, raised in (
            ("1Anna Smith, 2Eva Lund and", 200, 410, 680, ((0, 1), (13, 14))),
            ("3Bo Berg", 280, 330, 666, ((0, 1),)),
            ("1University of Oslo, Norway", 200, 410, 650, ((0, 1),)),
            ("2University of Bergen, Norway", 200, 410, 636, ((0, 1),)),
            ("3Bank of Norway", 240, 370, 622, ((0, 1),)),
        )
    ]
    found = extract_header([*page((17, "Towns and Rivers of the World"))[:1], *rows])
    assert [(author.name, author.affiliations) for author in found.authors] == [
        ("Anna Smith", ("University of Oslo, Norway",)),
        ("Eva Lund", ("University of Bergen, Norway",)),
        ("Bo Berg", ("Bank of Norway",)),
    ]


def test_each_name_can_have_an_institution_of_two_lines_behind_it() -> None:
    rows = (
        "ANNA SMITH, Institute of Rivers, University of Oslo,",
        "Norway",
        "BO BERG, Institute of Floods, University of the Western",
        "Islands, Norway",
        "EVA LUND, Bank of Norway",
    )
    assert authors(*rows) == [
        ("ANNA SMITH", ("Institute of Rivers, University of Oslo, Norway",)),
        ("BO BERG", ("Institute of Floods, University of the Western Islands, Norway",)),
        ("EVA LUND", ("Bank of Norway",)),
    ]


def test_each_name_can_have_its_institution_behind_its_marks() -> None:
    rows = ("ANNA SMITH,∗ AND", "EVA LUND,∗∗ University of Oslo", "BO BERG,∗ Bank of Norway")
    assert authors(*rows) == [
        ("ANNA SMITH", ("University of Oslo",)),
        ("EVA LUND", ("University of Oslo",)),
        ("BO BERG", ("Bank of Norway",)),
    ]


def test_the_last_of_several_names_can_be_broken_before_its_family_name() -> None:
    rows = "Anna Smith, Eva Maria", "Lund, Bo Berg & Ida Falk", "To cite this article: Anna Smith"
    assert [name for name, _ in authors(*rows)] == [
        "Anna Smith", "Eva Maria Lund", "Bo Berg", "Ida Falk",
    ]  # fmt: skip


def test_a_name_can_be_broken_in_double_line_spacing() -> None:
    before, line = (
        Line(text, 0, 72, 400, bottom, bottom + 12, 12, hyphenated=False)
        for text, bottom in (("Anna Smith, Eva Lund, Bo K.", 576), ("Berg, Ida Falk", 548))
    )
    assert len(rejoin_names([before, line])) == 1


def test_a_name_with_two_marks_is_no_part_of_the_title_in_its_style() -> None:
    rows = ((12, "The floods of the rivers and lakes of the"), (12, "towns in the North"))
    found = extract_header(page(*rows, (12, "Anna Smith1,2"), (9, "1 University of Oslo")))
    assert found.title == "The floods of the rivers and lakes of the towns in the North"
    assert [author.name for author in found.authors] == ["Anna Smith"]


@pytest.mark.parametrize(
    "text", ["orcid.org/" * 2_000, "0000-" * 4_000, "and on behalf of " * 1_200]
)
def test_long_lines_are_read_in_time(text: str) -> None:
    line = Line(text, 0, 72, 500, 700, 710, 10, hyphenated=False)
    assert find_people(line)[0] == ()


def find_on(text: str) -> tuple[list[tuple[str, tuple[str, ...]]], int]:
    """Return the names on a line with their marks, and the number of other parts."""
    people, rest = find_people(Line(text, 0, 72, 500, 700, 710, 10, hyphenated=False))
    return [(person.name, person.marks) for person in people], rest


def test_a_mark_behind_a_suffix_is_that_of_the_name() -> None:
    line = Line("Anna Smith, Jr.1, Bo Berg, III2", 0, 72, 500, 700, 710, 10, hyphenated=False)
    people, rest = find_people(line._replace(raised=((15, 16), (30, 31))))
    assert [(person.name, person.marks) for person in people] == [
        ("Anna Smith Jr", ("1",)),
        ("Bo Berg III", ("2",)),
    ]
    assert rest == 0


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("Anna Smith, Fellow, IEEE, Bo Berg, Student", ["Anna Smith", "Bo Berg"]),
        ("Member, IEEE, Bo Berg, Senior Member,", ["Bo Berg"]),
        ("IEEE, and Eva Lund, Member, IEEE", ["Eva Lund"]),
    ],
)
def test_the_membership_of_an_author_can_be_broken(row: str, names: list[str]) -> None:
    assert find_on(row) == ([(name, ()) for name in names], 0)


@pytest.mark.parametrize("row", ["Danfeng WU — University of Oslo", "Danfeng WU – Oslo University"])
def test_an_institution_can_be_behind_a_dash(row: str) -> None:
    name, institution = row[:10], row[13:]
    assert authors(row) == [(name, (institution,))]


def test_a_name_and_an_address_of_email_can_be_around_an_unknown_institution() -> None:
    found = authors(
        "Anna Smith, Technologies, AFRL, Dayton, OH, anna@afrl.example.org",
        "Mia Cox, School of Rivers, Wright University, Dayton, OH, cox@wright.example.org",
    )
    assert found == [
        ("Anna Smith", ("Technologies, AFRL, Dayton, OH",)),
        ("Mia Cox", ("School of Rivers, Wright University, Dayton, OH",)),
    ]


def test_a_family_name_can_be_broken_at_its_hyphen() -> None:
    found = authors("Ana Meléndez-", "Sánchez", "and", "Bo Berg", "University of Oslo")
    assert [name for name, _ in found] == ["Ana Meléndez-Sánchez", "Bo Berg"]


def test_marked_names_can_be_before_their_institution() -> None:
    """As in the journals of the ACM."""
    text = "ANNA SMITH∗, BO BERG∗, and EVA LUND, Rivers Lab, Norway."
    row = Line(text, 0, 72, 500, 700, 710, 10, hyphenated=False, raised=((10, 11), (20, 21)))
    assert [one.text for one in separate_names([row])] == [text[:35], text[37:]]


def test_names_in_capitals_are_as_large_as_most_letters_of_their_rows() -> None:
    """Their institutions are in smaller letters, as in the journals of the ACM."""
    rows = ["LIUYI YAO, Rivers Group", "IDA CHU and BO LI, University of Oslo"]
    page = [
        Line("Towns and Rivers of the World", 0, 46, 300, 720, 734, 17, hyphenated=False),
        Line(rows[0], 0, 46, 160, 690, 699, 9, hyphenated=False, font="Serif"),
        Line(rows[1], 0, 46, 274, 677, 688, 11, hyphenated=False, font="Serif"),
        *(Line(PROSE, 0, 46, 440, 640 - 12 * n, 649, 9, hyphenated=False) for n in range(9)),
    ]
    found = [(author.name, author.affiliations) for author in extract_header(page).authors]
    assert found == [
        ("LIUYI YAO", ("Rivers Group",)),
        ("IDA CHU", ("University of Oslo",)),
        ("BO LI", ("University of Oslo",)),
    ]


def test_a_list_of_names_can_lack_a_comma_where_its_lines_end() -> None:
    found = authors(
        "Fay Nilsen, Jeffrey Berg, Wilson C. Lund, Deborah A. Smith",
        "Mike Burrows, Tushar Falk, Andrew Olsen, Robert E. Holm",
        "University of Oslo",
    )
    first = ["Fay Nilsen", "Jeffrey Berg", "Wilson C. Lund", "Deborah A. Smith"]
    second = ["Mike Burrows", "Tushar Falk", "Andrew Olsen", "Robert E. Holm"]
    assert [name for name, _ in found] == [*first, *second]


def test_a_row_of_names_without_commas_ends_at_its_last_name() -> None:
    found = authors("Anna Smith and Bo Berg", "Eva Lund, Ida Falk", "University of Oslo")
    assert [name for name, _ in found] == ["Anna Smith", "Bo Berg", "Eva Lund", "Ida Falk"]


@pytest.mark.parametrize("group", ["the RIVERS Consortium", "and the Rivers and Roads Group"])
def test_a_group_behind_the_last_author_is_none(group: str) -> None:
    found = authors(f"Anna Smith, Bo Berg, {group}", "University of Oslo")
    assert [name for name, _ in found] == ["Anna Smith", "Bo Berg"]
