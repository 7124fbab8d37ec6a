"""A page of records on which a person decides, in the looks of the page of pairs."""

from collections.abc import Sequence
from dataclasses import dataclass

from wildwood.report.page import rendered

MAX_RECORDS = 5_000
"""The records that a page shows; a browser is slow with more."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the decisions that are possible."""

    word: str
    """What is stored."""
    text: str
    key: str
    """The key on the keyboard."""


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """A record as the page shows it."""

    id: str
    title: str
    facts: tuple[str, ...]
    decision: str = ""
    """The word of a choice, or empty."""


def records_page(title: str, records: Sequence[ShownRecord], choices: Sequence[Choice]) -> bytes:
    """Return the page; its server stores what it posts to `decisions`.

    It posts a line for each decided record, with its number (from 0) and the word of the choice.
    """
    shown = records[:MAX_RECORDS]
    return rendered(
        "records",
        is_stored=True,
        title=title,
        records=shown,
        left_out=len(records) - len(shown),
        choices=choices,
    )
