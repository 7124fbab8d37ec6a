"""Plain data as XML and JSON."""

import json

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from wildwood.extraction.http.formats import MediaFormat, render


def test_a_list_repeats_an_element_in_the_singular() -> None:
    rendered = render("header", {"authors": [{"name": "A"}, {"name": "B"}]}, MediaFormat.XML)
    assert rendered.endswith(
        b"<header><authors><author><name>A</name></author>"
        b"<author><name>B</name></author></authors></header>"
    )


@given(st.text())
def test_any_text_makes_valid_xml_and_json(text: str) -> None:
    root = etree.fromstring(render("header", {"title": text}, MediaFormat.XML))
    shown = root.findtext("title") or ""
    assert len(shown) == len(text)
    assert isinstance(json.loads(render("header", {"title": text}, MediaFormat.JSON)), dict)


def test_characters_that_xml_does_not_allow_are_replaced() -> None:
    rendered = render("header", {"title": "a\0b"}, MediaFormat.XML)
    assert etree.fromstring(rendered).findtext("title") == "a�b"
