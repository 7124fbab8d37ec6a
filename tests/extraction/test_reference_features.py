"""What the model of citations is told of the structure of a reference."""

import pytest

from wildwood.extraction import crf
from wildwood.extraction.crf import names_end, structure


def features_of(word: str, reference: str) -> list[str]:
    """Return the features of the first token that is a word."""
    tokens = crf.tokenize(reference)
    rows = zip(tokens, structure(tokens), strict=True)
    return next(row for token, row in rows if token.text == word)


@pytest.mark.parametrize(
    "names",
    [
        "Smith, A. B., van der Lee, C. & Ek, D.", "Smith AB, Lee C, et al.", "Smith, Anna; Li, B.",
        "Anna B. Smith, Bo Lee, and Ida Ek.", "A. Smith and B. Lee.", "Smith, A., Ek, D. et Li, B.",
        "Pérez García, José y Bo Lee.",
    ],
)  # fmt: skip
def test_the_first_word_after_the_names_is_known(names: str) -> None:
    reference = f"{names} Floods of rivers. Water 5, 75 (2008)."
    assert "names=in" in features_of(crf.tokenize(names)[0].text, reference)
    assert "names=first" in features_of("Floods", reference)
    assert "names=after" in features_of("rivers", reference)


def test_sentences_and_their_parts_are_counted() -> None:
    reference = "Smith, A. Floods, rains and rivers. Water, 5, 75."
    assert {"sent=0", "left=1"} <= set(features_of("rains", reference))
    assert {"sent=1", "part=0"} <= set(features_of("Water", reference))
    assert {"sent=1", "part=2"} <= set(features_of("75", reference))


def test_a_suffix_of_names_is_a_whole_word() -> None:
    assert names_end("Smith, J. Incentives and Trade") == len("Smith, J.")
    assert names_end("Smith, J. Jr. Trade") == len("Smith, J. Jr.")


def test_the_marks_around_a_word_are_known() -> None:
    assert "between=:," in features_of("rains", "Smith: the rains, and floods")


@pytest.mark.parametrize(("word", "far"), [("floods", 2), ("Of", 5), ("The", 5)])
def test_the_next_mark_is_at_most_five_words_away(word: str, far: int) -> None:
    assert f"far={far}" in features_of(word, "The use Of all pumps in many floods there, a guide")


def test_what_comes_after_a_word_is_counted() -> None:
    reference = "Floods. Water 5, 2008"
    assert {"years after=1", "numbers after=2"} <= set(features_of("Floods", reference))


def test_a_sentence_is_described() -> None:
    reference = "The floods of many rivers. In Water and Rain, 1999."
    assert "small=4" in features_of("The", reference)
    assert {"in=True", "year=True", "digits=True"} <= set(features_of("Rain", reference))
