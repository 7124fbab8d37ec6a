"""The product compared with a plain restatement of the specification, on random histories."""

import datetime
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pymongo.database import Database

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Limits, Punctuation, Similar
from wildwood.kernel.past import PastIssues, comparable
from wildwood.kernel.similar import find_similar, find_similar_in_past
from wildwood.kernel.strength import Comparison, Formula, TargetIndex
from wildwood.nep.connection import Connection
from wildwood.nep.history import StoredHistory
from wildwood.nep.rif import parse_rif
from wildwood.nep.store import Store

from tests.support.amf import rif
from tests.support.issues import issue_of
from tests.support.restatement import Entry, Issues, Restatement

# Random histories of few words, so that papers have many in common

DATES = [
    datetime.date(year, 3, day) for year, day in ((1998, 5), (2015, 12), (2015, 19), (2037, 26))
]  # some years apart, since an old paper counts as a new one does

handles = st.sampled_from(["a", "b", "B", "c.1", "é"])
names = st.sampled_from(
    [
        "Anna Smith",
        "Smith, B.",
        "Bob Smith",
        "Anna Smith-Jones",
        "JONES,ANNA",
        "Smith Smith",
        "Anna´Sm\N{SOFT HYPHEN}ith™",
        "ＡＮＮＡ 李 Smith",
        "李",
        "J.",
        "A. Smith",
        "AB Smiht",
        "Bob A. Smithe",
        "Müller, B.",
        "Bo Mueller",
        "Bob Müller Smith",
        "",
    ]
)
titles = st.one_of(
    st.sampled_from(
        [
            "Trade and Growth in Open Economies",
            "Trade and Growth in Closed Economies",
            "Trade & growth in open-economies",
            "Growth in Open Economies: A Survey",
            "A Survey",
            "A Survey of Open Growth",
            "Economies in Growth: Open Trade",
            "Trade and Growth in Open Économies, by Anna Smith",
            "⒈trade and Gro\N{SOFT HYPHEN}wth",
            "...",
        ]
    ),
    st.lists(st.sampled_from(["x", "Y", "x-y"]), min_size=2, max_size=8).map(" ".join),
)
records = st.builds(
    Record,
    handle=handles,
    names=st.lists(names, max_size=2).map(tuple),
    titles=st.lists(titles, max_size=2).map(tuple),
)
papers = st.lists(records, min_size=3, max_size=8)
dates = st.sampled_from(DATES)
limit = st.sampled_from([0, 0.25, 0.4, 0.5, 0.6, 0.75, 0.8293, 0.95])
restated = st.builds(
    Restatement,
    issues=st.dictionaries(dates, papers, min_size=1),
    limits=st.builds(Limits, external=limit, internal=limit),
    punctuation=st.sampled_from(Punctuation),
    formula=st.sampled_from([*Formula]),
)

# The same authors, or none, with titles in another order and names in titles

few_names = st.sampled_from(["Anna Smith", "Smith, Anna B.", "Bob Müller Smith", "J."])
title_words = st.permutations(["Inside", "and", "Outside", "Liquidity", "anna", "Smith"])
retitled_papers = st.lists(
    st.builds(
        Record,
        handle=handles,
        names=st.lists(few_names, max_size=1).map(tuple),
        titles=st.builds(
            lambda words, size: (" ".join(words[:size]),), title_words, st.integers(2, 6)
        ),
    ),
    min_size=3,
    max_size=8,
)
low = st.sampled_from([0, 0.25, 0.4, 0.5, 0.6])
retitled = st.builds(
    Restatement,
    issues=st.dictionaries(dates, retitled_papers, min_size=1),
    limits=st.builds(Limits, external=low, internal=low),
    formula=st.just(Formula.TOLERANT),
)
restatements = restated | retitled


# The product


def compared(
    stated: Restatement, date: datetime.date, history: TargetIndex[str]
) -> list[list[Similar]]:
    """Return what the product finds in the issue of a date."""
    issue = [paper_of(record, stated.punctuation) for record in stated.issues[date]]
    return find_similar(issue, history, stated.limits, stated.formula)


def issue_by_issue(stated: Restatement) -> Iterator[tuple[datetime.date, list[list[Similar]]]]:
    """Yield what the product finds in each issue, in the order of a rebuild."""
    past_issues = PastIssues()
    for date in sorted(stated.issues):
        records = stated.issues[date]
        past_issues.add_issue(date, [paper_of(record, stated.punctuation) for record in records])
    comparison = Comparison(stated.limits, stated.formula)
    with comparable(past_issues.papers(), comparison) as issues:
        for date in sorted(stated.issues):
            found = find_similar_in_past(issues.issue(date), stated.limits, stated.formula)
            yield date, found


def printed(similars: list[list[Similar]]) -> list[list[Entry]]:
    return [
        [(similar.handle, similar.printed, similar.type.value) for similar in found]
        for found in similars
    ]


def papers_of(ps_rif: bytes) -> list[tuple[Record, list[Entry]]]:
    """Return the papers of a ps rif in its order, each with its similar papers."""
    spaces = {"": "http://amf.openlib.org"}
    return [
        (
            Record(
                text.attrib["id"],
                tuple(name.text or "" for name in text.iterfind("hasauthor/person/name", spaces)),
                tuple(title.text or "" for title in text.iterfind("title", spaces)),
            ),
            [
                (similar.attrib["id"], similar.attrib["strength"], similar.attrib["type"])
                for similar in text.iterfind("wildwood/similar", spaces)
            ],
        )
        for text in ET.fromstring(ps_rif).iterfind("text", spaces)
    ]


# In memory


def assert_restated(stated: Restatement) -> None:
    """Check that papers have the same similar papers, and are in the same order."""
    for date, found in issue_by_issue(stated):
        us = parse_rif(rif(*stated.issues[date]))
        assert papers_of(us.annotated(found, presort=True)) == stated.ps_rif(date)


@settings(max_examples=75)
@given(restatements)
def test_every_ps_rif_is_the_same_as_in_the_restatement(stated: Restatement) -> None:
    assert_restated(stated)


@pytest.mark.long
@settings(max_examples=3_000)
@given(restatements)
def test_thousands_of_ps_rifs_are_the_same_as_in_the_restatement(stated: Restatement) -> None:
    assert_restated(stated)


# Through the database


@pytest.fixture
def store(database: Database[dict[str, Any]]) -> Iterator[Store]:
    """Open a new store, and hold its lock."""
    opened = Store(Connection(database, server="the test's server", timeout_s=3600))
    opened.prepare()
    with opened.lock.held("test"):
        yield opened


def put(store: Store, issues: Issues, date: datetime.date, punctuation: Punctuation) -> None:
    papers = [paper_of(record, punctuation) for record in issues[date]]
    store.replace_issue(issue_of(date, papers), papers)


HISTORIES = {
    "stated": restatements,
    "replaced": st.dictionaries(dates, papers),
    "order": st.permutations(DATES),
}
# The driver's threads number their messages with `random`, also while a strategy draws.
DRIVER_DRAWS = pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
ONE_STORE = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


def assert_stored_as_restated(
    store: Store, stated: Restatement, replaced: Issues, order: list[datetime.date]
) -> None:
    """Store issues in an order, some twice; check that the product finds what is restated."""
    for collection in ("handles", "issues", "similar"):
        store.connection.collection(collection).delete_many({})
    stored = [date for date in order if date in stated.issues]
    for date in stored:
        if date in replaced:
            put(store, replaced, date, stated.punctuation)
    for date in stored:
        put(store, stated.issues, date, stated.punctuation)
    for date in stored:
        found = compared(stated, date, StoredHistory(store.connection, before=date))
        assert printed(found) == stated.similars(date)


@DRIVER_DRAWS
@settings(max_examples=6, suppress_health_check=ONE_STORE)
@given(**HISTORIES)
def test_the_database_returns_the_same_after_any_history(store: Store, **history: Any) -> None:
    assert_stored_as_restated(store, **history)


@pytest.mark.long
@DRIVER_DRAWS
@settings(max_examples=500, suppress_health_check=ONE_STORE)
@given(**HISTORIES)
def test_the_database_returns_the_same_after_hundreds_of_histories(
    store: Store, **history: Any
) -> None:
    assert_stored_as_restated(store, **history)
