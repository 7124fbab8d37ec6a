"""The stored data depends only on the rifs that are stored, not on the commands before.

Random histories run on the real server. A plain model keeps track of the stored rifs and of
those that each ps rif was made from. Of ps rifs made from others, some stay current, because the
change does not affect them; if all are, they are compared with a rebuild.
"""

import gzip
import hashlib
import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from wildwood.biblio.entry import Record

from tests.support.amf import rif
from tests.support.databases import Databases
from tests.support.installation import Installation, installed
from tests.support.mongod import memory_folder
from tests.support.state import files_below
from tests.support.stored import stored

DATES = ("2015-03-05", "2015-03-12", "2015-03-19", "2015-03-26")
TITLES = (
    "Trade and Growth in Open Economies",
    "Trade and Growth in Closed Economies",
    "Growth in Open Economies: A Survey",
    "A Survey",
)

records = st.builds(
    Record,
    handle=st.sampled_from(["a", "b", "c", "d"]),
    names=st.sampled_from(
        [("Anna Smith",), ("Smith, Bob",), ("Anna Smith", "Bob Smith"), ("Carl Jones",), ()]
    ),
    titles=st.lists(st.sampled_from(TITLES), max_size=2).map(tuple),
)
issues = st.lists(records, max_size=4)

Digests = frozenset[tuple[str, str]]
"""The dates and the rifs' digests of some issues."""
Documents = dict[str, list[dict[str, Any]]]
Content = tuple[Documents, dict[str, bytes]]
"""All documents of papers, issues and pairs, and all ps rifs."""


@contextmanager
def _installation(databases: Databases) -> Iterator[Installation]:
    """Make an installation on the real server for one example."""
    with (
        tempfile.TemporaryDirectory(dir=memory_folder()) as home,
        databases.prepared() as database,
    ):
        made = installed(Path(home), databases.uri, database)
        made.ps.mkdir()
        yield made


def _without_ps(documents: Documents) -> Documents:
    """Remove the records and the pairs of the ps rifs from documents."""
    issues = [{key: issue[key] for key in issue if key != "ps"} for issue in documents["issues"]]
    return {"handles": documents["handles"], "issues": issues}


def _content(installation: Installation) -> Content:
    return stored(installation.database), files_below(installation.ps)


def _named(stderr: str) -> list[str]:
    """Return the dates that a run named as stale."""
    sentence = re.search(r"later issues are stale now: (.*); run wildwood", stderr)
    return sentence[1].split(", ") if sentence else []


def _succeeded(result: Result) -> bool:
    """Return whether a command did all, whatever it doubts of the issues."""
    errors = re.findall(r"^Error: (.*)$", result.stderr, re.MULTILINE)
    return result.exit_code == bool(errors) and all("wildwood forget" in said for said in errors)


class History(RuleBasedStateMachine):
    """Issues that are stored, repeated, replaced, forgotten and rebuilt, in any order."""

    pool: Databases
    """The databases of the real mongod, which the test sets."""
    rebuilt: dict[frozenset[tuple[str, bytes]], Content]
    """What rebuilds of the same rifs left, which the test sets."""

    def __init__(self) -> None:
        super().__init__()
        self._closing = ExitStack()
        self.wildwood = self._closing.enter_context(_installation(self.pool))
        self.stored: dict[str, str] = {}
        """The digest of each stored date's rif."""
        self.made_from: dict[str, Digests] = {}
        """What was stored before each date when its ps rif was made."""
        self.spoilt: set[str] = set()
        """The dates whose ps rif is gone or was changed."""
        self._read: Result | None = None
        """What `status` says since the last change."""

    def teardown(self) -> None:
        with self._closing:
            self._ends_like_a_rebuild()

    @rule(date=st.sampled_from(DATES), papers=issues)
    def store_or_replace(self, date: str, papers: list[Record]) -> None:
        self._arrive(date, papers)
        self._run(date)

    @rule(date=st.sampled_from(DATES), papers=issues)
    def arrive(self, date: str, papers: list[Record]) -> None:
        self._arrive(date, papers)

    @precondition(lambda self: self.stored)
    @rule()
    def run_latest(self) -> None:
        before = self._stale()
        result = self._change("latest")
        assert _succeeded(result), result.output
        self._waiting_are_stored()
        assert _named(result.stderr) == sorted(self._stale() - before)

    @precondition(lambda self: self.stored)
    @rule()
    def run_latest_with_stale(self) -> None:
        result = self._change("latest", "--stale")
        assert _succeeded(result), result.output
        self._waiting_are_stored()
        assert self._stale() == set()
        assert _named(result.stderr) == []

    @precondition(lambda self: self.stored)
    @rule(data=st.data())
    def run_with_another_limit(self, data: st.DataObject) -> None:
        self._run(data.draw(st.sampled_from(sorted(self.stored))), "0.99")

    @precondition(lambda self: self.stored)
    @rule(data=st.data(), content=st.sampled_from([None, b"", b"spoilt"]))
    def spoil(self, data: st.DataObject, content: bytes | None) -> None:
        date = data.draw(st.sampled_from(sorted(self.stored)))
        self._read = None
        for path in self.wildwood.ps.glob(f"{date}*"):
            path.unlink()
            if content is not None:
                path.write_bytes(content)
        self.spoilt.add(date)

    @precondition(lambda self: any(self.wildwood.us.iterdir()))
    @rule()
    def rebuild(self) -> None:
        result = self._change("rebuild")
        assert _succeeded(result), result.output
        for date in DATES:
            if self._digest(date):
                self._is_stored(date)

    @precondition(lambda self: self.stored)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        self._run(data.draw(st.sampled_from(sorted(self.stored))))

    @precondition(lambda self: self.stored)
    @rule(data=st.data())
    def forget(self, data: st.DataObject) -> None:
        date = data.draw(st.sampled_from(sorted(self.stored)))
        self._remove(date)
        before = self._stale()
        result = self._change("forget", date)
        assert _succeeded(result), result.output
        del self.stored[date], self.made_from[date]
        self.spoilt.discard(date)
        assert _named(result.stderr) == sorted(self._stale() - before)

    @invariant()
    def status_lists_the_stale_dates_and_what_is_well_is_what_a_rebuild_writes(self) -> None:
        self._stale()
        if self._status().exit_code == 0:
            assert _content(self.wildwood) == self._rebuilt()

    def _status(self) -> Result:
        """Return what `status` says, which changes nothing."""
        self._read = self._read or self.wildwood.run("status")
        return self._read

    def _change(self, *arguments: str) -> Result:
        """Run a command that changes what `status` says."""
        self._read = None
        return self.wildwood.run(*arguments)

    def _run(self, date: str, *limits: str) -> None:
        """Run an issue; check that it names the dates that became stale."""
        before = self._stale()
        result = self._change(date, *limits)
        assert _succeeded(result), result.output
        self._is_stored(date)
        assert _named(result.stderr) == sorted(self._stale() - before - {date})

    def _waiting_are_stored(self) -> None:
        """Record that the rifs that are new, changed or without their ps rif were stored."""
        for date in DATES:
            if self._digest(date) != self.stored.get(date) or date in self.spoilt:
                self._is_stored(date)

    def _arrive(self, date: str, papers: list[Record]) -> None:
        """Write a rif in place of any other of its date; some are compressed."""
        self._remove(date)
        path, content = self.wildwood.us / f"{date}.amf.xml", rif(*papers)
        if len(papers) % 2:
            path, content = path.with_suffix(".xml.gz"), gzip.compress(content, mtime=0)
        path.write_bytes(content)

    def _remove(self, date: str) -> None:
        """Remove the rif of a date."""
        self._read = None
        for path in self._us(date):
            path.unlink()

    def _us(self, date: str) -> list[Path]:
        return list(self.wildwood.us.glob(f"{date}*"))

    def _digest(self, date: str) -> str | None:
        """Return the digest of the rif of a date, or None."""
        return next((hashlib.sha256(us.read_bytes()).hexdigest() for us in self._us(date)), None)

    def _is_stored(self, date: str) -> None:
        """Record that the rif of a date was compared and stored."""
        digest = self._digest(date)
        assert digest is not None
        self.stored[date] = digest
        self.spoilt.discard(date)
        self.made_from[date] = self._stored_before(date)

    def _stored_before(self, date: str) -> Digests:
        return frozenset((day, digest) for day, digest in self.stored.items() if day < date)

    def _stale(self) -> set[str]:
        """Return the stale dates; the ps rifs of others are as made from what is stored now."""
        line = re.search(r"^stale +(.*)$", self._status().stdout, re.MULTILINE)
        assert line is not None
        stale = set(line[1].split()) - {"none"}
        assert stale <= self._changed()
        for date in self._changed() - stale:
            self.made_from[date] = self._stored_before(date)
        return stale

    def _changed(self) -> set[str]:
        """Return the dates before which other rifs are stored now than for their ps rif."""
        return {date for date, was in self.made_from.items() if was != self._stored_before(date)}

    def _rebuilt(self) -> Content:
        """Return the content of another installation that is rebuilt from the same rifs."""
        rifs = files_below(self.wildwood.us)
        key = frozenset(rifs.items())
        if key not in self.rebuilt:
            with _installation(self.pool) as fresh:
                for name, data in rifs.items():
                    (fresh.us / name).write_bytes(data)
                assert _succeeded(fresh.run("rebuild" if rifs else "status"))
                self.rebuilt[key] = _content(fresh)
        return self.rebuilt[key]

    def _ends_like_a_rebuild(self) -> None:
        if self.stored:
            self.run_latest()
        else:
            assert stored(self.wildwood.database) == {"handles": [], "issues": [], "similar": []}
            return
        documents, ps_rifs = self._rebuilt()
        assert _without_ps(stored(self.wildwood.database)) == _without_ps(documents)
        for date in sorted(self.stored, reverse=True):
            self._run(date)
        assert _content(self.wildwood) == (documents, ps_rifs)


@pytest.mark.parametrize("histories", [2, pytest.param(100, marks=pytest.mark.long)])
def test_any_history_ends_like_a_rebuild_of_its_last_rifs(
    databases: Databases, histories: int
) -> None:
    class OnTheServer(History):
        pool = databases
        rebuilt = {}  # noqa: RUF012 - all examples share it

    run_state_machine_as_test(
        OnTheServer,
        settings=settings(
            max_examples=histories,
            stateful_step_count=8,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
