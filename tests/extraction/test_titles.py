"""Titles from the fields that the model labels, whatever the model."""

import re

import pytest

from wildwood.extraction import crf, references
from wildwood.extraction.crf import Field


def labelled(marked: str) -> tuple[list[Field], str]:
    """Return the fields and text of a reference, in which `<title|…>` is a labelled field."""
    fields, text = [], ""
    for label, field, other in re.findall(r"<(\w+)\|([^>]*)>|([^<]+)", marked):
        start = len(text)
        text += field or other
        moved = [
            token._replace(start=token.start + start, end=token.end + start)
            for token in crf.tokenize(field or other)
        ]
        if moved:
            fields.append(Field(label or "other", tuple(moved)))
    return fields, text


@pytest.mark.parametrize(
    ("marked", "title"),
    [
        (
            "<author|Smith, A.> (<date|2010>). <title|Floods>, <venue|Norway. Water> <volume|5>.",
            "Floods, Norway",
        ),
        (
            "<author|Smith A>. <title|Fish spp>. from <venue|the lakes>. <venue|Water> <volume|5>",
            "Fish spp. from the lakes",
        ),
        ("<author|A. Smith>, <title|Floods>, <venue|Water Res. B> <volume|5>", "Floods"),
        (
            "<author|Ek A>. <title|Floods>. In <venue|Towns of rivers>. <venue|Water> <volume|5>",
            "Floods",
        ),
        ("<author|A. Smith>, “<title|Floods”, Water Society>, <date|2010>", "Floods"),
        (
            "<author|Lee A> (<date|2010>). <venue|The floods of two lakes. Water> <volume|5>",
            "The floods of two lakes",
        ),
        ("<author|Smith A> (<date|2010>). <title|Floods>, <date|May 2009> ()", "Floods, May 2009"),
        ("<author|A. Smith>, <venue|Phys. Rev.> <volume|5>, <date|1962>", ""),
        ("<author|A. Smith>, <venue|The Journal of Rivers and Lakes> <volume|5>", ""),
        ("<author|Ek, A.> (<date|2008>, <title|Autumn). Floods>. <venue|Water>", "Floods"),
        ("<author|Ek, A.> (<date|1918>-<title|1920). Floods (of sea). Oslo>", "Floods (of sea)"),
        ("<author|Ek, A.> (<date|2008>). <title|Floods. Retrieved 5 24, 2020, from Ek>:", "Floods"),
        ("<author|Ek A>. <title|Floods (Water Bank>, <date|2021>)", "Floods"),
        ("<author|Ek A>. <title|Floods: a list (2. utg>.). <place|Oslo>: Ek.", "Floods: a list"),
        ("<author|Ek A>. <title|Floods (of lakes>). <venue|Water>", "Floods (of lakes)"),
        ("<author|Ek A>. <title|(Floods>, <date|2021>)", "(Floods"),
        ("<author|Ek, A.> <title|2) Floods of lakes>. <venue|Water>", "2) Floods of lakes"),
    ],
)  # fmt: skip
def test_a_title_is_whole(marked: str, title: str) -> None:
    assert references.title_of(*labelled(marked)) == title


@pytest.mark.parametrize(
    ("after", "title"),
    [
        (". <publisher|The rivers of the north>, <place|Oslo>.", "Floods. The rivers of the north"),
        ("? <venue|Flut im Wandel> (=Ek, Bd. 8), <place|Frankfurt a.M.>", "Floods? Flut im Wandel"),
        (". <venue|Tea of sea>. <place|Oslo>: <publisher|Ek>, <date|2010>.", "Floods. Tea of sea"),
        (". <venue|Studies in the rivers>, <place|Oslo>: <publisher|Ek>.", "Floods"),
        (". <venue|Society for Rivers and Lakes>, <place|Oslo>.", "Floods"),
        (". <venue|River Days>, <place|Oslo>.", "Floods"),
        (". <venue|Towns of the sea>. <publisher|River Press>.", "Floods"),
        (". <venue|Journal of the North>, <volume|5>, Oslo.", "Floods"),
    ],
)  # fmt: skip
def test_a_subtitle_goes_up_to_the_place(after: str, title: str) -> None:
    assert (
        references.title_of(*labelled(f"<author|Smith, A.> (<date|2010>), <title|Floods>{after}"))
        == title
    )


@pytest.mark.parametrize(
    "marked",
    [
        "<author|Smith, A.> (<date|2010>), <venue|Floods>, <place|Oslo>.",
        "<author|Smith, A., Bob Lee (Hg.)> <date|2010>: <place|Floods, Oslo>: <publisher|Ek>.",
        "<author|Smith, A.> (<date|2010>): Floods, in: <title|Rivers of the north>, Oslo.",
        "<author|Smith, A.>, <date|2010>: Floods. S. 8-9 in: <title|Rivers of the north>, Oslo.",
        "<author|Smith, A.> (<date|2010>): <title|Floods. Paper presented at a meeting>, Oslo.",
    ],
)
def test_a_title_is_between_the_year_and_what_it_appeared_in(marked: str) -> None:
    assert references.title_of(*labelled(marked)) == "Floods"


@pytest.mark.parametrize(
    ("marked", "author"),
    [
        ("<title|River Team>. (<date|2010>). <title|Floods>.", "River Team"),
        ("<publisher|River Team>. (<date|2010>). <title|Floods>.", "River Team"),
    ],
)
def test_an_organisation_at_the_beginning_is_the_author(marked: str, author: str) -> None:
    fields, text = labelled(marked)
    first = references.find_organisations(fields)[0]
    assert first.label == "author"
    assert text[first.tokens[0].start : first.tokens[-1].end] == author


def test_a_title_without_names_stays_a_title() -> None:
    fields, _ = labelled("<title|Floods>. (<date|2010>). <publisher|Water>.")
    assert references.find_organisations(fields) == fields
