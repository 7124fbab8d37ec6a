"""Where a list of references begins and ends."""

from itertools import chain

import pytest

from wildwood.extraction import reference_lists, references
from wildwood.extraction.data import Line

SIZE = 10.0


def lines(*texts: str, size: float = SIZE) -> list[Line]:
    """Return lines one below the other."""
    return [
        Line(text, 6, 72, 300, 700 - 12 * place, 708 - 12 * place, size, hyphenated=False)
        for place, text in enumerate(texts)
    ]


def row(*texts: str) -> list[Line]:
    """Return lines beside one another."""
    return [
        Line(text, 6, 72 + 90 * place, 150 + 90 * place, 720, 728, SIZE, hyphenated=False)
        for place, text in enumerate(texts)
    ]


def entries(first: int, last: int) -> list[str]:
    return [
        f"{number}. Smith A. Towns and work. J Trade. 20{number:02};3:1-9."
        for number in range(first, last + 1)
    ]


@pytest.mark.parametrize(
    "heading",
    [
        "References", "REFERENCES", "■ REFERENCES", "● Literatur", "5. Bibliographie",
        "R E F E R E N C E S", "References and Recommended Reading",
        "Βιβλιογραφία", "Список литературы", "Irodalomjegyzék", "参考文献", "【参 考 文 献】",
        "参考文献：", "参考文献(References)", "参 考 文 献（References）：", "7.Kaynakça",
        "Библиографический список", "8. Källhänvisning",
        "참고 문헌", "Tài liệu tham khảo", "Literatūras saraksts", "Viri in literatura", "منابع",
    ],
)  # fmt: skip
def test_a_list_begins_with_its_heading(heading: str) -> None:
    listed = lines("The end of the text.", heading, *entries(1, 6))
    assert reference_lists.find_section(listed) == (1, 2, 8)


def test_a_heading_beside_the_other_column_begins_a_list() -> None:
    (beside,) = row("The last line of the other column")
    (heading,) = lines("References")
    heading = heading._replace(bottom=beside.bottom)
    listed = [beside, heading, *lines(*entries(1, 6))]
    assert reference_lists.find_section(listed) == (1, 2, 8)


@pytest.mark.parametrize("after_number", ["", " "])
def test_raised_numbers_before_names_show_a_list_without_a_heading(after_number: str) -> None:
    listed = [
        line
        for number in range(1, 9)
        for line in (
            f"{number}{after_number}A. Smith, B. Q. Jones, and C. Lee, “Towns",
            "that work beside rivers and their floods in winter,”",
            f"J. Trade {number}, 75 (2001).",
        )
    ]
    text = lines(*["Towns work beside rivers."] * 20, *listed)
    assert reference_lists.find_section(text) == (20, 20, len(text))


TEXT = ["Towns work, as Smith (1999) says, beside rivers.", "Anna Smith (1999) has said it."] * 10


@pytest.mark.parametrize("heading", ["/LWHUDWXU", "Selected works of the institute"])
@pytest.mark.parametrize("after_names", [" ({}): ", ", {}: ", ": In {}, "])
def test_entries_in_the_order_of_their_names_show_a_list(heading: str, after_names: str) -> None:
    names = "Adler, Ruth", "Berg, Jan (Hrsg.)", "Bergius, Anna/Ek, Reijo", "Ek, Reijo", "Weber, A."
    listed = [
        text
        for year, name in enumerate(names, 2001)
        for text in (f"{name}{after_names.format(year)}Towns that work", "at rivers. Bonn: Dietz.")
    ]
    document = lines(*TEXT, heading, *listed)
    start = len(TEXT) + 1
    assert reference_lists.find_section(document) == (start, start, len(document))


def test_a_sign_before_names_does_not_change_their_order() -> None:
    names = "Adler, Ruth", "⁎Berg, Jan", "Bergius, Anna", "⁎ Ek, Reijo", "Weber, A."
    listed = [
        f"{name} ({year}): Towns that work. Bonn: Dietz." for year, name in enumerate(names, 2001)
    ]
    document = lines(*TEXT, *listed)
    assert reference_lists.find_section(document) == (len(TEXT), len(TEXT), len(document))


def test_names_before_a_year_can_end_with_an_initial() -> None:
    names = "Adler, Ruth B., and Jan Olsen", "Berg, Jan H.", "Ek, Anna L., Kim Lund", "Weber, A. B."
    listed = [
        f"{name}, {year}, Towns that work, Journal of Towns 5."
        for year, name in enumerate(names, 2001)
    ]
    document = lines(*TEXT, *listed)
    assert reference_lists.find_section(document) == (len(TEXT), len(TEXT), len(document))


def test_a_list_of_thousands_of_entries_is_found_from_its_first() -> None:
    listed = [f"Smith, A. ({1900 + n % 100}): The town of {n}. Bonn: Dietz." for n in range(9_000)]
    document = lines(*TEXT, *listed)
    assert reference_lists.find_section(document) == (len(TEXT), len(TEXT), len(document))


def test_a_list_is_one_if_a_figure_follows_its_first_entries() -> None:
    first = ["Adler, A. (1901): The town of rivers, and", "of old bridges. Bonn: Dietz."] * 3
    rest = [f"Weber, B. ({1900 + n}): The town of floods. Bonn: Dietz." for n in range(6)]
    document = lines(*TEXT, "References", *first, *["● ●"] * 60, *rest)
    start = len(TEXT)
    assert reference_lists.find_section(document) == (start, start + 1, len(document))


def test_a_year_can_touch_the_chinese_word_for_it() -> None:
    assert reference_lists.has_source("王伟：《城市》，《经济研究》2015年第3期。")


def test_the_years_of_a_list_without_a_heading_can_follow_full_stops() -> None:
    names = "Adler, Ruth", "Berg, Jan, und Anna Ek", "Ek, Reijo", "Lund, Per", "Weber, Ada"
    listed = [f"{name}. 2019. „Towns that work“. Journal of Towns 5." for name in names]
    document = lines(*TEXT, *listed)
    assert reference_lists.find_section(document) == (len(TEXT), len(TEXT), len(document))


def test_a_watermark_does_not_end_a_list() -> None:
    mark = lines("DRAFT", "DO NOT CITE", size=62)
    listed = [*lines("References", *entries(1, 4)), *mark, *lines(*entries(5, 8))]
    (found,) = reference_lists.find_all_lists(listed)
    assert len(found.starts) == 8


def test_a_line_that_begins_like_a_heading_inside_an_entry_does_not_end_a_list() -> None:
    inside = ["Ek, A. 2012. “Markups and Status:", "Appendix.” River Review 102: 37–71."]
    listed = lines("References", *entries(1, 4), *inside, *entries(5, 8))
    assert reference_lists.find_section(listed) == (0, 1, len(listed))


def test_a_list_in_the_order_of_names_can_go_on_behind_a_table_in_larger_letters() -> None:
    def listed(*names: str) -> list[Line]:
        return lines(
            *(f"{name}, A. ({1990 + n}) Towns. Town Stud." for n, name in enumerate(names))
        )

    table = [*lines("Table III: Differences", size=14), *lines(*["Size 5"] * 9)]
    first, second = reference_lists.find_all_lists(
        [*lines(*TEXT, "References"), *listed("Adler", "Berg", "Ek"), *table,
         *listed("Lund", "Olsen", "Ruth", "Smith", "Weber")]
    )  # fmt: skip
    assert (len(first.starts), len(second.starts)) == (3, 5)


def test_names_in_another_order_are_no_list() -> None:
    names = "Weber, Ada", "Ek, Reijo", "Berg, Jan", "Adler, Ruth", "Olsen, Kim", "Lund, Per"
    document = lines(*TEXT, *(f"{name} (1999): of the towns." for name in names))
    section = reference_lists.find_section(document)
    assert section.start == section.end == len(document)


def test_small_letters_of_a_figure_do_not_make_those_of_a_list_large() -> None:
    ticks = lines(*["0.25"] * 40, size=6.5)
    listed = [*lines("References", *entries(1, 4)), *ticks, *lines(*entries(5, 8))]
    assert reference_lists.find_section(listed) == (0, 1, len(listed))


class TestAHeadingInLargerLetters:
    BOX = (
        *lines("Publish your work in this journal", size=12),
        *lines("The journal is open to all fields of trade."),
    )

    def test_ends_a_list(self) -> None:
        listed = [*lines("References", *entries(1, 6)), *self.BOX]
        assert reference_lists.find_section(listed).end == 7

    def test_ends_one_before_another_list(self) -> None:
        listed = [*lines("References", *entries(1, 6)), *self.BOX, *lines(*entries(1, 5))]
        assert reference_lists.find_section(listed).end == 7


class TestABibliographyInParts:
    def listed(self, size: float, *parts: str) -> list[Line]:
        """Make entries of two lines below a heading of a font size for each part."""
        texts = [("Text of the dunes.", 10.0, 72.0)] * 20 + [("References", 14.0, 72.0)]
        for part in parts:
            texts.append((part, size, 72.0))
            for word in ("long", "wide", "deep", "slow"):
                texts.append((f"Smith, A. (2001). The {word} {part.lower()} of", 10.0, 72.0))
                texts.append(("the desert. Journal of Sand, 5(2), 1-9.", 10.0, 90.0))
        return [
            Line(text, 0, left, 400, 800 - 14 * n, 808 - 14 * n, size, hyphenated=False)
            for n, (text, size, left) in enumerate(texts)
        ]

    @pytest.mark.parametrize("size", [12.0, 14.0])
    def test_goes_on_below_headings_in_larger_letters(self, size: float) -> None:
        lines = self.listed(size, "Books", "Articles", "Sites")
        (found,) = reference_lists.find_all_lists(lines)
        entries = references.split_entries(found.lines, found.starts, {})
        assert [entry.text.split()[5] for entry in entries] == [
            word for word in ("books", "articles", "sites") for _ in range(4)
        ]


def test_a_heading_can_be_in_two_languages() -> None:
    assert reference_lists.is_heading("Bibliographie / Bibliography")
    assert reference_lists.is_heading("References | Literatur")


def test_an_indented_annex_does_not_hide_the_entries_of_a_list_without_indentation() -> None:
    names = ("Appelbaum, E.", "Bahn, R.", "Durand, J.", "Emerson, M.", "Fox, A.", "Gray, B.")
    texts = [
        text
        for name in names
        for text in (f"{name} (1994). The new work of", "towns and of the people.", "Oslo: Press.")
    ]
    annex = [
        Line(f"Volume {row} of our own series", 7, 60 + 50 * (row % 3 > 0), 400, 700 - 12 * row,
             708 - 12 * row, SIZE, hyphenated=False)
        for row in range(40)
    ]  # fmt: skip
    document = (*lines("References", *texts), *annex)
    (found,) = reference_lists.find_all_lists(document)
    assert len(found.starts) == len(names)


def test_a_larger_line_below_the_heading_is_no_entry() -> None:
    listed = [*lines("References"), *lines("of the first part", size=12), *lines(*entries(1, 6))]
    section = reference_lists.find_section(listed)
    assert reference_lists.entries_of(listed, section) == listed[2:]


def test_the_first_entry_can_have_larger_letters() -> None:
    first, *others = entries(1, 6)
    listed = [*lines("References"), *lines(first, size=12), *lines(*others)]
    section = reference_lists.find_section(listed)
    assert reference_lists.entries_of(listed, section) == listed[1:]


def test_the_first_entry_can_have_larger_letters_and_its_source_in_the_next_line() -> None:
    first = lines("[l] Smith A., Jones B., Towns and the work of many people", size=12)
    others = lines("near rivers. 2001.", "[2] Jones B. Rivers. 2002.", "[3] Lee C. Seas. 2003.")
    listed = [*lines("References"), *first, *others]
    section = reference_lists.find_section(listed)
    assert reference_lists.entries_of(listed, section) == listed[1:]


def test_a_larger_line_behind_a_comma_does_not_end_a_list() -> None:
    open_quotation = lines("7. Smith A. “Towns and rivers,”")
    listed = [*lines("References", *entries(1, 6)), *open_quotation, *lines("in Work", size=12),
              *lines("and Time, Oslo, 2007.", *entries(8, 12))]  # fmt: skip
    assert reference_lists.find_section(listed).end == len(listed)


def test_the_last_entries_of_a_numbered_list_need_no_source() -> None:
    undated = [
        "7. Merton R. The pricing of rivers that are not continuous. J Towns.",
        "8. Saifert J. Modelling floods in the prices of towns: theory and work.",
    ]
    (found,) = reference_lists.find_all_lists(lines("References", *entries(1, 6), *undated))
    assert len(found.starts) == 8


def test_tables_behind_a_list_do_not_hide_how_it_is_divided() -> None:
    names = "Acharya", "Balvers", "Campbell", "Chan", "Lo", "Roll", "Thaler", "Zhu"
    rows = [
        line
        for year, name in enumerate(names, 2001)
        for line in (
            (
                (72, f"{name}, J., {year}, Towns and their work"),
                (108, "in rivers, a Journal, pp. 5-9."),
            )
            if year <= 2004
            else (
                (72, f"{name}, J., Towns and their work in the"),
                (108, f"rivers, J., {year}, 5-9."),
            )
        )
    ]
    tables = [((72, 150)[n % 2], f"Size {n}") for n in range(200)]
    listed = [
        Line(text, page, left, 400, 700 - 14 * n, 708 - 14 * n, 11, hyphenated=False)
        for page, part in enumerate((rows, tables), 20)
        for n, (left, text) in enumerate(part)
    ]
    heading = Line("References", 20, 72, 150, 720, 728, 11, hyphenated=False)
    found = reference_lists.find_all_lists([heading, *listed])[0]
    assert found.starts == list(range(0, 16, 2))


def test_a_list_can_go_on_in_a_column_that_is_read_before_its_heading() -> None:
    first, second = reference_lists.find_all_lists(
        lines(*entries(5, 9), "The end of the text.", "References", *entries(1, 4))
    )
    assert (len(first.starts), len(second.starts)) == (5, 4)


def test_a_table_can_be_between_the_entries_of_a_list() -> None:
    names = "Adler", "Berg", "Ek", "Lund", "Olsen", "Ruth", "Smith", "Weber"
    listed = [
        [(72, f"{name}, A. (2001). Towns that work in"), (90, "many states. Bonn: Dietz.")]
        for name in names
    ]
    publications = [
        [(72, f"{name}, B. (2011). New towns. Bonn."), (90, "Dietz.")] for name in names
    ]
    table = [[(72, f"Size {n}")] for n in range(20)]
    printed = [*listed[:4], *table, *listed[4:], *table, *publications[:5]]
    rows = [
        Line(text, 6, left, 400, 700 - 12 * place, 708 - 12 * place, SIZE, hyphenated=False)
        for place, (left, text) in enumerate([(72, "References"), *chain.from_iterable(printed)])
    ]
    (found,) = reference_lists.find_all_lists(rows)
    assert [line.text for line in found.lines] == [text for _, text in chain.from_iterable(listed)]


def test_the_last_lines_of_entries_can_follow_the_whole_page() -> None:
    first, rest_of_first, second, rest_of_second, *others = lines(
        "1. Smith A. Towns and work and the people that live there, Journal of", "Trade. 2001.",
        "2. Jones B. Rivers and seas and the people that live near, Journal", "of Water. 2002.",
        *entries(3, 6),
    )  # fmt: skip
    listed = [*lines("References"), first, second, *others, rest_of_first, rest_of_second]
    (found,) = reference_lists.find_all_lists(listed)
    assert found.lines[:4] == [first, rest_of_first, second, rest_of_second]
    assert found.section.end == len(listed)


def test_the_lines_of_two_columns_keep_their_order() -> None:
    left = lines(*entries(1, 4))
    right = [line._replace(left=320, right=550) for line in lines(*entries(5, 8))]
    listed = [*lines("References"), *left, *right]
    (found,) = reference_lists.find_all_lists(listed)
    assert found.lines == listed[1:]


@pytest.mark.parametrize("form", ["{}.", "[{}]"])
def test_numbers_drawn_apart_belong_to_the_entries_beside_them(form: str) -> None:
    texts = [text for number in range(4) for text in (f"Smith A. Town {number}.", "J Trade. 2001.")]
    own = lines(*texts)
    numbers = [
        entry._replace(text=form.format(number), left=54, right=62)
        for number, entry in enumerate(own[::2], 1)
    ]
    section = reference_lists.Section(0, 0, len(own) + len(numbers))
    beside = reference_lists.entries_of([*own, *numbers], section)
    assert [line.text for line in beside[::2]] == [
        f"{form.format(number)} {entry.text}" for number, entry in enumerate(own[::2], 1)
    ]
    assert references.starts_of(beside) == [0, 2, 4, 6]


def test_a_list_ends_with_its_last_entry_if_all_numbers_are_drawn_apart() -> None:
    own = lines("References", *(entry.partition(". ")[2] for entry in entries(1, 4)))
    numbers = [
        entry._replace(text=f"{number}.", left=54, right=62)
        for number, entry in enumerate(own[1:], 1)
    ]
    (found,) = reference_lists.find_all_lists([*own, *numbers])
    assert [line.text for line in found.lines] == entries(1, 4)
    assert found.starts == [0, 1, 2, 3]
    assert found.section.end == len(own)
