"""Learn words that the standard dictionary lacks.

The learned words are the neologisms of docs/specification.md, "English selection".
"""

import datetime
import hashlib
from collections.abc import Iterable
from pathlib import Path

from wildwood.language.judging.dictionary import edition
from wildwood.language.judging.thresholds import STRICT
from wildwood.language.learning.teaching import taught_by
from wildwood.language.learning.word_store import Neologisms
from wildwood.lists import ANY_RECORD, ReadList, list_of_rif, read_list
from wildwood.model import Issue
from wildwood.rif import UsFolder, digest_of

_ISSUE, _FILE = "issue", "file"
"""The first word of a source's name."""
_WAY = 3
"""The version of how records teach; all sources are read again after it is raised."""


def _digest(digest: str) -> str:
    """Return a digest of a source's content and of how it teaches."""
    return hashlib.sha256(f"{digest} {_WAY} {STRICT:g} {edition()}".encode()).hexdigest()


class Learner:
    """Learns words from issues and files that are new or have changed.

    `seen` is the number of sources, `learned` the number of those that were not skipped.
    """

    def __init__(self, neologisms: Neologisms, *, again: bool = False) -> None:
        """Take the store of learned words.

        Args:
            neologisms: the learned words.
            again: learn also from sources that have not changed.
        """
        self._neologisms = neologisms
        self._digests = neologisms.digests()
        self._again = again
        self.seen = self.learned = 0

    def unlearn_forgotten(self, issues: Iterable[Issue]) -> None:
        """Remove the counts of issues that are no longer stored."""
        stored = {f"{_ISSUE} {issue.date}" for issue in issues}
        for name in self._neologisms.known_sources():
            if name.startswith(f"{_ISSUE} ") and name not in stored:
                self._neologisms.forget(name)

    def learn_issue(self, us: UsFolder, date: datetime.date) -> None:
        """Learn from an issue's rif.

        Raises:
            RifError: the rif is missing or invalid.
        """
        name = f"{_ISSUE} {date}"
        if self._is_new(name, digest_of(us.listing().path(date))):
            rif = us.read(date)
            self._learn(name, list_of_rif(rif))

    def learn_file(self, path: Path) -> None:
        """Learn from a file.

        Raises:
            InputError: the file cannot be read.
        """
        name, read = f"{_FILE} {path.resolve()}", read_list(path, needs=ANY_RECORD)
        if self._is_new(name, read.digest):
            self._learn(name, read)

    def _is_new(self, name: str, digest: str) -> bool:
        self.seen += 1
        return self._again or self._digests.get(name) != _digest(digest)

    def _learn(self, name: str, read: ReadList) -> None:
        lesson = taught_by(read.catalogue_records, name, _digest(read.digest))
        self._neologisms.learn(lesson)
        self._digests[name] = lesson.digest
        self.learned += 1
