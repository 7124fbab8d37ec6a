"""The mark of each paper's language in a ps rif."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from wildwood.language.judging import Language
from wildwood.language.own_lists import read_own_lists
from wildwood.language.screening import Screen, Verdict
from wildwood.language.store import Neologisms
from wildwood.model import Annotation
from wildwood.rif import Rif, catalogue_records
from wildwood.settings import LanguageSettings, OwnListPaths, Thresholds
from wildwood.store import Store


@dataclass(frozen=True, slots=True)
class LanguageAnnotator:
    """Annotates the papers of a rif; small enough to send to worker processes."""

    neologisms: tuple[str, ...]
    thresholds: Thresholds
    own: OwnListPaths

    def __call__(self, rif: Rif, /) -> Sequence[Annotation | None]:
        """Return a `<language>` for each record whose language is known."""
        screen = _screen(self)
        return [_annotation(screen.verdict(record)) for record in catalogue_records(rif)]


def language_annotator(settings: LanguageSettings, store: Store) -> LanguageAnnotator:
    """Make an annotator with the words learned so far and the user's own lists."""
    thresholds = settings.thresholds
    learned = Neologisms(store.connection, store.lock.check).words(thresholds.entries)
    return LanguageAnnotator(tuple(word for word, _ in learned), thresholds, settings.own)


@lru_cache(maxsize=1)
def _screen(annotator: LanguageAnnotator) -> Screen:
    own = read_own_lists(annotator.own)
    return Screen(annotator.neologisms, annotator.thresholds, own=own)


def _annotation(verdict: Verdict) -> Annotation | None:
    if verdict.language is Language.UNKNOWN:
        return None
    attributes = [("code", verdict.language.value), ("reason", verdict.reason.value)]
    if verdict.unknown is not None:
        attributes.append(("unknown", verdict.share))
    if verdict.doubtful:
        attributes.append(("doubtful", "yes"))
    return Annotation("language", tuple(attributes))
