"""Which papers of an issue can be similar to a known paper that was read."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from wildwood.model import Features, Totals
from wildwood.scoring.bounds import SLACK, can_pass_by_titles, can_pass_by_words, strength_at_most
from wildwood.scoring.candidates import NAMELESS, SIMILAR, are_candidates
from wildwood.scoring.formulas import Formula
from wildwood.scoring.similarity import shared_totals
from wildwood.scoring.wording import folded_title

_PERSON = 2
"""Author features of a person; see `model.Features.people`."""


class IssuePostings:
    """The papers of an issue by feature (posting lists)."""

    def __init__(self, issue: Sequence[Features], formula: Formula = Formula.SPECIFIED) -> None:
        self._issue, self._formula = issue, formula
        self._words = list(map(self._words_of, issue))
        self._totals = list(map(_totals, issue, self._words))
        self._nameless = {n for n, totals in enumerate(self._totals) if not totals.authors}
        self._by_author = _by_feature(features.authors for features in issue)
        self._by_title = _by_feature(features.titles for features in issue)
        self._by_person = _by_feature(features.people for features in issue)

    def candidates(self, known: Features, limit: float) -> Iterator[tuple[int, Totals]]:
        """Yield the positions of the candidates that can pass a limit, with their co-features."""
        words = self._words_of(known)
        totals = _totals(known, words)
        for position in self._considered(known):
            shared = shared_totals(self._issue[position], known)
            if are_candidates(shared, self._issue[position], known, self._formula):
                counted = shared._replace(words=(self._words[position] & words).total())
                most = strength_at_most(counted, self._totals[position], totals, self._formula)
                if most > limit - SLACK:
                    yield position, shared

    def can_pass_by_title(self, known: Features, limit: float) -> bool:
        """Return whether a known paper with these features can pass with a similar title."""
        totals = known.totals
        return any(
            can_pass_by_titles(shared, self._totals[position], totals, limit, self._formula)
            for position, shared in self._with_similar_titles(known).items()
        )

    def can_pass_by_person(self, known: Features, limit: float) -> bool:
        """Return whether a known paper with these features can pass with a common person.

        Two words of one name are two author features. All papers with this many are considered.
        """
        words = self._words_of(known)
        totals = _totals(known, words)
        return any(
            can_pass_by_words(
                (self._words[position] & words).total(),
                self._totals[position],
                totals,
                limit,
                self._formula,
            )
            for position, shared in _most_shared(self._by_author, set(known.authors)).items()
            if shared >= _PERSON
        )

    def _words_of(self, features: Features) -> Counter[str]:
        """Return the title words of a paper, if the formula compares them."""
        return Counter(folded_title(features) if self._formula.compares_words else ())

    def _with_similar_titles(self, known: Features) -> dict[int, int]:
        """Return at least as many title features as each position shares, if they can do."""
        most = _most_shared(self._by_title, known.titles)
        least = SIMILAR.least if known.authors else NAMELESS.least
        return {
            position: shared
            for position, shared in most.items()
            if shared >= least or position in self._nameless
        }

    def _considered(self, known: Features) -> set[int]:
        """Return the positions of all papers that can be candidates."""
        by_author = _sharing(self._by_author, known.authors)
        both = by_author & _sharing(self._by_title, known.titles)
        if not self._formula.compares_words:
            return both
        by_person = _sharing(self._by_person, known.people)
        return both | by_person | self._with_similar_titles(known).keys()


def _totals(features: Features, words: Counter[str]) -> Totals:
    return features.totals._replace(words=words.total())


def _by_feature(papers: Iterable[Iterable[str]]) -> dict[str, set[int]]:
    """Return the positions of the papers that have each feature."""
    positions: defaultdict[str, set[int]] = defaultdict(set)
    for position, features in enumerate(papers):
        for feature in features:
            positions[feature].add(position)
    return dict(positions)


def _most_shared(postings: Mapping[str, set[int]], features: Iterable[str]) -> dict[int, int]:
    """Return at least as many features as each position shares."""
    most: dict[int, int] = {}
    for feature in features:
        for position in postings.get(feature, ()):
            most[position] = most.get(position, 0) + 1
    return most


def _sharing(postings: Mapping[str, set[int]], features: Iterable[str]) -> set[int]:
    """Return the positions of the papers that share one of the features."""
    return set().union(*[postings[feature] for feature in features if feature in postings])
