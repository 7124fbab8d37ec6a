"""The command `wildwood evaluate`."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import click

from wildwood.analysis.evaluation import ScoredPair
from wildwood.analysis.labelled_pairs import Benchmark, Labels, PapersOfBothSides, read_labels
from wildwood.analysis.side_by_side import FormulaRow, Shares, SideBySide, shares_at, side_by_side
from wildwood.api.evaluating import benchmark as benchmark_of
from wildwood.cli.evaluation_tables import print_all, print_errors, print_one
from wildwood.cli.narrow_tables import output_console
from wildwood.cli.options import (
    Command,
    LimitType,
    SharedOptions,
    common_options,
    json_option,
    plot_option,
)
from wildwood.cli.output import print_json
from wildwood.display import counted
from wildwood.errors import InputError
from wildwood.extras import requires_extra
from wildwood.model import SimilarityType
from wildwood.output_files import check_outputs, write_file
from wildwood.report.as_csv import as_csv
from wildwood.report.shown import Report, ReportPair, ReportPaper
from wildwood.runs.session import open_store
from wildwood.scoring.formulas import Formula
from wildwood.settings import Config

_FILE = click.Path(path_type=Path, dir_okay=False)


@dataclass(frozen=True, slots=True)
class _Shown:
    """A formula at a limit."""

    row: FormulaRow
    limit: float
    shares: Shares
    """At a limit that was not chosen on the same papers."""
    papers: PapersOfBothSides

    @property
    def unlabelled(self) -> list[ScoredPair]:
        return self.row.evaluation.unlabelled(self.limit)


@click.command(cls=Command)
@click.argument("pairs", metavar="[PAIRS.csv]", type=_FILE, required=False)
@click.option("--left", metavar="A.csv", type=_FILE, help="Papers: a list in any format.")
@click.option(
    "--right", metavar="B.csv", type=_FILE, help="Papers to match them with, if not each other."
)
@click.option("--limit", type=LimitType(), help="Look at this limit instead of the best.")
@click.option(
    "--errors", metavar="N", type=click.IntRange(min=0), default=20, show_default=True,
    help="List up to N pairs without a label and N missed pairs.",
)  # fmt: skip
@click.option(
    "--all", "every", is_flag=True,
    help="Compare all formulas, and recommend one if it is better beyond chance.",
)  # fmt: skip
@click.option(
    "--out", metavar="FILE", type=_FILE,
    help="Write the reported pairs without a label into a CSV file, to look at.",
)  # fmt: skip
@plot_option
@json_option
@common_options
def evaluate(
    options: SharedOptions,
    pairs: Path | None,
    left: Path | None,
    right: Path | None,
    limit: float | None,
    errors: int,
    plot: Path | None,
    out: Path | None,
    *,
    every: bool,
    as_json: bool,
) -> None:
    """Measure precision and recall on labelled pairs.

    PAIRS.csv has the columns left and right: ids of A.csv and B.csv, of A.csv alone, or handles of
    stored papers; all other pairs count as false, though some can be the same work. Or it has
    decisions, as the page of pairs downloads them; then only the pairs count that are decided to be
    the same or different. Without PAIRS.csv, these are the decisions of the configuration.

    Figures have 95% intervals, from resampled works. Those "on other papers" are for limits
    that were chosen on the rest of the papers.

    Example: wildwood evaluate pairs.csv --left dblp.csv --right acm.csv
    """
    config = options.config()
    if plot:
        with requires_extra("plot"):
            from wildwood.analysis.plots import plot_evaluations
    check_outputs(filter(None, (plot, out)), [pairs, left, right, config.paths.decisions])
    benchmark = _benchmark(config, pairs or _configured(config), left, right)
    formulas = Formula if every or plot else (config.formula,)
    compared = side_by_side(benchmark.evaluation, config.formula, formulas)
    if plot:
        plot_evaluations(compared, plot)
    if not every:
        compared = replace(compared, rows=[compared.row(config.formula)])
    shown = _shown(compared.recommended, limit, benchmark.papers())
    if out:
        write_file(out, as_csv(_report(shown)))
    if as_json:
        print_json(_as_data(shown, compared, every=every))
    elif every:
        print_all(compared)
    else:
        _print_decided(benchmark.labels)
        print_one(compared, shown.limit, shown.shares)
        print_errors(shown.row.evaluation, shown.limit, errors, shown.papers)


def _shown(row: FormulaRow, limit: float | None, papers: PapersOfBothSides) -> _Shown:
    if limit is None:
        return _Shown(row, row.limit, row.held_out, papers)
    return _Shown(row, limit, shares_at(row.evaluation, limit), papers)


def _report(shown: _Shown) -> Report:
    """Return the reported pairs without a label."""
    one_set = shown.row.evaluation.one_set
    kind = SimilarityType.INTERNAL if one_set else SimilarityType.EXTERNAL
    sides = ("", "") if one_set else ("left", "right")
    left, right = (
        {handle: ReportPaper(f"{side}:{handle}", paper.record) for handle, paper in papers.items()}
        for side, papers in zip(sides, shown.papers, strict=True)
    )
    pairs = [
        ReportPair(left[pair.pair[0]], right[pair.pair[1]], pair.strength, kind)
        for pair in shown.unlabelled
    ]
    return Report("Pairs without a label", (), shown.limit, pairs)


def _configured(config: Config) -> Path:
    """Return the file of the editor's decisions."""
    file = config.paths.decisions
    if file is None:
        raise click.UsageError("Name PAIRS.csv, or set paths.decisions in the configuration.")
    if not file.exists():
        raise InputError(
            f"There are no decisions yet in {file}; name PAIRS.csv, or decide on pairs with"
            " wildwood review DATE."
        )
    return file


def _benchmark(config: Config, pairs: Path, left: Path | None, right: Path | None) -> Benchmark:
    if right and not left:
        raise click.UsageError("--right needs --left.")
    labels = read_labels(pairs, by_id=left is not None)
    if left or labels.papers:
        return benchmark_of(labels, left, right, punctuation=config.punctuation)
    handles = sorted({handle for pair in labels.all() for handle in pair})
    with open_store(config) as store:
        stored = list(store.handles.papers(handles).values())
    return Benchmark(labels, stored)


def _print_decided(labels: Labels) -> None:
    """Say what was decided, if these are decisions."""
    if labels.different is not None:
        output_console().print(
            f"decided: {counted(len(labels.same), 'pair')} the same,"
            f" {len(labels.different):,} different; {labels.unsure:,} unsure, not counted",
            highlight=False,
        )


def _as_data(shown: _Shown, compared: SideBySide, *, every: bool) -> dict[str, Any]:
    found = shown.row.evaluation
    data = {
        "labelled": len(found.labelled),
        "works": compared.works,
        **shown.row.as_dict(),
        "limit": shown.limit,
        "at_limit": asdict(shown.shares),
        "different" if found.decided else "unlabelled": list(
            _pairs_as_data(shown.unlabelled, shown.papers)
        ),
        "missed": list(_pairs_as_data(found.missed(shown.limit), shown.papers)),
        "points": [{**asdict(point), "f1": point.f1} for point in found.points()],
    }
    return {**data, **_compared_as_data(compared)} if every else data


def _compared_as_data(compared: SideBySide) -> dict[str, Any]:
    chosen = compared.recommended
    return {
        "all": compared.as_dicts(),
        "recommended": {
            "formula": chosen.formula.value,
            "limit": chosen.limit,
            "level": [row.formula.value for row in compared.level],
        }
        if compared.is_enough
        else None,
    }


def _pairs_as_data(
    pairs: Iterable[ScoredPair], papers: PapersOfBothSides
) -> Iterator[dict[str, Any]]:
    for pair in pairs:
        both = [
            known[handle].record.title_line for handle, known in zip(pair.pair, papers, strict=True)
        ]
        yield {**asdict(pair), "titles": both}
