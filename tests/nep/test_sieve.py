"""Known papers that can pass a limit, by their features without names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Features
from wildwood.kernel.strength import Formula, are_candidates, shared_totals
from wildwood.nep import history
from wildwood.nep.history import IssuePostings, Sieve

from tests.support.strengths import strength_of_papers

ISSUE = [Features(("anna",), tuple("abcd")), Features(("bo",), tuple("efgh"))]


def passing(known: Features, limit: float) -> set[str]:
    postings = IssuePostings(ISSUE, Formula.TOLERANT)
    found = Sieve(postings, limit)
    found.add("known", known, postings.match_titles)
    return found.passing()


@pytest.mark.parametrize(
    ("titles", "limit", "expected"),
    [
        ("abcd", 0.0, True),
        ("abcx", 0.0, False),
        ("ab", 0.0, True),
        ("ae", 0.0, False),
        ("abcdwxyz", 0.79, False),
        ("abcdwxyz", 0.78, True),
        ("", 0.0, False),
    ],
)
def test_only_a_title_that_is_similar_to_that_of_one_paper_can_pass(
    titles: str, limit: float, *, expected: bool
) -> None:
    # Four of 4 and 8 windows of one word each: at most (8 / 13) ** 0.5 = 0.784.
    assert (passing(Features(("cy",), tuple(titles)), limit) == {"known"}) is expected


words = st.sampled_from(["a", "b", "c", "smith", "anna", "müller", "muller", "ꭓ"])
names = st.lists(
    st.sampled_from(["Anna Smith", "Smith, Anna", "Müller, A.", "Bo", "B."]), max_size=2
)
titles = st.lists(st.lists(words, min_size=1, max_size=7).map(" ".join), max_size=2)
papers = st.builds(
    lambda names, titles: paper_of(Record("", tuple(names), tuple(titles))).features, names, titles
)


@given(
    issue=st.lists(papers, min_size=1, max_size=4),
    known=st.lists(papers, min_size=1, max_size=4),
    below=st.sampled_from([1e-9, 0.1]),
)
def test_every_candidate_above_the_limit_passes(
    issue: list[Features], known: list[Features], below: float
) -> None:
    postings = IssuePostings(issue, Formula.TOLERANT)
    for paper in known:
        for new in issue:
            limit = strength_of_papers(new, paper, Formula.TOLERANT) - below
            shared = shared_totals(new, paper)
            if limit >= 0 and are_candidates(shared, new, paper, Formula.TOLERANT):
                found = Sieve(postings, limit)
                for considered in (
                    postings.match_pairs,
                    postings.match_titles,
                    postings.match_people,
                ):
                    found.add("known", paper._replace(initials=(), people=()), considered)
                assert found.passing() == {"known"}


def test_very_many_pairs_are_looked_at_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "_ROWS", 2)
    postings = IssuePostings(ISSUE, Formula.TOLERANT)
    found = Sieve(postings, 0.0)
    handles = {f"known{number}" for number in range(10)}
    for handle in handles:
        found.add(handle, ISSUE[0], postings.match_titles)
    assert found.passing() == handles
