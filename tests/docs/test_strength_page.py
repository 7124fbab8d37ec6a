"""docs/strength.md tells the truth about its examples."""

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Paper
from wildwood.kernel.strength import Formula, are_candidates, shared_totals
from wildwood.kernel.tolerant import agreement, wording_of

from tests.support.paths import DOCS
from tests.support.strengths import strength_of_papers

GUIDE = " ".join((DOCS / "strength.md").read_text(encoding="utf-8").split())


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


LIQUIDITY = (
    paper("Inside and Outside Liquidity", "Patrick Bolton", "Tano Santos", "Jose Scheinkman"),
    paper(
        "Outside and Inside Liquidity",
        "Jose Alexandre Scheinkman",
        "Tano Santos",
        "Patrick Bolton",
    ),
)


@pytest.mark.parametrize(
    ("pair", "specified", "tolerant"),
    [
        (FLAVIN, "0.8989", "0.7654"),
        (CLUSTERS, "0.9036", "0.6506"),
        (CIRCUIT, "0.5743", "0.9730"),
    ],
    ids=["a true repeat", "a false one", "a near miss"],
)
def test_its_pairs_have_the_strengths_it_names(
    pair: tuple[Paper, Paper], specified: str, tolerant: str
) -> None:
    left, right = (paper.features for paper in pair)
    for formula, expected in ((Formula.SPECIFIED, specified), (Formula.TOLERANT, tolerant)):
        assert f"{strength_of_papers(left, right, formula):.4f}" == expected
        assert f"**{expected}**" in GUIDE


def test_its_retitled_pair_is_compared_by_tolerant_only() -> None:
    left, right = (paper.features for paper in LIQUIDITY)
    assert not are_candidates(shared_totals(left, right), left, right, Formula.SPECIFIED)
    assert are_candidates(shared_totals(left, right), left, right, Formula.TOLERANT)
    assert f"{strength_of_papers(left, right, Formula.TOLERANT):.4f}" == "0.6458"
    assert "**0.6458**" in GUIDE


@pytest.mark.parametrize(
    ("title", "strength"),
    [
        ("Editorial", "has **0.8165**"),
        ("one two three four", "a title of four words 0.9189"),
        ("one two three four five six seven eight nine ten", "one of ten **0.9730**"),
    ],
)
def test_copied_titles_are_as_strong_as_it_says(title: str, strength: str) -> None:
    one = paper(title, "Ann Lee").features
    found = strength_of_papers(one, one, Formula.TOLERANT)
    assert f"{found:.4f}" in strength
    assert strength in GUIDE


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Dan", "Daniel"),
        ("Müller", "Mueller"),
        ("Smith", "Smyth"),
        ("M.", "Michael"),
        ("JM", "J. M."),
        ("JM", "Joseph M."),
    ],
)
def test_the_names_that_it_gives_account_for_each_other(left: str, right: str) -> None:
    both = (wording_of(paper("", name).features).names for name in (left, right))
    assert agreement(*both).ratio == 1.0
    assert f"*{left}*" in GUIDE
    assert f"*{right}*" in GUIDE
