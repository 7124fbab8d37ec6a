"""A store of past issues: run issues, and ask what is stored."""

import datetime
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, replace
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Self

from wildwood.api import given
from wildwood.api.comparing import Pairs, check_limit
from wildwood.api.reports import read_ps_report
from wildwood.api.running import run_all_that_wait, run_date
from wildwood.biblio.entry import Record
from wildwood.kernel.errors import InputError
from wildwood.kernel.explanation import Explanation
from wildwood.kernel.explanation import explain as explain_pair
from wildwood.kernel.model import Part, Version
from wildwood.kernel.pairs import once
from wildwood.kernel.relation import Decision
from wildwood.kernel.settings import Config, load_config
from wildwood.kernel.text import clipped
from wildwood.nep.connection import Client
from wildwood.nep.job import job_of, made_from
from wildwood.nep.mongod import is_there
from wildwood.nep.outcome import Outcome
from wildwood.nep.search import Checked, check_records, strongest_versions
from wildwood.nep.session import open_store, server_socket
from wildwood.nep.store import Store as StoredIssues

Date = datetime.date | str
"""A date, or its text: `2015-03-05` or `20150305`."""


class Store:
    """Past issues in MongoDB, as a configuration names them; see docs/configuration.md.

    with wildwood.Store("wildwood.toml") as store:
        store.run_latest()
        for pair in store.pairs("2015-03-26"):
            print(pair.printed, pair.left.record.handle, pair.right.record.handle)

    A private server runs until the block ends. Without a block, it runs for each call.
    """

    def __init__(self, config: str | Path | None = None, *, client: Client | None = None) -> None:
        """Read a configuration: this file, or the one that the commands would read.

        Args:
            config: the file.
            client: of pymongo's interface, in place of the configured MongoDB; it stays open.

        Raises:
            ConfigError: it cannot be read, or has a wrong setting.
            InputError: this is not a path, or not a client.
        """
        kind = type(client)
        is_async = iscoroutinefunction(getattr(kind, "close", None))
        if client is not None and (is_async or not hasattr(kind, "get_database")):
            cure = "give a pymongo.MongoClient, or set mongodb.uri in the configuration."
            raise InputError(f"The client is of the type {kind.__name__}; {cure}")
        read = load_config(None if config is None else given.checked_path(config))
        self._config = replace(read, client=client)
        self._server = ExitStack()
        self._is_block = False
        self._opened: StoredIssues | None = None  # once a block has read it

    def __enter__(self) -> Self:
        """Keep the private server running; nothing is created if nothing is stored yet."""
        if is_there(self._config):
            self._server.enter_context(server_socket(self._config))
        self._is_block = True
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the private server, unless a command uses it."""
        self._is_block, self._opened = False, None
        self._server.close()

    def run(self, date: Date, *, wait_s: float = 0.0) -> Outcome:
        """Compare the issue of a date, write its ps rif and store it, as `wildwood DATE` does.

        Args:
            date: the date.
            wait_s: how long to wait for another program that writes, in seconds.

        Returns:
            The figures of the run, with its `warnings` and `omissions`: what was left out.

        Raises:
            WildwoodError: it could not be run; nothing has changed.
        """
        given.check_wait(wait_s)
        outcome = Outcome()
        run_date(self._config, _date_of(date), outcome, wait_s)
        return outcome

    def run_latest(self, *, stale: bool = False, wait_s: float = 0.0) -> Outcome:
        """Run every issue that needs it, as `wildwood latest` does; on an empty store, rebuild.

        Many issues at once are run by several processes, each of which imports the program that
        calls this: what a program does must be below `if __name__ == "__main__":`.

        Args:
            stale: whether to run the issues again whose past or settings have changed.
            wait_s: how long to wait for another program that writes, in seconds.

        Returns:
            The figures of the run, with its `warnings` and `omissions`: what was left out.

        Raises:
            WildwoodError: the run could not begin or was broken off; the next one repairs it.
        """
        given.check_wait(wait_s)
        outcome = Outcome()
        run_all_that_wait(self._config, outcome, with_stale=stale, wait_s=wait_s)
        return outcome

    def dates(self) -> list[datetime.date]:
        """Return the dates of the issues that are stored, oldest first.

        Raises:
            WildwoodError: nothing is stored yet, or the database cannot be read.
        """
        with open_store(self._config) as store:
            return [issue.date for issue in store.issues()]

    def pairs(self, *dates: Date, limit: float = 0.0) -> Pairs:
        """Return the pairs in the ps rifs of one or more dates, as `wildwood show` lists them.

        Args:
            dates: the dates.
            limit: only stronger pairs are returned.

        Raises:
            WildwoodError: there is no ps rif of a date, or the database cannot be read.
        """
        if not dates:
            raise InputError("Name one or more dates, such as 2015-03-05.")
        check_limit(limit)
        report = read_ps_report(self._config, list(map(_date_of, dates)), limit).report
        return Pairs(replace(report, pairs=once(report.pairs)))

    def papers(self, handles: Iterable[str]) -> dict[str, Record]:
        """Return handle, names and titles of papers, as they were last seen, without unknown ones.

        Raises:
            WildwoodError: nothing is stored yet, or the database cannot be read.
        """
        wanted = given.checked_texts("handle", handles)
        with open_store(self._config) as store:
            papers = store.handles.papers(wanted)
        return {handle: paper.record for handle, paper in papers.items()}

    def check(
        self,
        records: given.Papers | given.Paper,
        *,
        limit: float | None = None,
        columns: given.Columns = None,
    ) -> list[Checked]:
        """Find the stored papers that are similar to records, as `wildwood check` does.

        `records` are one record, or what `wildwood.pairs` takes. For each, `similar` has the papers
        above `limit` (by default the external one), strongest first, with `record`, `printed`,
        `issues` and `explanation`; or `left_out` is why it was not compared. Nothing is stored, and
        no lock is taken. In a block, the connection stays open.

        Raises:
            WildwoodError: nothing is stored yet, or the records or the database cannot be read.
        """
        limits = self._config.limits
        limits = limits if limit is None else replace(limits, external=limit)
        check_limit(limits.external)
        config = replace(self._config, limits=limits)
        wanted, unread = given.records_of(records, columns)
        if self._is_block and self._opened is None:
            self._opened = self._server.enter_context(open_store(config))
        with nullcontext(self._opened) if self._opened else open_store(config) as store:
            checked = check_records(store, config, wanted)
        return checked + [Checked(Record("", (), ()), left_out=reason) for reason in unread]

    def explain(self, left: str, right: str) -> Explanation:
        """Return every step of the strength of two stored papers, as `wildwood explain` does.

        Raises:
            WildwoodError: a handle is unknown, or the database cannot be read.
        """
        handles = given.checked_text("left handle", left), given.checked_text("right handle", right)
        return explain_stored(self._config, *handles).explanation


@dataclass(frozen=True, slots=True)
class StoredExplanation:
    explanation: Explanation
    versions: tuple[Version, Version]
    made_with: Mapping[datetime.date, Mapping[str, Part]]
    """What the ps rifs of the issues of the versions were made from."""
    decision: Decision | None


def explain_stored(config: Config, left: str, right: str) -> StoredExplanation:
    """Compute the strength of two stored papers step by step."""
    with open_store(config) as store:
        of_both = _versions(store, left), _versions(store, right)
        left_version, right_version = strongest_versions(*of_both, config.formula)
        made_with = made_from(store.issues_of({left_version.date, right_version.date}))
    papers = left_version.paper, right_version.paper
    decision = job_of(config).decisions.decision(papers[0].handle, papers[1].handle)
    explanation = explain_pair(*papers, config.formula)
    return StoredExplanation(explanation, (left_version, right_version), made_with, decision)


def _versions(store: StoredIssues, handle: str) -> list[Version]:
    versions = store.handles.versions(handle)
    if not versions:
        raise InputError(f"No paper {clipped(handle)} is stored; write the handle as in the rif.")
    return versions


def _date_of(date: Date) -> datetime.date:
    """Return a date that is given as such, or as text."""
    if isinstance(date, datetime.datetime):
        return date.date()
    if isinstance(date, datetime.date):
        return date
    try:
        return datetime.date.fromisoformat(date)
    except (TypeError, ValueError):
        raise InputError(f"{date!r} is not a date, such as 2015-03-05 or 20150305.") from None
