"""The fast selections find the same pairs as a plain one, on real issues."""

import datetime
import gzip
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pymongo import MongoClient

from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Features, Paper
from wildwood.kernel.similar import find_matches
from wildwood.kernel.strength import Formula, TargetIndex, are_candidates, shared_totals
from wildwood.nep.connection import Connection
from wildwood.nep.history import StoredHistory
from wildwood.nep.rif import parse_rif
from wildwood.nep.store import Store

from tests.support.issues import issue_of
from tests.support.mongod import Mongod
from tests.support.past import InPast
from tests.support.paths import DATA
from tests.support.strengths import strength_of_papers

RIFS = sorted((DATA / "issues").iterdir())[-3:]
LIMITS = [0.0, 0.3, 0.5, 0.6, 0.8, 0.95]
TRIED = [pytest.param([0.0, 0.6, 0.95], id="some"), pytest.param(LIMITS, marks=pytest.mark.long)]

Match = tuple[int, str, float]


def date_of(path: Path) -> datetime.date:
    return datetime.date.fromisoformat(path.name[:10])


def papers_of(path: Path) -> list[Paper]:
    rif = parse_rif(gzip.decompress(path.read_bytes()))
    return [paper_of(record) for record in rif.records]


NEWEST = max(map(date_of, RIFS))


@cache
def issues() -> dict[datetime.date, list[Paper]]:
    return {date_of(path): papers_of(path) for path in RIFS}


def plain_matches(issue: Sequence[Features], formula: Formula) -> Iterator[Match]:
    """Yield the candidates among the newest and the older issues, with their strengths."""
    known = [
        (paper.handle, paper.features)
        for date in sorted(issues())
        if date < NEWEST
        for paper in issues()[date]
    ]
    by_feature = defaultdict[str, set[int]](set)
    for number, (_, features) in enumerate(known):
        for feature in features.titles + features.people:
            by_feature[feature].add(number)
    for position, new in enumerate(issue):
        features_of_both = new.titles + new.people
        for number in set[int]().union(*(by_feature[one] for one in features_of_both)):
            handle, old = known[number]
            if are_candidates(shared_totals(new, old), new, old, formula):
                yield position, handle, strength_of_papers(new, old, formula)


@pytest.fixture(scope="module")
def issue() -> list[Features]:
    return [paper.features for paper in issues()[NEWEST]]


@pytest.fixture(scope="module")
def pairs(issue: list[Features]) -> dict[Formula, list[Match]]:
    return {one: sorted(plain_matches(issue, one)) for one in Formula}


@pytest.fixture(scope="module")
def stored_history(real_mongod: Mongod) -> Iterator[TargetIndex[str]]:
    """Store all issues."""
    name = f"wildwood_selection_{os.getpid()}"
    with MongoClient[dict[str, Any]](real_mongod.host, real_mongod.port) as client:
        store = Store(Connection(client[name], server="the test's server", timeout_s=3600))
        store.prepare()
        with store.lock.held("a test"):
            for date, papers in issues().items():
                store.replace_issue(issue_of(date, papers), papers)
        yield StoredHistory(store.connection, before=NEWEST)
        client.drop_database(name)


def test_every_limit_excludes_some_pairs(pairs: dict[Formula, list[Match]]) -> None:
    counts = [sum(strong > limit for _, _, strong in pairs[Formula.SPECIFIED]) for limit in LIMITS]
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) == len(LIMITS)
    assert counts[-1] > 0


@pytest.mark.parametrize("limits", TRIED)
def test_the_index_of_a_rebuild_finds_the_same_at_every_limit(
    issue: list[Features], pairs: dict[Formula, list[Match]], limits: list[float]
) -> None:
    assert_same(issue, InPast(dict(sorted(issues().items())), NEWEST), pairs, limits)


@pytest.mark.parametrize("limits", TRIED)
@pytest.mark.parametrize("formula", Formula)
def test_the_database_finds_the_same_at_every_limit(
    issue: list[Features],
    pairs: dict[Formula, list[Match]],
    stored_history: TargetIndex[str],
    formula: Formula,
    limits: list[float],
) -> None:
    assert_same(issue, stored_history, {formula: pairs[formula]}, limits)


def test_the_database_reads_less_at_a_higher_limit(
    issue: list[Features], stored_history: TargetIndex[str]
) -> None:
    read = [sum(1 for _ in stored_history.targets(issue, limit)) for limit in (0.0, 0.6, 0.95)]
    assert read[0] > read[1] > read[2] > 0


def assert_same(
    issue: list[Features],
    index: TargetIndex[str],
    pairs: dict[Formula, list[Match]],
    limits: list[float],
) -> None:
    for formula, expected in pairs.items():
        for limit in limits:
            matches = sorted(match[:3] for match in find_matches(issue, index, limit, formula))
            assert matches == [pair for pair in expected if pair[2] > limit], (formula, limit)
