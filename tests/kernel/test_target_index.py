"""One contract for all implementations of `TargetIndex`, in memory and on a real mongod."""

import datetime
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pymongo.database import Database

from wildwood.biblio.entry import Record
from wildwood.kernel.candidate_index import indexed
from wildwood.kernel.model import Features, Limits, Paper, Totals
from wildwood.kernel.strength import (
    MAX_FEATURE_PAIRS,
    Comparison,
    Formula,
    Target,
    TargetIndex,
    shared_totals,
    strength,
)
from wildwood.kernel.tolerant import Names, Wording
from wildwood.nep import documents
from wildwood.nep.connection import Connection
from wildwood.nep.history import StoredHistory

from tests.support.issues import version_document
from tests.support.past import InPast, external, in_parts

Papers = Mapping[str, Features]
IndexOf = Callable[[Papers], TargetIndex[str]]

STORED = datetime.date(2015, 3, 5)
LATER = datetime.date(2015, 3, 12)

ANNA = Features(("anna", "smith"), ("a moving window", "moving window of"))


@dataclass(frozen=True)
class InAnIssue:
    """The index of an issue, which contains the new papers after the known ones."""

    papers: Papers

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[str]]:
        handles, known = list(self.papers), list(self.papers.values())
        for hit in indexed([*known, *issue]).targets([*known, *issue], limit, formula):
            if hit.position >= len(known) and hit.key < len(known):
                yield Target(hit.position - len(known), handles[hit.key], *hit[2:])


@dataclass(frozen=True)
class InAnArchive:
    """The index of a rebuild, which contains the new papers in a later issue."""

    papers: Papers

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterable[Target[str]]:
        known = [_paper(*known) for known in self.papers.items()]
        new = [_paper(f"new {n}", features) for n, features in enumerate(issue)]
        return InPast({STORED: known, LATER: new}, LATER).targets(issue, limit, formula)


@dataclass(frozen=True)
class InParts:
    """The parts of a rebuild by many processes: each known paper, and the new ones."""

    papers: Papers
    folder: Path

    def targets(
        self, issue: Sequence[Features], limit: float, formula: Formula = Formula.SPECIFIED
    ) -> Iterator[Target[str]]:
        known = [_paper(*known) for known in self.papers.items()]
        new = [_paper(f"new {n}", features) for n, features in enumerate(issue)]
        days = itertools.count(1)
        dated = [{datetime.date.fromordinal(next(days)): [paper]} for paper in known]
        comparison = Comparison(Limits(limit, limit), formula)
        with in_parts(self.folder, [*dated, {LATER: new}], comparison) as issues:
            yield from external(issues, LATER)


def _paper(handle: str, features: Features) -> Paper:
    """Make a paper whose names are its author words and initials, as one name if it has people."""
    parts = (*features.authors, *features.initials)
    return Paper(Record(handle, (" ".join(parts),) if features.people else parts, ()), features)


def stored_in(database: Database[dict[str, Any]]) -> IndexOf:
    def index_of(papers: Papers) -> TargetIndex[str]:
        for handle, features in papers.items():
            version = version_document(STORED, _paper(handle, features))
            document = documents.handle_document(handle, [version])
            assert document is not None
            database["handles"].insert_one(document)
        connection = Connection(database, server="a test", timeout_s=30)
        return StoredHistory(connection, before=LATER)

    return index_of


@pytest.fixture(params=["issue", "archive", "parts", "mongod"])
def index_of(request: pytest.FixtureRequest) -> IndexOf:
    """A function that makes an index of papers by their handles."""
    if request.param == "issue":
        return InAnIssue
    if request.param == "archive":
        return InAnArchive
    if request.param == "parts":
        return partial(InParts, folder=request.getfixturevalue("tmp_path"))
    return stored_in(request.getfixturevalue("database"))


def targets(index: TargetIndex[str], features: Features) -> list[Target[str]]:
    """Return the targets of a paper by handle; a handle that is yielded twice is in it twice."""
    return sorted(index.targets([features], 0.0), key=lambda target: target.key)


def target(new: Features, handle: str, known: Features) -> Target[str]:
    """Return the expected target for a known paper and the only new paper."""
    return Target(0, handle, shared_totals(new, known), known.totals)


TOLERANT = Formula.TOLERANT


def test_a_paper_with_a_common_author_and_a_common_title_feature_is_a_target(
    index_of: IndexOf,
) -> None:
    new = Features(("bob", "smith"), ("then a moving", "a moving window"))
    assert targets(index_of({"anna": ANNA}), new) == [target(new, "anna", ANNA)]


@pytest.mark.parametrize(
    "new",
    [
        Features(("smith",), ("another title",)),
        Features(("jones",), ("a moving window",)),
        Features(("jones",), ("another title",)),
    ],
    ids=["author alone", "title alone", "neither"],
)
def test_one_common_feature_is_not_enough(index_of: IndexOf, new: Features) -> None:
    assert targets(index_of({"anna": ANNA}), new) == []


def test_an_author_does_not_match_a_title_of_the_same_words(index_of: IndexOf) -> None:
    known = Features(("smith",), ("adam",))
    assert targets(index_of({"on adam": known}), Features(("adam",), ("smith",))) == []


def test_a_part_of_a_feature_is_not_a_common_feature(index_of: IndexOf) -> None:
    new = Features(("smit", "smiths"), ("a moving", "a moving window of"))
    assert targets(index_of({"anna": ANNA}), new) == []


def test_a_target_with_many_common_features_is_yielded_once(index_of: IndexOf) -> None:
    assert targets(index_of({"anna": ANNA}), ANNA) == [target(ANNA, "anna", ANNA)]


def test_a_target_is_yielded_once_for_a_paper_with_more_features_than_one_query_takes(
    index_of: IndexOf,
) -> None:
    words = tuple(f"word{number}" for number in range(10_500))
    known = Features(("aaa", "zzz"), ("aaa", "zzz"))
    new = Features(("aaa", *words, "zzz"), ("aaa", *words, "zzz"))
    assert targets(index_of({"known": known}), new) == [target(new, "known", known)]


def test_all_targets_are_yielded_and_no_others(index_of: IndexOf) -> None:
    papers = {
        "both": ANNA,
        "other author": Features(("jones",), ANNA.titles),
        "both too": Features(("smith",), ("moving window of",)),
        "other title": Features(ANNA.authors, ("another title",)),
    }
    expected = [target(ANNA, handle, papers[handle]) for handle in ("both", "both too")]
    assert targets(index_of(papers), ANNA) == expected


def test_repeated_features_are_counted_repeatedly(index_of: IndexOf) -> None:
    known = Features(("smith", "anna", "smith", "smith"), ("b c d", "a b c", "b c d"))
    new = Features(("smith", "smith", "anna"), ("a b c", "b c d", "b c d", "b c d"))
    assert targets(index_of({"known": known}), new) == [target(new, "known", known)]


@pytest.mark.parametrize(
    "handle",
    [
        "RePEc:nbr:nberwo:10.1.3",
        "info:lib/RePEc:x",
        "$where",
        "a.$b",
        ".",
        "$",
        "",
        "müller 李",
        "a\x00b",
    ],
)
def test_any_text_can_be_a_handle(index_of: IndexOf, handle: str) -> None:
    assert targets(index_of({handle: ANNA}), ANNA) == [target(ANNA, handle, ANNA)]


@pytest.mark.parametrize("word", ["$in", "a.b", "author:smith", "title:", "müller", "李", "/^a/"])
def test_any_text_can_be_a_feature(index_of: IndexOf, word: str) -> None:
    known = Features((word,), (word,))
    found = targets(index_of({"known": known, "anna": ANNA}), known)
    assert found == [target(known, "known", known)]


def test_an_empty_index_has_no_targets(index_of: IndexOf) -> None:
    assert targets(index_of({}), ANNA) == []


BARE = [Features((), ANNA.titles), Features(ANNA.authors, ()), Features((), ())]


@pytest.mark.parametrize("new", BARE, ids=["no authors", "no titles", "neither"])
def test_a_paper_without_authors_or_titles_has_no_targets(index_of: IndexOf, new: Features) -> None:
    assert targets(index_of({"anna": ANNA}), new) == []


@pytest.mark.parametrize("known", BARE, ids=["no authors", "no titles", "neither"])
def test_a_paper_without_authors_or_titles_is_not_a_target(
    index_of: IndexOf, known: Features
) -> None:
    assert targets(index_of({"known": known}), ANNA) == []


MANY = tuple(f"word{number}" for number in range(MAX_FEATURE_PAIRS // 2 + 1))
WIDE = Features(("anna", "smith"), ("a moving window", *MANY))


def test_a_wide_paper_has_targets(index_of: IndexOf) -> None:
    papers = {"anna": ANNA, "other": Features(("jones",), ANNA.titles)}
    assert targets(index_of(papers), WIDE) == [target(WIDE, "anna", ANNA)]


def test_a_wide_paper_is_a_target(index_of: IndexOf) -> None:
    papers = {"wide": WIDE, "other": Features(("jones",), WIDE.titles)}
    assert targets(index_of(papers), ANNA) == [target(ANNA, "wide", WIDE)]


def test_two_wide_papers_are_targets_of_each_other(index_of: IndexOf) -> None:
    other = Features(("bob", "smith"), MANY[1:])
    found = targets(index_of({"wide": WIDE}), other)
    assert found == [target(other, "wide", WIDE)]


def test_each_paper_of_an_issue_has_its_own_targets(index_of: IndexOf) -> None:
    bob = Features(("bob",), ("a moving window", "another title"))
    index = index_of({"anna": ANNA, "bob": bob})
    found = sorted((hit.position, hit.key) for hit in index.targets([bob, ANNA, ANNA], 0.0))
    assert found == [(0, "bob"), (1, "anna"), (2, "anna")]


def test_every_target_that_can_pass_the_limit_is_yielded(index_of: IndexOf) -> None:
    half = Features(("anna", "jones"), ("a moving window", "b", "c", "d"))
    new = Features(("anna", "smith"), ("a moving window", "x"))
    assert shared_totals(new, half) == Totals(1, 1)
    assert [hit.key for hit in index_of({"half": half}).targets([new], 0.5 - 1e-12)] == ["half"]


DICE = Formula.DICE


def test_the_formula_decides_what_can_pass_the_limit(index_of: IndexOf) -> None:
    # One of 2 and 4 title features is shared: 1/2 of the smaller total, 1/3 of their mean.
    known = Features(("anna",), ("a moving window", "b", "c", "d"))
    new = Features(("anna",), ("a moving window", "x"))
    limit = strength(shared_totals(new, known), new.totals, known.totals, Formula.DICE) - 1e-12
    index = index_of({"known": known})
    assert [hit.key for hit in index.targets([new], limit, DICE)] == ["known"]


# The tolerant formula, and the wider rule

LONG = ("b c d", "c d e", "d e f", "e f g", "f g h")


def keys(index: TargetIndex[str], new: Features, formula: Formula) -> list[str]:
    return sorted(hit.key for hit in index.targets([new], 0.0, formula))


def test_a_target_has_its_words_if_the_formula_needs_them(index_of: IndexOf) -> None:
    known = Features(("müller", "keen"), ("a moving window",), ("m", "é"))
    new = Features(("keen",), ("a moving window",))
    [found] = index_of({"known": known}).targets([new], 0.0, TOLERANT)
    assert found.wording == Wording(
        Names(("keen", "muller"), ("e", "m")), ("a", "moving", "window")
    )


def test_similar_titles_make_a_target_whoever_wrote_them(index_of: IndexOf) -> None:
    papers = {
        "four windows": Features(("jones",), (*LONG[:4], "x")),
        "three windows": Features(("jones",), (*LONG[:3], "x")),
        "without authors": Features((), LONG),
        "all of a short title": Features(("jones",), LONG[2:]),
        "all of a very short title": Features(("jones",), LONG[3:]),
        "one window": Features(("jones",), LONG[:1]),
        "an author too": Features(("smith",), LONG[:1]),
    }
    new = Features(("anna", "smith"), LONG)
    index = index_of(papers)
    assert keys(index, new, DICE) == ["an author too"]
    assert keys(index, new, TOLERANT) == [
        "all of a short title",
        "an author too",
        "four windows",
        "without authors",
    ]


def test_a_paper_without_authors_has_targets_by_its_title(index_of: IndexOf) -> None:
    new = Features((), LONG[:2])
    assert keys(index_of({"known": Features(("smith",), LONG)}), new, TOLERANT) == ["known"]


def test_one_window_or_two_are_enough_if_a_paper_has_no_names(index_of: IndexOf) -> None:
    papers = {
        "all of a short title": Features((), LONG[:1]),
        "two windows": Features((), (*LONG[:2], "x", "y")),
        "one window": Features((), (LONG[0], "x")),
    }
    index = index_of({**papers, "with names": Features(("jones",), (*LONG[:2], "x", "y"))})
    found = ["all of a short title", "two windows"]
    assert keys(index, Features(("anna",), LONG), TOLERANT) == found
    assert keys(index, Features((), LONG), TOLERANT) == [*found, "with names"]


def test_a_common_person_makes_a_target(index_of: IndexOf) -> None:
    people = ("anna smith",)
    papers = {
        "the person": Features(("anna", "smith"), ("c b a",), people=people),
        "with an initial": Features(("anna", "smith"), ("c b x",), ("m",), people=people),
        "two people": Features(("anna", "smith"), ("c b a",)),
        "another": Features(("anna", "jones"), ("c b a",), people=("anna jones",)),
    }
    new = Features(("anna", "smith"), ("a b c",), people=people)
    index = index_of(papers)
    assert keys(index, new, DICE) == []
    assert keys(index, new, TOLERANT) == ["the person", "with an initial"]


def test_a_common_person_cannot_pass_a_high_limit_without_a_common_window(
    index_of: IndexOf,
) -> None:
    known = Features(("anna", "smith"), ("c b a",), people=("anna smith",))
    new = known._replace(titles=("a b c",))
    index, most = index_of({"known": known}), (6 / 7 / 2) ** 0.5
    assert [hit.key for hit in index.targets([new], most - 1e-9, TOLERANT)] == ["known"]
    assert list(index.targets([new], most + 1e-6, TOLERANT)) == []


def test_a_repeated_window_counts_repeatedly_for_the_wider_rule(index_of: IndexOf) -> None:
    papers = {
        "twice": Features(("jones",), ("b c d", "b c d")),
        "once": Features(("jones",), ("b c d", "x")),
    }
    new = Features(("smith",), ("b c d", "b c d", "y"))
    assert keys(index_of(papers), new, TOLERANT) == ["twice"]


def test_a_wide_paper_has_targets_by_its_title(index_of: IndexOf) -> None:
    assert keys(index_of({"other": Features(("jones",), MANY[1:])}), WIDE, TOLERANT) == ["other"]


def test_a_wide_paper_is_a_target_by_its_title(index_of: IndexOf) -> None:
    other = Features(("jones",), MANY[1:])
    assert keys(index_of({"wide": WIDE}), other, TOLERANT) == ["wide"]


def test_a_title_only_target_has_no_author_cofeatures(index_of: IndexOf) -> None:
    known = Features(("jones",), LONG)
    [found] = index_of({"known": known}).targets([Features(("smith",), LONG)], 0.0, TOLERANT)
    assert (found.shared, found.totals) == (Totals(0, 5), known.totals)


def test_the_wider_rule_changes_nothing_for_a_formula_that_needs_a_common_author(
    index_of: IndexOf,
) -> None:
    new = Features(("smith",), LONG)
    assert keys(index_of({"known": Features(("jones",), LONG)}), new, DICE) == []
