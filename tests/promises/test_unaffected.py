"""A change that `StoredHistory.dates` finds no issue for changes no list of similar papers.

Random papers have near names and titles, so that each rule of each formula counts.
"""

import datetime
import os
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import pytest
from pymongo import MongoClient

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Limits, Paper, Similar
from wildwood.kernel.similar import find_similar
from wildwood.kernel.strength import Formula
from wildwood.nep import documents
from wildwood.nep.connection import Connection
from wildwood.nep.history import StoredHistory
from wildwood.nep.schema import Schema

from tests.support.issues import version_document
from tests.support.mongod import Mongod
from tests.support.past import History
from tests.support.waiting import TIMEOUT_S

CHANGES = 8
CHANGED, *LATER = (datetime.date(2015, 3, day) for day in (5, 12, 19, 26))
LIMITS = [Limits(0.0, 0.0), Limits(0.5, 0.9), Limits(0.7, 0.3, 2)]
NAMES = (
    "Anna Smith", "A. Smith", "Smith, Ana", "Anna Smyth", "Müller", "Jürgen Mueller", "JM Muller",
    "Paul Krugman", "Krugmann, P.", "de la O",
)  # fmt: skip
WORDS = (
    "trade", "and", "growth", "in", "the", "open", "economies", "of", "Müller", "Smith:", "a",
    "krugman", "survey",
)  # fmt: skip

Issue = Sequence[Paper]


def near_record(chance: random.Random, handle: str) -> Record:
    """Make a record like many others; some have no names, or names in their title."""
    start = chance.randrange(len(WORDS))
    words = [*WORDS[start : start + chance.choice([1, 3, 5, 9])]]
    if chance.random() < 0.5:
        words[chance.randrange(len(words))] = chance.choice(WORDS)
    names = chance.sample(NAMES, chance.choice([0, 1, 1, 2, 3]))
    return Record(handle, tuple(names), (" ".join(words),))


def near_issue(chance: random.Random) -> Issue:
    handles = chance.sample("abcdefgh", chance.randint(1, 3))
    return [paper_of(near_record(chance, handle)) for handle in handles]


def lists(
    issues: Mapping[datetime.date, Issue], date: datetime.date, limits: Limits, formula: Formula
) -> list[list[Similar]]:
    return find_similar(issues[date], History(issues, date), limits, formula)


@pytest.fixture
def connection(real_mongod: Mongod) -> Iterator[Connection]:
    name = f"wildwood_unaffected_{os.getpid()}"
    with MongoClient[dict[str, Any]](real_mongod.host, real_mongod.port) as client:
        made = Connection(client[name], server="the test's server", timeout_s=TIMEOUT_S)
        Schema(made).migrate()
        yield made
        client.drop_database(name)


def store(connection: Connection, issues: Mapping[datetime.date, Issue]) -> None:
    versions: dict[str, list[dict[str, Any]]] = {}
    for date, papers in issues.items():
        for paper in papers:
            versions.setdefault(paper.handle, []).append(version_document(date, paper))
    connection.collection("handles").delete_many({})
    made = [documents.handle_document(handle, its) for handle, its in versions.items()]
    connection.collection("handles").insert_many([document for document in made if document])


def test_issues_that_a_change_cannot_affect_keep_their_lists(connection: Connection) -> None:
    chance, kept = random.Random(1), Counter[Formula]()
    for _ in range(CHANGES):
        later = {date: near_issue(chance) for date in LATER}
        before, after = ({CHANGED: near_issue(chance), **later} for _ in range(2))
        store(connection, after)
        changed = {*before[CHANGED]}.symmetric_difference(after[CHANGED])
        papers = [paper.features for paper in changed]
        for formula, limits in product(Formula, LIMITS):
            history = StoredHistory(connection, CHANGED)
            affected = {*history.dates(papers, limits.external, formula)}
            for date in later.keys() - affected:
                kept[formula] += 1
                assert lists(before, date, limits, formula) == lists(after, date, limits, formula)
    assert all(20 < kept[formula] < CHANGES * len(LIMITS) * len(LATER) for formula in Formula)
