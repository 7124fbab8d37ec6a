"""What an entry of a list must have, and why a part of a list is left out."""

from enum import Enum
from typing import NamedTuple


class Need(Enum):
    """What an entry must have, as messages call it."""

    ID = "id"
    TITLE = "title"
    NAMES = "author names"


COMPLETE = frozenset(Need)
"""What two papers are compared by."""

ANY_RECORD: frozenset[Need] = frozenset()
"""Of records that are not compared."""


DAMAGED = "damaged"
REPAIRED = "repaired"
"""The word of a part that was read nevertheless, of which a message tells what was repaired."""


class Fault(NamedTuple):
    """A part of a list that is left out, and why."""

    place: str
    """Such as "line 12"."""
    reason: str
    """A clause that follows the record's name: "has no title"."""
    id: str = ""
    title: str = ""
    word: str = DAMAGED
    """The reason in a word or two, for a column."""
    is_expected: bool = False
    """Whether the list itself says that there is no paper, such as of a deleted record."""
