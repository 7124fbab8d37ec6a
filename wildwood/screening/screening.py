"""The verdict on a record by declaration, titles and abstracts, and the lists of verdicts."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar
from zlib import crc32

from wildwood.biblio.entry import CatalogueRecord, Entry
from wildwood.kernel import interruption
from wildwood.kernel.files import write_lines
from wildwood.kernel.settings import Doubtful, LanguageSettings
from wildwood.screening.declared import Declared, declared
from wildwood.screening.evidence import Dictionary, probability
from wildwood.screening.judge import WITHOUT_WORDS, Judge, Judgement, Language, Reason
from wildwood.screening.own import LIST_HEADINGS, NO_OWN_LISTS, OwnLists, titles_in_list
from wildwood.screening.words import ENOUGH, LEAST_CONFIDENCE

if TYPE_CHECKING:
    from wildwood.lists.reading import ReadList

_ENGLISH, _OTHER, _UNKNOWN = Language
_NO_WORDS = Reason.NO_WORDS
_NOT_JUDGED = (Reason.DECLARED, Reason.CORRECTED)
_DECLARED_ENGLISH, _DECLARED_OTHER, _DECLARED_NOTHING = Declared  # looked up faster as globals


class Verdict(NamedTuple):
    language: Language
    reason: Reason
    unknown: float | None  # share of unknown words, 0 to 1; None without words
    confidence: float | None  # that the language is right, 0.4 to 1; None if declared or unknown
    doubtful: bool  # whether the confidence is smaller than the configured one
    kept: bool

    @property
    def share(self) -> str:
        return "" if self.unknown is None else f"{self.unknown:.2f}"

    @property
    def certainty(self) -> str:
        """The confidence with four decimals, as most are above 0.99."""
        return "" if self.confidence is None else f"{self.confidence:.4f}"


class RecordExplanation(NamedTuple):
    verdict: Verdict
    declared: Declared
    titles: tuple[Judgement, ...]
    abstracts: tuple[Judgement, ...]


_MOST_OF_ABSTRACT = 2.2  # log-odds an English abstract adds at most; the verdict is then doubtful

_EVEN_SHARE = 0.5  # share of texts in English if nothing is known of their archive
_ASSUMED = 4  # records in English, and others, that are assumed when their share is learned
_SAMPLED = 200  # records from which it is learned, at most


class Screen:
    """Judges records as docs/specification.md, "English selection", says, with learned words."""

    def __init__(
        self,
        learned: Mapping[str, int],
        doubtful: Doubtful,
        *,
        own: OwnLists = NO_OWN_LISTS,
        english_share: float | None = _EVEN_SHARE,
    ) -> None:
        share = english_share or _EVEN_SHARE
        self.judge = Judge(Dictionary(learned, own.terms), math.log(share / (1 - share)))
        self._learns_share = english_share is None
        self.own = own
        self.learned = learned
        self._doubtful = doubtful

    def learn_share(self, records: Sequence[CatalogueRecord]) -> Self:
        """Return the screen for a list; its share of English decides on short titles."""
        # Titles in two languages can take turns in a list, so every second one is no sample.
        sample = sorted(records, key=lambda record: crc32(str(record.titles).encode()))[:_SAMPLED]
        verdicts = [verdict for verdict in map(self.verdict, sample) if not verdict.doubtful]
        counts = Counter(verdict.language for verdict in verdicts)
        learned = math.log((_ASSUMED + counts[_ENGLISH]) / (_ASSUMED + counts[_OTHER]))
        screen = copy(self)
        screen.judge = judge = copy(self.judge)
        if self._learns_share:
            judge.expected = learned
        judge.expected_if_short = max(learned, judge.expected)
        return screen

    def verdict(self, record: CatalogueRecord) -> Verdict:
        """Return the verdict on a record; a declaration of English does not count."""
        return self.explain(record).verdict

    def explain(self, record: CatalogueRecord) -> RecordExplanation:
        languages = declaration(record)
        titles, abstracts = _tested(record)
        of_titles = tuple(map(self.judge.title, titles))
        of_abstracts = tuple(map(self.judge.passage, abstracts))
        corrected = self.own.correction(record)
        if corrected is not None:
            decision = WITHOUT_WORDS._replace(language=corrected, reason=Reason.CORRECTED)
        elif languages is _DECLARED_OTHER:
            decision = WITHOUT_WORDS._replace(language=_OTHER, reason=Reason.DECLARED)
        else:
            decision = _best(of_titles)
            if of_abstracts:
                decision = _combined(decision, _best(of_abstracts))
        verdict = self._verdict(decision, _share(of_titles + of_abstracts))
        return RecordExplanation(verdict, languages, of_titles, of_abstracts)

    def _verdict(self, decision: Judgement, share: float | None) -> Verdict:
        language, reason = decision.language, decision.reason
        kept = language is not _OTHER
        if language is _UNKNOWN or reason in _NOT_JUDGED:
            return Verdict(language, reason, share, None, doubtful=False, kept=kept)
        log_odds = decision.log_odds
        confidence = probability(log_odds if language is _ENGLISH else -log_odds)
        doubtful = confidence < LEAST_CONFIDENCE
        if doubtful and self._doubtful is not Doubtful.AS_JUDGED:
            kept = self._doubtful is Doubtful.KEEP
        return Verdict(language, reason, share, confidence, doubtful, kept)


def screen_of(learned: Mapping[str, int], settings: LanguageSettings, own: OwnLists) -> Screen:
    return Screen(learned, settings.doubtful, own=own, english_share=settings.english_share)


def declaration(record: CatalogueRecord) -> Declared:
    """Return the declaration of the record or, if there is none, of its titles and abstracts."""
    if (own := declared(record.languages)) is not _DECLARED_NOTHING:
        return own
    by_text = [wording.language for wording in record.titles + record.abstracts if wording.language]
    return declared(by_text)


def _tested(record: CatalogueRecord) -> Sequence[Sequence[str]]:
    """Return the titles and abstracts that are declared English or, if there are none, all."""
    wordings = record.titles, record.abstracts
    english = [
        [text for text, code in some if code and declared([code]) is _DECLARED_ENGLISH]
        for some in wordings
    ]
    return english if any(english) else [[wording.text for wording in some] for some in wordings]


def _best(judgements: Sequence[Judgement]) -> Judgement:
    """Return the judgement on titles, or on abstracts; one in English is enough."""
    return max(judgements, key=_rank, default=WITHOUT_WORDS)


def _rank(judgement: Judgement) -> tuple[bool, bool, float]:
    language = judgement.language
    return language is _ENGLISH, language is _OTHER, judgement.log_odds


def _combined(title: Judgement, abstract: Judgement) -> Judgement:
    """Add the log-odds of title and abstract if they differ; an English abstract adds little."""
    if abstract.language is _UNKNOWN:
        return title
    if title.language is _UNKNOWN:
        return abstract
    if title.language is abstract.language:
        return max(title, abstract, key=lambda judgement: abs(judgement.log_odds))
    log_odds = title.log_odds + min(abstract.log_odds, _MOST_OF_ABSTRACT)
    language = _ENGLISH if log_odds > ENOUGH else _OTHER
    reason = title.reason if language is title.language else Reason.ABSTRACT
    return title._replace(language=language, reason=reason, log_odds=log_odds)


def _share(judgements: Sequence[Judgement]) -> float | None:
    """Return the share of unknown words in all texts; None if there are no words."""
    texts = [judgement.evidence for judgement in judgements if judgement.reason is not _NO_WORDS]
    if counted := sum(evidence.counted for evidence in texts):
        return sum(len(evidence.unknown) for evidence in texts) / counted
    return 0.0 if texts else None


class ListRow(NamedTuple):
    """A row of a list, whose cells are before `kept`."""

    id: str
    language: str
    reason: str
    unknown: str = ""
    confidence: str = ""
    doubtful: str = ""  # "yes" or empty
    title: str = ""
    kept: bool = False
    entry: Entry | None = None  # what was screened; None for an archive or an unreadable record
    note: str = ""  # sentence: what was repaired, or why a correction or the screening failed


def list_rows(read: "ReadList", screen: Screen) -> list[ListRow]:
    """Return the rows of the entries of a list, then of the records that were left out."""
    screen = screen.learn_share(read.catalogue_records)
    repairs = {fault.id: read.message(fault) for fault in read.repairs if fault.id}
    entries = interruption.check_each(read.entries)
    rows = [_row(entry, screen, read.name, repairs.get(entry.id, "")) for entry in entries]
    unread = ((fault, read.message(fault)) for fault in read.faults)
    rows += (ListRow(each.id, "", each.word, title=each.title, note=note) for each, note in unread)
    return rows


def _row(entry: Entry, screen: Screen, name: str, note: str) -> ListRow:
    record = entry.catalogue_record
    verdict, title = screen.verdict(record), titles_in_list(record)
    if screen.own.corrections.has_lapsed(record.id, title):
        note = (
            f"{name}, {entry.place}: the title of {entry.id} has changed since you corrected its"
            " language, so the correction does not apply; correct it again."
        )
    judged = verdict.language.value, verdict.reason.value, verdict.share, verdict.certainty
    doubtful = "yes" if verdict.doubtful else ""
    return ListRow(record.id, *judged, doubtful, title, verdict.kept, entry, note)


_Row = TypeVar("_Row", ListRow, CatalogueRecord)


def last_of_each(rows: Iterable[_Row]) -> list[_Row]:
    """Return the last row of each id, in the place of the first; rows without an id stay."""
    return list({row.id or number: row for number, row in enumerate(rows)}.values())


def list_files(folder: Path, name: str) -> tuple[Path, Path]:
    """Return `NAME.screened.tsv` for all rows and `NAME.left-out.tsv` for those not kept."""
    return folder / f"{name}.screened.tsv", folder / f"{name}.left-out.tsv"


def write_lists(folder: Path, name: str, rows: list[ListRow]) -> None:
    screened, left_out = list_files(folder, name)
    write_lines(screened, LIST_HEADINGS, (row[:7] for row in rows))
    write_lines(left_out, LIST_HEADINGS, (row[:7] for row in rows if not row.kept))
