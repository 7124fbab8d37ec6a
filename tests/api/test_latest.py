"""`wildwood latest` when something is wrong with one issue, or was changed by something else."""

import datetime
import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.model import Issue, WrittenFile
from wildwood.nep import issue as issue_module
from wildwood.nep import job, rebuild
from wildwood.nep.issue import Written

from tests.support.amf import rif
from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.stored import stored
from tests.support.usual_papers import AUTHORS, FIRST, FOURTH, MONEY, SECOND, THIRD

TITLE = ("Trade and Growth in Open Economies",)
TRADE = Record("RePEc:nbr:nberwo:1", AUTHORS, TITLE)
TRADE_AGAIN = Record("RePEc:cpr:ceprdp:1", AUTHORS, TITLE)

Document = dict[str, Any]


def rebuild_two(made: Installation) -> None:
    made.issue(FIRST, TRADE)
    made.issue(SECOND, MONEY)
    assert made.run("rebuild").exit_code == 0


@pytest.fixture
def current(installation: Installation) -> Installation:
    """Two stored issues."""
    return built(installation, rebuild_two)


def status(installation: Installation) -> Document:
    found: Document = json.loads(installation.run("status", "--json").stdout)
    return found


def ps_files(installation: Installation) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in installation.ps.glob("*.xml*")}


def is_like_a_rebuild(installation: Installation) -> bool:
    """Return whether papers, records and ps rifs are those that a rebuild makes."""
    assert status(installation)["well"]
    found = stored(installation.database), ps_files(installation)
    assert installation.run("rebuild").exit_code == 0
    return found == (stored(installation.database), ps_files(installation))


class TestAnIssueThatFails:
    """A defect meets the issue of THIRD alone."""

    @pytest.fixture(autouse=True)
    def defect(self, monkeypatch: pytest.MonkeyPatch) -> None:
        original = issue_module.write_ps_rif

        def write_ps_rif(run_job: Any, write: Any, issue: Issue, *others: Any) -> Written:
            is_met = issue.date == datetime.date.fromisoformat(THIRD)
            return original(run_job, fail if is_met else write, issue, *others)

        def fail(*_arguments: object) -> WrittenFile:
            raise ZeroDivisionError("division by zero")

        for module in (issue_module, rebuild):
            monkeypatch.setattr(module, "write_ps_rif", write_ps_rif)

    @pytest.fixture
    def failing(self, current: Installation) -> Installation:
        current.issue(THIRD, TRADE)
        current.issue(FOURTH, TRADE_AGAIN)
        return current

    MESSAGE = (
        f"Error: {THIRD}.amf.xml could not be processed, because of a defect of Wildwood"
        " (ZeroDivisionError: division by zero); please report it.\n"
    )

    def test_is_named_and_the_others_run(self, failing: Installation) -> None:
        result = failing.run("latest")
        assert result.stderr.startswith(self.MESSAGE)
        assert result.exit_code == 1
        assert sorted(ps_files(failing)) == [f"{day}.amf.xml" for day in (FIRST, SECOND, FOURTH)]

    def test_is_listed_by_status_until_it_runs(
        self, failing: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        failing.run("latest")
        before = status(failing)
        assert [found["date"] for found in before["omitted"]] == [THIRD]
        assert "division by zero" in before["omitted"][0]["reason"]
        assert THIRD in failing.run("status").stdout.partition("\nomitted ")[2]
        assert failing.run("latest").exit_code == 1
        assert status(failing)["omitted"] == before["omitted"], "since the first failure"
        monkeypatch.undo()
        assert failing.run("latest", "--stale").exit_code == 0
        assert status(failing)["omitted"] == []
        assert is_like_a_rebuild(failing)

    def test_is_named_by_a_run_of_its_date(self, failing: Installation) -> None:
        result = failing.run(THIRD)
        assert self.MESSAGE in result.stderr
        assert result.exit_code == 1
        assert [found["date"] for found in status(failing)["omitted"]] == [THIRD]

    def test_is_left_out_of_a_rebuild_if_asked_for(self, failing: Installation) -> None:
        before = stored(failing.database), ps_files(failing)
        result = failing.run("rebuild", "--workers", "1")
        assert "division by zero" in result.stderr
        assert result.exit_code == 1
        assert (stored(failing.database), ps_files(failing)) == before
        assert [found["date"] for found in status(failing)["omitted"]] == [THIRD]
        result = failing.run("rebuild", "--workers", "1", "--skip-bad")
        assert "division by zero" in result.stderr
        assert result.exit_code == 1
        assert sorted(ps_files(failing)) == [f"{day}.amf.xml" for day in (FIRST, SECOND, FOURTH)]
        assert [found["date"] for found in status(failing)["omitted"]] == [THIRD]

    def test_is_no_longer_listed_when_its_rif_is_gone(self, failing: Installation) -> None:
        failing.run("latest")
        (failing.us / f"{THIRD}.amf.xml").unlink()
        assert failing.run("latest").exit_code == 0
        assert status(failing)["omitted"] == []
        assert failing.database["omissions"].count_documents({}) == 0


class TestFilesOfOthersInPs:
    """An editor's notes lie beside the ps rifs, under names that begin with a date."""

    @pytest.fixture
    def notes(self, current: Installation) -> list[Path]:
        made = [current.ps / f"{SECOND}{end}" for end in ("_editor-notes.xml", ".order.xml")]
        for path in made:
            path.write_text("notes", encoding="utf-8")
        return made

    @pytest.mark.parametrize("command", [SECOND, "latest --stale", "rebuild", f"forget {SECOND}"])
    def test_are_left_alone(self, current: Installation, notes: list[Path], command: str) -> None:
        us = current.us / f"{SECOND}.amf.xml"
        us.rename(current.us / f"{SECOND}.xml")
        assert current.run(*command.split()).exit_code == 0
        assert [path.read_text(encoding="utf-8") for path in notes] == ["notes", "notes"]
        assert not (current.ps / us.name).exists()

    def test_are_left_alone_when_a_rebuild_removes_an_issue(
        self, current: Installation, notes: list[Path]
    ) -> None:
        (current.us / f"{SECOND}.amf.xml").unlink()
        assert current.run("rebuild").exit_code == 0
        assert sorted(ps_files(current)) == sorted(
            [f"{FIRST}.amf.xml", *(path.name for path in notes)]
        )

    def test_are_named_by_a_run_and_no_trouble(
        self, current: Installation, notes: list[Path]
    ) -> None:
        result = current.run(SECOND)
        assert result.stderr.startswith(
            f"Warning: {current.ps} also has {SECOND}.order.xml, {notes[0].name}, which no run has"
            " written.\n"
        )
        assert current.run("status").exit_code == 0
        assert current.run("show", SECOND).exit_code == 0


def test_a_full_disk_stops_the_night(
    current: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    for day in (THIRD, FOURTH):
        current.issue(day, TRADE)
    monkeypatch.setattr("wildwood.nep.folders.write_atomically", full)
    result = current.run("latest")
    assert result.stderr == (
        f"Error: Cannot write {current.ps / f'{THIRD}.amf.xml'}: No space left on device.\n"
    )
    assert status(current)["omitted"] == []


class TestWhatIsLeftOut:
    """A text without an id, and a paper that is too large."""

    @pytest.fixture
    def with_omissions(
        self, current: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> Installation:
        monkeypatch.setattr("wildwood.nep.documents.MAX_BYTES", 5_000)
        large = Record("RePEc:a:large", ("Bob Large",), ("word " * 2_000,))
        data = rif(TRADE, large).replace(b"</amf>", b"<text><title>No Handle</title></text></amf>")
        (current.us / f"{THIRD}.amf.xml").write_bytes(data)
        return current

    SENTENCES = (
        f"Error: {THIRD}.amf.xml: the text 'No Handle' has neither id nor ref and was skipped.\n"
        f"Error: {THIRD}.amf.xml: the paper 'RePEc:a:large' is too large to store and was left"
        " out.\n"
    )

    @pytest.mark.parametrize("command", ["latest", THIRD, "rebuild"])
    def test_is_said_by_each_command_alike(
        self, with_omissions: Installation, command: str
    ) -> None:
        result = with_omissions.run(command)
        assert result.stderr.startswith(self.SENTENCES)
        assert result.exit_code == 1

    def test_is_said_again_the_next_night_and_by_status(self, with_omissions: Installation) -> None:
        with_omissions.run("latest")
        result = with_omissions.run("latest")
        assert (result.stderr, result.exit_code) == (self.SENTENCES, 1)
        found = status(with_omissions)
        assert not found["well"]
        assert "".join(f"Error: {said}\n" for said in found["left_out"][THIRD]) == self.SENTENCES

    def test_is_stored_alike_by_runs_and_a_rebuild(self, with_omissions: Installation) -> None:
        with_omissions.run("latest")
        found = stored(with_omissions.database), ps_files(with_omissions)
        with_omissions.run("rebuild", "--workers", "1")
        assert (stored(with_omissions.database), ps_files(with_omissions)) == found


class TestVersionsThatDoNotFit:
    """Two versions of a paper do not fit into one document."""

    @pytest.fixture
    def full(self, current: Installation, monkeypatch: pytest.MonkeyPatch) -> Installation:
        """The version of THIRD is left out, and FOURTH has a copy of it under another handle."""
        monkeypatch.setattr("wildwood.nep.documents.MAX_BYTES", 7_000)
        names, large = ("Bob Large",), " ".join(f"word{number}" for number in range(60))
        current.issue(FIRST, Record("RePEc:a:1", names, (f"old {large}",)))
        current.issue(THIRD, Record("RePEc:a:1", names, (f"new {large}",)))
        assert current.run("latest").exit_code == 1
        assert [issue["too_large"] for issue in stored(current.database)["issues"]] == [
            [], [], ["RePEc:a:1"],
        ]  # fmt: skip
        return current

    def test_come_back_when_the_other_issue_is_forgotten(self, full: Installation) -> None:
        (full.us / f"{FIRST}.amf.xml").unlink()
        assert full.run("forget", FIRST).exit_code == 0
        assert [issue["too_large"] for issue in stored(full.database)["issues"]] == [[], []]
        assert full.run("latest", "--stale").exit_code == 0
        assert is_like_a_rebuild(full)

    def test_come_back_when_the_other_issue_changes(self, full: Installation) -> None:
        full.issue(FIRST, MONEY)
        assert full.run("latest", "--stale").exit_code == 0
        assert is_like_a_rebuild(full)

    def test_come_back_without_a_run_of_other_issues(self, full: Installation) -> None:
        full.issue(FIRST, MONEY)
        assert "2 issues, 2 papers" in full.run("latest").stderr

    def test_give_way_to_those_of_an_older_issue(self, full: Installation) -> None:
        (paper,) = full.database["issues"].find({"_id": FIRST})
        content = (full.us / paper["rif"]).read_bytes()
        (full.us / paper["rif"]).unlink()
        assert full.run("forget", FIRST).exit_code == 0
        (full.us / paper["rif"]).write_bytes(content)
        assert full.run("latest", "--stale").exit_code == 1
        found = stored(full.database), ps_files(full)
        full.run("rebuild", "--workers", "1")
        assert (stored(full.database), ps_files(full)) == found


class TestACollectionThatWasDroppedOrRestored:
    def test_is_noticed_by_status_and_repaired_by_the_next_night(
        self, current: Installation
    ) -> None:
        current.database["handles"].drop()
        assert status(current)["waiting"] == [FIRST, SECOND]
        current.issue(THIRD, TRADE_AGAIN)
        assert current.run("latest", "--stale").exit_code == 0
        assert is_like_a_rebuild(current)
        assert "features_1_totals_1" in current.database["handles"].index_information()

    def test_leaves_no_ps_rif_that_was_compared_with_nothing(self, current: Installation) -> None:
        """A run of a date alone happens before the next night."""
        current.database["handles"].delete_many({})
        current.issue(THIRD, TRADE_AGAIN)
        assert current.run(THIRD).exit_code == 0
        assert current.run("latest").exit_code == 0
        assert status(current)["stale"] == [THIRD]
        assert current.run("latest", "--stale").exit_code == 0
        assert is_like_a_rebuild(current)

    @pytest.mark.parametrize("name", ["handles", "issues", "similar", "frequencies", "meta"])
    def test_can_be_older_than_the_others(self, current: Installation, name: str) -> None:
        backup = list(current.database[name].find())
        current.issue(FIRST, TRADE_AGAIN, MONEY)
        current.issue(THIRD, TRADE)
        assert current.run("latest", "--stale").exit_code == 0
        current.database[name].delete_many({})
        if backup:
            current.database[name].insert_many(backup)
        assert current.run("latest", "--stale").exit_code == 0
        assert is_like_a_rebuild(current)

    def test_can_be_the_records(self, current: Installation) -> None:
        current.database["issues"].drop()
        assert status(current)["waiting"] == [FIRST, SECOND]
        assert current.run("latest").exit_code == 0
        assert is_like_a_rebuild(current)


def test_a_rif_that_unpacks_to_more_than_allowed_now_waits_and_is_named(
    current: Installation,
) -> None:
    data = rif(TRADE) + b"<!--" + b"x" * 3_000_000 + b"-->"
    (current.us / f"{THIRD}.amf.xml.gz").write_bytes(gzip.compress(data, mtime=0))
    assert current.run("latest").exit_code == 0
    assert status(current)["well"]
    with current.config.open("a", encoding="utf-8") as config:
        config.write("[limits]\nrif_mb = 2\n")
    assert status(current)["waiting"] == [THIRD]
    result = current.run("latest")
    assert "unpacks to more than 2 MB" in result.stderr
    assert result.exit_code == 1


def test_another_punctuation_is_not_well_and_a_rebuild_cures_it(current: Installation) -> None:
    with current.config.open("a", encoding="utf-8") as config:
        config.write('[features]\npunctuation = "delete"\n')
    found = status(current)
    assert not found["well"]
    assert found["changed"]["punctuation"] == [FIRST, SECOND]
    assert "or rebuild: wildwood_all" in current.run("latest").stderr
    assert current.run("rebuild").exit_code == 0
    assert is_like_a_rebuild(current)


class TestLanguageMarks:
    """With `language.mark`, ps rifs depend on settings, own lists and learned words."""

    @pytest.fixture
    def marked(self, current: Installation) -> Installation:
        self.configure(current)
        assert current.run("rebuild").exit_code == 0
        assert status(current)["well"]
        return current

    @staticmethod
    def configure(installation: Installation, *lines: str) -> None:
        config = installation.config.read_text(encoding="utf-8").partition("[language]")[0]
        own = f'allow = "{installation.home / "allow.txt"}"'
        (installation.home / "allow.txt").touch()
        language = "\n".join(["[language]", "mark = true", own, *lines])
        installation.config.write_text(f"{config}{language}\n", encoding="utf-8")

    @staticmethod
    def is_noticed_and_cured(installation: Installation) -> bool:
        assert status(installation)["changed"] == {"language": [FIRST, SECOND]}
        assert installation.run("latest", "--stale").exit_code == 0
        return is_like_a_rebuild(installation)

    def test_change_with_what_becomes_of_doubtful_records(self, marked: Installation) -> None:
        self.configure(marked, 'doubtful = "keep"')
        assert self.is_noticed_and_cured(marked)

    def test_are_not_written_without_corrections_that_counted(self, marked: Installation) -> None:
        file = marked.home / "corrections.tsv"
        self.configure(marked, f'corrections = "{file}"')
        assert marked.run("latest", "-q", "--stale").exit_code == 0, "none are made yet"
        file.write_text("x\ten\tdetector\t0.5\t0.8\t\tHandel und Wachstum\n", encoding="utf-8")
        assert marked.run("latest", "-q", "--stale").exit_code == 0
        before = ps_files(marked)
        file.rename(file.with_suffix(".old"))
        result = marked.run("latest", "-q", "--stale")
        sentence = (
            f"{file} is gone, but its corrections count in the ps rifs of {FIRST}, {SECOND};"
            " restore it, or, to do without them, remove corrections from [language] in the"
            " configuration."
        )
        assert (result.exit_code, result.stderr) == (1, f"Error: {sentence}\n")
        assert ps_files(marked) == before
        assert status(marked)["doubts"] == [sentence]

    def test_change_with_the_users_words(self, marked: Installation) -> None:
        (marked.home / "allow.txt").write_text("krugman\n", encoding="utf-8")
        assert self.is_noticed_and_cured(marked)

    def test_change_with_what_was_learned(self, marked: Installation) -> None:
        source = {"source": "a list", "entries": 99}
        learned = {"_id": "krugman", "entries": 99, "sources": [source]}
        marked.database["neologisms"].insert_one(learned)
        assert self.is_noticed_and_cured(marked)

    def test_stay_when_an_issue_is_forgotten(self, marked: Installation) -> None:
        (marked.us / f"{SECOND}.amf.xml").unlink()
        result = marked.run("forget", SECOND)
        assert (result.exit_code, result.stderr) == (0, "")
        assert is_like_a_rebuild(marked)

    def test_change_when_they_are_switched_off(self, marked: Installation) -> None:
        with marked.config.open("a", encoding="utf-8") as config:
            config.write("# off\n")
        text = marked.config.read_text(encoding="utf-8")
        marked.config.write_text(text.replace("mark = true", "mark = false"), encoding="utf-8")
        assert self.is_noticed_and_cured(marked)


def test_a_name_that_is_not_utf_8_beside_another_rif_stops_no_night(current: Installation) -> None:
    for name in (f"{THIRD}.xml".encode(), f"{THIRD}_\xff.xml".encode("latin-1")):
        (current.us / os.fsdecode(name)).write_bytes(rif(TRADE))
    current.issue(FOURTH, TRADE_AGAIN)
    result = current.run("latest")
    assert result.exit_code == 1
    assert f"{THIRD} has more than one rif: " in result.stderr
    assert f"{FOURTH}.amf.xml" in ps_files(current)
    assert [found["date"] for found in status(current)["omitted"]] == [THIRD]


def test_a_new_issue_after_an_update_is_not_called_a_later_one(
    current: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "OUTPUT", job.OUTPUT + 1)
    current.issue(THIRD, TRADE_AGAIN)
    assert "later issues are stale" not in current.run("latest").stderr
    assert current.run("latest", "--stale").exit_code == 0
    assert is_like_a_rebuild(current)
