"""The papers of a rif, and what is said of those that are odd."""

from collections.abc import Callable
from pathlib import Path

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.model import Limits, Punctuation
from wildwood.nep.folders import PsFolder, UsFolder
from wildwood.nep.issue import IssuePapers, issue_papers
from wildwood.nep.job import Job, PsSettings

from tests.support.amf import HEAD, TAIL, text
from tests.support.rif_files import DATE, PAPER

Read = Callable[[str], IssuePapers]
NAME = f"{DATE}.amf.xml"


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Make the papers of a rif with this content."""
    job = Job(
        us=UsFolder(tmp_path),
        ps=PsFolder(tmp_path / "ps"),
        punctuation=Punctuation.SPACE,
        settings=PsSettings(Limits(0.6, 0.6), presort=True),
        index_bytes=1 << 30,
    )

    def make(content: str) -> IssuePapers:
        (tmp_path / NAME).write_text(HEAD + content + TAIL, encoding="utf-8")
        return issue_papers(job, job.us.read(DATE))

    return make


def test_papers_have_their_features_and_the_issue_its_figures(read: Read) -> None:
    made = read(text(PAPER))
    [paper] = made.papers
    assert paper.record == PAPER
    assert paper.features.authors == ("ann", "lee")
    issue = made.notes.issue
    assert (issue.date, issue.rif, issue.papers, issue.stored) == (DATE, NAME, 1, 1)
    assert made.notes.warnings == []


def test_papers_without_names_and_titles_are_counted(read: Read) -> None:
    [warning] = read('<text id="a"/><text id="b"/>').notes.warnings
    assert warning == f"{NAME}: 2 papers without names and titles, which resemble nothing."


def test_a_handle_that_occurs_twice_is_named_and_stored_once(read: Read) -> None:
    notes = read(text(PAPER) + text(Record(PAPER.handle, (), ("Another title",)))).notes
    [warning] = notes.warnings
    assert warning == (
        f"{NAME}: the handle {PAPER.handle!r} occurs more than once;"
        " the last text with a name or a title is stored."
    )
    assert (notes.issue.papers, notes.issue.stored) == (2, 1)


def test_a_text_without_a_handle_is_an_omission(read: Read) -> None:
    assert read("<text><title>Trade</title></text>").notes.issue.omissions == (
        f"{NAME}: the text 'Trade' has neither id nor ref and was skipped.",
    )
