"""The mark of each paper's language in a ps rif."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from importlib.metadata import version

from wildwood.kernel.model import Annotation
from wildwood.kernel.settings import LanguageSettings
from wildwood.lists.amf import entry_of_rif
from wildwood.nep.job import Annotator
from wildwood.nep.rif import Rif
from wildwood.nep.store import Store
from wildwood.screening.evidence import HAS_ELDC
from wildwood.screening.judge import Language
from wildwood.screening.own import OwnLists, read_own_lists
from wildwood.screening.screening import Screen, Verdict, screen_of
from wildwood.screening.word_store import Neologisms

OUTPUT = 10  # version of the marks; raised with each change (tests/nep/test_output.py)

_PACKAGES = ("eldc", "langcodes", "language_data", "py3langid")


@dataclass(frozen=True, slots=True)
class LanguageAnnotator(Annotator):
    """Annotates the papers of a rif; two are the same if their digests are."""

    make_screen: Callable[[], Screen] = field(compare=False, kw_only=True)

    def __call__(self, rif: Rif, /) -> Sequence[Annotation | None]:
        pairs = zip(rif.records, rif.elements, strict=True)
        records = [entry_of_rif(*pair).catalogue_record for pair in pairs]
        screen = _screen(self).learn_share(records)
        return [_annotation(screen.verdict(record)) for record in records]


def language_annotator(settings: LanguageSettings, store: Store) -> LanguageAnnotator:
    learned = dict(Neologisms(store.connection, store.lock.check).words())
    own = read_own_lists(settings.own)
    file = settings.own.corrections
    digest, has_corrections = judge_digest(learned, settings, own), bool(own.corrections.by_key)
    missing = file if file and not file.exists() else None
    make_screen = partial(screen_of, learned, settings, own)
    return LanguageAnnotator(digest, has_corrections, missing, make_screen=make_screen)


@lru_cache(maxsize=1)
def _screen(annotator: LanguageAnnotator) -> Screen:
    return annotator.make_screen()


def judge_digest(learned: Mapping[str, int], settings: LanguageSettings, own: OwnLists) -> str:
    """Return what a verdict depends on beside the record."""
    depends_on = (
        OUTPUT,
        sorted(learned.items()),
        settings.doubtful.value,
        settings.english_share,
        sorted(own.terms.items()),
        sorted((*key, language) for key, (_, language, *_) in own.corrections.by_key.items()),
        [version(package) for package in _PACKAGES if package != "eldc" or HAS_ELDC],
    )
    return hashlib.sha256(json.dumps(depends_on).encode()).hexdigest()


def _annotation(verdict: Verdict) -> Annotation | None:
    if verdict.language is Language.UNKNOWN:
        return None
    attributes = [("code", verdict.language.value), ("reason", verdict.reason.value)]
    if verdict.unknown is not None:
        attributes.append(("unknown", verdict.share))
    if verdict.doubtful:
        attributes.append(("doubtful", "yes"))
    return Annotation("language", tuple(attributes))
