"""Versions of papers, as repeats in the made stream."""

import random

from tests.benchmarks.experiment.versions import CHANGES, with_cover, with_stamps, without_a_page

PAPER = "A Title\nAn Author\n\nText.\fMore text.\fThe end.\n"


def chance() -> random.Random:
    return random.Random(1)


def test_a_cover_is_a_page_before_the_paper_with_its_title() -> None:
    cover, _, paper = with_cover(PAPER, chance()).partition("\f")
    assert paper == PAPER
    assert "A Title\nAn Author" in cover


def test_each_page_has_the_same_stamp_below_its_text() -> None:
    pages = with_stamps(PAPER, chance()).split("\f")
    bare, stamps = zip(*(page.rstrip().rsplit("\n", 1) for page in pages), strict=True)
    assert [page.rstrip() for page in PAPER.split("\f")] == list(bare)
    assert len(set(stamps)) == 1
    assert stamps[0].startswith("Downloaded from")


def test_one_page_is_missing_but_never_the_first() -> None:
    made = {without_a_page(PAPER, random.Random(seed)) for seed in range(20)}
    first, second, last = PAPER.split("\f")
    assert made == {f"{first}\f{second}", f"{first}\f{last}"}


def test_the_only_page_is_not_missing() -> None:
    assert without_a_page("one page", chance()) == "one page"


def test_the_same_chance_makes_the_same_version() -> None:
    for change in CHANGES.values():
        assert change(PAPER, chance()) == change(PAPER, chance())
