"""The words that one of two titles lacks are marked."""

import pytest

from wildwood.page.page import marked


def shown(text: str, other: str) -> str:
    """Write marks as brackets."""
    [segments] = marked([text], [other])
    return "".join(f"[{part.text}]" if part.differs else part.text for part in segments)


@pytest.mark.parametrize(
    ("text", "other", "expected"),
    [
        ("Trade and Growth", "Growth", "[Trade and] Growth"),
        ("Trade and Growth", "growth and Trade", "Trade and Growth"),
        ("Consumption/Asset Demand", "asset-demand", "[Consumption]/Asset Demand"),
        ("A “Growth” Model", "growth", "[A] “Growth” [Model]"),
        ("Économie", "ÉCONOMIE", "Économie"),
        ("E\u0301conomie", "Économie", "E\u0301conomie"),
        ("co\u00adoperation", "cooperation", "co\u00adoperation"),
        ("…", "…", "…"),
        ("", "Trade", ""),
        ("Trade", "", "Trade"),
    ],
)
def test_words_are_compared_as_features_are_made(text: str, other: str, expected: str) -> None:
    assert shown(text, other) == expected


def test_each_text_is_compared_with_all_others() -> None:
    segments = marked(["Trade", "Handel"], ["Growth", "Handel"])
    assert [[part.differs for part in text] for text in segments] == [[True], [False]]


@pytest.mark.parametrize(
    ("text", "other", "expected"),
    [
        ("Trade and Growth: Part I", "Trade and growth, part II", ["I"]),
        ("Trade in Old Rome", "Trade", ["in Old Rome"]),
        ("Trade, or Growth", "Trade", ["or Growth"]),
        ("Trade", "trade", []),
        ("Trade", "", []),
    ],
)
def test_words_differ_that_the_other_text_has_not(
    text: str, other: str, expected: list[str]
) -> None:
    [segments] = marked([text], [other])
    assert [part.text for part in segments if part.differs] == expected


@pytest.mark.parametrize(
    ("name", "other", "expected"),
    [
        ("Smith, A.", "Anna Smith", []),
        ("Anna Smith", "Smith, A.", []),
        ("Anna Smith", "Smith, B.", ["Anna"]),
        ("Smith, Anna Maria", "Smith, A.", ["Maria"]),
    ],
)
def test_a_name_does_not_differ_from_its_initial(
    name: str, other: str, expected: list[str]
) -> None:
    [segments] = marked([name], [other], are_names=True)
    assert [part.text for part in segments if part.differs] == expected
