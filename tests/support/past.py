"""Past issues in memory: as a history for one issue, and in parts and sections as on a cluster."""

import datetime
import itertools
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path

from wildwood.kernel.candidate_index import indexed
from wildwood.kernel.feature_columns import stable_hash
from wildwood.kernel.model import Features, Limits, Paper, issue_versions
from wildwood.kernel.past import (
    ComparableIssues,
    PastIssues,
    Spill,
    comparable,
    joined,
    new_targets,
    opened_targets,
    read_papers,
    search,
    sections_of,
    write_papers,
)
from wildwood.kernel.strength import Comparison, Formula, Target

Issues = Mapping[datetime.date, Sequence[Paper]]


class History:
    """The targets of earlier issues, found with an index that knows no issues."""

    def __init__(
        self,
        issues: Issues,
        before: datetime.date,
        unstored: Collection[tuple[datetime.date, str]] = (),
    ) -> None:
        self._known = [
            paper
            for date, issue in issues.items()
            if date < before
            for paper in issue_versions(issue).values()
            if (date, paper.handle) not in unstored
        ]

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[str]]:
        """Implement `TargetIndex.targets`."""
        index = indexed([*(paper.features for paper in self._known), *issue])
        for target in index.targets(issue, limit, formula):
            if target.key < len(self._known):
                handle = self._known[target.key].handle
                yield Target(target.position, handle, *target[2:])


class InPast:
    """The targets that the issue of a date has in earlier ones, as a rebuild finds them."""

    def __init__(self, issues: Issues, date: datetime.date) -> None:
        past_issues = PastIssues()
        for added, papers in issues.items():
            past_issues.add_issue(added, papers)
        self._papers, self._date = past_issues.papers(), date

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[str]]:
        """Implement `TargetIndex.targets` for that issue."""
        del issue
        with comparable(self._papers, Comparison(Limits(limit, limit), formula)) as found:
            yield from external(found, self._date)


def external(issues: ComparableIssues, date: datetime.date) -> Iterator[Target[str]]:
    """Yield the targets of an issue in earlier ones."""
    for position, key, shared, totals, wording in issues.issue(date).targets:
        if isinstance(key, str):
            yield Target(position, key, shared, totals, wording)


@contextmanager
def in_parts(
    folder: Path,
    parts: Sequence[Issues],
    comparison: Comparison,
    unstored: Collection[tuple[datetime.date, str]] = (),
) -> Iterator[ComparableIssues]:
    """Write parts, each of which has some issues, and search them in sections of two parts."""
    home, numbers = Path(tempfile.mkdtemp(dir=folder)), itertools.count()

    def spill() -> Spill:
        return Spill(home, f"{next(numbers)}")

    files = [spill() for _ in parts]
    sizes = []
    for written, part in zip(files, parts, strict=True):
        past_issues = PastIssues(hash_of=stable_hash)
        for date, issue in part.items():
            past_issues.add_issue(date, issue)
        write_papers(written, past_issues.papers())
        sizes.append(sum(map(len, part.values())))
    firsts = itertools.accumulate(sizes, initial=0)
    read = [
        read_papers(written, first).exclude(unstored)
        for written, first in zip(files, firsts, strict=False)
    ]
    by_date = [part.issues() for part in read]
    found = []
    for section in sections_of([1] * len(parts), 2):
        found.append(spill())
        papers = joined([read[number] for number in section])
        later = chain.from_iterable(part.items() for part in by_date[section.start :])
        with new_targets(found[-1]) as targets:
            search(papers, later, comparison, targets)
    with ExitStack() as stack:
        opened = [stack.enter_context(opened_targets(spilled)) for spilled in found]
        yield ComparableIssues(
            {date: papers for part in by_date for date, papers in part.items()},
            lambda date: chain.from_iterable(targets.read(date) for targets in opened),
        )
