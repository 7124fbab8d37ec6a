"""Running heads, running feet and page numbers."""

import pytest

from wildwood.extraction.data import Line
from wildwood.extraction.documents import read_text_lines
from wildwood.extraction.lines import remove_running_heads

TITLE = "On the Matching of Workers and Firms"


def plain(text: str) -> list[Line]:
    return read_text_lines(text.encode())


def kept(lines: list[Line]) -> list[str]:
    return [line.text for line in remove_running_heads(lines)]


def at(text: str, page: int, height: float, size: float = 10) -> Line:
    """Make a line of a PDF at a height of a page."""
    return Line(text, page, 72, 300, height, height + 7, size, hyphenated=False)


def page_of(number: int, *edges: Line) -> list[Line]:
    """Make a page of text with these lines at its edges."""
    body = [at(f"{'abcdef'[number]} line {'xyzuvw'[row]}", number, 600 - row) for row in range(6)]
    return [*edges, *body]


def test_they_are_removed_whatever_their_page_number() -> None:
    pages = "\f".join(f"Journal 7, p. {n}\n" + f"line {'xyz'[n]} of it\n" * 9 for n in range(3))
    assert [text for text in kept(plain(pages)) if text.startswith("Journal")] == [
        "Journal 7, p. 0"
    ]


def test_a_line_that_is_repeated_inside_the_pages_is_kept() -> None:
    page = "\n".join([*"abcde", "same", *"fghij"])
    other = "\n".join([*"klmno", "same", *"pqrst"])
    assert kept(plain(f"{page}\f{other}")).count("same") == 2


def test_a_foot_with_a_doi_stays_on_the_first_page() -> None:
    doi = "DOI: 10.1016/j.towns.2006.02.022"
    feet = [line for n in range(3) for line in page_of(n, at("Towns", n, 60), at(doi, n, 40))]
    assert kept(feet).count("Towns") == 0
    assert kept(feet).count(doi) == 1


def test_a_note_stays_on_the_first_page_if_a_supplement_repeats_it() -> None:
    note = "‡Institute of Towns, anna@towns.example"
    lines = [line for n in (0, 1) for line in page_of(n, at(note, n, 40), at("Towns", n, 30))]
    assert note in kept(lines)[:2]


def test_a_title_that_later_pages_repeat_at_their_head_stays_on_the_first() -> None:
    lines = page_of(0, at(TITLE, 0, 700, size=17))
    for number in (1, 2, 3):
        lines += page_of(number, at(TITLE, number, 760, size=8))
    assert kept(lines).count(TITLE) == 1
    assert kept(lines)[0] == TITLE


def test_the_heading_of_a_chapter_stays_where_later_pages_repeat_it_at_their_head() -> None:
    lines = [*page_of(0), *page_of(1, at("Bibliography", 1, 650, size=20))]
    for number in (2, 3, 4):
        lines += page_of(number, at("Bibliography", number, 760, size=10))
    assert kept(lines).count("Bibliography") == 1


def test_a_line_that_introduces_what_follows_stays_on_each_page() -> None:
    lines = page_of(0)
    for number in (1, 2, 3):
        lines += page_of(number, at("This article has been cited by:", number, 650))
    assert kept(lines).count("This article has been cited by:") == 3


def test_heads_that_alternate_are_removed_from_two_pages_each() -> None:
    lines = page_of(0)
    for number in (1, 2, 3, 4):
        head = "Smith and Jones" if number % 2 else TITLE
        lines += page_of(number, at(head, number, 760, size=8))
    assert not {"Smith and Jones", TITLE} & set(kept(lines))


def test_a_foot_is_removed_from_the_first_page_too() -> None:
    lines = [
        line
        for number in range(3)
        for line in page_of(number, at("Smith, (2018). Matching.", number, 30, size=7))
    ]
    assert "Smith, (2018). Matching." not in kept(lines)


@pytest.mark.parametrize("numbers", [["0", "1"], ["i", "ii"], ["III", "IV"], ["– v –", "– vi –"]])
def test_page_numbers_are_removed_from_every_page(numbers: list[str]) -> None:
    pages = [page_of(place, at(number, place, 30)) for place, number in enumerate(numbers)]
    assert not set(numbers) & set(kept([line for page in pages for line in page]))


def test_a_roman_number_is_none_of_a_page_in_other_places() -> None:
    title = page_of(0, at("A HISTORY OF THE", 0, 700, 20), at("II", 0, 670, 20))
    sections = [page_of(n, at("I" * n, n, 600 + 20 * n), at("CIVIL", n, 30)) for n in (1, 2)]
    lines = [line for page in (title, *sections) for line in page]
    assert {"A HISTORY OF THE", "I"} <= set(kept(lines))
    assert kept(lines).count("II") == 2


def test_a_head_with_the_number_of_the_page_is_removed_from_the_first_page_too() -> None:
    first = page_of(0, at("MODELS OF FLOODS 1", 0, 740), at("A Title: 7 Rivers", 0, 700, 16))
    later = [page_of(n, at(f"MODELS OF FLOODS {n + 1}", n, 740)) for n in (1, 2)]
    lines = [line for page in (first, *later) for line in page]
    assert [text for text in kept(lines) if "line" not in text] == ["A Title: 7 Rivers"]


def test_a_head_beside_the_number_of_the_page_is_removed_from_the_first_page_too() -> None:
    pages = [page_of(n, at(TITLE.upper(), n, 740), at(str(n + 1), n, 740)) for n in range(3)]
    lines = [at(TITLE, 0, 700), *(line for page in pages for line in page)]
    assert [text for text in kept(lines) if "line" not in text] == [TITLE]


@pytest.mark.parametrize("caption", ["Figure {}", "Table {}. Wages by city", "Table 3 (continued)"])
def test_a_caption_that_pages_repeat_stays(caption: str) -> None:
    captions = [caption.format(number) for number in range(1, 5)]
    pages = [line for n, text in enumerate(captions) for line in page_of(n, at(text, n, 700))]
    assert [text for text in kept(pages) if " line " not in text] == captions


def test_figures_that_end_references_are_no_page_numbers() -> None:
    ends = ["377–390, 2001.", "12–19, 2006.", "2011.", "2013.", "1–9, 1998.", "45–46, 1999."]
    pages = [page_of(n, at(end, n, 700 - 9 * n)) for n, end in enumerate(ends)]
    assert set(ends) <= set(kept([line for page in pages for line in page]))


def test_a_page_number_with_a_full_stop_is_removed() -> None:
    lines = [line for n in range(6) for line in page_of(n, at(f"{n + 1}.", n, 700))]
    assert not [text for text in kept(lines) if text.endswith(".")]
