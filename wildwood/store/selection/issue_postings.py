"""Which papers of an issue can be similar to a known paper that was read."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from wildwood.model import Features, Totals
from wildwood.scoring.bounds import can_pass
from wildwood.scoring.candidates import are_candidates, have_similar_titles, share_enough
from wildwood.scoring.formulas import Formula
from wildwood.scoring.similarity import shared_totals
from wildwood.scoring.wording import folded_title

Considered = Mapping[int, int]
"""Positions of papers, with at least as many title features as they share with a known paper."""


class IssuePostings:
    """The papers of an issue by feature (posting lists)."""

    def __init__(self, issue: Sequence[Features], formula: Formula = Formula.SPECIFIED) -> None:
        self._issue, self._formula = issue, formula
        self.words = [folded_title(paper) if formula.compares_words else () for paper in issue]
        """The title words of each paper, if the formula compares them."""
        self.totals = list(map(_with_words, issue, self.words))
        """The totals of each paper."""
        self._authors = [frozenset(paper.authors) for paper in issue]
        self._by_title = _by_title(issue)
        self._by_person = _by_person(issue)

    def candidates(self, known: Features, limit: float) -> Iterator[tuple[int, Totals]]:
        """Yield the positions of the candidates that can pass a limit, with their co-features."""
        words = folded_title(known) if self._formula.compares_words else ()
        totals, counts = _with_words(known, words), Counter(words)
        for position in self._considered(known):
            shared = shared_totals(self._issue[position], known)
            if are_candidates(shared, self._issue[position], known, self._formula):
                common = (counts & Counter(self.words[position])).total()
                counted = shared._replace(words=common)
                if can_pass(counted, self.totals[position], totals, limit, self._formula):
                    yield position, shared

    def _considered(self, known: Features) -> Considered:
        """Return the positions of all papers that can be candidates."""
        both = self.with_both(known)
        if not self._formula.compares_words:
            return both
        return {**self.with_person(known), **self.with_similar_titles(known), **both}

    def with_both(self, known: Features) -> Considered:
        """Return the papers that share an author feature and enough title features."""
        compares_words, titles = self._formula.compares_words, len(known.titles)
        return {
            position: shared
            for position, shared in self._sharing_titles(known).items()
            if not compares_words or share_enough(shared, self.totals[position].titles, titles)
            if not self._authors[position].isdisjoint(known.authors)
        }

    def with_similar_titles(self, known: Features) -> Considered:
        """Return the papers that have similar titles, whoever their authors are."""
        totals = known.totals
        return {
            position: shared
            for position, shared in self._sharing_titles(known).items()
            if have_similar_titles(shared, self.totals[position], totals)
        }

    def with_person(self, known: Features) -> Considered:
        """Return the papers with a person whose two words are author features of the known one."""
        found, words = set[int](), set(known.authors)
        for word in words & self._by_person.keys():
            for other, positions in self._by_person[word].items():
                if other in words:
                    found |= positions
        if not found:
            return {}
        by_title = self._sharing_titles(known)
        return {position: by_title.get(position, 0) for position in found}

    def _sharing_titles(self, known: Features) -> Considered:
        """Return the papers that share a title feature."""
        most: dict[int, int] = {}
        for title in filter(self._by_title.__contains__, known.titles):
            for position in self._by_title[title]:
                most[position] = most.get(position, 0) + 1
        return most


def _with_words(features: Features, words: Sequence[str]) -> Totals:
    return features.totals._replace(words=len(words))


def _by_title(issue: Iterable[Features]) -> dict[str, set[int]]:
    """Return the positions of the papers that have each title feature."""
    positions: defaultdict[str, set[int]] = defaultdict(set)
    for position, paper in enumerate(issue):
        for title in paper.titles:
            positions[title].add(position)
    return dict(positions)


def _by_person(issue: Iterable[Features]) -> dict[str, dict[str, set[int]]]:
    """Return the positions of the papers that have each person, by both words."""
    positions: dict[str, dict[str, set[int]]] = {}
    for position, paper in enumerate(issue):
        for person in paper.people:
            word, other = person.split(" ")
            positions.setdefault(word, {}).setdefault(other, set()).add(position)
    return positions
