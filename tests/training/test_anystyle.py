"""References that were labelled for AnyStyle."""

from pathlib import Path

import pytest

from tests.training import anystyle
from tests.training.anystyle import Reference, Use


def labelled(tag: str, text: str) -> list[tuple[str, str]]:
    """Return the fields of a text with a tag, without what is around them."""
    return [part for part in Reference(((tag, text),)).parts() if part[0] != "other"]


@pytest.mark.parametrize(
    ("tag", "text", "label", "field"),
    [
        ("author", "Smith, A. &", "author", "Smith, A."),
        ("author", "Smith, Anna.", "author", "Smith, Anna"),
        ("title", "“Floods,”", "title", "Floods"),
        ("title", "Floods?", "title", "Floods?"),
        ("title", "Floods (of rivers).", "title", "Floods (of rivers)"),
        ("journal", "In: Water,", "venue", "Water"),
        ("journal", "J. Wat. Res.", "venue", "J. Wat. Res."),
        ("date", "(2008).", "date", "2008"),
        ("pages", "pp. 75-84.", "pages", "75-84"),
        ("pages", "351 p.", "pages", "351"),
        ("location", "Oslo :", "place", "Oslo"),
        ("genre", "(PhD thesis).", "note", "PhD thesis)"),
        ("doi", "https://doi.org/10.1000/182", "doi", "10.1000/182"),
        ("url", "URL: http://rivers.org", "web", "http://rivers.org"),
    ],
)
def test_a_field_is_without_what_is_around_it(tag: str, text: str, label: str, field: str) -> None:
    assert labelled(tag, text) == [(label, field)]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("5(1),", [("volume", "5"), ("issue", "1")]),
        ("5(1):75–84.", [("volume", "5"), ("issue", "1"), ("pages", "75–84")]),
        ("vol. 5, no. 1", [("volume", "5"), ("issue", "1")]),
        ("n°12.", [("issue", "12")]),
    ],
)
def test_a_volume_is_divided(text: str, fields: list[tuple[str, str]]) -> None:
    assert labelled("volume", text) == fields


def test_the_parts_are_the_whole_reference_without_its_number(tmp_path: Path) -> None:
    file = tmp_path / "references.xml"
    file.write_text(
        "<dataset><sequence><citation-number>[1]</citation-number><author>Smith, A.</author>"
        "<date>(2008).</date><title>Floods\n of rivers.</title></sequence></dataset>",
        encoding="utf-8",
    )
    (reference,) = anystyle.references(file)
    assert reference.text == "Smith, A. (2008). Floods of rivers."
    assert "".join(text for _, text in reference.parts()) == reference.text
    assert reference.field("title") == "Floods of rivers."


def test_half_of_the_references_are_for_training_and_copies_have_the_same_use() -> None:
    uses = [Reference((("title", f"Floods of river {n}."),)).use for n in range(400)]
    assert 160 < uses.count(Use.TRAINING) < 240
    assert 60 < uses.count(Use.MEASUREMENT) < 140
    copies = [
        Reference((("author", "A."), ("title", f"“Floods of River {n}”"))) for n in range(400)
    ]
    assert [one.use for one in copies] == uses
