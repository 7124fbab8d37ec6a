"""The command `wildwood evaluate`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from wildwood.analysis.evaluation import (
    Evaluation,
    HandlePair,
    ScoredPair,
    evaluate_deduplication,
    evaluate_linkage,
)
from wildwood.analysis.labelled_pairs import read_pairs, read_papers
from wildwood.analysis.survey import LIMITS
from wildwood.cli.extras import requires_extra
from wildwood.cli.options import (
    Command,
    LimitType,
    common_options,
    json_option,
    plot_option,
    shared_options,
)
from wildwood.cli.output import cell, formula_as_data, print_json
from wildwood.cli.tables import PairRow, compact_table, marker, pair_table
from wildwood.display import counted, listed, quoted
from wildwood.errors import InputError
from wildwood.model import Formula, Paper, Ratio, Weights
from wildwood.runs.session import open_store
from wildwood.scoring.features import paper_of
from wildwood.settings import Config

_FILE = click.Path(path_type=Path, dir_okay=False)
_FORMULAS = [Formula(ratio, weights) for ratio in Ratio for weights in Weights]

_Titles = tuple[Mapping[str, str], Mapping[str, str]]
"""The titles of the left and the right papers, by handle."""


@dataclass(frozen=True, slots=True)
class _Benchmark:
    """Two sets of papers, or one, and the pairs that are labelled as the same paper."""

    pairs: Sequence[HandlePair]
    left: Sequence[Paper]
    right: Sequence[Paper] | None

    def evaluation(self, formula: Formula) -> Evaluation:
        if self.right is None:
            return evaluate_deduplication(self.left, self.pairs, formula)
        return evaluate_linkage(self.left, self.right, self.pairs, formula)

    def titles(self) -> _Titles:
        left = _titles(self.left)
        return left, left if self.right is None else _titles(self.right)


def _titles(papers: Iterable[Paper]) -> dict[str, str]:
    return {paper.handle: " / ".join(paper.record.titles) for paper in papers}


@click.command(cls=Command)
@click.argument("pairs", metavar="PAIRS.csv", type=_FILE)
@click.option("--left", metavar="A.csv", type=_FILE, help="Papers: id, title, authors.")
@click.option("--right", metavar="B.csv", type=_FILE, help="Papers to match them with.")
@click.option("--limit", type=LimitType(), help="List the errors at this limit, not at the best.")
@click.option(
    "--errors", metavar="N", type=click.IntRange(min=0), default=20, show_default=True,
    help="List up to N false pairs and N missed pairs.",
)  # fmt: skip
@plot_option
@json_option
@common_options
@click.pass_context
def evaluate(
    ctx: click.Context,
    pairs: Path,
    left: Path | None,
    right: Path | None,
    limit: float | None,
    errors: int,
    plot: Path | None,
    *,
    as_json: bool,
) -> None:
    """Measure precision and recall on labelled pairs.

    PAIRS.csv has the columns left and right: ids of A.csv and B.csv, or handles of stored
    papers.

    Example: wildwood evaluate pairs.csv --left dblp.csv --right acm.csv
    """
    config = shared_options(ctx).config()
    if plot:
        with requires_extra("plot"):
            from wildwood.analysis.plots import plot_evaluation
    benchmark = _benchmark(config, read_pairs(pairs), left, right)
    found = benchmark.evaluation(config.formula)
    if plot:
        plot_evaluation(found, plot)
    chosen = found.limit_for(found.best()) if limit is None else limit
    if as_json:
        print_json(_as_data(benchmark, config.formula, chosen))
    else:
        _print_tables(benchmark, config.formula, chosen)
        _print_errors(found, chosen, errors, benchmark.titles())


def _benchmark(
    config: Config, pairs: Sequence[HandlePair], left: Path | None, right: Path | None
) -> _Benchmark:
    if left and right:
        papers = [
            [paper_of(record, config.punctuation) for record in read_papers(file)]
            for file in (left, right)
        ]
        _refuse_unknown(pairs, papers[0], papers[1])
        return _Benchmark(pairs, papers[0], papers[1])
    if left or right:
        raise click.UsageError("--left and --right go together.")
    handles = sorted({handle for pair in pairs for handle in pair})
    with open_store(config) as store:
        stored = list(store.handles.papers(handles).values())
    _refuse_unknown(pairs, stored, stored)
    return _Benchmark(pairs, stored, None)


def _refuse_unknown(
    pairs: Iterable[HandlePair], left: Iterable[Paper], right: Iterable[Paper]
) -> None:
    """Check that the papers of all labelled pairs are known."""
    known = {paper.handle for paper in left}, {paper.handle for paper in right}
    unknown = {
        handle: None
        for pair in pairs
        for handle, handles in zip(pair, known, strict=True)
        if handle not in handles
    }
    if unknown:
        raise InputError(
            f"The labelled pairs contain {counted(len(unknown), 'handle')} of no known paper:"
            f" {listed(list(map(quoted, unknown)))}."
        )


def _print_tables(benchmark: _Benchmark, formula: Formula, limit: float) -> None:
    console = Console()
    console.print(_formula_table(benchmark, formula, marker(console)))
    console.print()
    console.print(_limit_table(benchmark.evaluation(formula), limit, marker(console)))


def _print_errors(found: Evaluation, limit: float, most: int, titles: _Titles) -> None:
    console = Console()
    for name, pairs in (("false", found.false(limit)), ("missed", found.missed(limit))):
        console.print(f"{len(pairs):,} {name} pairs at {limit:g}")
        if listed := pairs[:most]:
            console.print(_error_table(listed, titles, console.width))


def _formula_table(benchmark: _Benchmark, configured: Formula, sign: str) -> Table:
    table = compact_table(caption=f"{sign} configured", caption_justify="left")
    table.add_column("formula", min_width=len("opposite"))
    for name in ("average\nprecision", "as\nordered", "best\nF1", "at\nlimit"):
        table.add_column(name, no_wrap=True)
    for formula in _FORMULAS:
        found = benchmark.evaluation(formula)
        best = found.best()
        table.add_row(
            f"{formula.ratio.value} {formula.weights.value}",
            f"{found.average_precision():.3f}",
            f"{found.average_precision_as_ordered():.3f}",
            f"{best.f1:.3f}",
            f"{found.limit_for(best):g}" + (f" {sign}" if formula == configured else ""),
        )
    return table


def _limit_table(found: Evaluation, limit: float, sign: str) -> Table:
    table = compact_table()
    for name in ("limit", "precision", "recall", "F1", "reported"):
        table.add_column(name, no_wrap=True, min_width=len(name))
    for row_limit in sorted({*LIMITS, limit}):
        point = found.at(row_limit)
        reported = sum(pair.strength > row_limit for pair in found.judged)
        table.add_row(
            f"{row_limit:g}" + (f" {sign}" if row_limit == limit else ""),
            f"{point.precision:.3f}", f"{point.recall:.3f}", f"{point.f1:.3f}", f"{reported:,}",
        )  # fmt: skip
    return table


def _error_table(pairs: Iterable[ScoredPair], titles: _Titles, width: int) -> Table:
    rows = (
        PairRow(
            (f"{found.strength:.4f}",),
            *(
                cell(known[handle], handle)
                for handle, known in zip(found.pair, titles, strict=True)
            ),
        )
        for found in pairs
    )
    return pair_table(("strength", "left", "right"), rows, width)


def _as_data(benchmark: _Benchmark, configured: Formula, limit: float) -> dict[str, Any]:
    evaluations = {formula: benchmark.evaluation(formula) for formula in _FORMULAS}
    found, titles = evaluations[configured], benchmark.titles()
    return {
        "labelled": len(found.labelled),
        **_evaluation_as_data(configured, found),
        "limit": limit,
        "false": [_pair_as_data(pair, titles) for pair in found.false(limit)],
        "missed": [_pair_as_data(pair, titles) for pair in found.missed(limit)],
        "points": [{**asdict(point), "f1": point.f1} for point in found.points()],
        "formulas": [_evaluation_as_data(*one) for one in evaluations.items()],
    }


def _evaluation_as_data(formula: Formula, found: Evaluation) -> dict[str, Any]:
    best = found.best()
    return {
        "formula": formula_as_data(formula),
        "average_precision": found.average_precision(),
        "average_precision_as_ordered": found.average_precision_as_ordered(),
        "best": {"f1": best.f1, **asdict(best), "limit": found.limit_for(best)},
    }


def _pair_as_data(pair: ScoredPair, titles: _Titles) -> dict[str, Any]:
    both = [known[handle] for handle, known in zip(pair.pair, titles, strict=True)]
    return {**asdict(pair), "titles": both}
