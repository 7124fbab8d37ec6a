"""Explain the steps of a strength as text."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from wildwood.kernel import strength
from wildwood.kernel.model import Paper, Totals
from wildwood.kernel.strength import Formula
from wildwood.kernel.text import printable
from wildwood.kernel.tolerant import SILENT, Agreement, Likeness, Names, wording_of


@dataclass(frozen=True, slots=True)
class TypeExplanation:
    left: Counter[str]
    right: Counter[str]
    denominator: float
    weight: float

    @property
    def shared(self) -> Counter[str]:
        return self.left & self.right

    @property
    def ratio(self) -> float:
        return self.shared.total() / self.denominator if self.left and self.right else 0.0


@dataclass(frozen=True, slots=True)
class Explanation:
    left: Paper
    right: Paper
    formula: Formula
    authors: TypeExplanation
    titles: TypeExplanation
    likeness: Likeness | None  # None if the formula does not compare words, like `words`
    words: TypeExplanation | None
    are_candidates: bool
    strength: float

    def __str__(self) -> str:
        papers = zip(("left", "right"), (self.left, self.right), strict=True)
        lines = [line for side, paper in papers for line in paper_lines(side, paper)]
        return "\n".join(map(printable, [*lines, *calculation_lines(self)]))

    @property
    def author_ratio(self) -> float:
        likeness = self.likeness
        return strength.author_ratio_of_names(likeness.agreed) if likeness else self.authors.ratio

    @property
    def title_ratio(self) -> float:
        return (self.titles.ratio + self.words.ratio) / 2 if self.words else self.titles.ratio

    def is_reported(self, limit: float) -> bool:
        return self.are_candidates and self.strength > limit


def explain(left: Paper, right: Paper, formula: Formula = Formula.SPECIFIED) -> Explanation:
    ours, theirs = left.features, right.features
    totals, shared = (ours.totals, theirs.totals), strength.shared_totals(ours, theirs)
    likeness = Likeness(wording_of(ours), wording_of(theirs)) if formula.compares_words else None
    used = likeness.totals(shared, *totals) if likeness else totals
    divisors = formula.definition.denominators(*used)
    weights = strength.type_weights(*totals, formula) if any(map(sum, totals)) else (0.0, 0.0)
    features = map(Counter, ours[:2]), map(Counter, theirs[:2])  # authors and titles
    authors, titles = map(TypeExplanation, *features, divisors, weights)
    words = _words(likeness, *used, titles.weight) if likeness else None
    compared = strength.are_candidates(shared, ours, theirs, formula)
    result = strength.strength(shared, *totals, formula, likeness)
    return Explanation(left, right, formula, authors, titles, likeness, words, compared, result)


def _words(likeness: Likeness, left: Totals, right: Totals, weight: float) -> TypeExplanation:
    ours, theirs = Counter(likeness.left.title), Counter(likeness.right.title)
    return TypeExplanation(ours, theirs, strength.damped_mean(left.words, right.words), weight)


def paper_lines(side: str, paper: Paper, *before: str) -> Iterable[str]:
    titles = paper.record.title_line or "(no title)"
    names = paper.record.name_line or "(no authors)"
    for number, line in enumerate((*before, titles, names)):
        yield f"{'' if number else side:<6}{line}"


def calculation_lines(steps: Explanation) -> Iterable[str]:
    yield from _feature_lines("author features", steps.authors)
    if steps.likeness:
        yield from _name_lines(steps.likeness, steps.author_ratio)
    else:
        yield _ratio_line("author", steps.authors, steps.formula)
    yield from _feature_lines("title features", steps.titles)
    yield _ratio_line("title", steps.titles, steps.formula)
    if steps.words:
        yield from _feature_lines("title words, folded", steps.words)
        yield _ratio_line("title", steps.words, steps.formula)
    yield from _strength_lines(steps)


def _strength_lines(steps: Explanation) -> Iterable[str]:
    authors, titles = steps.authors, steps.titles
    if steps.words:
        mean = f"({titles.ratio:.6f} + {steps.words.ratio:.6f}) / 2"
        yield f"title ratio = {mean} = {steps.title_ratio:.6f}"
        ratios = f"{steps.author_ratio:.6f} * {steps.title_ratio:.6f}"
        yield f"strength = ({ratios})^0.5 = {steps.strength:.9f}"
        return
    author_sum, title_sum = (kind.left.total() + kind.right.total() for kind in (authors, titles))
    source = f", from {author_sum} author and {title_sum} title features of both papers"
    yield f"weights{source if steps.formula.definition.weights else ''}"
    yield f"  authors     {authors.weight:.6f}"
    yield f"  titles      {titles.weight:.6f}"
    powers = (f"{kind.ratio:.6f}^{kind.weight:.6f}" for kind in (authors, titles))
    yield f"strength = {' * '.join(powers)} = {steps.strength:.9f}"


def _name_lines(likeness: Likeness, ratio: float) -> Iterable[str]:
    for side, parts in zip(("left", "right"), likeness.in_titles, strict=True):
        if parts.words:
            names = " | ".join(_parts_of(parts))
            yield f"names in the title of {side}, which has no others: {names}"
    if likeness.names:
        yield from _agreement_lines(likeness.names, ratio)
    else:
        yield f"  ratio       0.2 + 0.8 * {SILENT:g} = {ratio:.6f}, since a paper has no names"


def _agreement_lines(names: Agreement, ratio: float) -> Iterable[str]:
    left, right = map(_parts_of, names.left_over)
    yield "names, folded: words weigh 1, initials 0.5, and each is accounted for once"
    for match in names.accounted:
        sides = " ".join(_written(match.left)), " ".join(_written(match.right))
        yield f"  {' = '.join(dict.fromkeys(sides)):<28}{match.rule.value}, weighs {match.weight:g}"
    yield f"  only left   {' | '.join(left) or '-'}"
    yield f"  only right  {' | '.join(right) or '-'}"
    yield f"  ratio       0.2 + 0.8 * {names.weight:g} / {names.total:g} = {ratio:.6f}"


def _parts_of(names: Names) -> list[str]:
    return [*names.words, *_written(names.initials)]


def _written(parts: Iterable[str]) -> list[str]:
    return [f"{part}." if len(part) == 1 and part.islower() else part for part in parts]


def _feature_lines(name: str, kind: TypeExplanation) -> Iterable[str]:
    shared = kind.shared.total()
    yield f"{name}: {kind.left.total()} and {kind.right.total()}, {shared} in common"
    only_left, only_right = kind.left - kind.shared, kind.right - kind.shared
    sides = {"common": kind.shared, "only left": only_left, "only right": only_right}
    for label, features in sides.items():
        counted = [
            f"{feature} (x{times})" if times > 1 else feature
            for feature, times in sorted(features.items())
        ]
        yield f"  {label:<12}{' | '.join(counted) or '-'}"


def _ratio_line(name: str, kind: TypeExplanation, formula: Formula) -> str:
    if not (kind.left and kind.right):
        return f"  ratio       0, since a paper without {name} features has no similar papers"
    divisor = f"{kind.denominator:g} ({formula.definition.divided_by})"
    return f"  ratio       {kind.shared.total()} / {divisor} = {kind.ratio:.6f}"
