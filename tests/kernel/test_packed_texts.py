"""Texts in one piece of memory."""

import pytest

from wildwood.kernel.feature_columns import PackedTexts


def test_returns_each_text_by_its_number() -> None:
    texts = PackedTexts()
    for text in ("RePEc:a:b:1", "", "Café 日本"):
        texts.append(text)
    assert [texts[number] for number in range(len(texts))] == ["RePEc:a:b:1", "", "Café 日本"]


def test_refuses_a_number_that_no_text_has() -> None:
    texts = PackedTexts()
    texts.append("one")
    with pytest.raises(IndexError):
        texts[1]
