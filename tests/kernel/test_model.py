"""The data types: the printed form of a strength."""

import pytest

from wildwood.kernel.model import Similar, SimilarityType


@pytest.mark.parametrize(
    ("strength", "printed"),
    [
        (1, "1.0000"),
        (0.5, "0.5000"),
        (0.829329495, "0.8293"),
        (0.829350001, "0.8294"),
        (0.99996, "1.0000"),
    ],
)
def test_a_strength_is_printed_with_four_decimals(strength: float, printed: str) -> None:
    assert Similar("a", strength, SimilarityType.EXTERNAL).printed == printed
