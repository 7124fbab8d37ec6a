"""The words that two titles have in common are marked."""

import pytest

from wildwood.report.common_words import marked


def shown(text: str, other: str) -> str:
    """Write marks as brackets."""
    [segments] = marked([text], [other])
    return "".join(f"[{part.text}]" if part.is_common else part.text for part in segments)


@pytest.mark.parametrize(
    ("text", "other", "expected"),
    [
        ("Trade and Growth", "Growth", "Trade and [Growth]"),
        ("Trade and Growth", "growth and Trade", "[Trade and Growth]"),
        ("Consumption/Asset Demand", "asset-demand", "Consumption/[Asset Demand]"),
        ("A “Growth” Model", "growth", "A “[Growth]” Model"),
        ("Économie", "ÉCONOMIE", "[Économie]"),
        ("E\u0301conomie", "Économie", "[E\u0301conomie]"),
        ("co\u00adoperation", "cooperation", "[co\u00adoperation]"),
        ("…", "…", "…"),
        ("", "Trade", ""),
        ("Trade", "", "Trade"),
    ],
)
def test_words_are_compared_as_features_are_made(text: str, other: str, expected: str) -> None:
    assert shown(text, other) == expected


def test_each_text_is_compared_with_all_others() -> None:
    segments = marked(["Trade", "Handel"], ["Growth", "Handel"])
    assert [[part.is_common for part in text] for text in segments] == [[False], [True]]
