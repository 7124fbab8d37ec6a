"""Make a report of the pairs in ps rifs, with what the store knows of their papers."""

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from wildwood.biblio.entry import Entry, Record
from wildwood.kernel.decisions import DecidedPair
from wildwood.kernel.errors import RifError
from wildwood.kernel.model import Part, Similar, SimilarityType, Version
from wildwood.kernel.pairs import Report, ReportPair, ReportPaper, once
from wildwood.kernel.relation import Decision
from wildwood.kernel.settings import Config
from wildwood.kernel.text import counted
from wildwood.lists.amf import entry_of_rif
from wildwood.nep.job import job_of, lost_decisions, made_from
from wildwood.nep.rif import RifFile
from wildwood.nep.session import open_store
from wildwood.nep.store import Store


def ps_report(
    ps_files: Sequence[RifFile],
    store: Store | None,
    limit: float = 0.0,
    different: Sequence[DecidedPair] = (),
) -> Report:
    """Return the pairs of ps rifs above a limit; equal ones in the order of the files.

    An internal pair is there twice, as in its ps rif. A paper's key is its handle, so that papers
    of several issues can be one family. A similar paper is shown in its latest version before the
    issue; without a store, or if it is forgotten, it has neither names nor titles. Pairs of these
    issues that are decided to be different are returned as well, if the file says how strong they
    are. `RifError` names a rif that Wildwood has not written.
    """
    issues = [_Issue.read(file, limit, different) for file in ps_files]
    handles = {handle for issue in issues for handle in issue.handles}
    versions = store.handles.all_versions(sorted(handles)) if store else {}
    pairs = [pair for issue in issues for pair in issue.pairs(versions)]
    pairs.sort(key=lambda pair: -pair.strength)
    papers = sum(issue.papers for issue in issues)
    similar = sum(len({record.handle for record, _ in issue.listed}) for issue in issues)
    fact = f"{counted(papers, 'paper')}, of which {similar:,} resemble another one."
    return Report(_title(ps_files), [fact], limit, pairs)


@dataclass(frozen=True, slots=True)
class _Issue:
    date: datetime.date
    papers: int
    handles: Collection[str]
    """Of all papers in pairs."""
    entries: Mapping[str, Entry]
    """Of those that are in the issue, by handle."""
    listed: Sequence[tuple[Record, Similar]]
    left_out: Sequence[tuple[Record, Similar]]
    """Not listed, since they are decided to be different."""

    @classmethod
    def read(cls, file: RifFile, limit: float, different: Iterable[DecidedPair]) -> "_Issue":
        rif = file.rif
        try:
            similars = rif.similars()
        except RifError as error:
            raise RifError(f"{file.name} {error}.") from error
        papers = zip(rif.records, similars, strict=True)
        pairs = ((record, similar) for record, of_record in papers for similar in of_record)
        listed = [(record, similar) for record, similar in pairs if similar.strength > limit]
        left_out = _left_out(different, {record.handle: record for record in rif.records}, listed)
        handles = {paper.handle for pair in (*listed, *left_out) for paper in pair}
        texts = zip(rif.records, rif.elements, strict=True)
        in_pairs = (text for text in texts if text[0].handle in handles)
        entries = {record.handle: entry_of_rif(record, element) for record, element in in_pairs}
        return cls(file.date, len(rif.records), handles, entries, listed, left_out)

    def pairs(self, versions: Mapping[str, Sequence[Version]]) -> Iterator[ReportPair]:
        """Yield the pairs in the order of the file, then those that it leaves out."""
        for record, similar in self.listed:
            yield self._pair(record, similar, versions)
        for record, similar in self.left_out:
            pair = self._pair(record, similar, versions)
            if pair.right.record.titles:  # else it is a paper of later issues, or forgotten
                yield replace(pair, decision=Decision.DIFFERENT)

    def _pair(
        self, record: Record, similar: Similar, versions: Mapping[str, Sequence[Version]]
    ) -> ReportPair:
        left = self._new(record, versions.get(record.handle, ()))
        right = self._counterpart(similar, versions.get(similar.handle, ()))
        decision = Decision.SAME if similar.is_same else None
        return ReportPair(left, right, similar.strength, similar.type, decision=decision)

    def _new(self, record: Record, versions: Sequence[Version]) -> ReportPaper:
        paper = ReportPaper.make(self.entries[record.handle])
        return replace(paper, record=record, issue=self.date, first_seen=_first_seen(versions))

    def _counterpart(self, similar: Similar, versions: Sequence[Version]) -> ReportPaper:
        handle = similar.handle
        is_internal = similar.type is SimilarityType.INTERNAL
        if is_internal and handle in self.entries:  # it is not if someone edited the ps rif
            return self._new(self.entries[handle].record, versions)
        earlier = [version for version in versions if version.date < self.date]
        record = earlier[-1].paper.record if earlier else Record(handle, (), ())
        return ReportPaper(handle, record, is_new=False, first_seen=_first_seen(versions))


def _left_out(
    different: Iterable[DecidedPair],
    records: Mapping[str, Record],
    listed: Iterable[tuple[Record, Similar]],
) -> list[tuple[Record, Similar]]:
    """Return the decided pairs that have a paper of an issue and are not listed."""
    listed_handles = {frozenset((record.handle, similar.handle)) for record, similar in listed}
    pairs: dict[frozenset[str], tuple[Record, Similar]] = {}
    for pair in different:
        new_handle, other_handle = pair.ids if pair.ids[0] in records else pair.ids[::-1]
        keys = frozenset(pair.ids)
        if new_handle in records and pair.strength is not None and keys not in listed_handles:
            is_internal = other_handle in records and other_handle != new_handle
            kind = SimilarityType.INTERNAL if is_internal else SimilarityType.EXTERNAL
            pairs[keys] = records[new_handle], Similar(other_handle, pair.strength, kind)
    return list(pairs.values())


def _first_seen(versions: Sequence[Version]) -> datetime.date | None:
    return versions[0].date if versions else None


def _title(files: Sequence[RifFile]) -> str:
    dates = sorted(str(file.date) for file in files)
    if len(dates) == 1:
        return f"Likely repeats in the issue of {dates[0]}"
    return f"Likely repeats in {len(dates)} issues from {dates[0]} to {dates[-1]}"


@dataclass(frozen=True, slots=True)
class PsReport:
    report: Report
    """An internal pair is there twice, as in its ps rif."""
    made_with: Mapping[datetime.date, Mapping[str, Part]]
    """What the ps rifs were made from."""
    lost_decisions: str = ""
    """See `nep.job.lost_decisions`."""

    @property
    def lines(self) -> list[str]:
        return list(made_with_lines(self.made_with))

    def page(self) -> Report:
        """Return the report of the page: each internal pair once, from the lowest limit used."""
        report, made_with = self.report, self.made_with.values()
        used = (min(float(made["external"]), float(made["internal"])) for made in made_with)
        limit = max(report.limit, min(used, default=0.0))
        pairs = [pair for pair in once(report.pairs) if pair.strength > limit]
        facts = [*report.facts, " ".join(self.lines)] if self.lines else report.facts
        return replace(report, pairs=pairs, facts=facts, limit=limit)


def read_ps_report(
    config: Config,
    dates: Collection[datetime.date],
    limit: float = 0.0,
    different: Sequence[DecidedPair] = (),
) -> PsReport:
    """Read the ps rifs of some dates, and what is stored of their papers.

    `different` are pairs decided to be different, which are returned as well.
    """
    job = job_of(config)
    for date in sorted(set(dates)):
        job.ps.require(date)
    with open_store(config) as store:
        issues = store.issues_of(dates)
        names = {issue.date: issue.ps_name for issue in issues}
        ps_files = [job.ps.read(date, names.get(date, "")) for date in sorted(set(dates))]
        report = ps_report(ps_files, store, limit, different)
        return PsReport(report, made_from(issues), lost_decisions(job, store))


def read_ps_rifs(config: Config, dates: Collection[datetime.date], limit: float) -> PsReport:
    """Read the ps rifs of some dates, without the store."""
    folder = job_of(config).ps
    ps_files = [folder.read(date) for date in sorted(set(dates))]
    return PsReport(ps_report(ps_files, None, limit), {})


def made_with_lines(made_from: Mapping[datetime.date, Mapping[str, Part]]) -> Iterator[str]:
    for date, parts in made_from.items():
        limits = f"{parts['external']:g} (ext) and {parts['internal']:g} (int)"
        yield f"The ps rif of {date} was made with limits {limits},"
        yield f"formula {parts['formula']}."
