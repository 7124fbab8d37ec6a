"""The verdict on a record, from its declaration, its titles and its abstracts."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

from wildwood.biblio.entry import Entry
from wildwood.biblio.record import CatalogueRecord, LocalizedText
from wildwood.kernel import interruption
from wildwood.kernel.output_files import write_lines
from wildwood.kernel.settings import Doubtful
from wildwood.lists.reading import ReadList
from wildwood.screening.archives import LIST_HEADINGS, Archive
from wildwood.screening.declared import Declared, declared
from wildwood.screening.detector import Detector, Langid, first_detector
from wildwood.screening.evidence import Dictionary, probability
from wildwood.screening.judge import CERTAIN, EVEN_SHARE, Judge, Judgement, Language, Reason
from wildwood.screening.own import NO_OWN_LISTS, OwnLists, titles_in_list
from wildwood.screening.words import ENOUGH, LEAST_CONFIDENCE, OwnWords

_ENGLISH, _OTHER, _UNKNOWN = Language
_NO_WORDS = Reason.NO_WORDS
_NOT_JUDGED = (Reason.DECLARED, Reason.CORRECTED)
_DECLARED_ENGLISH, _DECLARED_OTHER, _DECLARED_NOTHING = Declared
"""Members as globals: to look them up in their class would take a tenth of the time of a title."""


class Verdict(NamedTuple):
    """A language, what decided on it, how surely, and whether the record is kept."""

    language: Language
    reason: Reason
    unknown: float | None
    """Share of words unknown to the enriched dictionary, 0 to 1; None without words."""
    confidence: float | None
    """Probability that the language is right, 0.4 to 1; None if it is declared or unknown."""
    doubtful: bool
    """Whether the confidence is smaller than the configured one."""
    kept: bool

    @property
    def share(self) -> str:
        """The share of unknown words with two decimals, as in lists and ps rifs."""
        return "" if self.unknown is None else f"{self.unknown:.2f}"

    @property
    def certainty(self) -> str:
        """The confidence with four decimals, as in lists; most are above 0.99."""
        return "" if self.confidence is None else f"{self.confidence:.4f}"


class RecordExplanation(NamedTuple):
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


_ASSUMED = 4
"""Records in English, and others, that are assumed when their share is learned."""
_MOST_OF_ABSTRACT = 3.0
"""The most that an English abstract adds to the log-odds of a title in another language: with it
the verdict is always doubtful, and 3 % of works in other languages are judged English."""
_NOTHING = _Decision(_UNKNOWN, Reason.NO_WORDS, 0.0)


class Screen:
    """The tests of docs/specification.md, "English selection", with the learned words."""

    def __init__(
        self,
        learned: Mapping[str, int],
        doubtful: Doubtful,
        first: Detector | None = None,
        second: Detector | None = None,
        *,
        own: OwnLists = NO_OWN_LISTS,
    ) -> None:
        """Take what papers and the user know better, and how verdicts are made.

        Args:
            learned: words and terms of own papers, with the number of papers that have each.
            doubtful: what becomes of doubtful records.
            first: the first detector, if not eldc.
            second: the second one, if not py3langid.
            own: the user's lists.
        """
        self._dictionary = Dictionary(OwnWords(learned, own.allowed, own.denied))
        self._detectors = first or first_detector(), second or Langid()
        self.own = own
        self._doubtful = doubtful
        self._share: float | None = EVEN_SHARE
        self._judge = self._judge_expecting(EVEN_SHARE)

    def expecting(self, english_share: float | None) -> Self:
        """Return a screen that expects a share of records in English.

        None is to learn it from the records of each list, by `for_list`.
        """
        share = EVEN_SHARE if english_share is None else english_share
        return self._changed(_share=english_share, _judge=self._judge_expecting(share))

    def for_list(self, records: Sequence[CatalogueRecord]) -> Self:
        """Return the screen for the records of an archive, file or issue.

        If the expected share of English is to be learned, it is that of the records whose
        language is sure or declared, as if a few more were of either kind.
        """
        if self._share is not None:
            return self
        verdicts = map(self.verdict, records)
        sure = [
            one.language for one in verdicts if not one.doubtful and one.language is not _UNKNOWN
        ]
        share = (sure.count(_ENGLISH) + _ASSUMED) / (len(sure) + 2 * _ASSUMED)
        return self._changed(_judge=self._judge_expecting(share))

    def _judge_expecting(self, share: float) -> Judge:
        return Judge(self._dictionary, *self._detectors, english_share=share)

    def _changed(self, **attributes: object) -> Self:
        changed = copy(self)
        vars(changed).update(attributes)
        return changed

    def verdict(self, record: CatalogueRecord) -> Verdict:
        """Return the verdict on a record; a declaration of English is not relied on."""
        languages = declaration(record)
        return self._decided(record, languages, *self._judgements(record, languages))

    def explain(self, record: CatalogueRecord) -> RecordExplanation:
        """Return the verdict on a record, with every step."""
        languages = declaration(record)
        titles, abstracts = self._judgements(record, languages)
        verdict = self._decided(record, languages, titles, abstracts)
        return RecordExplanation(verdict, languages, titles, abstracts)

    def of_text(self, text: str) -> Verdict:
        """Return the verdict on a title without a declaration."""
        return self.verdict(CatalogueRecord("", (LocalizedText(text),), (), ()))

    def _judgements(
        self, record: CatalogueRecord, languages: Declared
    ) -> tuple[tuple[Judgement, ...], tuple[Judgement, ...]]:
        """Judge the titles and the abstracts."""
        titles, abstracts = _tested(record, languages)
        return tuple(map(self._judge.title, titles)), tuple(map(self._judge.passage, abstracts))

    def _decided(
        self,
        record: CatalogueRecord,
        languages: Declared,
        titles: tuple[Judgement, ...],
        abstracts: tuple[Judgement, ...],
    ) -> Verdict:
        decision: Judgement | _Decision
        corrected = self.own.correction(record)
        if corrected is not None:
            decision = _Decision(corrected, Reason.CORRECTED, 0.0)
        elif languages is _DECLARED_OTHER:
            decision = _Decision(_OTHER, Reason.DECLARED, 0.0)
        else:
            decision = _best(titles)
            if abstracts:
                decision = _combined(decision, _best(abstracts))
        return self._verdict(decision, _share(titles + abstracts))

    def _verdict(self, decision: Judgement | _Decision, share: float | None) -> Verdict:
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


def declaration(record: CatalogueRecord) -> Declared:
    """Return what is declared for the paper or, if nothing, for its titles and abstracts."""
    if record.languages:
        own = declared(record.languages)
        if own is not _DECLARED_NOTHING:
            return own
    by_text = [one.language for one in record.titles + record.abstracts if one.language]
    return declared(by_text) if by_text else _DECLARED_NOTHING


def _tested(record: CatalogueRecord, languages: Declared) -> tuple[list[str], list[str]]:
    """Return the titles and the abstracts that are declared English or, if none is, all."""
    if languages is not _DECLARED_NOTHING:
        titles, abstracts = _is_english(record.titles), _is_english(record.abstracts)
        if titles or abstracts:
            return titles, abstracts
    return [one.text for one in record.titles], [one.text for one in record.abstracts]


def _is_english(wordings: Sequence[LocalizedText]) -> list[str]:
    """Return the texts that are declared English."""
    return [
        one.text
        for one in wordings
        if one.language and declared([one.language]) is _DECLARED_ENGLISH
    ]


def _best(judgements: Sequence[Judgement]) -> Judgement | _Decision:
    """Return the decision on titles, or on abstracts, of which one in English is enough."""
    if len(judgements) == 1:
        return judgements[0]
    for language in Language:
        found = [judgement for judgement in judgements if judgement.language is language]
        if found:
            return max(found, key=lambda judgement: judgement.log_odds)
    return _NOTHING


def _combined(
    title: Judgement | _Decision, abstract: Judgement | _Decision
) -> Judgement | _Decision:
    """Return the decision on a record, by the sum of both if they are in different languages.

    Works in any language have English abstracts, so these add little. An abstract in another
    language decides if it is surer than an English title, because titles often quote.
    """
    if abstract.language is _UNKNOWN:
        return title
    if title.language is _UNKNOWN:
        return abstract
    if title.language is abstract.language:
        return max(title, abstract, key=lambda decision: abs(decision.log_odds))
    is_known = title.language is _ENGLISH and title.reason is Reason.DICTIONARY
    log_odds = CERTAIN if is_known else title.log_odds
    log_odds += min(abstract.log_odds, _MOST_OF_ABSTRACT)
    language = _ENGLISH if log_odds > ENOUGH else _OTHER
    return _Decision(
        language, title.reason if language is title.language else Reason.ABSTRACT, log_odds
    )


def _share(judgements: Sequence[Judgement]) -> float | None:
    """Return the share of unknown words in all texts; None if none has words."""
    if len(judgements) == 1 and judgements[0].reason is not _NO_WORDS:
        return judgements[0].evidence.share
    unknown = counted = 0
    has_words = False
    for judgement in judgements:
        if judgement.reason is not _NO_WORDS:
            has_words = True
            unknown += len(judgement.evidence.unknown)
            counted += judgement.evidence.counted
    if counted:
        return unknown / counted
    return 0.0 if has_words else None


@dataclass(frozen=True, slots=True)
class ListRow:
    """The row of a record or an archive."""

    id: str
    language: str
    reason: str
    title: str
    kept: bool
    unknown: str = ""
    confidence: str = ""
    doubtful: bool = False
    entry: Entry | None = None
    """What was screened; None for an archive, and for a record that could not be."""
    note: str = ""
    """A sentence on what was repaired in the record, why its correction does not hold, or why it
    could not be screened."""


def list_rows(read: ReadList, screen: Screen) -> list[ListRow]:
    """Return a row for each entry of a list, then one for each record that was left out."""
    screen = screen.for_list(read.catalogue_records)
    entries = interruption.check_each(read.entries)
    repairs = {fault.id: read.message(fault) for fault in read.repairs if fault.id}
    rows = [
        _row(
            entry,
            screen.verdict(entry.catalogue_record),
            _lapsed(read, entry, screen) or repairs.get(entry.id, ""),
        )
        for entry in entries
    ]
    rows += (
        ListRow(fault.id, "", fault.word, fault.title, kept=False, note=read.message(fault))
        for fault in read.faults
    )
    return rows


def _lapsed(read: ReadList, entry: Entry, screen: Screen) -> str:
    """Return a warning if a correction no longer applies to an entry, or an empty string."""
    if not screen.own.has_lapsed_correction(entry.catalogue_record):
        return ""
    return (
        f"{read.name}, {entry.place}: the title of {entry.id} has changed since you corrected its"
        " language, so the correction does not apply."
    )


def latest_rows(rows: Iterable[ListRow]) -> list[ListRow]:
    """Return the last row of each id, at the place of its first; rows without an id all stay."""
    by_id: dict[str | int, ListRow] = {}
    for number, row in enumerate(rows):
        by_id[row.id or number] = row
    return list(by_id.values())


def _row(entry: Entry, verdict: Verdict, note: str) -> ListRow:
    record = entry.catalogue_record
    return ListRow(
        record.id,
        verdict.language.value,
        verdict.reason.value,
        titles_in_list(record),
        verdict.kept,
        verdict.share,
        verdict.certainty,
        verdict.doubtful,
        entry,
        note,
    )


def archive_rows(archives: Iterable[Archive]) -> list[ListRow]:
    """Return a row for each archive, with the languages that it declares."""
    return [
        ListRow(
            archive.address,
            " ".join(archive.languages),
            archive.reason,
            archive.name,
            archive.kept,
        )
        for archive in archives
    ]


def list_files(folder: Path, name: str) -> tuple[Path, Path]:
    """Return `NAME.screened.tsv` for all rows and `NAME.left-out.tsv` for those not kept."""
    return folder / f"{name}.screened.tsv", folder / f"{name}.left-out.tsv"


def write_lists(folder: Path, name: str, rows: list[ListRow]) -> tuple[Path, Path]:
    """Write both `list_files`, and return their paths.

    Raises:
        InputError: a list cannot be written.
    """
    screened, left_out = list_files(folder, name)
    write_lines(screened, LIST_HEADINGS, map(_fields, rows))
    write_lines(left_out, LIST_HEADINGS, (_fields(row) for row in rows if not row.kept))
    return screened, left_out


def _fields(row: ListRow) -> tuple[str, ...]:
    doubtful = "yes" if row.doubtful else ""
    return (
        row.id,
        row.language,
        row.reason,
        row.unknown,
        row.confidence,
        doubtful,
        row.title,
    )
