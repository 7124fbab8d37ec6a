"""Sentences, their parts, brackets and quotations of a reference."""

import pytest

from wildwood.extraction import crf


def place_of(word: str, reference: str) -> crf.Place:
    tokens = crf.tokenize(reference)
    pairs = zip(tokens, crf.find_places(tokens), strict=True)
    return next(place for token, place in pairs if token.text == word)


def quoted(reference: str) -> list[str]:
    tokens = crf.tokenize(reference)
    spans = crf.quotations(tokens)
    return [reference[tokens[start].end : tokens[end].start] for start, end in spans]


def test_a_full_stop_ends_a_sentence_except_after_an_initial() -> None:
    assert place_of("Floods", "Smith, A. Floods. Water")[:2] == (0, 1)
    assert place_of("Water", "Smith, A. Floods. Water")[:2] == (1, 0)


@pytest.mark.parametrize(("mark", "place"), [(".", (1, 0)), (",", (0, 1)), ("?", (1, 0))])
def test_a_mark_before_a_closing_quotation_mark_ends_a_part(
    mark: str, place: tuple[int, int]
) -> None:
    assert place_of("Water", f"“Floods{mark}” Water")[:2] == place


def test_brackets_have_a_depth() -> None:
    assert place_of("2008", "Water (Oslo [2008])").depth == 2


@pytest.mark.parametrize(
    ("reference", "quotation"),
    [
        ("Smith, A. “Floods,” Water", "Floods,"),
        ('Smith, A. "Floods," Water', "Floods,"),
        ("Smith, A. «Les crues», Eau", "Les crues"),
        ("Smith, A.: „Die Flut“, Wasser", "Die Flut"),
        ("Smith, A. ‘The river’s floods’, Water", "The river’s floods"),
        ("Smith, A. ``Floods'', Water", "`Floods"),
    ],
)
def test_quotations_are_found(reference: str, quotation: str) -> None:
    assert quoted(reference) == [quotation]


def test_an_apostrophe_opens_no_quotation() -> None:
    assert quoted("O’Hara, A. The river’s floods. L’eau") == []
