"""What a command asks MongoDB for, and what it computes, grows only with what it needs."""

import datetime

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Features
from wildwood.nep import documents

from tests.support.counted_commands import CountedCommands, counted_commands
from tests.support.installation import Installation
from tests.support.issues import version_document

FIRST = datetime.date(2015, 1, 1)
NEW = "2016-01-07"
REPEATED = Record("RePEc:a:new", ("Anna Keen",), ("Trade and wages in a small open economy",))
KNOWN = Record("RePEc:a:old", ("Keen, Anna",), ("Trade and wages in a small open economy",))


def unrelated(issue: int, number: int) -> Record:
    """Make a paper that shares no author with any other."""
    name = f"Qx{issue}y{number}"
    return Record(
        f"RePEc:a:{issue}x{number}", (f"Bo{name} {name}",), (f"The {name} of trade and wages",)
    )


def install(installation: Installation, issues: int, papers: int) -> None:
    """Store issues of unrelated papers, the first with one that a new issue repeats."""
    for issue in range(issues):
        date = FIRST + datetime.timedelta(days=issue)
        others = [unrelated(issue, number) for number in range(papers)]
        installation.issue(str(date), *others, *[KNOWN] * (issue == 0))
    assert installation.run("rebuild", "-q").exit_code == 0
    installation.issue(NEW, REPEATED, unrelated(1_000, 1))


def counted(installation: Installation, *words: str) -> CountedCommands:
    with counted_commands() as found:
        done = installation.run(*words)
    assert done.exit_code == 0, done.output
    assert found.sent
    return found


@pytest.mark.parametrize(("issues", "papers"), [(2, 3), (20, 3), (2, 60)])
def test_an_issue_reads_the_papers_that_it_resembles_and_no_others(
    installation: Installation, issues: int, papers: int
) -> None:
    install(installation, issues, papers)
    found = counted(installation, NEW)
    assert found.sent.total() <= 50
    assert found.documents["handles"] <= 5
    assert found.documents["issues"] == issues + 3


@pytest.mark.parametrize("issues", [2, 20])
@pytest.mark.parametrize(("command", "questions"), [("status", 21), ("latest", 24)])
def test_what_has_nothing_to_do_asks_no_more_with_more_issues(
    installation: Installation, issues: int, command: str, questions: int
) -> None:
    install(installation, issues, 2)
    assert installation.run(NEW).exit_code == 0
    found = counted(installation, command)
    assert found.sent.total() <= questions
    assert found.documents["handles"] == 0


def test_show_reads_its_own_issue_alone(installation: Installation) -> None:
    install(installation, 20, 2)
    assert installation.run(NEW).exit_code == 0
    found = counted(installation, "show", NEW)
    assert (found.documents["issues"], found.documents["handles"]) == (1, 2)
    assert found.sent.total() <= 6


def test_a_paper_of_many_issues_has_the_keys_of_each_version_made_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_keys, made = documents.feature_keys, list[Features]()

    def counted_keys(features: Features) -> set[str]:
        made.append(features)
        return make_keys(features)

    monkeypatch.setattr(documents, "feature_keys", counted_keys)
    dates = [FIRST + datetime.timedelta(weeks=week) for week in range(100)]
    versions = [version_document(date, paper_of(KNOWN)) for date in dates]
    document = documents.handle_document(KNOWN.handle, versions)
    assert document is not None
    assert document["issues"] == versions
    assert len(made) == len(dates)
