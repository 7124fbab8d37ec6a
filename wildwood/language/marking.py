"""The mark that a ps rif bears of each paper's language."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from wildwood.language.screening import Language, Screen, Verdict
from wildwood.model import Annotation
from wildwood.rif import Rif, entries_of
from wildwood.settings import Thresholds


@dataclass(frozen=True, slots=True)
class Marker:
    """Annotates the papers of a rif; small enough to be sent to another process."""

    neologisms: tuple[str, ...]
    thresholds: Thresholds

    def __call__(self, rif: Rif, /) -> Sequence[Annotation | None]:
        """A `<language>` for each record whose language is known."""
        screen = _screen(self)
        return [_mark(screen.verdict(entry)) for entry in entries_of(rif)]


@lru_cache(maxsize=1)
def _screen(marker: Marker) -> Screen:
    return Screen(marker.neologisms, marker.thresholds)


def _mark(verdict: Verdict) -> Annotation | None:
    if verdict.language is Language.UNKNOWN:
        return None
    attributes = [("code", verdict.language.value), ("reason", verdict.reason.value)]
    if verdict.unknown is not None:
        attributes.append(("unknown", verdict.share))
    return Annotation("language", tuple(attributes))
