"""The network that labels references, beside the same computed number by number."""

import math

import numpy as np
import pytest

from wildwood.extraction import crf, network

REFERENCES = [
    "Smith, A. (2004). Floods and their prices. Journal of Rivers 7(2), 112–119.",
    "Rivers",
    "Смирнов А. В. Экономика рек // Вестник. 2013. № 2. С. 53-63.",
]


def rows_of(reference: str) -> list[list[str]]:
    return crf.features(crf.tokenize(reference))


def computed_plainly(rows: list[list[str]]) -> list[list[float]]:
    """Return what `log_probabilities` returns, by the definition of its layers."""
    own = {name: values.astype(float) for name, values in network.weights().items()}
    words = []
    for row in rows:
        vector = sum(own["vectors"][network.place(feature)] for feature in row)
        words.append(np.maximum(vector @ own["first"] + own["first offset"], 0))
    for distance in network.DISTANCES:
        before, words = words, []
        for number, word in enumerate(before):
            total = own[f"{distance} offset"].copy()
            for step, beside in enumerate((number - distance, number, number + distance)):
                if 0 <= beside < len(before):
                    total += before[beside] @ own[f"{distance}"][step]
            words.append(word + np.maximum(total, 0))
    scores = [word @ own["last"] + own["last offset"] for word in words]
    return [list(score - math.log(sum(map(math.exp, score)))) for score in scores]


@pytest.mark.parametrize("reference", REFERENCES)
def test_its_layers_see_the_words_around_each_word(reference: str) -> None:
    rows = rows_of(reference)
    assert network.log_probabilities(rows) == pytest.approx(
        np.array(computed_plainly(rows)), abs=1e-3
    )


@pytest.mark.parametrize("reference", REFERENCES)
def test_the_probabilities_of_a_word_are_one_together(reference: str) -> None:
    probabilities = np.exp(network.log_probabilities(rows_of(reference)))
    assert probabilities.shape == (len(crf.tokenize(reference)), len(crf.LABELS))
    assert probabilities.sum(axis=1) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("feature", ["-2:smith", "-1:Xx", "1:none", "2:94"])
def test_features_of_neighbours_have_no_vector(feature: str) -> None:
    assert network.place(feature) == 0
    assert not network.weights()["vectors"][0].any()


@pytest.mark.parametrize("feature", ["w=smith", "s=Xx", "at=3", "w=река", "w=\ud800"])
def test_each_other_feature_has_one(feature: str) -> None:
    assert 0 < network.place(feature) < network.SIZE


def test_the_same_word_is_labelled_by_what_is_around_it() -> None:
    text = "Lake, B. (1999). The lake. Lake Press."
    fields = crf.label_fields(crf.CITATIONS, crf.tokenize(text))
    labels = {
        token.start: field.label
        for field in fields
        for token in field.tokens
        if token.text.lower() == "lake"
    }
    assert list(labels.values()) == ["author", "title", "publisher"]
