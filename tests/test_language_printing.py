"""What others wrote, as lists and terminals show it."""

import pytest

from wildwood.language.printing import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Trade and Growth", "Trade and Growth"),
        (" Trade\t and\r\n Growth\u2028", "Trade and Growth"),
        ("\x1b[31mTrade\x07\x00\x9b", "[31mTrade"),
        ("Trade \u202egnihtemos\u202c", "Trade gnihtemos"),
        ("\u2067Trade\u2069", "Trade"),
        ("\ud800 Trade", "? Trade"),
        ("Außenhandel, התשובה, می\u200cخواهم", "Außenhandel, התשובה, می\u200cخواهم"),
        ("", ""),
    ],
    ids=["plain", "white space", "controls", "override", "isolate", "half", "scripts", "nothing"],
)
def test_a_text_is_one_line_that_steers_nothing(text: str, shown: str) -> None:
    assert printable(text) == shown
