"""What the texts of fields have in them, whatever the format."""

import pytest

from wildwood.biblio import field_texts


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), (7, "7"), (" a\n b\xa0c ", "a b c"), ("a\ud800b", "a?b")],
    ids=["nothing", "number", "white space", "lone surrogate"],
)
def test_a_value_is_one_line(value: object, text: str) -> None:
    assert field_texts.clean(value) == text


def test_values_are_not_repeated() -> None:
    assert field_texts.cleaned([" a ", "", "b", "a", None]) == ("a", "b")


@pytest.mark.parametrize(
    ("start", "end", "pages"),
    [
        ("12", "34", "12-34"), ("12", "", "12"), ("12", "12", "12"), ("12-34", "34", "12-34"),
        ("1021-7", "", "1021-1027"), ("1021", "7", "1021-1027"), ("S12-4", "", "S12-S14"),
        ("S98-S104", "", "S98-S104"), ("1021-1", "", "1021-1"), ("123-9; 4", "", "123-9; 4"),
    ],
)  # fmt: skip
def test_a_first_page_can_have_the_last(start: str, end: str, pages: str) -> None:
    assert field_texts.page_range(start, end) == pages


def test_a_line_has_no_control_characters() -> None:
    assert field_texts.remove_controls("a\x01b\tc\nd\x7f") == "ab c d"


@pytest.mark.parametrize("text", ["Müller-Óg 2", "mu\u0308llerog2", "MÜLLER, ÓG: 2"])
def test_texts_are_compared_by_letters_and_digits_without_diacritics(text: str) -> None:
    assert field_texts.letters(text) == "mullerog2"
