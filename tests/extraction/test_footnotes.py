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
            "Kim Hite, “Rivers Ended”. Leaders of the Left, New York 2000.",
            "Rivers Ended”. Leaders of the Left",
        ),
    ],
)
def test_a_title_is_whole(text: str, title: str) -> None:
    assert citations.title_in_note(text) == title


def test_a_note_can_go_on_at_the_foot_of_the_next_page() -> None:
    lines = [*page(0, *NOTES[:3], "3 See Anna Smith, Towns and"), *page(1, "work, London 2001.")]
    assert citations.cited_works(lines)[-1] == "Anna Smith, Towns and work, London 2001."


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


def test_a_list_of_references_goes_before_notes() -> None:
    references = [
        "References",
        "[1] A. Smith. Towns and work. J Trade, 2001.",
        "[2] B. Lee. Trade and states. J Trade, 2002.",
    ]
    listed = [
        Line(text, 2, 72, 400, 600 - 12 * place, 608 - 12 * place, TEXT_SIZE, hyphenated=False)
        for place, text in enumerate(references)
    ]
    citations = extract_citations([*page(0, *NOTES), *listed])
    assert [citation.title for citation in citations] == ["Towns and work", "Trade and states"]
