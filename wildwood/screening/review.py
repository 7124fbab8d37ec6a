"""Review verdicts in a browser, and store the decisions."""

import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

from wildwood.kernel.errors import InputError
from wildwood.kernel.text import lines_of
from wildwood.page.page import rendered
from wildwood.page.server import Reviewed
from wildwood.screening.judge import Language
from wildwood.screening.own import (
    LANGUAGES,
    LIST_HEADINGS,
    Correction,
    key_of,
    read_corrections,
    rows_of_list,
    store_corrections,
)

_ID, _LANGUAGE, _REASON, _, _CONFIDENCE, _DOUBTFUL, _TITLE = range(len(LIST_HEADINGS))
_MOST_SHOWN = 5_000  # the records that a page shows; a browser is slow with more


_CHOICES = (
    {"word": Language.ENGLISH.value, "text": "English", "key": "e"},
    {"word": Language.OTHER.value, "text": "other language", "key": "o"},
)  # what is stored, the text of the button and its key on the keyboard
_EMPTY: tuple[list[str], ...] = ([], ["\t".join(LIST_HEADINGS)])


class LanguageReview(Reviewed):
    """Records to decide on, and the file that stores the corrections."""

    def __init__(self, rows: Sequence[Sequence[str]], file: Path) -> None:
        self._rows, self._file = rows, file
        self._lock = threading.Lock()
        self.stored: int | None = None  # number of decisions stored last; None if none were

    def page(self) -> bytes:
        """Return the page, which posts the number of each decided record, from 0, and a choice."""
        corrections = read_corrections(self._file)
        shown = self._rows[:_MOST_SHOWN]
        return rendered(
            "records",
            is_stored=True,
            title="Language of records",
            records=[_shown(row, corrections.language(row[_ID], row[_TITLE])) for row in shown],
            left_out=len(self._rows) - len(shown),
            choices=_CHOICES,
        )

    def store(self, text: str) -> None:
        """Replace the corrections of the records shown; those of others stay."""
        with self._lock:
            corrections = [self._correction(line) for line in text.splitlines()]
            own = {key_of(row[_ID], row[_TITLE]) for row in self._rows[:_MOST_SHOWN]}
            store_corrections(self._file, corrections, instead_of=own)
            self.stored = len(corrections)

    def _correction(self, line: str) -> Correction:
        number, _, word = line.partition(" ")
        if not number.isdecimal() or int(number) >= len(self._rows) or word not in LANGUAGES:
            raise InputError("The page sent no decisions; reload it.")
        return Correction.read(self._rows[int(number)], LANGUAGES[word])


def _shown(row: Sequence[str], decided: Language | None) -> dict[str, object]:
    facts = (f"judged {row[_LANGUAGE]}", row[_REASON], row[_CONFIDENCE])
    return {
        "id": row[_ID],
        "title": row[_TITLE],
        "facts": [fact for fact in facts if fact],
        "decision": decided.value if decided else "",
    }


def rows_to_review(lists: Iterable[Path]) -> list[list[str]]:
    """Return doubtful rows, least sure first."""
    rows_by_key: dict[tuple[str, str], list[str]] = {}
    for path in lists:
        rows = rows_of_list(path)
        if not rows and lines_of(path) not in _EMPTY:
            raise InputError(f"{path} is not a list of verdicts; give files NAME.screened.tsv.")
        for row in rows:
            if row[_DOUBTFUL]:
                rows_by_key[key_of(row[_ID], row[_TITLE])] = row
    return sorted(rows_by_key.values(), key=lambda row: row[_CONFIDENCE])
