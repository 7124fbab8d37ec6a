"""A rif that costs much is compared in every way or in none, and stops no other rif."""

from collections.abc import Callable

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel import postings
from wildwood.nep import documents

from tests.support.installation import Installation
from tests.support.large_rifs import (
    equal_texts,
    long_handles,
    long_names,
    long_title_each,
    long_titles,
    long_words,
)
from tests.support.state import State, state
from tests.support.usual_papers import TRADE, TRADE_AGAIN

FIRST, LARGE, THIRD, NEXT = "2015-03-05", "2015-03-12", "2015-03-19", "2015-03-26"
TOLERANT = '[strength]\nformula = "tolerant"\n'

Made = Callable[[], list[Record]]

ACCEPTED: dict[str, Made] = {
    "a title of very long words": long_words,
    "names of very long words": long_names,
    "titles of many words": long_titles,
    "several titles of many words": long_title_each,
    "very long handles": long_handles,
}
"""The titles have more keys than one query, and each is too wide for a look-up by pairs."""


def with_large(installation: Installation, records: list[Record]) -> Installation:
    """Write a usual issue, which is run, and then a large one and another usual one."""
    installation.issue(FIRST, TRADE)
    assert installation.run("latest").exit_code == 0
    installation.issue(LARGE, *records)
    installation.issue(THIRD, TRADE_AGAIN, records[0])
    return installation


def rebuilt(installation: Installation, *options: str) -> tuple[int, State]:
    """Rebuild from nothing; return the exit status and the result."""
    installation.empty()
    return installation.run("rebuild", *options).exit_code, state(installation)


def in_ps(installation: Installation) -> list[str]:
    return sorted(path.name[:10] for path in installation.ps.glob("*.xml"))


FORMULAS = {"specified": "", "tolerant and by titles": TOLERANT}
USUAL = {
    ("a title of very long words", "specified"),
    ("names of very long words", "tolerant and by titles"),
    ("titles of many words", "specified"),
    ("several titles of many words", "tolerant and by titles"),
    ("very long handles", "specified"),
}
"""Each is like one of the others."""


@pytest.mark.parametrize(
    ("made", "strength"),
    [
        pytest.param(
            made, strength, id=f"{name}-{formula}",
            marks=[pytest.mark.long] if (name, formula) not in USUAL else [],
        )
        for name, made in ACCEPTED.items()
        for formula, strength in FORMULAS.items()
    ],
)  # fmt: skip
def test_a_large_rif_is_run_as_it_is_rebuilt(
    installation: Installation, made: Made, strength: str
) -> None:
    with installation.config.open("a", encoding="utf-8") as stream:
        stream.write(strength)
    night = with_large(installation, made()).run("latest")
    assert night.exit_code == 0, night.output
    again = installation.run(LARGE)
    assert again.exit_code == 0, again.output
    found = state(installation)
    assert in_ps(installation) == [FIRST, LARGE, THIRD]
    status, by_rebuild = rebuilt(installation)
    assert (status, by_rebuild) == (0, found)


def test_a_paper_that_is_too_large_to_store_is_left_out_in_every_way(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MAX_BYTES", 1 << 20)
    night = with_large(installation, long_words(2, 200, titles=2)).run("latest")
    assert night.exit_code == 1
    assert "the paper 'long:words' is too large to store and was left out." in night.stderr
    found = state(installation)
    status, by_rebuild = rebuilt(installation)
    assert (status, by_rebuild) == (1, found)


class TestAnIssueOfEqualTexts:
    @pytest.fixture
    def crowded(self, installation: Installation) -> Installation:
        return with_large(installation, equal_texts())

    def test_is_named_while_the_others_run_every_night(self, crowded: Installation) -> None:
        crowded.issue(THIRD, TRADE_AGAIN)
        for date in (THIRD, NEXT):
            crowded.issue(date, TRADE_AGAIN)
            night = crowded.run("latest")
            assert night.exit_code == 1
            assert (
                f"Error: {LARGE}.amf.xml has more than 100,000,000 pairs of papers to compare;"
                " take out the papers that are alike, or raise the limits.\n"
            ) in night.stderr
            assert in_ps(crowded)[-1] == date
        assert in_ps(crowded) == [FIRST, THIRD, NEXT]

    def test_is_refused_by_a_run_and_by_a_rebuild(self, crowded: Installation) -> None:
        crowded.run("latest")
        assert crowded.run(LARGE).exit_code == 1
        found = state(crowded)
        assert rebuilt(crowded)[0] == 1
        status, by_rebuild = rebuilt(crowded, "--skip-bad")
        assert (status, by_rebuild) == (1, found)


@pytest.mark.parametrize("most", [1, 2])
def test_a_run_counts_equal_versions_as_a_rebuild_does(
    installation: Installation, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    for date in (FIRST, LARGE):
        installation.issue(date, TRADE)
        assert installation.run(date).exit_code == 0
    installation.issue(THIRD, TRADE_AGAIN)
    monkeypatch.setattr(postings, "MAX_COMPARED", most)
    status = installation.run(THIRD).exit_code
    assert status == (0 if most >= 2 else 1)
    assert installation.run("rebuild", "--workers", "1").exit_code == status
