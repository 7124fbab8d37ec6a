"""Plain data as XML and JSON."""

import json

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from wildwood.extraction.http.representation import Format, rendered


def test_a_list_repeats_an_element_in_the_singular() -> None:
    made = rendered("header", {"authors": [{"name": "A"}, {"name": "B"}]}, Format.XML)
    assert made.endswith(
        b"<header><authors><author><name>A</name></author>"
        b"<author><name>B</name></author></authors></header>"
    )


@given(st.text())
def test_any_text_makes_good_xml_and_json(text: str) -> None:
    root = etree.fromstring(rendered("header", {"title": text}, Format.XML))
    shown = root.findtext("title") or ""
    assert len(shown) == len(text)
    assert isinstance(json.loads(rendered("header", {"title": text}, Format.JSON)), dict)


def test_what_xml_cannot_hold_is_shown_as_replaced() -> None:
    made = rendered("header", {"title": "a\0b"}, Format.XML)
    assert etree.fromstring(made).findtext("title") == "a�b"
