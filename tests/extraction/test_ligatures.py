"""Ligatures that PDFium returns as if they were hyphens at the end of a line."""

from array import array

import pytest

from wildwood.extraction.characters import Characters, name_ligatures

SIZE = 10.0


class Measures(Characters):
    """Characters side by side, of one size; those after a place can be on the next line."""

    def __init__(self, width: float, height: float, broken_after: int) -> None:
        self.width, self.height = width, height
        self.broken_after = broken_after

    def sides(self, place: int) -> tuple[float, float]:
        left = self.width * (place if place <= self.broken_after else place - self.broken_after - 1)
        return left, left + self.width

    def box(self, place: int) -> tuple[float, float, float, float]:
        left, right = self.sides(place)
        return left, self.baseline(place), right, self.baseline(place) + self.height

    def baseline(self, place: int) -> float:
        return 700.0 if place <= self.broken_after else 688.0

    def size(self, place: int) -> float:
        del place
        return SIZE


def named(
    text: str, width: float = 0.8 * SIZE, height: float = 0.7 * SIZE, broken_after: int = 99
) -> str:
    units = array("H", text.encode("utf-16-le"))
    name_ligatures(units, Measures(width, height, broken_after))
    return units.tobytes().decode("utf-16-le")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("e\ufffecient", "eﬃcient"),
        ("its a\ufffeliated", "its aﬃliated"),
        ("wa\ufffees", "waﬄes"),
        ("su\ufffe-", "suﬃ-"),
    ],
)
def test_inside_a_word_is_one(text: str, expected: str) -> None:
    assert named(text) == expected


def test_before_the_last_letter_of_a_line_is_one() -> None:
    assert named("e\ufffec ient", broken_after=2) == "eﬃc ient"


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize(
    ("text", "expected"),
    [("e\ufffeect", "eﬀect"), ("E\ufffeort", "Eﬀort"), ("sta\ufffe and", "staﬀ and")],
)
def test_narrower_than_it_is_tall_is_one_of_two_letters(
    scale: float, text: str, expected: str
) -> None:
    assert named(text, width=0.6 * SIZE * scale, height=0.7 * SIZE * scale) == expected


@pytest.mark.parametrize(("width", "height"), [(0.3, 0.7), (0.8, 0.05)])
def test_narrow_or_thin_is_none(width: float, height: float) -> None:
    assert named("e\ufffecient", width * SIZE, height * SIZE) == "e\ufffecient"


def test_beside_a_sign_or_a_space_is_none() -> None:
    for text in ("A\ufffe1", "1\ufffeA", " \ufffeA", "A\ufffe ", "\ufffeA", "A\ufffe"):
        assert named(text) == text


def test_a_hyphen_at_the_end_of_a_line_is_none() -> None:
    assert named("effi\ufffecient", broken_after=4) == "effi\ufffecient"
