"""Judge languages from Python as `wildwood screen text` does."""

from typing import Any

import pytest

import wildwood
from wildwood.kernel.errors import InputError


def test_a_declaration_is_one_language_or_several() -> None:
    for declared in ("de", ["de"], {"de", "fr"}, iter(["de"])):
        assert wildwood.judge_language("Trade", declared=declared).reason.value == "declared"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"title": 3}, "The title is of the type int; give a text."),
        ({"title": None}, "The title is of the type NoneType; give a text."),
        ({"abstract": b"Trade"}, "The abstract is of the type bytes; give a text."),
        ({"declared": None}, "The declared language is of the type NoneType; give a text."),
        ({"declared": [3]}, "The declared language is of the type int; give a text."),
    ],
)
def test_a_mistake_is_one_sentence(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        wildwood.judge_language(**{"title": "Trade", **arguments})
    assert str(caught.value) == message
