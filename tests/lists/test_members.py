"""Fields are added to an object in JSON, by the names that its other members have."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from wildwood.biblio.entry import Entry
from wildwood.biblio.person import Person
from wildwood.lists.json import csl_additions, json_additions

MORE = Entry(
    "", (), (Person("Costa", "Dora"), Person("NBER")), date="2021-10", dois=("10.1/a",),
    keywords=("trade", "tariffs"), notes=("seen",),
)  # fmt: skip


def added(
    written: dict[str, Any], how: Callable[[str, Entry], Iterator[tuple[int, str]]]
) -> dict[str, Any]:
    """Return what an object gains."""
    text = json.dumps(written)
    for place, more in sorted(how(text, MORE), reverse=True):
        text = text[:place] + more + text[place:]
    found: dict[str, Any] = json.loads(text)
    return {name: value for name, value in found.items() if written.get(name) != value}


def test_an_item_of_csl_gains_what_it_lacks_in_the_forms_of_csl() -> None:
    assert added({"title": "Trade"}, csl_additions) == {
        "author": [{"family": "Costa", "given": "Dora"}, {"literal": "NBER"}],
        "issued": {"date-parts": [[2021, 10]]},
        "DOI": "10.1/a",
        "keyword": "trade, tariffs",
        "note": "seen",
    }


def test_an_item_of_csl_keeps_what_it_has_and_gains_keywords_and_notes() -> None:
    has = {"author": [], "issued": {"raw": "2020"}, "DOI": "10.2/b", "keyword": "x", "note": "y"}
    assert added(has, csl_additions) == {"keyword": "x, trade, tariffs", "note": "y; seen"}


@pytest.mark.parametrize("how", [json_additions, csl_additions])
def test_an_object_gains_members_by_the_usual_names(
    how: Callable[[str, Entry], Iterator[tuple[int, str]]],
) -> None:
    has = {"authors": "Costa, Dora", "Year": 2021, "Keywords": ["x"], "Notes": "y"}
    assert added(has, how) == {
        "doi": "10.1/a",
        "Keywords": ["x", "trade", "tariffs"],
        "Notes": "y; seen",
    }


def test_an_empty_member_gains_nothing() -> None:
    assert "keywords" not in added({"title": "Trade", "keywords": []}, json_additions)
