"""The stored papers that resemble a header, on a real MongoDB."""

from collections.abc import Iterator
from typing import Any

import pytest

from wildwood.biblio.entry import Record
from wildwood.extraction.service import service
from wildwood.kernel import settings
from wildwood.kernel.errors import StoreError
from wildwood.nep import session
from wildwood.nep.store import Store

from tests.support.installation import Installation

HANDLE = "RePEc:xyz:1"
NAMES = ("Anna Smith", "Bob Jones")
OTHER = "The Price of Water in the Alps"
EARLIER, LATER = "The Price of Water in Dry Cities", "The Price of Water and of Sand"


@pytest.fixture
def stored(installation: Installation) -> Installation:
    """Store a paper whose title changed, and one that shares a little with it."""
    installation.issue("2015-03-05", Record(HANDLE, NAMES, (EARLIER,)))
    other = Record("RePEc:xyz:2", ("Bob Jones",), ("The Price of Water",))
    installation.issue("2015-03-12", Record(HANDLE, NAMES, (LATER,)), other)
    for date in ("2015-03-05", "2015-03-12"):
        assert installation.run(date).exit_code == 0
    return installation


@pytest.fixture
def papers(stored: Installation) -> Iterator[Store]:
    with session.open_store(settings.load_config(stored.config, {}), creates=False) as opened:
        yield opened


def similar(stored: Installation, papers: Store, title: str) -> list[dict[str, Any]]:
    header = {"title": title, "authors": [{"name": name} for name in NAMES]}
    return service.find_similar_papers(papers, settings.load_config(stored.config, {}), header)


@pytest.mark.parametrize("title", [EARLIER, LATER])
def test_a_paper_is_shown_as_it_was_when_it_resembled_most(
    stored: Installation, papers: Store, title: str
) -> None:
    first = similar(stored, papers, title)[0]
    assert (first["id"], first["strength"], first["titles"]) == (HANDLE, "1.0000", [title])


def test_the_strongest_is_first(stored: Installation, papers: Store) -> None:
    found = similar(stored, papers, OTHER)
    assert [one["id"] for one in found] == ["RePEc:xyz:2", HANDLE]
    assert found[0]["strength"] == "1.0000" > found[1]["strength"]


def test_the_external_limit_counts(stored: Installation, papers: Store) -> None:
    with stored.config.open("a", encoding="utf-8") as opened:
        opened.write("\n[limits]\nexternal = 0.99\n")
    found = similar(stored, papers, OTHER)
    assert [one["id"] for one in found] == ["RePEc:xyz:2"]


@pytest.mark.parametrize("title", ["", "A Letter"])
def test_a_header_that_resembles_none_has_none(
    stored: Installation, papers: Store, title: str
) -> None:
    assert similar(stored, papers, title) == []


def test_a_paper_that_is_forgotten_meanwhile_is_left_out(
    stored: Installation, papers: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(papers.handles), "all_versions", lambda *_: {})
    assert similar(stored, papers, LATER) == []


def test_features_of_another_setting_are_refused(stored: Installation, papers: Store) -> None:
    with stored.config.open("a", encoding="utf-8") as opened:
        opened.write('\n[features]\npunctuation = "delete"\n')
    with pytest.raises(StoreError, match="change it back"):
        similar(stored, papers, LATER)
