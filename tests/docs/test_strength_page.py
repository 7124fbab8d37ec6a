"""docs/strength.md tells the truth about its examples."""

import pytest

from wildwood.model import SPECIFIED, Formula, Paper, Ratio, Record, Weights
from wildwood.scoring.features import paper_of
from wildwood.scoring.similarity import shared_totals, strength

from tests.support.paths import DOCS

GUIDE = " ".join((DOCS / "strength.md").read_text(encoding="utf-8").split())
DAMPED = Formula(Ratio.DAMPED, Weights.EQUAL)


def paper(title: str, *names: str) -> Paper:
    return paper_of(Record("", names, (title,)))


FLAVIN = (
    paper(
        "The Joint Consumption/Asset Demand Decision: A Case Study in Robust Estimation",
        "Marjorie A Flavin",
    ),
    paper(
        "Robust Estimation of the Joint Consumption / Asset Demand Decision", "Marjorie A Flavin"
    ),
)
CLUSTERS = (
    paper(
        "Clusters of Entrepreneurship",
        "Edward L Glaeser",
        "Giacomo A M Ponzetto",
        "William R Kerr",
    ),
    paper(
        "Clusters of Entrepreneurship and Innovation",
        "Edward L Glaeser",
        "William R Kerr",
        "Aaron K Chatterji",
    ),
)
CIRCUIT = (
    paper("On the Academic Interview Circuit: An End-to-End Discussion", "Ugur Çetintemel"),
    paper("On the academic interview circuit: an end-to-end discussion", "Uğur Çetintemel"),
)


@pytest.mark.parametrize(
    ("pair", "specified", "damped"),
    [
        (FLAVIN, "0.8989", "0.6667"),
        (CLUSTERS, "0.9036", "0.5164"),
        (CIRCUIT, "0.5743", "0.6860"),
    ],
    ids=["a true repeat", "a false one", "a near miss"],
)
def test_its_pairs_have_the_strengths_it_names(
    pair: tuple[Paper, Paper], specified: str, damped: str
) -> None:
    left, right = pair
    for formula, expected in ((SPECIFIED, specified), (DAMPED, damped)):
        shared = shared_totals(left.features, right.features)
        found = strength(shared, left.features.totals, right.features.totals, formula)
        assert f"{found:.4f}" == expected
        assert f"**{expected}**" in GUIDE


def test_an_editorial_of_the_same_author_is_as_strong_as_it_says() -> None:
    one = paper("Editorial", "Richard Snodgrass").features
    found = strength(shared_totals(one, one), one.totals, one.totals, DAMPED)
    assert "With equal weights, “Editorial” by the same author" in GUIDE
    assert f"makes {found:.2f}, not 1" in GUIDE


def test_a_copied_title_of_ten_words_is_as_strong_as_it_says() -> None:
    one = paper("one two three four five six seven eight nine ten", "Ann Lee").features
    found = strength(shared_totals(one, one), one.totals, one.totals, DAMPED)
    assert f"a copied title of ten words {found:.2f}" in GUIDE
