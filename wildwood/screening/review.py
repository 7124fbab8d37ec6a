"""Review verdicts in a browser, and store the decisions."""

import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

from wildwood.kernel.errors import InputError
from wildwood.kernel.text import read_text
from wildwood.page.page import rendered
from wildwood.page.server import Reviewed
from wildwood.screening import own
from wildwood.screening.judge import Language

_ID, _LANGUAGE, _REASON, _, _CONFIDENCE, _DOUBTFUL, _TITLE = range(len(own.LIST_HEADINGS))
_MOST_SHOWN = 5_000  # the records that a page shows; a browser is slow with more

_CHOICES = (
    {"word": Language.ENGLISH.value, "text": "English", "key": "e"},
    {"word": Language.OTHER.value, "text": "other language", "key": "o"},
)  # what is stored, the text of the button and its key on the keyboard
_EMPTY: tuple[list[str], ...] = ([], ["\t".join(own.LIST_HEADINGS)])


class LanguageReview(Reviewed):
    """Records to decide on, and the file that stores the corrections."""

    def __init__(self, rows: Sequence[own.Row], file: Path) -> None:
        self._rows, self._file = rows, file
        self._lock = threading.Lock()
        self.stored: int | None = None  # number of decisions on these records, once one is stored

    def page(self) -> bytes:
        """Return the page, which posts the number of a record, from 0, and what was chosen."""
        return rendered(
            "records",
            is_stored=True,
            title="Language of records",
            records=self._shown(),
            left_out=max(len(self._rows) - _MOST_SHOWN, 0),
            choices=_CHOICES,
        )

    def store(self, text: str) -> None:
        """Change the corrections that the page has changed; without a choice, remove them."""
        with self._lock:
            changed = [self._changed(line) for line in text.splitlines()]
            rows = [own.corrected(row, word) for row, word in changed if word]
            keys = {own.key_of_row(row) for row, _ in changed}
            own.store_corrections(self._file, rows, instead_of=keys)
            self.stored = sum(bool(record["decision"]) for record in self._shown())

    def _shown(self) -> list[dict[str, object]]:
        corrections = own.read_corrections(self._file)
        return [
            {
                "id": row[_ID],
                "title": row[_TITLE],
                "facts": [f"judged {row[_LANGUAGE]}", row[_REASON], row[_CONFIDENCE]],
                "decision": decision.value if decision else "",
            }
            for row in self._rows[:_MOST_SHOWN]
            for decision in [corrections.language(row[_ID], row[_TITLE])]
        ]

    def _changed(self, line: str) -> tuple[own.Row, str]:
        number, _, word = line.partition(" ")
        is_shown = number.isdecimal() and int(number) < len(self._rows)
        if not is_shown or word not in ("", *own.LANGUAGES):
            raise InputError("The page sent no decisions; reload it.")
        return self._rows[int(number)], word


def rows_to_review(lists: Iterable[Path]) -> list[own.Row]:
    """Return doubtful rows, least sure first."""
    rows_by_key: dict[own.Key, own.Row] = {}
    for path in lists:
        rows = own.rows_of_list(path)
        if not rows and read_text(path).splitlines() not in _EMPTY:
            raise InputError(f"{path} is not a list of verdicts; give files NAME.screened.tsv.")
        for row in rows:
            if row[_DOUBTFUL]:
                rows_by_key[own.key_of_row(row)] = row
    return sorted(rows_by_key.values(), key=lambda row: row[_CONFIDENCE])
