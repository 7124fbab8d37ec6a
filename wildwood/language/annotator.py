"""The mark of each paper's language in a ps rif."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import version

from wildwood.language.judging.detector import HAS_ELDC
from wildwood.language.judging.judge import Language
from wildwood.language.learning.word_store import Neologisms
from wildwood.language.own_lists import OwnLists, read_own_lists
from wildwood.language.screening import Screen, Verdict
from wildwood.model import Annotation
from wildwood.rif import Rif, catalogue_records
from wildwood.settings import Doubtful, LanguageSettings
from wildwood.store import Store

OUTPUT = 1
"""The version of what the code says of languages. Raise it with each change of a mark;
`tests/runs/test_output.py` fails if that was forgotten."""

_PACKAGES = ("eldc", "langcodes", "language_data", "py3langid", "pyspellchecker", "stopwordsiso")
"""The distributions that judge languages."""


@dataclass(frozen=True, slots=True)
class LanguageAnnotator:
    """Annotates the papers of a rif; small enough to send to worker processes."""

    digest: str
    """See `runs.job.Annotator`; two annotators are the same if their digests are."""
    neologisms: tuple[str, ...] = field(compare=False)
    doubtful: Doubtful = field(compare=False)
    own: OwnLists = field(compare=False)

    def __call__(self, rif: Rif, /) -> Sequence[Annotation | None]:
        """Return a `<language>` for each record whose language is known."""
        screen = _screen(self)
        return [_annotation(screen.verdict(record)) for record in catalogue_records(rif)]


def language_annotator(settings: LanguageSettings, store: Store) -> LanguageAnnotator:
    """Make an annotator with the words learned so far and the user's own lists."""
    learned = Neologisms(store.connection, store.lock.check).words()
    words = tuple(word for word, _ in learned)
    own = read_own_lists(settings.own)
    digest = _digest(words, settings.doubtful, own)
    return LanguageAnnotator(digest, words, settings.doubtful, own)


def _digest(words: Iterable[str], doubtful: Doubtful, own: OwnLists) -> str:
    depends_on = (
        OUTPUT,
        sorted(words),
        doubtful.value,
        sorted(own.allowed),
        sorted(own.denied),
        sorted((*key, language.value) for key, language in own.corrections.items()),
        [version(package) for package in _PACKAGES if package != "eldc" or HAS_ELDC],
    )
    return hashlib.sha256(json.dumps(depends_on).encode()).hexdigest()


@lru_cache(maxsize=1)
def _screen(annotator: LanguageAnnotator) -> Screen:
    return Screen(annotator.neologisms, annotator.doubtful, own=annotator.own)


def _annotation(verdict: Verdict) -> Annotation | None:
    if verdict.language is Language.UNKNOWN:
        return None
    attributes = [("code", verdict.language.value), ("reason", verdict.reason.value)]
    if verdict.unknown is not None:
        attributes.append(("unknown", verdict.share))
    if verdict.doubtful:
        attributes.append(("doubtful", "yes"))
    return Annotation("language", tuple(attributes))
