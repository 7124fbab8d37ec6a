"""Which words a source teaches (spec: the dictionary of neologisms)."""

import datetime
import hashlib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from wildwood.language.dictionary import edition, standard, stop_words_of_others
from wildwood.language.record_files import RecordFile, read_record_file, rif_record_file
from wildwood.language.store import Lesson, Neologisms
from wildwood.language.words import words
from wildwood.model import CatalogueRecord, Issue
from wildwood.rif import UsFolder, digest_of

_ISSUE, _FILE = "issue", "file"
"""The first word of a source's name."""


def lesson(source: str, digest: str, entries: Iterable[CatalogueRecord], strict: float) -> Lesson:
    """The unknown words of the entries that pass the strict test, with how many have each.

    An entry passes where the share of its words that the standard dictionary does not know
    is below `strict`. Stop words of other languages come in through quotations and are not
    learnt.
    """
    known, barred = standard(), stop_words_of_others()
    counts: Counter[str] = Counter()
    seen = passed = 0
    for entry in entries:
        seen += 1
        found = words(" ".join(wording.text for wording in entry.titles + entry.abstracts))
        unknown = [word for word in found if word not in known]
        if len(unknown) < strict * len(found):
            passed += 1
            counts.update(set(unknown) - barred)
    return Lesson(source, lesson_digest(digest, strict), seen, passed, counts)


def lesson_digest(digest: str, strict: float) -> str:
    """A digest of a source's content and of all else that its lesson depends on."""
    return hashlib.sha256(f"{digest} {strict:g} {edition()}".encode()).hexdigest()


class Learner:
    """Learns from issues and files that are new or have changed, and counts them."""

    def __init__(self, neologisms: Neologisms, strict: float, *, again: bool = False) -> None:
        """With `again`, what did not change is learnt once more, too."""
        self._neologisms = neologisms
        self._strict = strict
        self._done = {} if again else neologisms.digests()
        self.seen = self.learnt = 0

    def unlearn_forgotten(self, issues: Iterable[Issue]) -> None:
        """Take back what issues taught that are not stored any more."""
        stored = {f"{_ISSUE} {issue.date}" for issue in issues}
        for name in self._neologisms.known_sources():
            if name.startswith(f"{_ISSUE} ") and name not in stored:
                self._neologisms.forget(name)

    def learn_issue(self, us: UsFolder, date: datetime.date) -> None:
        """Learn from an issue's rif.

        Raises:
            RifError: there is none, or it is not a good one.
        """
        name = f"{_ISSUE} {date}"
        if self._is_new(name, digest_of(us.listing().path(date))):
            rif = us.read(date)
            self._learn(name, rif_record_file(rif.digest, rif.rif))

    def learn_file(self, path: Path) -> None:
        """Learn from a file.

        Raises:
            ScreenError: it cannot be read.
        """
        name, source = f"{_FILE} {path.resolve()}", read_record_file(path)
        if self._is_new(name, source.digest):
            self._learn(name, source)

    def _is_new(self, name: str, digest: str) -> bool:
        self.seen += 1
        return self._done.get(name) != lesson_digest(digest, self._strict)

    def _learn(self, name: str, source: RecordFile) -> None:
        self._neologisms.learn(lesson(name, source.digest, source.entries, self._strict))
        self.learnt += 1
