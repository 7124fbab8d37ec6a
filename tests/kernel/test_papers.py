"""Papers in parts resemble the same papers as in one index."""

import datetime
import itertools
import tempfile
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from wildwood.biblio.entry import Record
from wildwood.kernel.model import Features, Limits, Paper, Similar, SimilarityType
from wildwood.kernel.past import PastIssues, comparable
from wildwood.kernel.similar import find_similar_in_past
from wildwood.kernel.strength import Comparison, Formula

from tests.support.past import in_parts

FIRST = datetime.date(2015, 3, 5)
WEEK = datetime.timedelta(weeks=1)
LIMITS = Limits(external=0.3, internal=0.3)

_WORDS = st.lists(st.sampled_from(["ann", "bob", "cid", "lee", "leh"]), max_size=4).map(tuple)
_WINDOWS = st.lists(st.sampled_from([f"window {n}" for n in range(8)]), max_size=6).map(tuple)
_FEATURES = st.builds(Features, _WORDS, _WINDOWS, st.sampled_from([(), ("a",), ("b", "c")]))
_HANDLES = st.sampled_from([f"RePEc:a:b:{n}" for n in range(12)])
_PAPERS = st.builds(
    lambda handle, features: Paper(Record(handle, features.authors, ()), features),
    _HANDLES,
    _FEATURES,
)
_PARTS = st.lists(st.lists(st.lists(_PAPERS, max_size=5), max_size=3), min_size=1, max_size=4)


@settings(max_examples=25)
@given(parts=_PARTS, formula=st.sampled_from(Formula))
def test_they_resemble_the_same_papers_as_in_one_index(
    parts: Sequence[Sequence[Sequence[Paper]]], formula: Formula
) -> None:
    dates = (FIRST + number * WEEK for number in itertools.count())
    dated = [{next(dates): issue for issue in part} for part in parts]
    past_issues = PastIssues()
    for date, issue in chain.from_iterable(part.items() for part in dated):
        past_issues.add_issue(date, issue)
    comparison, papers = Comparison(LIMITS, formula), past_issues.papers()
    with (
        tempfile.TemporaryDirectory() as folder,
        comparable(papers, comparison) as whole,
        in_parts(Path(folder), dated, comparison) as found,
    ):
        for date in chain.from_iterable(dated):
            expected = find_similar_in_past(whole.issue(date), LIMITS, formula)
            assert find_similar_in_past(found.issue(date), LIMITS, formula) == expected


def test_a_paper_that_is_not_stored_is_no_target_of_other_parts(tmp_path: Path) -> None:
    paper = Paper(Record("a", ("Ann",), ()), Features(("ann",), ("window 1",)))
    parts = [{FIRST: [paper]}, {FIRST + WEEK: [paper]}, {FIRST + 2 * WEEK: [paper]}]
    unstored = {(FIRST, "a")}
    with in_parts(tmp_path, parts, Comparison(LIMITS, Formula.SPECIFIED), unstored) as found:
        similars = [
            find_similar_in_past(found.issue(date), LIMITS, Formula.SPECIFIED) for [date] in parts
        ]
    assert similars == [[[]], [[]], [[Similar("a", 1.0, SimilarityType.EXTERNAL)]]]
