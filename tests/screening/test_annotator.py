"""The marks of the languages of the papers of a rif."""

from functools import partial

import pytest

from wildwood.kernel.settings import Doubtful
from wildwood.nep.rif import parse_rif
from wildwood.screening.annotator import LanguageAnnotator
from wildwood.screening.screening import Screen

from tests.support.amf import HEAD, TAIL


def marks(content: str) -> list[tuple[str, str] | None]:
    """Return the language and the reason of each paper; None if it gets no mark."""
    annotator = LanguageAnnotator(make_screen=partial(Screen, {}, Doubtful.AS_JUDGED))
    attributes = [
        None if mark is None else dict(mark.attributes)
        for mark in annotator(parse_rif(f"{HEAD}{content}{TAIL}".encode()))
    ]
    return [None if each is None else (each["code"], each["reason"]) for each in attributes]


@pytest.mark.parametrize(
    "text",
    [
        '<text id="a" xml:lang="de"><title>Trade</title></text>',
        '<text id="a"><title xml:lang="de">Trade</title></text>',
        '<text id="a"><title>Trade</title><language>DE</language></text>',
    ],
)
def test_the_language_of_a_title_is_that_in_scope_or_of_the_paper(text: str) -> None:
    assert marks(text) == [("other", "declared")]


def test_an_english_title_among_others_is_enough() -> None:
    text = '<title xml:lang="en">Trade and growth</title><title>Handel und Wachstum</title>'
    assert marks(f'<text id="a" xml:lang="de">{text}</text>') == [("en", "detector")]


def test_an_empty_language_declares_nothing() -> None:
    text = "<title>Trade and growth</title><language> </language>"
    assert marks(f'<text id="a">{text}</text>') == [("en", "detector")]


def test_they_are_in_the_order_of_the_papers_and_none_where_nothing_tells() -> None:
    texts = '<text id="b"/><text id="a"><title>Trade and growth</title></text>'
    assert marks(texts) == [None, ("en", "detector")]
