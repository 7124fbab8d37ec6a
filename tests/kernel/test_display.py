"""Texts from files, made safe for lists and terminals."""

import sys
import unicodedata

import pytest

from wildwood.kernel.text import counted, listed, one_line, printable


class TestAPrintableText:
    def test_has_no_control_character(self) -> None:
        everything = "".join(map(chr, range(sys.maxunicode + 1)))
        assert "Cc" not in set(map(unicodedata.category, printable(everything)))

    def test_has_no_bidirectional_control_character(self) -> None:
        controls = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
        everything = "".join(map(chr, range(sys.maxunicode + 1)))
        assert not controls & set(map(unicodedata.bidirectional, printable(everything)))
        assert printable("a\u200eb\u200fc\u061cd") == "a\ufffdb\ufffdc\ufffdd"

    def test_has_a_space_for_each_line_break(self) -> None:
        assert printable("Trade\r\nand\tGrowth") == "Trade  and Growth"

    def test_keeps_all_other_characters(self) -> None:
        assert printable("Växjö’s\u00a0“Trade” 👩\u200d🔬") == "Växjö’s\u00a0“Trade” 👩\u200d🔬"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Trade and Growth", "Trade and Growth"),
        (" Trade\t and\r\n Growth\u2028", "Trade and Growth"),
        ("\x1b[31mTrade\x07\x9b", "�[31mTrade��"),
        ("Trade \u202egnihtemos\u202c", "Trade �gnihtemos�"),
        ("\u2067Trade\u2069", "�Trade�"),
        ("\ud800 Trade", "? Trade"),
        ("Außenhandel, התשובה, می\u200cخواهم", "Außenhandel, התשובה, می\u200cخواهم"),
        ("", ""),
    ],
    ids=[
        "plain",
        "white space",
        "controls",
        "override",
        "isolate",
        "lone surrogate",
        "scripts",
        "empty",
    ],
)
def test_a_text_becomes_one_line_without_control_characters(text: str, shown: str) -> None:
    assert one_line(text) == shown


def test_a_list_names_the_first_items_and_counts_the_others() -> None:
    assert listed([1, 2, 3, 4, 5]) == "1, 2, 3, 4, 5"
    assert listed([1, 2, 3, 4, 5, 6]) == "1, 2, 3, 4, 5 and 1 more"
    assert listed(range(1007), "(see there)") == "0, 1, 2, 3, 4 and 1,002 more (see there)"


def test_a_number_of_things_is_in_the_plural_unless_it_is_one() -> None:
    assert [counted(number, "rif") for number in (0, 1, 1000)] == ["0 rifs", "1 rif", "1,000 rifs"]
