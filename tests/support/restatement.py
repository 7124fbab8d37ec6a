"""A second implementation of docs/specification.md, in its order and without optimisation.

It shares no computation with Wildwood, only the types of records, limits and settings. Every paper
is compared with every other one. Strengths are computed with decimals, so that both implementations
cannot make the same floating-point error.
"""

import datetime
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from wildwood.biblio.entry import Record
from wildwood.kernel.model import Limits, Punctuation
from wildwood.kernel.strength import Formula

Issues = Mapping[datetime.date, Sequence[Record]]

Entry = tuple[str, str, str]
"""A `<similar>` as it is printed: id, strength and type."""

Ranked = tuple[str, str, str, float]
"""The same with the value that decides ties."""


# Features


def _without_punctuation(text: str, punctuation: Punctuation) -> str:
    result = ""
    for character in text:
        category = unicodedata.category(character)
        if category == "Cf":
            continue
        if category.startswith(("P", "S")):
            if punctuation == Punctuation.SPACE:
                result += " "
            continue
        result += character
    return result


def _words(text: str, punctuation: Punctuation) -> list[str]:
    text = _without_punctuation(text, punctuation)
    text = unicodedata.normalize("NFKC", text)
    text = _without_punctuation(text, punctuation)
    return text.lower().split()


def author_features(names: Iterable[str], punctuation: Punctuation) -> list[str]:
    features = []
    for name in names:
        for word in _words(name, punctuation):
            letters = [char for char in word if not unicodedata.category(char).startswith("M")]
            single_letter = len(letters) == 1 and (letters[0].islower() or letters[0].isupper())
            if not single_letter:
                features.append(word)
    return features


def title_features(titles: Iterable[str], punctuation: Punctuation) -> list[str]:
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


# Strength


def _common(left: list[str], right: list[str]) -> int:
    common = 0
    rest = list(right)
    for feature in left:
        if feature in rest:
            rest.remove(feature)
            common += 1
    return common


Strengths = tuple[float, float]
"""The strength, and the value that decides ties."""


def _strengths(
    left: Record, right: Record, punctuation: Punctuation, formula: Formula
) -> Strengths:
    left_authors = author_features(left.names, punctuation)
    right_authors = author_features(right.names, punctuation)
    left_titles = title_features(left.titles, punctuation)
    right_titles = title_features(right.titles, punctuation)
    common_authors = _common(left_authors, right_authors)
    common_titles = _common(left_titles, right_titles)
    if formula is Formula.TOLERANT:
        strength = Decimal(0)
        both_titles = len(left_titles) + len(right_titles)
        share_enough = common_authors > 0 and 14 * common_titles >= both_titles > 0
        if share_enough or _are_wider_candidates(left, right, punctuation):
            strength = _tolerant_strength(left, right, punctuation)
        return float(strength), float(strength)
    if common_authors == 0 or common_titles == 0:
        return 0.0, 0.0
    authors = len(left_authors) + len(right_authors)
    titles = len(left_titles) + len(right_titles)
    author_dice = Decimal(2 * common_authors) / authors
    title_dice = Decimal(2 * common_titles) / titles
    if formula is Formula.DICE:
        strength = round((author_dice * title_dice).sqrt(), 9)
        return float(strength), float(strength)
    author_ratio = Decimal(common_authors) / min(len(left_authors), len(right_authors))
    title_ratio = Decimal(common_titles) / min(len(left_titles), len(right_titles))
    author_weight = Decimal(titles) / (authors + titles)
    title_weight = Decimal(authors) / (authors + titles)
    strength = round(author_ratio**author_weight * title_ratio**title_weight, 9)
    tie = round(author_dice**author_weight * title_dice**title_weight, 9)
    return float(strength), float(tie)


# The tolerant formula


def _are_wider_candidates(left: Record, right: Record, punctuation: Punctuation) -> bool:
    left_titles = title_features(left.titles, punctuation)
    right_titles = title_features(right.titles, punctuation)
    common, shorter = _common(left_titles, right_titles), min(len(left_titles), len(right_titles))
    both = len(left_titles) + len(right_titles)
    for one in _people(left.names, punctuation):
        if one in _people(right.names, punctuation):
            return True
    if author_features(left.names, punctuation) and author_features(right.names, punctuation):
        return 3 * common >= both and (common >= 4 or (common == shorter and common >= 2))
    return 32 * common >= both and (common >= 2 or (common == shorter and common >= 1))


def _people(written: Iterable[str], punctuation: Punctuation) -> list[set[str]]:
    """Each two different words of one name; names of more than eight words have none."""
    people = []
    for name in written:
        words = author_features([name], punctuation)
        if len(words) <= 8:
            people += [{one, other} for one in words for other in words if one != other]
    return people


def _tolerant_strength(left: Record, right: Record, punctuation: Punctuation) -> Decimal:
    sides = [
        _Side(
            names(paper.names, punctuation),
            _title_words(paper.titles, punctuation),
            len(title_features(paper.titles, punctuation)),
            bool(author_features(paper.names, punctuation)),
        )
        for paper in (left, right)
    ]
    left_titles = title_features(left.titles, punctuation)
    common_windows = _common(left_titles, title_features(right.titles, punctuation))
    common_words = _common(sides[0].words, sides[1].words)
    agreed = Decimal(1) / 2
    if sides[0].has_names != sides[1].has_names:
        silent, other = sides if sides[1].has_names else reversed(sides)
        found = _names_in_title(silent.words, other)
        if any(not part.endswith(".") for part in found):
            silent.names, silent.has_names = sorted(found), True
            silent.windows = max(silent.windows - len(found), common_windows)
            for part in found:
                silent.words.remove(part.rstrip("."))
    if sides[0].has_names and sides[1].has_names:
        agreed = _agreement(sides[0].names, sides[1].names)
    words = Decimal(2 * common_words) / (len(sides[0].words) + len(sides[1].words) + 1)
    windows = Decimal(2 * common_windows) / (sides[0].windows + sides[1].windows + 1)
    both = (Decimal(2) / 10 + Decimal(8) / 10 * agreed) * (words + windows) / 2
    return round(both.sqrt(), 9)


@dataclass
class _Side:
    names: list[str]
    words: list[str]
    windows: int
    has_names: bool


def _names_in_title(words: Iterable[str], other: _Side) -> list[str]:
    """The names of a paper that the title of the other has, apart from common title words."""
    rest, found = list(words), []
    for word in other.words:
        if word in rest:
            rest.remove(word)
    for part in other.names:
        if part.rstrip(".") in rest:
            rest.remove(part.rstrip("."))
            found.append(part)
    return found


def _title_words(titles: Iterable[str], punctuation: Punctuation) -> list[str]:
    """The words of all titles; one that begins as the one before ends counts as a part of it."""
    found: list[str] = []
    before: list[str] = []
    for title in titles:
        words = _words(title, punctuation)
        goes_on = len(before) >= 3 and len(words) >= 3 and words[:2] == before[-2:]
        found += words[2:] if goes_on else words
        before = words or before
    return [_folded(word) or word for word in found]


# The agreement of names; an initial is written with a full stop


def names(written: Iterable[str], punctuation: Punctuation) -> list[str]:
    words = [word for name in written for word in _words(name, punctuation)]
    whole = author_features(written, punctuation)
    parts = [_folded(word) or word for word in whole]
    for word in whole:
        words.remove(word)
    return sorted(parts + [_folded(letter) + "." for letter in words])


def _folded(word: str) -> str:
    for special in ("ßss", "øo", "łl", "đd", "æae", "œoe", "ıi", "þth", "ðd"):
        word = word.replace(special[0], special[1:])
    return "".join(
        char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char)
    )


def _weight(parts: list[str]) -> Decimal:
    return Decimal(sum(1 if part.endswith(".") else 2 for part in parts)) / 2


def _agreement(left: list[str], right: list[str]) -> Decimal:
    """The share of the weight that is accounted for; each rule is tried on all parts in order."""
    sides = list(left), list(right)
    accounted = Decimal(0)
    for part in left:
        if part in sides[1]:
            accounted += _account(sides, [part], [part])
    pairs = [(one, other) for one in sides[0] for other in sides[1]]
    for one, other in sorted(pairs, key=sorted):
        if _one_word(one, other) and one in sides[0] and other in sides[1]:
            accounted += _account(sides, [one], [other])
    for ours, theirs in (sides, sides[::-1]):
        initials = [part for part in ours if part.endswith(".")]
        words = [
            word
            for word in theirs
            if len(word) > 1 and not word.endswith(".") and not _spells(initials, word)
        ]
        for initial in initials:
            first = [word for word in words if word.startswith(initial[:-1])][:1]
            if first:
                words.remove(first[0])
                accounted += _account((ours, theirs), [initial], first)
    joined, extra = _account_joined(sides)
    total = _weight(left) + _weight(right) + extra
    return (accounted + joined + extra) / total if total else Decimal(0)


def _account_joined(sides: tuple[list[str], list[str]]) -> tuple[Decimal, Decimal]:
    accounted = extra = Decimal(0)
    short = [(part, 0) for part in sides[0]] + [(part, 1) for part in sides[1]]
    for word, number in sorted(short):
        ours, theirs = sides[number], sides[1 - number]
        if word in ours and len(word) in {2, 3} and not word.endswith("."):
            begun = _begun(word, theirs)
            if begun:
                extra += Decimal(len(word)) / 2 - 1
                accounted += _account((ours, theirs), [word], begun)
    return accounted, extra


def _account(sides: Sequence[list[str]], own: list[str], other: list[str]) -> Decimal:
    for side, parts in zip(sides, (own, other), strict=True):
        for part in parts:
            side.remove(part)
    return _weight(own) + _weight(other)


def _one_word(one: str, other: str) -> bool:
    if one.endswith(".") or other.endswith(".") or min(len(one), len(other)) < 3:
        return False
    plain = [word.replace("oe", "o").replace("ue", "u").replace("ae", "a") for word in (one, other)]
    if one.startswith(other) or other.startswith(one) or plain[0] == plain[1]:
        return True
    if min(len(one), len(other)) < 5:
        return False
    if len(one) == len(other):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    longer, shorter = max(one, other, key=len), min(one, other, key=len)
    return any(longer[:place] + longer[place + 1 :] == shorter for place in range(len(longer)))


def _spells(initials: list[str], word: str) -> bool:
    rest = [initial[:-1] for initial in initials]
    for letter in word:
        if letter not in rest:
            return False
        rest.remove(letter)
    return len(word) in {2, 3}


def _begun(word: str, parts: list[str]) -> list[str]:
    rest, begun = sorted(parts, key=lambda part: (part.rstrip("."), not part.endswith("."))), []
    for letter in word:
        found = [part for part in rest if part.startswith(letter)]
        if not found:
            return []
        begun.append(found[0])
        rest.remove(found[0])
    return begun


# Issues


def _stored(papers: Sequence[Record]) -> list[Record]:
    """For each handle the last text with a name or a title, or else the last one."""
    stored = []
    for handle in {paper.handle for paper in papers}:
        texts = [paper for paper in papers if paper.handle == handle]
        described = [
            text for text in texts if "".join(text.names).strip() or "".join(text.titles).strip()
        ]
        stored.append((described or texts)[-1])
    return stored


@dataclass(frozen=True)
class Restatement:
    """The expected output of Wildwood for these issues, with these settings."""

    issues: Issues
    limits: Limits
    punctuation: Punctuation = Punctuation.SPACE
    formula: Formula = Formula.SPECIFIED

    def similars(self, date: datetime.date) -> list[list[Entry]]:
        """Return, for each paper of the issue of a date, its similar papers as printed."""
        return [[entry[:3] for entry in entries] for entries in self._ranked(date)]

    def ps_rif(self, date: datetime.date) -> list[tuple[Record, list[Entry]]]:
        """Return the papers of the ps rif of a date, most likely repeats first."""
        remaining = list(zip(self.issues[date], self._ranked(date), strict=True))
        placed = []
        while remaining:
            strongest = remaining[0]
            for candidate in remaining:
                if _strongest(candidate[1]) > _strongest(strongest[1]):
                    strongest = candidate
            remaining = [pair for pair in remaining if pair is not strongest]
            placed.append(strongest)
        return [(record, [entry[:3] for entry in entries]) for record, entries in placed]

    def _ranked(self, date: datetime.date) -> list[list[Ranked]]:
        papers = self.issues[date]
        return [
            _in_order([*self._external(date, paper), *self._internal(papers, position)])
            for position, paper in enumerate(papers)
        ]

    def _external(self, date: datetime.date, paper: Record) -> list[Ranked]:
        strongest: dict[str, Strengths] = {}
        for earlier in self.issues:
            if earlier < date:
                for known in _stored(self.issues[earlier]):
                    strengths = _strengths(paper, known, self.punctuation, self.formula)
                    if strengths > strongest.get(known.handle, (0, 0)):
                        strongest[known.handle] = strengths
        return [
            (handle, f"{strength:.4f}", "ext", tie)
            for handle, (strength, tie) in strongest.items()
            if strength > self.limits.external
        ]

    def _internal(self, papers: Sequence[Record], position: int) -> list[Ranked]:
        strongest: dict[str, Strengths] = {}
        for other, paper in enumerate(papers):
            if other != position:
                strengths = _strengths(papers[position], paper, self.punctuation, self.formula)
                if strengths > strongest.get(paper.handle, (0, 0)):
                    strongest[paper.handle] = strengths
        return [
            (handle, f"{strength:.4f}", "int", tie)
            for handle, (strength, tie) in strongest.items()
            if strength > self.limits.internal
        ]


def _in_order(entries: list[Ranked]) -> list[Ranked]:
    by_handle = sorted(entries)
    external_first = sorted(by_handle, key=lambda entry: ["ext", "int"].index(entry[2]))
    ties_decided = sorted(external_first, key=lambda entry: entry[3], reverse=True)
    return sorted(ties_decided, key=lambda entry: Decimal(entry[1]), reverse=True)


def _strongest(entries: list[Ranked]) -> tuple[Decimal, float]:
    ranks = [(Decimal(strength), tie) for _, strength, _, tie in entries]
    return max(ranks, default=(Decimal(0), 0.0))
