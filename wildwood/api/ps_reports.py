"""Reports of the pairs in ps rifs, with what these were made from."""

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from wildwood.analysis.ps_report import ps_report
from wildwood.model import Part
from wildwood.report.decisions import DecidedPair
from wildwood.report.shown import Report, once
from wildwood.rif import RifFile
from wildwood.runs.decided import lost_decisions
from wildwood.runs.job import job_of
from wildwood.runs.provenance import made_from
from wildwood.runs.session import open_store
from wildwood.settings import Config


@dataclass(frozen=True, slots=True)
class PsReport:
    """The pairs in the ps rifs of some dates."""

    report: Report
    """An internal pair is there twice, as in its ps rif."""
    made_with: Mapping[datetime.date, Mapping[str, Part]]
    """What the ps rifs were made from."""
    lost_decisions: str = ""
    """See `runs.decided.lost_decisions`."""

    @property
    def lines(self) -> list[str]:
        """Sentences on limits and formulas."""
        return list(made_with_lines(self.made_with))

    def page(self) -> Report:
        """Return the report of the page.

        It shows each internal pair once, and its slider begins at the lowest limit that was used.
        """
        report, made_with = self.report, self.made_with.values()
        used = (min(float(made["external"]), float(made["internal"])) for made in made_with)
        limit = max(report.limit, min(used, default=0.0))
        return replace(
            report,
            pairs=[pair for pair in once(report.pairs) if pair.strength > limit],
            facts=[*report.facts, " ".join(self.lines)] if self.lines else report.facts,
            limit=limit,
        )


def read_ps_report(
    config: Config,
    dates: Collection[datetime.date],
    limit: float = 0.0,
    different: Sequence[DecidedPair] = (),
) -> PsReport:
    """Read the ps rifs of some dates, and what is stored of their papers.

    Args:
        config: the configuration.
        dates: the dates.
        limit: only stronger pairs are returned.
        different: pairs that are decided to be different, to be returned as well.

    Raises:
        WildwoodError: a ps rif or the store cannot be read.
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
    """Read the ps rifs of some dates, without the store.

    Raises:
        RifError: a ps rif cannot be read.
    """
    return PsReport(ps_report(_ps_files(config, dates), None, limit), {})


def _ps_files(config: Config, dates: Collection[datetime.date]) -> list[RifFile]:
    folder = job_of(config).ps
    return [folder.read(date) for date in sorted(set(dates))]


def made_with_lines(made_from: Mapping[datetime.date, Mapping[str, Part]]) -> Iterator[str]:
    """Say which limits and formula the ps rifs of some dates were made with."""
    for date, parts in made_from.items():
        yield (
            f"The ps rif of {date} was made with limits {parts['external']:g} (ext) and"
            f" {parts['internal']:g} (int),"
        )
        yield f"formula {parts['formula']}."
