"""The mark of each paper's language in a ps rif."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import version

from wildwood.kernel.model import Annotation
from wildwood.kernel.settings import Doubtful, LanguageSettings
from wildwood.lists.amf import entry_of_rif
from wildwood.nep.job import Annotator
from wildwood.nep.rif import Rif
from wildwood.nep.store import Store
from wildwood.screening.evidence import HAS_ELDC
from wildwood.screening.judge import Language
from wildwood.screening.own import OwnLists, read_own_lists
from wildwood.screening.screening import EVEN_SHARE, Screen, Verdict
from wildwood.screening.word_store import Neologisms

OUTPUT = 9  # version of the marks; raised with each change (tests/nep/test_output.py)

_PACKAGES = ("eldc", "langcodes", "language_data", "py3langid")


@dataclass(frozen=True, slots=True)
class LanguageAnnotator(Annotator):
    """Annotates the papers of a rif; two are the same if their digests are."""

    learned: Mapping[str, int] = field(compare=False, kw_only=True)
    doubtful: Doubtful = field(compare=False, kw_only=True)
    own: OwnLists = field(compare=False, kw_only=True)
    english_share: float | None = field(compare=False, default=EVEN_SHARE)

    def __call__(self, rif: Rif, /) -> Sequence[Annotation | None]:
        pairs = zip(rif.records, rif.elements, strict=True)
        records = [entry_of_rif(*pair).catalogue_record for pair in pairs]
        screen = _screen(self).learn_share(records)
        return [_annotation(screen.verdict(record)) for record in records]


def language_annotator(settings: LanguageSettings, store: Store) -> LanguageAnnotator:
    learned = dict(Neologisms(store.connection, store.lock.check).words())
    own = read_own_lists(settings.own)
    digest = judge_digest(learned, settings, own)
    share, file = settings.english_share, settings.own.corrections
    missing = file if file and not file.exists() else None
    return LanguageAnnotator(
        digest, bool(own.corrections.by_key), missing, share,
        learned=learned, doubtful=settings.doubtful, own=own,
    )  # fmt: skip


def judge_digest(learned: Mapping[str, int], settings: LanguageSettings, own: OwnLists) -> str:
    """Return what a verdict depends on beside the record."""
    depends_on = (
        OUTPUT,
        sorted(learned.items()),
        settings.doubtful.value,
        settings.english_share,
        sorted(own.terms.items()),
        sorted((*correction.key, correction.language.value) for correction in own.corrections),
        [version(package) for package in _PACKAGES if package != "eldc" or HAS_ELDC],
    )
    return hashlib.sha256(json.dumps(depends_on).encode()).hexdigest()


@lru_cache(maxsize=1)
def _screen(annotator: LanguageAnnotator) -> Screen:
    return Screen(
        annotator.learned,
        annotator.doubtful,
        own=annotator.own,
        english_share=annotator.english_share,
    )


def _annotation(verdict: Verdict) -> Annotation | None:
    if verdict.language is Language.UNKNOWN:
        return None
    attributes = [("code", verdict.language.value), ("reason", verdict.reason.value)]
    if verdict.unknown is not None:
        attributes.append(("unknown", verdict.share))
    if verdict.doubtful:
        attributes.append(("doubtful", "yes"))
    return Annotation("language", tuple(attributes))
