"""The figures and messages of a run."""

import dataclasses
from pathlib import Path

from wildwood.kernel.errors import IssueError
from wildwood.kernel.model import Similar, SimilarityType
from wildwood.nep.folders import UsFolder
from wildwood.nep.outcome import Outcome, omissions_of

from tests.support.issues import issue_of
from tests.support.rif_files import DATE, LATER

EXTERNAL, INTERNAL = (Similar("a", 0.9, kind) for kind in SimilarityType)


def test_papers_and_similar_ones_are_counted() -> None:
    outcome = Outcome()
    outcome.count([[EXTERNAL, INTERNAL, INTERNAL], [], [EXTERNAL]])
    assert (outcome.issues, outcome.papers, outcome.with_similar) == (1, 3, 2)
    assert outcome.similars == {SimilarityType.EXTERNAL: 2, SimilarityType.INTERNAL: 2}


def test_the_figures_and_messages_of_parts_add_up() -> None:
    whole, part = Outcome(warnings=["first"]), Outcome(warnings=["second"])
    for outcome in (whole, part):
        outcome.count([[EXTERNAL]])
    part.fail(IssueError(DATE, "It is broken."))
    whole.add(part)
    assert (whole.issues, whole.papers, whole.with_similar) == (2, 2, 2)
    assert whole.similars[SimilarityType.EXTERNAL] == 2
    assert whole.warnings == ["first", "second"]
    assert (whole.failed, whole.omissions) == ({DATE: "It is broken."}, ["It is broken."])


def test_what_was_left_out_of_an_issue_is_said_once() -> None:
    issue = dataclasses.replace(issue_of(DATE, []), omissions=("A text was skipped.",))
    outcome = Outcome()
    outcome.omit(omissions_of(issue))
    outcome.omit(omissions_of(issue))
    assert outcome.omissions == ["A text was skipped."]


def test_a_paper_that_is_too_large_is_named() -> None:
    issue = dataclasses.replace(issue_of(LATER, []), too_large=("RePEc:a:b:1",))
    assert omissions_of(issue) == [
        f"{LATER}.amf.xml: the paper 'RePEc:a:b:1' is too large to store and was left out."
    ]


def test_files_that_are_no_rifs_are_named(tmp_path: Path) -> None:
    for name in ("notes.xml", "2015-02-30.amf.xml", f"{DATE}.amf.xml"):
        (tmp_path / name).write_bytes(b"")
    outcome = Outcome()
    outcome.add_unread(UsFolder(tmp_path).listing())
    [omission], [warning] = outcome.omissions, outcome.warnings
    assert omission.startswith(f"{tmp_path / '2015-02-30.amf.xml'}: the date in the file name does")
    assert warning.startswith(f"notes.xml in {tmp_path} was not read:")
