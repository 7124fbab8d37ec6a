"""The interface of what is searched for similar papers: an issue, the store or a rebuild."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from wildwood.kernel.model import Features, Paper, Totals
from wildwood.kernel.strength import Formula
from wildwood.kernel.tolerant import NO_WORDING, Wording

Key = TypeVar("Key", bound=Hashable)
Key_co = TypeVar("Key_co", bound=Hashable, covariant=True)

MAX_FEATURE_PAIRS = 10_000  # a paper with more is not looked up by pairs of features


class Target(NamedTuple, Generic[Key_co]):
    """A known paper in the target set (candidate set) of a paper of an issue."""

    position: int
    key: Key_co
    shared: Totals
    totals: Totals
    wording: Wording = NO_WORDING


def add_wording(
    targets: Iterable[Target[Key]], wording: Callable[[Key], Wording], formula: Formula
) -> Iterator[Target[Key]]:
    for target in targets:
        yield (target._replace(wording=wording(target.key)) if formula.compares_words else target)


class TargetIndex(Protocol[Key_co]):
    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterable[Target[Key_co]]:
        """Return each version of a known paper that is a candidate and can exceed the limit."""
        ...


def is_wide(features: Features) -> bool:
    return len(features.authors) * len(features.titles) > MAX_FEATURE_PAIRS


class IssueText(NamedTuple):
    """A paper of an issue, without what only its document needs."""

    handle: str
    features: Features
    is_version: bool  # whether `issue_versions` chooses it for its handle


def issue_texts(papers: Sequence[Paper]) -> list[IssueText]:
    versions = issue_versions(papers)
    return [
        IssueText(paper.handle, paper.features, versions[paper.handle] is paper) for paper in papers
    ]


def issue_versions(papers: Iterable[Paper]) -> dict[str, Paper]:
    """Return, for each handle, its last paper with a name or a title, or else its last paper."""
    chosen: dict[str, Paper] = {}
    for paper in papers:
        before = chosen.get(paper.handle)
        if before is None or paper.record.is_described or not before.record.is_described:
            chosen[paper.handle] = paper
    return chosen
