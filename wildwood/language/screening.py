"""The verdict on a record, from its declaration, its titles and its abstracts."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from wildwood.language.declared import Declared, declared
from wildwood.language.detector import Detector
from wildwood.language.evidence import Dictionary
from wildwood.language.judging import CERTAIN, Judge, Judgement, Language, Reason
from wildwood.language.own_lists import NO_OWN_LISTS, OwnLists
from wildwood.language.weighing import probability
from wildwood.model import CatalogueRecord, LocalizedText
from wildwood.settings import Doubtful, Thresholds


class Verdict(NamedTuple):
    """A language, what decided on it, how surely, and whether the record is kept."""

    language: Language
    reason: Reason
    unknown: float | None
    """Share of words unknown to the enriched dictionary, 0 to 1; None without words."""
    confidence: float | None
    """Probability that the language is right, 0.5 to 1; None if it is declared or unknown."""
    doubtful: bool
    """Whether the confidence is smaller than the configured one."""
    kept: bool

    @property
    def share(self) -> str:
        """The share of unknown words with two decimals, as in lists and ps rifs."""
        return "" if self.unknown is None else f"{self.unknown:.2f}"

    @property
    def certainty(self) -> str:
        """The confidence with two decimals, as in lists."""
        return "" if self.confidence is None else f"{self.confidence:.2f}"


class Explanation(NamedTuple):
    """A verdict and the steps that led to it."""

    verdict: Verdict
    declared: Declared
    titles: tuple[Judgement, ...]
    abstracts: tuple[Judgement, ...]


class _Decision(NamedTuple):
    """A language, what decided on it, and the log-odds of English."""

    language: Language
    reason: Reason
    log_odds: float


_NOTHING = _Decision(Language.UNKNOWN, Reason.NO_WORDS, 0.0)


class Screen:
    """The tests of docs/specification.md, "English selection", with the learned words."""

    def __init__(
        self,
        neologisms: Iterable[str],
        thresholds: Thresholds,
        first: Detector | None = None,
        second: Detector | None = None,
        *,
        own: OwnLists = NO_OWN_LISTS,
    ) -> None:
        dictionary = Dictionary(own.allowed.union(neologisms), own.denied)
        self._judge = Judge(dictionary, thresholds, first, second)
        self._own = own
        self._thresholds = thresholds

    def verdict(self, record: CatalogueRecord) -> Verdict:
        """Return the verdict on a record; a declaration of English is not relied on."""
        return self.explain(record).verdict

    def explain(self, record: CatalogueRecord) -> Explanation:
        """Return the verdict on a record, with every step."""
        languages = declaration(record)
        titles, abstracts = _tested(record)
        of_titles = tuple(map(self._judge.title, titles))
        of_abstracts = tuple(map(self._judge.passage, abstracts))
        corrected = self._own.correction(record)
        if corrected is not None:
            decision = _Decision(corrected, Reason.CORRECTED, 0.0)
        elif languages is Declared.OTHER:
            decision = _Decision(Language.OTHER, Reason.DECLARED, 0.0)
        else:
            decision = _combined(_best(of_titles), _best(of_abstracts))
        verdict = self._verdict(decision, _share(of_titles + of_abstracts))
        return Explanation(verdict, languages, of_titles, of_abstracts)

    def of_text(self, text: str) -> Verdict:
        """Return the verdict on a title without a declaration."""
        return self.verdict(CatalogueRecord("", (LocalizedText(text),), (), ()))

    def _verdict(self, decision: _Decision, share: float | None) -> Verdict:
        language, reason = decision.language, decision.reason
        kept = language is not Language.OTHER
        if language is Language.UNKNOWN or reason in (Reason.DECLARED, Reason.CORRECTED):
            return Verdict(language, reason, share, None, doubtful=False, kept=kept)
        confidence = probability(abs(decision.log_odds))
        doubtful = confidence < self._thresholds.certain
        if doubtful and self._thresholds.doubtful is not Doubtful.AS_JUDGED:
            kept = self._thresholds.doubtful is Doubtful.KEEP
        return Verdict(language, reason, share, confidence, doubtful=doubtful, kept=kept)


def declaration(record: CatalogueRecord) -> Declared:
    """Return what is declared for the paper or, if nothing, for its titles and abstracts."""
    own = declared(record.languages)
    if own is not Declared.NOTHING:
        return own
    wordings = record.titles + record.abstracts
    return declared(wording.language for wording in wordings if wording.language)


def _tested(record: CatalogueRecord) -> tuple[list[str], list[str]]:
    """Return the titles and the abstracts that are declared English or, if none is, all."""
    wordings = record.titles + record.abstracts
    english = [
        wording
        for wording in wordings
        if wording.language and declared([wording.language]) is Declared.ENGLISH
    ]
    if not english:
        return [title.text for title in record.titles], [one.text for one in record.abstracts]
    titles, abstracts = (
        [wording.text for wording in wordings if wording in english]
        for wordings in (record.titles, record.abstracts)
    )
    return titles, abstracts


def _best(judgements: Sequence[Judgement]) -> _Decision:
    """Return the decision on titles, or on abstracts, of which one in English is enough."""
    if len(judgements) == 1:
        return _Decision(judgements[0].language, judgements[0].reason, judgements[0].log_odds)
    for language in (Language.ENGLISH, Language.OTHER, Language.UNKNOWN):
        found = [judgement for judgement in judgements if judgement.language is language]
        if found:
            best = max(found, key=lambda judgement: judgement.log_odds)
            return _Decision(language, best.reason, best.log_odds)
    return _NOTHING


def _combined(title: _Decision, abstract: _Decision) -> _Decision:
    """Return the decision on a record.

    An abstract in English is enough. Under an English title, an abstract in another language
    decides if it is surer than the title, because titles often quote.
    """
    if abstract.language is Language.UNKNOWN:
        return title
    if title.language is Language.UNKNOWN:
        return abstract
    if title.language is abstract.language:
        return max(title, abstract, key=lambda decision: abs(decision.log_odds))
    if abstract.language is Language.ENGLISH:
        return _Decision(Language.ENGLISH, Reason.ABSTRACT, abstract.log_odds)
    by_dictionary = title.reason is Reason.DICTIONARY
    log_odds = (CERTAIN if by_dictionary else title.log_odds) + abstract.log_odds
    if log_odds > 0:
        return _Decision(Language.ENGLISH, title.reason, log_odds)
    return _Decision(Language.OTHER, Reason.ABSTRACT, log_odds)


def _share(judgements: Iterable[Judgement]) -> float | None:
    """Return the share of unknown words in all texts; None if none has words."""
    unknown = counted = 0
    has_words = False
    for judgement in judgements:
        if judgement.reason is not Reason.NO_WORDS:
            has_words = True
            unknown += len(judgement.evidence.unknown)
            counted += judgement.evidence.counted
    if counted:
        return unknown / counted
    return 0.0 if has_words else None
