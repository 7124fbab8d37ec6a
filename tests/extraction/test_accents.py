"""Accents that a PDF draws apart from their letters."""

from itertools import chain
from pathlib import Path

import pytest

from wildwood.extraction import pdf
from wildwood.extraction.characters import name_tex_codes

from tests.support.made_pdfs import Text, text, write

_WIDTHS = {
    "O": 0.778, "a": 0.556, "f": 0.278, "g": 0.556, "m": 0.833, "o": 0.556, "r": 0.333, "t": 0.278,
}  # fmt: skip
"""How wide letters of Helvetica are, in font sizes."""
_ACCENT_WIDTH = 0.333


def over(word: str, place: int, *, left: float, size: float) -> float:
    """Return where an accent over a letter of a word begins."""
    before = sum(_WIDTHS[letter] for letter in word[:place])
    return left + size * (before + (_WIDTHS[word[place]] - _ACCENT_WIDTH) / 2)


def lines(path: Path, *parts: list[Text]) -> list[str]:
    return [line.text for line in pdf.read(write(path, [list(chain.from_iterable(parts))]))[0]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "made.pdf"


class TestAnAccent:
    @pytest.mark.parametrize(
        ("accent", "composed"),
        [
            ("´", "tomográfia"),
            ("`", "tomogràfia"),
            ("˜", "tomogrãfia"),
            ("€", "tomogräfia"),  # as some typesetters' fonts name a diaeresis
        ],
    )
    def test_is_on_the_letter_below_it_and_not_where_it_is_drawn(
        self, path: Path, accent: str, composed: str
    ) -> None:
        left = over("tomogra", 6, left=72, size=20)
        parts = (text(72, 700, 20, "tomografia de la corona"), text(left, 700, 20, accent))
        assert lines(path, *parts) == [f"{composed} de la corona"]

    def test_can_be_drawn_before_the_text_and_higher_as_over_capitals(self, path: Path) -> None:
        left = over("tO", 1, left=72, size=20)
        parts = (text(left, 704, 20, "ˆ"), text(72, 700, 20, "tOmo del"))
        assert lines(path, *parts) == ["tÔmo del"]

    def test_leaves_no_space_in_the_word_in_which_the_text_was_interrupted(
        self, path: Path
    ) -> None:
        end = 72 + 20 * sum(_WIDTHS[letter] for letter in "tomogr")
        parts = (
            text(72, 700, 20, "tomogr"),
            text(over("to", 1, left=72, size=20), 700, 20, "´"),
            text(end, 700, 20, "afia"),
        )
        assert lines(path, *parts) == ["tómografia"]

    def test_is_left_alone_on_another_line_or_beside_the_letters(self, path: Path) -> None:
        left = over("tomogra", 6, left=72, size=20)
        assert lines(path, text(72, 700, 20, "tomografia"), text(left, 650, 20, "´")) == [
            "tomografia", "´",
        ]  # fmt: skip
        assert lines(path, text(72, 700, 20, "use `awk` here")) == ["use `awk` here"]


@pytest.mark.parametrize(
    ("codes", "meant"),
    [
        ("E↵ects on Ex-O↵enders", "Eﬀects on Ex-Oﬀenders"),
        ("✭✭Le travail✮✮", "«Le travail»"),
        ("press ↵ or ✭", "press ↵ or ✭"),
        ("on les dé\x1cnit, sans e\x1bet", "on les déﬁnit, sans eﬀet"),
        ("e\x0bective \row analysis\r\nof", "eﬀective ﬂow analysis\r\nof"),
        ("of a \row", "of a \row"),
        ("the \x0crst. \rc 1999 Rivers", "the ﬁrst. \rc 1999 Rivers"),
        ("of \x10Sand and Water,\x11 of", "of “Sand and Water,” of"),
        ("the Gell-Mann\x15Nishijima formula", "the Gell-Mann–Nishijima formula"),
        ("ratio \x12Z \x14U", "ratio \x12Z \x14U"),
        ("gas in 1 + \x0f dimensions, \x0f-free, wa\x0fe", "gas in 1 + ϵ dimensions, ϵ-free, waﬄe"),
        ("log\x10 x\x11 n \x10P x\x11 m", "log\x10 x\x11 n \x10P x\x11 m"),
    ],
)
def test_codes_without_names_are_ligatures_and_quotation_marks(codes: str, meant: str) -> None:
    units = list(map(ord, codes))
    name_tex_codes(units)
    assert "".join(map(chr, filter(None, units))) == meant
