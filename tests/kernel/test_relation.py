"""What decisions on some pairs say of other pairs."""

import json
from typing import Any

import pytest

from wildwood.kernel.relation import Decision, Relation

from tests.support.paths import DATA

RELATIONS = json.loads((DATA / "relation.json").read_text(encoding="utf-8"))
SAME, VERSION, DIFFERENT, UNSURE = Decision


def relation(**decisions: Decision) -> Relation:
    """Make a relation of pairs of letters."""
    return Relation({frozenset(pair): decision for pair, decision in decisions.items()})


@pytest.mark.parametrize("case", RELATIONS, ids=lambda case: case["case"])
def test_what_follows_from_decisions(case: dict[str, Any]) -> None:
    """The script of the page is tested on the same cases."""
    decided = {frozenset((one, other)): Decision(word) for one, other, word in case["decided"]}
    found = Relation(decided)
    for one, other, word in case["follows"]:
        assert found.decision(one, other) is (Decision(word) if word else None)


def test_tells_all_that_is_decided_about_a_paper() -> None:
    found = relation(ab=SAME, bc=DIFFERENT, ad=UNSURE, ef=SAME, ag=VERSION)
    assert list(found.decided("a")) == [("b", SAME), ("c", DIFFERENT)]
    assert list(found.decided("d")) == []
