"""The fast selections against the plain one, on real issues, to the last pair."""

import datetime
import gzip
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from wildwood import config_file
from wildwood.matching.in_memory import PastIssues
from wildwood.matching.similar import find_matches
from wildwood.matching.target_index import TargetIndex
from wildwood.model import (
    SPECIFIED,
    Features,
    Formula,
    Issue,
    Paper,
    Punctuation,
    Ratio,
    Weights,
)
from wildwood.rif import parse_rif
from wildwood.runs.session import writing_store
from wildwood.scoring.features import paper_of
from wildwood.scoring.similarity import shared_totals, strength
from wildwood.store import Store

from tests.support.installation import Installation
from tests.support.paths import DATA

RIFS = sorted((DATA / "issues").iterdir())
FORMULAS = [Formula(ratio, weights) for ratio in Ratio for weights in Weights]
LIMITS = [0.0, 0.3, 0.5, 0.6, 0.8, 0.95]

Match = tuple[int, str, float]


def papers_of(path: Path) -> tuple[datetime.date, list[Paper]]:
    rif = parse_rif(gzip.decompress(path.read_bytes()))
    date = datetime.date.fromisoformat(path.name[:10])
    return date, [paper_of(record) for record in rif.records]


ISSUES = dict(map(papers_of, RIFS))
NEWEST = max(ISSUES)


def plainly(issue: Sequence[Features], formula: Formula) -> Iterator[Match]:
    """Every pair of the newest issue and the others with both hits, by plain postings."""
    known = {
        paper.handle: paper.features
        for date in sorted(ISSUES)
        if date < NEWEST
        for paper in ISSUES[date]
    }
    by_author, by_title = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for handle, features in known.items():
        for word in features.authors:
            by_author[word].add(handle)
        for window in features.titles:
            by_title[window].add(handle)
    for position, new in enumerate(issue):
        authors = set[str]().union(*(by_author[word] for word in new.authors))
        titles = set[str]().union(*(by_title[window] for window in new.titles))
        for handle in authors & titles:
            shared = shared_totals(new, known[handle])
            yield position, handle, strength(shared, new.totals, known[handle].totals, formula)


@pytest.fixture(scope="module")
def issue() -> list[Features]:
    return [paper.features for paper in ISSUES[NEWEST]]


@pytest.fixture(scope="module")
def pairs(issue: list[Features]) -> dict[Formula, list[Match]]:
    return {formula: sorted(plainly(issue, formula)) for formula in FORMULAS}


def test_there_is_something_to_find_at_every_limit(pairs: dict[Formula, list[Match]]) -> None:
    counts = [sum(found > limit for _, _, found in pairs[SPECIFIED]) for limit in LIMITS]
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) == len(LIMITS)
    assert counts[-1] > 0


def test_the_rebuilds_index_finds_the_same_at_every_limit(
    issue: list[Features], pairs: dict[Formula, list[Match]]
) -> None:
    archive = PastIssues()
    for date in sorted(ISSUES):
        archive.add_issue(date, ISSUES[date])
    assert_same(issue, archive.indexed().history(before=NEWEST), pairs)


def test_the_database_finds_the_same_at_every_limit(
    issue: list[Features], pairs: dict[Formula, list[Match]], installation: Installation
) -> None:
    with writing_store(config_file.load(installation.config), "a test") as store:
        fill(store)
        assert_same(issue, store.history(before=NEWEST), pairs)


def test_the_database_reads_the_less_the_higher_the_limit(
    issue: list[Features], installation: Installation
) -> None:
    with writing_store(config_file.load(installation.config), "a test") as store:
        fill(store)
        history = store.history(before=NEWEST)
        read = [sum(1 for _ in history.targets(issue, limit)) for limit in (0.0, 0.6, 0.95)]
    assert read[0] > read[1] > read[2] > 0


def fill(store: Store) -> None:
    for date, papers in ISSUES.items():
        record = Issue(date, f"{date}.xml", "digest", len(papers), None)
        store.replace_issue(record, papers, Punctuation.SPACE)


def assert_same(
    issue: list[Features], index: TargetIndex[str], pairs: dict[Formula, list[Match]]
) -> None:
    for formula, expected in pairs.items():
        for limit in LIMITS:
            found = sorted(match[:3] for match in find_matches(issue, index, limit, formula))
            assert found == [pair for pair in expected if pair[2] > limit], (formula, limit)
