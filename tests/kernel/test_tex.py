import pytest

from wildwood.kernel.text import LETTERS, compose_tex


@pytest.mark.parametrize(
    ("letter", "accent", "printed"),
    [("e", "'", "é"), ("u", '"', "ü"), ("c", "v", "č"), ("s", "c", "ş"), ("o", "H", "ő")],
)
def test_an_accent_and_its_letter_are_one_character(letter: str, accent: str, printed: str) -> None:
    assert compose_tex(letter, accent) == printed


def test_letters_outside_ascii_have_commands() -> None:
    assert (LETTERS["l"], LETTERS["ss"], LETTERS["AE"]) == ("ł", "ß", "Æ")
