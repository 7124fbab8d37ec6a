"""The commands `wildwood explain`, `wildwood check` and `wildwood strengths`."""

import datetime
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import repeat
from pathlib import Path
from typing import Any

import click
from rich.progress_bar import ProgressBar
from rich.table import Table

from wildwood.api.reports import made_with_lines
from wildwood.api.stored import Store as PastIssues
from wildwood.api.stored import StoredExplanation, explain_stored
from wildwood.cli import parameters, tables
from wildwood.cli.output import print_json, progress_bar, report_errors
from wildwood.kernel.explanation import Explanation, TypeExplanation, calculation_lines, paper_lines
from wildwood.kernel.model import Limits
from wildwood.kernel.pairs import ReportPair
from wildwood.kernel.relation import Decision
from wildwood.kernel.settings import Config
from wildwood.kernel.strength import Comparison, Formula
from wildwood.kernel.text import counted, listed, printable
from wildwood.kernel.tolerant import Likeness
from wildwood.nep import search
from wildwood.nep.job import job_of
from wildwood.nep.search import LIMITS, LOWEST, Checked, ListedPairs, Survey
from wildwood.nep.session import open_store


@click.command(cls=parameters.Command)
@click.argument("left", metavar="HANDLE")
@click.argument("right", metavar="HANDLE")
@parameters.json_option
def explain(options: parameters.SharedOptions, left: str, right: str, *, as_json: bool) -> None:
    """Show every step of the strength of two stored papers.

    Of several versions of a paper, the ones that resemble each other most count.
    Example: wildwood explain RePEc:nbr:nberwo:29372 RePEc:nbr:nberwo:29172
    """
    config = options.config()
    stored = explain_stored(config, left, right)
    if as_json:
        print_json(_explanation_as_data(stored, config.limits))
    else:
        lines = _lines(stored, config.limits)
        click.echo("\n".join(map(printable, [*lines, *made_with_lines(stored.made_with)])))


def _lines(stored: StoredExplanation, limits: Limits) -> Iterator[str]:
    explained, decision = stored.explanation, stored.decision
    for side, version in zip(("left", "right"), stored.versions, strict=True):
        paper = version.paper
        yield from paper_lines(side, paper, f"{paper.handle}, in the issue of {version.date}")
    yield from calculation_lines(explained)
    if decision is Decision.DIFFERENT:
        yield "  decided different: not reported"
        return
    external, internal = (_verdict(explained, each) for each in (limits.external, limits.internal))
    yield f"  external: {external}; internal: {internal}"
    if decision:
        yield f"  decided {decision.value}"


def _verdict(explained: Explanation, limit: float) -> str:
    if not explained.are_candidates:
        return "not compared, since too few features are in common"
    if explained.is_reported(limit):
        return f"reported, above {limit:g}"
    return f"not reported, not above {limit:g}"


def _explanation_as_data(stored: StoredExplanation, limits: Limits) -> dict[str, Any]:
    explained, decision = stored.explanation, stored.decision
    left, right = (
        {"handle": handle, "titles": titles, "names": names, "issue": str(version.date)}
        for version in stored.versions
        for handle, names, titles in [version.paper.record]
    )
    is_listed = decision is not Decision.DIFFERENT
    return {
        "left": left,
        "right": right,
        "formula": explained.formula.value,
        "authors": _type_as_data(explained.authors),
        "titles": _type_as_data(explained.titles),
        "names": _names_as_data(explained.likeness) if explained.likeness else None,
        "words": _type_as_data(explained.words) if explained.words else None,
        "compared": explained.are_candidates,
        "strength": explained.strength,
        "limits": {"external": limits.external, "internal": limits.internal},
        "decision": decision.value if decision else None,
        "reported": {
            "external": is_listed and explained.is_reported(limits.external),
            "internal": is_listed and explained.is_reported(limits.internal),
        },
    }


def _names_as_data(likeness: Likeness) -> dict[str, Any]:
    left, right = (parts._asdict() for parts in likeness.in_titles)
    in_titles = {"in_left_title": left, "in_right_title": right}
    names = likeness.names
    if names is None:
        return {**in_titles, "ratio": likeness.agreed}
    accounted = [{**match._asdict(), "rule": match.rule.value} for match in names.accounted]
    only_left, only_right = (parts._asdict() for parts in names.left_over)
    parts = {"accounted": accounted, "only_left": only_left, "only_right": only_right}
    weights = {"weight": names.weight, "whole": names.total, "ratio": names.ratio}
    return {**in_titles, **parts, **weights}


def _type_as_data(explained: TypeExplanation) -> dict[str, Any]:
    counts = {"left": explained.left, "right": explained.right, "common": explained.shared}
    features = {name: dict(sorted(count.items())) for name, count in counts.items()}
    whole, ratio, weight = explained.denominator, explained.ratio, explained.weight
    return {**features, "whole": whole, "ratio": ratio, "weight": weight}


@click.command(cls=parameters.Command)
@click.argument("title", required=False)
@click.option(
    "--author", "authors", metavar="NAME", multiple=True,
    help="An author of the paper, as in Paul Krugman or Krugman, Paul. Can be given several times.",
)  # fmt: skip
@click.option(
    "--from", "file", metavar="FILE", type=parameters.LIST_FILE,
    help="Check the records of a list of papers instead; - is standard input.",
)  # fmt: skip
@parameters.columns_option
@click.option(
    "--limit", type=parameters.LimitType(), help="List only stronger ones; else limits.external."
)
@click.option("--explain", "has_steps", is_flag=True, help="Show every step of each strength.")
@parameters.json_option
def check(
    options: parameters.SharedOptions,
    title: str | None,
    authors: Sequence[str],
    file: Path | None,
    columns: Mapping[str, str],
    limit: float | None,
    *,
    has_steps: bool,
    as_json: bool,
) -> None:
    """Find the stored papers that are similar to a new one.

    Compares it with all stored issues, and stores nothing; a paper that is stored finds itself,
    too. Exits 0 whether or not there is a similar paper, and 1 if a record of FILE cannot be
    compared.

    Example: wildwood check "Trade and Growth" --author "Paul Krugman" --author "Obstfeld, M."
    """
    has_title = bool(title and title.strip())
    if (file is None) != has_title or (file and authors):
        raise click.UsageError("Give either a title with its authors, or --from with a file.")
    if title and os.path.isfile(title):  # noqa: PTH113 - a title can be longer than a path
        raise click.UsageError(f"{title} is a file; to check its records, give it with --from.")
    began, config = time.monotonic(), options.config()
    limit = config.limits.external if limit is None else limit
    given = file or {"id": title, "title": title, "authors": list(authors)}
    checked = PastIssues(options.config_file).check(given, limit=limit, columns=columns)
    compared = [record for record in checked if not record.left_out]
    if as_json:
        print_json([record.as_data() for record in compared])
    else:
        for line in _similar_lines(compared, limit, has_steps=has_steps):
            click.echo(printable(line))
    report_errors(record.left_out for record in checked if record.left_out)
    similar = sum(bool(record.similar) for record in compared)
    counts = f"{counted(len(compared), 'record')}: {similar:,} with a similar paper above {limit:g}"
    duration = f"{time.monotonic() - began:.1f} s"
    options.say(f"{counts}, formula {config.formula.value}, in {duration}")
    if len(compared) < len(checked):
        raise click.exceptions.Exit(1)


def _similar_lines(records: Sequence[Checked], limit: float, *, has_steps: bool) -> Iterator[str]:
    for checked in records:
        handle, _, titles = checked.record
        yield handle if (handle,) == titles else f"{handle}: {checked.record.title_line}"
        if not checked.similar:
            yield f"  No similar paper above {limit:g}."
        for paper in checked.similar:
            yield f"  {paper.printed}  {paper.record.handle}, in {listed(paper.issues)}"
            kinds = paper.explanation.authors, paper.explanation.titles
            common = (f"common: {' | '.join(sorted(kind.shared)) or '-'}" for kind in kinds)
            steps = calculation_lines(paper.explanation) if has_steps else common
            for line in (paper.record.title_line, paper.record.name_line, *steps):
                yield f"          {line}"


_MAX_BAR = 30  # characters of the longest bar


@click.command(cls=parameters.Command)
@click.argument("dates", metavar="[DATE]...", nargs=-1, type=parameters.DateType())
@click.option(
    "--compare", is_flag=True,
    help="Compare the configured formula with tolerant, or tolerant with specified.",
)  # fmt: skip
@parameters.json_option
def strengths(
    options: parameters.SharedOptions,
    dates: tuple[datetime.date, ...],
    *,
    compare: bool,
    as_json: bool,
) -> None:
    """Count the papers that would have a similar one at each limit.

    Counts the stored issues of the DATEs, or all. With --compare, it says how many papers each of
    two formulas puts first at the configured limits, and lists the pairs that only one has.

    Example: wildwood strengths 2015-03-05
    """
    config = options.config()
    if compare:
        _compare_formulas(config, dates, as_json=as_json)
        return
    with open_store(config) as store:
        comparison = Comparison(LOWEST, config.formula)
        similars = search.stored_similars(store, dates, comparison, progress_bar)
        counts = search.survey(of_paper for _, _, of_paper in similars)
    if as_json:
        print_json({"limits": LIMITS, **asdict(counts)})
    else:
        console = tables.output_console()
        console.print(_histogram(counts))
        console.print(_limits_line(config.limits))


def _histogram(survey: Survey) -> Table:
    title = f"{counted(survey.papers, 'paper')}, and how many have a stronger similar one"
    table = tables.compact_table(title=title, title_justify="left")
    for name in ("limit", "ext", "int", "either"):
        table.add_column(name, justify="right", no_wrap=True, min_width=len(name))
    table.add_column(max_width=_MAX_BAR)
    for limit, *counts in zip(LIMITS, survey.external, survey.internal, survey.either, strict=True):
        bar = ProgressBar(max(survey.either) or 1, counts[-1])
        table.add_row(f"{limit:.2f}", *(f"{count:,}" for count in counts), bar)
    return table


def _limits_line(limits: Limits) -> str:
    """Name the chosen limits, which can be below the lowest in the table."""
    words = (
        f"{name} {limit:g}" + (f" (below {LIMITS[0]:.2f})" if limit < LIMITS[0] else "")
        for name, limit in (("ext", limits.external), ("int", limits.internal))
    )
    return f"limits: {', '.join(words)}"


_SHOWN = 20  # pairs in each table
_Side = tuple[ListedPairs, Sequence[ReportPair]]  # what a formula lists, and what only it lists


def _compare_formulas(config: Config, dates: Sequence[datetime.date], *, as_json: bool) -> None:
    is_tolerant = config.formula is Formula.TOLERANT
    formulas = config.formula, Formula.SPECIFIED if is_tolerant else Formula.TOLERANT
    limits, decisions = replace(config.limits, most=0), job_of(config).decisions
    with open_store(config) as store:
        comparisons = (Comparison(limits, formula) for formula in formulas)
        similars = (search.stored_similars(store, dates, one, progress_bar) for one in comparisons)
        ours, theirs = map(search.listed_pairs, formulas, similars, repeat(decisions))
        sides = (ours, ours.only_here(theirs, store)), (theirs, theirs.only_here(ours, store))
    if as_json:
        print_json([_side_as_data(*side) for side in sides])
    else:
        _print_comparison(sides, limits)


def _side_as_data(listed: ListedPairs, only_here: Sequence[ReportPair]) -> dict[str, Any]:
    counts = {"papers": listed.papers, "flagged": listed.flagged, "pairs": len(listed.pairs)}
    return {"formula": listed.formula.value, **counts, "only_here": tables.pairs_as_data(only_here)}


def _print_comparison(sides: Sequence[_Side], limits: Limits) -> None:
    console, papers = tables.output_console(), sides[0][0].papers
    click.echo(f"{counted(papers, 'paper')}, and how many come first; {_limits_line(limits)}")
    table = tables.compact_table()
    for heading in ("formula", "papers", "share", "pairs", "only here"):
        table.add_column(heading, justify="right", no_wrap=True)
    for (side, only_here), mark in zip(sides, (f" {tables.marker(console)}", ""), strict=True):
        flagged, share = f"{side.flagged:,}", f"{side.flagged / max(papers, 1):.1%}"
        pairs, only = f"{len(side.pairs):,}", f"{len(only_here):,}"
        table.add_row(side.formula.value + mark, flagged, share, pairs, only)
    console.print(table)
    for side, only_here in sides:
        name, total = side.formula.value, len(only_here)
        strongest = f"; the {_SHOWN} strongest" if total > _SHOWN else ""
        click.echo(f"\n{counted(total, 'pair')} that only {name} lists{strongest}.")
        if only_here:
            tables.print_pairs(only_here[:_SHOWN])
    click.echo(f'\nFor {name}, set formula = "{name}" in [strength], then run wildwood_all.')
