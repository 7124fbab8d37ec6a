"""The specification once more, in its own order: no index, no cleverness.

Nothing of the product's reckoning is used, only its words for a record, the limits and the
setting of punctuation. Every paper is compared with every other; strengths are reckoned in
decimals, lest floating point err the same way twice.
"""

import datetime
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from wildwood.model import Limits, Punctuation, Record

Issues = Mapping[datetime.date, Sequence[Record]]

Entry = tuple[str, str, str]
"""A `<similar>` as it is printed: id, strength and type."""


# Processing of author and title records


def _without_punctuation(text: str, punctuation: Punctuation) -> str:
    kept = ""
    for character in text:
        category = unicodedata.category(character)
        if category == "Cf":
            continue
        if category.startswith(("P", "S")):
            if punctuation == Punctuation.SPACE:
                kept += " "
            continue
        kept += character
    return kept


def _words(text: str, punctuation: Punctuation) -> list[str]:
    text = _without_punctuation(text, punctuation)
    text = unicodedata.normalize("NFKC", text)
    text = _without_punctuation(text, punctuation)
    return text.lower().split()


def _author_features(names: Iterable[str], punctuation: Punctuation) -> list[str]:
    features = []
    for name in names:
        for word in _words(name, punctuation):
            letters = [char for char in word if not unicodedata.category(char).startswith("M")]
            single_letter = len(letters) == 1 and word != word.upper()
            if not single_letter:
                features.append(word)
    return features


def _title_features(titles: Iterable[str], punctuation: Punctuation) -> list[str]:
    features = []
    for title in titles:
        words = _words(title, punctuation)
        if 1 <= len(words) <= 3:
            features.append(" ".join(words))
        while len(words) > 3:
            features.append(" ".join(words[:3]))
            words = words[1:]
            if len(words) == 3:
                features.append(" ".join(words))
    return features


# Composition of the similarity coefficient


def _common(left: list[str], right: list[str]) -> int:
    common = 0
    rest = list(right)
    for feature in left:
        if feature in rest:
            rest.remove(feature)
            common += 1
    return common


def _strength(left: Record, right: Record, punctuation: Punctuation) -> float:
    left_authors = _author_features(left.names, punctuation)
    right_authors = _author_features(right.names, punctuation)
    left_titles = _title_features(left.titles, punctuation)
    right_titles = _title_features(right.titles, punctuation)
    common_authors = _common(left_authors, right_authors)
    common_titles = _common(left_titles, right_titles)
    if common_authors == 0 or common_titles == 0:
        return 0.0
    author_ratio = Decimal(common_authors) / min(len(left_authors), len(right_authors))
    title_ratio = Decimal(common_titles) / min(len(left_titles), len(right_titles))
    authors = len(left_authors) + len(right_authors)
    titles = len(left_titles) + len(right_titles)
    author_weight = Decimal(titles) / (authors + titles)
    title_weight = Decimal(authors) / (authors + titles)
    return float(round(author_ratio**author_weight * title_ratio**title_weight, 9))


# Which papers are compared


@dataclass(frozen=True)
class Restatement:
    """What wildwood says of issues, with these settings."""

    issues: Issues
    limits: Limits
    punctuation: Punctuation = Punctuation.SPACE

    def similars(self, date: datetime.date) -> list[list[Entry]]:
        """For each paper of the issue of a date its similar ones, as printed."""
        papers = self.issues[date]
        return [
            _in_order([*self._external(date, paper), *self._internal(papers, position)])
            for position, paper in enumerate(papers)
        ]

    def ps_rif(self, date: datetime.date) -> list[tuple[Record, list[Entry]]]:
        """The papers of the ps rif of a date, most likely repeats first."""
        left = list(zip(self.issues[date], self.similars(date), strict=True))
        placed = []
        while left:
            strongest = left[0]
            for candidate in left:
                if _strongest(candidate[1]) > _strongest(strongest[1]):
                    strongest = candidate
            left = [pair for pair in left if pair is not strongest]
            placed.append(strongest)
        return placed

    def _external(self, date: datetime.date, paper: Record) -> list[Entry]:
        latest: dict[str, Record] = {}
        for earlier in sorted(self.issues):
            if earlier < date:
                for known in self.issues[earlier]:
                    latest[known.handle] = known
        entries = []
        for known in latest.values():
            strength = _strength(paper, known, self.punctuation)
            if strength > self.limits.external:
                entries.append((known.handle, f"{strength:.4f}", "ext"))
        return entries

    def _internal(self, papers: Sequence[Record], position: int) -> list[Entry]:
        strongest: dict[str, float] = {}
        for other, paper in enumerate(papers):
            if other != position:
                strength = _strength(papers[position], paper, self.punctuation)
                if strength > strongest.get(paper.handle, 0):
                    strongest[paper.handle] = strength
        return [
            (handle, f"{strength:.4f}", "int")
            for handle, strength in strongest.items()
            if strength > self.limits.internal
        ]


def _in_order(entries: list[Entry]) -> list[Entry]:
    by_handle = sorted(entries)
    external_first = sorted(by_handle, key=lambda entry: ["ext", "int"].index(entry[2]))
    return sorted(external_first, key=lambda entry: Decimal(entry[1]), reverse=True)


def _strongest(entries: list[Entry]) -> Decimal:
    return max((Decimal(strength) for _, strength, _ in entries), default=Decimal(0))
