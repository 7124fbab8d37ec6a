"""Works that are cited in footnotes, in documents without a list of references."""

import pytest

from wildwood.extraction import citations
from wildwood.extraction.citations import extract_citations
from wildwood.extraction.data import Citation, Line

TEXT_SIZE, NOTE_SIZE = 10.0, 8.0
TEXT = ["The state in its history, as it is told; it has long been so, and is so still."] * 3


def page(number: int, *notes: str) -> list[Line]:
    """Return a page with some text and notes below it."""
    sizes = [TEXT_SIZE] * len(TEXT) + [NOTE_SIZE] * len(notes)
    heights = [700.0 - 10 * place for place in range(len(sizes))]
    return [
        Line(text, number, 72, 400, height, height + 8, size, hyphenated=False)
        for text, height, size in zip([*TEXT, *notes], heights, sizes, strict=True)
    ]


NOTES = [
    "1 Vgl. Ernest Gellner, Nationalismus und Moderne, Berlin 1991.",
    "2 Siehe Jochen Oltmer/Klaus J. Bade, Normalfall Migration: Deutschland im",
    "20. Jahrhundert, Bonn 2004; ders., Europa in Bewegung, München 2000.",
    "3 Ebd., S. 12.",
    "4 The state is not the subject of this article.",
]


def works(*notes: str) -> list[str]:
    return citations.cited_works(page(0, *notes))


def test_the_works_of_notes_are_returned_without_the_prose_around_them() -> None:
    authors = "Jochen Oltmer/Klaus J. Bade"
    assert works(*NOTES) == [
        "Ernest Gellner, Nationalismus und Moderne, Berlin 1991.",
        f"{authors}, Normalfall Migration: Deutschland im 20. Jahrhundert, Bonn 2004",
        f"{authors}, Europa in Bewegung, München 2000.",
    ]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "A. Halevy, “Towns: Rivers, Lakes,” Annals of Water 119 (1993): 519-25",
            "Towns: Rivers, Lakes",
        ),
        ("R. Truog, “Is It Time?” Water Report 27 (1997): 29-37.", "Is It Time"),
        ("Anna Smith, »Zeit und Ort«, in: Das Wasser, Bonn 1988, S. 2.", "Zeit und Ort"),
        ("Ann Lee, The Law of Towns, 101 MINN. L. REV. 87, 161–66 (2016)", "The Law of Towns"),
        (
            "Ann Lee, Bob K. Roe & Kim Hite, Towns: Rivers and Lakes, N.Y. TIMES (Feb. 11, 2020)",
            "Towns: Rivers and Lakes",
        ),
        (
            "ANN LEE, TOWNS IN AMERICA: LAKES AND RIVERS 23–27 (2d ed. 2018)",
            "TOWNS IN AMERICA: LAKES AND RIVERS",
        ),
        (
            "Ann Lee, The Law of Towns: Rivers, Lakes and Men (Water Press, Oxford, 2009), p. 3",
            "The Law of Towns: Rivers, Lakes and Men",
        ),
        ("Ann Lee, The War of Towns, 1939–1945 (London, 1999)", "The War of Towns, 1939–1945"),
        ("A Lee, ‘The Towns’ Rights’ (2015) 17(4) Water Report 2", "The Towns’ Rights"),
        ("A Lee, ‘Rights of Towns’ [2000] Water Report 18, 2", "Rights of Towns"),
        ("A Lee, ``Rights of Towns'' COM(2013) 439 final (2013)", "Rights of Towns"),
        ("A Lee, ‘On “Bodden”: Lakes’, Water Report 12 (1997), 3", "On “Bodden”: Lakes"),
        ("“Notes on the Towns”, Water Report 22 (1965), 264-286", "Notes on the Towns"),
        ("Lee, Das Recht der Flüsse und Seen (2005), 12", "Das Recht der Flüsse und Seen"),
        ("Lee/Hite, Wasserrecht, 2010, S. 3", "Wasserrecht"),
        ("Anna Lee, Das Recht (2007), 319.", "Das Recht"),
        ("Anna Lee, Das Recht. Eine Lehre, 2. Aufl. Bonn 1934, 11", "Das Recht. Eine Lehre"),
        (
            "Kim Hite, “Rivers Ended”. Leaders of the Left, New York 2000.",
            "Rivers Ended”. Leaders of the Left",
        ),
    ],
)
def test_a_title_is_whole(text: str, title: str) -> None:
    assert citations.title_in_note(text) == title


@pytest.mark.parametrize(
    ("start", "rest"),
    [
        ("Anna Smith, Towns and", "work, London 2001."),
        ("Anna Smith, Towns and work, 82 Water L. Rev.", "641, 645 (2013)."),
    ],
)
def test_a_note_can_go_on_at_the_foot_of_the_next_page(start: str, rest: str) -> None:
    lines = [*page(0, *NOTES[:3], f"3 See {start}"), *page(1, rest)]
    assert citations.cited_works(lines)[-1] == f"{start} {rest}"


def test_a_line_of_small_capitals_goes_on_in_a_note() -> None:
    lines = page(0, *NOTES[:3], "3 See ANNA SMITH, TOWNS AND", "WORK IN ASIA 283 (2024).")
    lines[-2] = lines[-2]._replace(size=NOTE_SIZE - 2)
    assert citations.cited_works(lines)[-1] == "ANNA SMITH, TOWNS AND WORK IN ASIA 283 (2024)."


def test_notes_in_the_size_of_the_text_begin_below_their_raised_numbers() -> None:
    lines = [line._replace(size=TEXT_SIZE) for line in page(0, *NOTES)]
    assert citations.cited_works(lines) == []
    raised = [(len(TEXT[0]), len(TEXT[0]) + 1)]
    lines[0] = lines[0]._replace(text=f"{TEXT[0]}1", raised=tuple(raised))
    assert citations.cited_works(lines) == works(*NOTES)


def test_a_number_that_is_called_nowhere_begins_no_note() -> None:
    lines = [*page(0, *NOTES[:3]), *page(1, "5 Anna Smith, Towns and work, London 2001.")]
    assert len(citations.cited_works(lines)) == len(works(*NOTES))


@pytest.mark.parametrize(
    ("note", "cited"),
    [
        (
            "See, for example, A. Lee, Towns of Asia (Rome, 1999), p. 4, and B. Roe, Seas (1970).",
            ["A. Lee, Towns of Asia (Rome, 1999), p. 4", "B. Roe, Seas (1970)."],
        ),
        (
            "A. Lee, Rivers of Asia (Rome, 2001). On lakes see C. Roe, Lakes of Asia (Bonn, 2002).",
            ["A. Lee, Rivers of Asia (Rome, 2001).", "C. Roe, Lakes of Asia (Bonn, 2002)."],
        ),
        (
            f"{'So it has been. ' * 60}David Lee, Towns, Lakes, 10 Water Rev. 427 (2022).",
            ["David Lee, Towns, Lakes, 10 Water Rev. 427 (2022)."],
        ),
        (
            f"{'It was so in 1989 ' * 55}, see ex multis: R. LEE, Towns, Rome, 2008.",
            ["R. LEE, Towns, Rome, 2008."],
        ),
        (
            "Anna Lee, Der Tag Leipzig 1991. Ein Recht in Europa, Berlin 1992, S. 1.",
            ["Anna Lee, Der Tag Leipzig 1991. Ein Recht in Europa, Berlin 1992, S. 1."],
        ),
    ],
)
def test_a_note_is_divided_into_its_works(note: str, cited: list[str]) -> None:
    lines = [*page(0, *NOTES, f"5 {note}"), *page(1)]
    assert citations.cited_works(lines)[len(works(*NOTES)) :] == cited


def test_numbers_can_begin_anew_on_each_page() -> None:
    lines = [*page(0, *NOTES[:3]), *page(1, "1 Anna Smith, Towns and work, London 2001.")]
    assert len(citations.cited_works(lines)) == len(works(*NOTES)) + 1


def test_a_note_whose_number_is_raised_in_the_text_follows_missing_ones() -> None:
    called = page(1, "9 Anna Smith, Towns and work, London 2001.")
    assert len(citations.cited_works([*page(0, *NOTES[:3]), *called])) == len(works(*NOTES))
    called[0] = called[0]._replace(text=f"{TEXT[0]}9", raised=((len(TEXT[0]), len(TEXT[0]) + 1),))
    assert len(citations.cited_works([*page(0, *NOTES[:3]), *called])) == len(works(*NOTES)) + 1


def test_small_text_above_other_text_is_no_note() -> None:
    above = [line._replace(bottom=line.bottom + 300) for line in page(0, *NOTES)[len(TEXT) :]]
    assert citations.cited_works([*above, *page(0)]) == []


def test_notes_that_only_discuss_works_cite_none() -> None:
    notes = [
        f"{number} Smith and Jones (200{number}) consider towns, while we do not."
        for number in range(1, 6)
    ]
    assert works(*notes) == []


def cited(text: str) -> Citation:
    citations = extract_citations([*page(0, *NOTES), *page(1, f"5 {text}")])
    return citations[-1]


def test_citations_have_the_title_of_a_work_up_to_where_it_appeared() -> None:
    assert cited(
        "Jürgen Kocka, Das lange 19. Jahrhundert. Arbeit und Nation, Stuttgart 2002."
    ).title == ("Das lange 19. Jahrhundert. Arbeit und Nation")
    assert cited("Herbert, Ulrich (2003): Wege der Politik, Bonn: Verlag, 208.").title == (
        "Wege der Politik"
    )
    chapter = cited(
        "Anna Beyer, Recht der Ausländer. In: Rolf Heßler (Hg.), Zwischen, Berlin 1993, S. 1."
    )
    assert chapter.title == "Recht der Ausländer"
    assert chapter.authors == ("Anna Beyer",)
    assert chapter.year == "1993"
    assert cited(
        "Anna Beyer ( Hg.), Recht der Ausländer, 1917–1947, Frankfurt a.M. 1948."
    ).title == ("Recht der Ausländer, 1917–1947")


def test_a_work_is_one_citation_however_often_it_is_cited() -> None:
    again = "Ernest Gellner, Nationalismus und Moderne, Berlin 1991, S. 7."
    assert cited(again).title == "Europa in Bewegung"


def test_a_list_of_references_goes_before_notes_with_up_to_twice_as_many_works() -> None:
    references = [
        "References",
        "[1] A. Smith. Towns and work. J Trade, 2001.",
        "[2] B. Lee. Trade and states. J Trade, 2002.",
    ]
    listed = [
        Line(text, 2, 72, 400, 600 - 12 * place, 608 - 12 * place, TEXT_SIZE, hyphenated=False)
        for place, text in enumerate(references)
    ]
    more = ["5 Anna Smith, Cities, London 2001.", "6 Bob Lee, Rivers, London 2002."]
    titles = ["Towns and work", "Trade and states"]
    for notes in (NOTES, [*NOTES, more[0]]):
        citations = extract_citations([*page(0, *notes), *listed])
        assert [citation.title for citation in citations] == titles
    citations = extract_citations([*page(0, *NOTES, *more), *listed])
    assert [citation.title for citation in citations][-2:] == ["Cities", "Rivers"]
