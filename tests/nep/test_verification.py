"""`wildwood status --verify`: everything is read again and compared."""

import json
from pathlib import Path
from typing import Any

import pytest

from wildwood.biblio.entry import Record
from wildwood.nep import workers
from wildwood.nep.folders import KnownDigests, PsFolder
from wildwood.nep.rif import digest_of

from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.state import state
from tests.support.usual_papers import FIRST, MONEY, SECOND

TRADE = Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth in Open Economies",))


def rebuild_two(made: Installation) -> None:
    made.issue(FIRST, TRADE)
    made.issue(SECOND, MONEY)
    assert made.run("rebuild").exit_code == 0


@pytest.fixture
def current(installation: Installation) -> Installation:
    """Two stored issues."""
    return built(installation, rebuild_two)


@pytest.mark.parametrize("part", ["ps rif", "text", "words", "pairs", "record"])
def test_verification_names_what_differs_and_changes_nothing(
    current: Installation, part: str
) -> None:
    result = current.run("status", "--verify")
    assert (result.exit_code, result.stderr) == (0, "")
    handles, issues = current.database["handles"], current.database["issues"]
    if part == "ps rif":
        spoilt = PsFolder.pack(f"{SECOND}.amf.xml", b"<amf/>")[0]
        (current.ps / spoilt.name).write_bytes(b"<amf/>")
        file = {"name": spoilt.name, "digest": spoilt.digest, "size": spoilt.size}
        issues.update_one({"_id": SECOND}, {"$set": {"ps.file": file}})
        expected = f"{SECOND}.amf.xml: the ps rif is not what a rebuild would write."
    elif part == "text":
        handles.update_one({"_id": MONEY.handle}, {"$set": {"issues.0.names": ["Bob"]}})
        expected = f"{SECOND}.amf.xml: 1 paper stored with other texts, '{MONEY.handle}'."
    elif part in ("words", "pairs"):
        end = -1 if part == "words" else 1
        handles.update_one({"_id": MONEY.handle}, {"$pop": {"features": end}})
        expected = (
            f"{SECOND}.amf.xml: 1 paper with keys that are not those of the texts,"
            f" '{MONEY.handle}'."
        )
    else:
        issues.update_one({"_id": SECOND}, {"$set": {"papers": 2}})
        expected = f"{SECOND}.amf.xml: the record is not what a rebuild would store."
    assert current.run("status").exit_code == 0, "only reading all again shows it"
    before = state(current)
    for arguments in ([], ["--sample", "2"]):
        result = current.run("status", "--verify", *arguments)
        assert f"Error: {expected}\n" in result.stderr
        assert result.exit_code == 1
    assert state(current) == before


def test_verification_reads_rifs_whatever_their_known_digests_are(
    current: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path: digest_of(path) for path in (*current.us.iterdir(), *current.ps.iterdir())}
    monkeypatch.setattr(KnownDigests, "__call__", lambda _known, path, _most: before[path])
    rif = current.us / f"{FIRST}.amf.xml"
    rif.write_bytes(rif.read_bytes().replace(b"Growth", b"Health"))
    assert current.run("status").exit_code == 0
    assert FIRST in current.run("status", "--verify").stdout


def test_the_verification_of_many_issues_has_worker_processes(
    current: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_RIFS_PER_PROCESS", 1)
    current.database["issues"].update_one({"_id": SECOND}, {"$set": {"papers": 2}})
    result = current.run("status", "--verify")
    assert f"{SECOND}.amf.xml: the record is not what a rebuild would store." in result.stderr


def test_verification_of_a_sample_reads_so_many_issues(
    current: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    original = type(PsFolder(current.ps)).holds

    def holds(folder: PsFolder, file: Any) -> bool:
        read.append(file.name)
        return original(folder, file)

    assert current.run("status").exit_code == 0
    monkeypatch.setattr(PsFolder, "holds", holds)
    assert current.run("status", "--verify", "--sample", "1").exit_code == 0
    assert len(read) == 3, "two by status, one by the verification"


def test_what_is_rightly_left_out_does_not_differ(
    current: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A paper that is too large by itself, and a version that has no room beside another one."""
    monkeypatch.setattr("wildwood.nep.documents.MAX_BYTES", 7_000)
    long = " ".join(f"word{number}" for number in range(60))
    current.issue(FIRST, Record("RePEc:a:1", ("Bob Large",), (f"old {long}",)))
    current.issue(
        SECOND,
        Record("RePEc:a:1", ("Bob Large",), (f"new {long}",)),
        Record("RePEc:a:2", ("Bob Large",), (long * 4,)),
    )
    assert current.run("latest", "--stale").exit_code == 1
    for arguments in ([], ["--sample", "2"]):
        result = current.run("status", "--verify", "--json", *arguments)
        assert result.stderr == ""
        assert len(json.loads(result.stdout)["left_out"][SECOND]) == 2


def test_a_rif_that_cannot_be_read_is_named(current: Installation) -> None:
    Path(current.us / f"{SECOND}.amf.xml").write_bytes(b"<amf>")
    for arguments in ([], ["--sample", "2"]):
        result = current.run("status", "--verify", *arguments)
        assert "2015-03-12.amf.xml is malformed XML" in result.stderr


def test_a_sample_needs_a_verification(current: Installation) -> None:
    result = current.run("status", "--sample", "1")
    assert result.exit_code == 2
    assert "--sample needs --verify" in result.stderr
