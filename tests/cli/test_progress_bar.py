"""A progress bar is shown on a terminal, for several items."""

import sys

import pytest

from wildwood.cli.output import progress_bar


@pytest.mark.parametrize(("items", "is_terminal"), [([1, 2, 3], False), ([1], True)])
def test_items_pass_through_unchanged(
    items: list[int], monkeypatch: pytest.MonkeyPatch, *, is_terminal: bool
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    assert progress_bar(items, len(items), "comparing") is items


def test_with_a_bar_they_are_all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert list(progress_bar([1, 2, 3], 3, "comparing")) == [1, 2, 3]
