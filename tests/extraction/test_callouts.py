"""Callouts of the text, bound to entries and captions."""

import pytest

from wildwood.extraction.callouts import Bibliography, Callouts, CitedList
from wildwood.extraction.data import Box, Caption, Citation, Passage, Row, Span

NUMBERED = Bibliography(
    [CitedList([Citation(f"Entry {n}") for n in range(1, 10)], list(map(str, range(1, 10))), "")]
)
NAMED = Bibliography([
    CitedList(
        [
            Citation("", ("Graff, M.", "Sand, O."), year="2001"),
            Citation("Graff, M. 2002a. Dunes.", ("Graff, M.",), year="2002"),
            Citation("Graff, M. 2002b. Wind.", ("Graff, M.",), year="2002"),
            Citation("", ("García López A", "Sand O"), year="2001"),
            Citation("", ("Graff, M.", "Wind, P."), year="2001"),
        ],
        [""] * 5,
        "",
    )
])  # fmt: skip
LABELS = ("1", "2", "3a", "3.1", "3.2", "3.3", "A5", "2-1", "1")
FLOATS = [Caption("figure", label, "", 1, 0, 0, 0, 0) for label in LABELS]
FLOATS += [Caption("table", label, "", 1, 0, 0, 0, 0) for label in ("S1", "I", "II", "III", "V")]


def called(
    text: str, bibliography: Bibliography, raised: tuple[Span, ...] = ()
) -> list[tuple[str, tuple[int, ...]]]:
    marked = Passage(text, raised=raised)
    callouts = Callouts([marked], bibliography, FLOATS).find_all(marked)
    return [(text[one.start : one.end], one.targets) for one in callouts]


@pytest.mark.parametrize("text", ["See Figure1 of the town.", "See Fig.1 of the town."])
def test_a_label_can_be_joined_to_its_word(text: str) -> None:
    assert [targets for _, targets in called(text, NUMBERED)] == [(0,)]


def test_of_two_figures_with_a_number_the_nearer_is_called() -> None:
    captions = [Caption("figure", "1", "", page, 0, 0, 0, 0) for page in (2, 8)]
    rows = tuple(Row(start, page, Box(0, 0, 9, 9)) for start, page in ((0, 3), (13, 7)))
    text = Passage("See Figure 1. See Figure 1.", rows)
    callouts = Callouts([text], NUMBERED, captions).find_all(text)
    assert [callout.targets for callout in callouts] == [(0,), (1,)]


@pytest.mark.parametrize(
    ("text", "callouts"),
    [
        ("As said [3].", [("[3]", (2,))]),
        ("As said [1, 3; 5].", [("[1", (0,)), ("3", (2,)), ("5]", (4,))]),
        ("As said [1,3–6].", [("[1", (0,)), ("3", (2,)), ("–", (3, 4)), ("6]", (5,))]),
        ("As said [4]–[6].", [("[4]", (3,)), ("[6]", (5,))]),
        ("As said (2, 3).", [("(2", (1,)), ("3)", (2,))]),
        ("As said [2 e 3].", [("[2", (1,)), ("3]", (2,))]),
        ("Interval [0, 1] and [120].", []),
        ("A weight of [1e3] or (2e3).", []),
    ],
)
def test_numbers_call_entries(text: str, callouts: list[tuple[str, tuple[int, ...]]]) -> None:
    assert called(text, NUMBERED) == callouts


def test_an_entry_whose_number_is_not_read_has_that_of_its_place() -> None:
    entries = [Citation(f"Entry {n}") for n in range(3)]
    assert called("As said [2].", Bibliography([CitedList(entries, ["1", "", "3"], "")])) == [
        ("[2]", (1,))
    ]


def test_raised_numbers_call_entries() -> None:
    text = "As said1,3–5 of 7 grains."
    assert called(text, NUMBERED, ((7, 12),)) == [
        ("1", (0,)), ("3", (2,)), ("–", (3,)), ("5", (4,)),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "callouts"),
    [
        ("Sand moves (Graff & Sand, 2001).", [("Graff & Sand, 2001", (0,))]),
        ("Sand moves (Graff & Wind, 2001).", [("Graff & Wind, 2001", (4,))]),
        ("García López et al. (2001) say so.", [("López et al. (2001", (3,))]),
        ("Graff (2002b, 2002a) says so.", [("Graff (2002b", (2,)), ("2002a", (1,))]),
        ("In 2001, Graff said so. It was 2002.", []),
    ],
)
def test_names_and_years_call_entries(
    text: str, callouts: list[tuple[str, tuple[int, ...]]]
) -> None:
    assert called(text, NAMED) == callouts


@pytest.mark.parametrize("between", ["A" * 90 + "!", "e " * 45 + "!", "1 " * 45 + "!"])
def test_what_is_between_a_name_and_a_year_is_read_once(between: str) -> None:
    # With backtracking, this would not end.
    assert called(f"Graff {between} 2001", NAMED) == []


def test_labels_call_entries() -> None:
    listed = CitedList([Citation("Sand"), Citation("Wind")], ["Gra01", "San02"], "")
    assert called("As said [San02, p. 3] or [Gra01; San02].", Bibliography([listed])) == [
        ("San02", (1,)), ("Gra01", (0,)), ("San02", (1,)),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "callouts"),
    [
        ("Figs. 1a and 2", [("Figs. 1a", (0,)), ("2", (1,))]),
        ("Table S1, and Figure 9", [("Table S1", (9,)), ("Figure 9", ())]),
        ("Figures 1, 2, and A5", [("Figures 1", (0,)), ("2", (1,)), ("A5", (6,))]),
        ("Figure 3.1", [("Figure 3.1", (3,))]),
        ("Fig. A5", [("Fig. A5", (6,))]),
        ("Figs. 3.1–3.3", [("Figs. 3.1", (3,)), ("–", (4,)), ("3.3", (5,))]),
        ("Tables I to III", [("Tables I", (10,)), (" to ", (11,)), ("III", (12,))]),
        ("Abbildungen 1 bis 2", [("Abbildungen 1", (0,)), ("2", (1,))]),
        ("Figure 2-1", [("Figure 2-1", (7,))]),
        ("Figs. 1-2", [("Figs. 1", (0,)), ("2", (1,))]),
    ],
)
def test_figures_and_tables_are_called_by_their_labels(
    text: str, callouts: list[tuple[str, tuple[int, ...]]]
) -> None:
    assert called(f"As {text} show.", NUMBERED) == callouts


def test_they_are_called_in_text_without_spaces() -> None:
    assert called("結果を図1に示し、如图3.1所示，그림 2와", NUMBERED) == [
        ("図1", (0,)), ("图3.1", (3,)), ("그림 2", (1,)),
    ]  # fmt: skip


def test_the_letter_of_a_part_is_one_of_the_label_if_a_caption_has_it() -> None:
    assert called("Figures 3a, 1a, 2B and 2(c).", NUMBERED) == [
        ("Figures 3a", (2,)), ("1a", (0,)), ("2B", (1,)), ("2(c)", (1,)),
    ]  # fmt: skip


def test_a_roman_numeral_is_a_label_only_if_a_caption_has_it() -> None:
    assert called("See Table V, Table VI, Table i, and Table X.", NUMBERED) == [("Table V", (13,))]


def test_a_footnote_after_a_label_is_none_of_it() -> None:
    assert called("It falls in Figure 2.4 This is well known.", NUMBERED) == [("Figure 2", (1,))]


def test_a_figure_of_the_supplement_is_another() -> None:
    text = "See Supplementary Figures 1 and 2, and Supplementary Table S1."
    assert called(text, NUMBERED) == [
        ("Supplementary Figures 1 and 2", ()), ("Supplementary Table S1", (9,)),
    ]  # fmt: skip


def test_a_table_that_goes_on_is_called_where_it_begins() -> None:
    captions = [
        Caption("table", "1", text, page, 0, 0, 0, 0)
        for page, text in ((2, "Wages by city."), (3, "(continued)"))
    ]
    text = Passage("See Table 1.", (Row(0, 4, Box(0, 0, 9, 9)),))
    callouts = Callouts([text], NUMBERED, captions).find_all(text)
    assert [callout.targets for callout in callouts] == [(0,)]
