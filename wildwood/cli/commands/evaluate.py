"""The command `wildwood evaluate`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from wildwood.analysis.evaluation import (
    Evaluation,
    ScoredPair,
    evaluate_deduplication,
    evaluate_linkage,
)
from wildwood.analysis.labelled_pairs import Labels, read_labels, read_papers
from wildwood.analysis.side_by_side import SideBySide, side_by_side
from wildwood.analysis.survey import LIMITS
from wildwood.cli.narrow_tables import (
    PairRow,
    cell,
    compact_table,
    marker,
    output_console,
    pair_table,
)
from wildwood.cli.options import (
    Command,
    LimitType,
    common_options,
    json_option,
    plot_option,
    shared_options,
)
from wildwood.cli.output import print_json
from wildwood.display import counted, listed, quoted
from wildwood.errors import InputError
from wildwood.extras import requires_extra
from wildwood.model import Paper, Record
from wildwood.runs.session import open_store
from wildwood.scoring.features import paper_of
from wildwood.scoring.formulas import Formula
from wildwood.settings import Config

_FILE = click.Path(path_type=Path, dir_okay=False)

_Titles = tuple[Mapping[str, str], Mapping[str, str]]
"""The titles of the left and the right papers, by handle."""


@dataclass(frozen=True, slots=True)
class _Benchmark:
    """Two sets of papers, or one, and the pairs that are labelled as the same paper."""

    labels: Labels
    left: Sequence[Paper]
    right: Sequence[Paper] | None = None

    def evaluation(self, formula: Formula) -> Evaluation:
        same, different = self.labels.same, self.labels.different
        found = (
            evaluate_deduplication(self.left, same, formula)
            if self.right is None
            else evaluate_linkage(self.left, self.right, same, formula)
        )
        return found if different is None else found.among((*same, *different))

    def titles(self) -> _Titles:
        left = _titles(self.left)
        return left, left if self.right is None else _titles(self.right)


def _titles(papers: Iterable[Paper]) -> dict[str, str]:
    return {paper.handle: " / ".join(paper.record.titles) for paper in papers}


@click.command(cls=Command)
@click.argument("pairs", metavar="[PAIRS.csv]", type=_FILE, required=False)
@click.option("--left", metavar="A.csv", type=_FILE, help="Papers: a list in any format.")
@click.option("--right", metavar="B.csv", type=_FILE, help="Papers to match them with.")
@click.option("--limit", type=LimitType(), help="List the errors at this limit, not at the best.")
@click.option(
    "--errors", metavar="N", type=click.IntRange(min=0), default=20, show_default=True,
    help="List up to N false pairs and N missed pairs.",
)  # fmt: skip
@click.option(
    "--all", "every", is_flag=True, help="Compare all formulas instead, and recommend one."
)
@plot_option
@json_option
@common_options
@click.pass_context
def evaluate(
    ctx: click.Context,
    pairs: Path | None,
    left: Path | None,
    right: Path | None,
    limit: float | None,
    errors: int,
    plot: Path | None,
    *,
    every: bool,
    as_json: bool,
) -> None:
    """Measure precision and recall on labelled pairs.

    PAIRS.csv has the columns left and right: ids of A.csv and B.csv, or handles of stored
    papers. Or it has decisions, as the page of pairs downloads them; then only the pairs count
    that are decided to be the same or different. Without PAIRS.csv, these are the decisions of
    the configuration.

    Example: wildwood evaluate pairs.csv --left dblp.csv --right acm.csv
    """
    config = shared_options(ctx).config()
    if plot:
        with requires_extra("plot"):
            from wildwood.analysis.plots import plot_evaluations
    benchmark = _benchmark(config, pairs or _configured(config), left, right)
    compared = side_by_side(benchmark.evaluation) if every or plot else None
    if compared and plot:
        plot_evaluations(compared, plot)
    found = benchmark.evaluation(config.formula)
    chosen = found.limit_for(found.best()) if limit is None else limit
    if as_json:
        data = _as_data(found, chosen, config.formula, benchmark.titles())
        print_json({**data, **_compared_as_data(compared)} if compared and every else data)
    elif compared and every:
        _print_side_by_side(compared, config.formula)
    else:
        _print_decided(benchmark.labels)
        _print_limits(found, chosen)
        _print_errors(found, chosen, errors, benchmark.titles())


def _configured(config: Config) -> Path:
    """Return the file of the editor's decisions."""
    if config.paths.decisions is None:
        raise click.UsageError("Name PAIRS.csv, or set paths.decisions in the configuration.")
    return config.paths.decisions


def _benchmark(config: Config, pairs: Path, left: Path | None, right: Path | None) -> _Benchmark:
    if left and right:
        labels = read_labels(pairs, by_id=True)
        papers = [_papers(config, read_papers(file)) for file in (left, right)]
        _refuse_unknown(labels, papers[0], papers[1])
        return _Benchmark(labels, papers[0], papers[1])
    if left or right:
        raise click.UsageError("--left and --right go together.")
    labels = read_labels(pairs, by_id=False)
    if labels.papers:
        return _Benchmark(labels, _papers(config, labels.papers))
    handles = sorted({handle for pair in labels.all() for handle in pair})
    with open_store(config) as store:
        stored = list(store.handles.papers(handles).values())
    _refuse_unknown(labels, stored, stored)
    return _Benchmark(labels, stored)


def _papers(config: Config, records: Iterable[Record]) -> list[Paper]:
    return [paper_of(record, config.punctuation) for record in records]


def _refuse_unknown(labels: Labels, left: Iterable[Paper], right: Iterable[Paper]) -> None:
    """Check that the papers of all labelled pairs are known."""
    known = {paper.handle for paper in left}, {paper.handle for paper in right}
    unknown = {
        handle: None
        for pair in labels.all()
        for handle, handles in zip(pair, known, strict=True)
        if handle not in handles
    }
    if unknown:
        raise InputError(
            f"The labelled pairs contain {counted(len(unknown), 'handle')} of no known paper:"
            f" {listed(list(map(quoted, unknown)))}."
        )


def _print_decided(labels: Labels) -> None:
    """Say what was decided, if these are decisions."""
    if labels.different is not None:
        output_console().print(
            f"decided: {len(labels.same):,} pairs the same, {len(labels.different):,} different;"
            f" {labels.unsure:,} unsure, not counted",
            highlight=False,
        )


def _print_limits(found: Evaluation, limit: float) -> None:
    console = output_console()
    best = found.best()
    console.print(
        f"average precision {found.average_precision():.3f},"
        f" as ordered {found.average_precision_as_ordered():.3f};"
        f" best F1 {best.f1:.3f} at limit {found.limit_for(best):g}",
        highlight=False,
    )
    console.print(_limit_table(found, limit, marker(console)))
    console.print(_cost(found) + ".", highlight=False)


def _cost(found: Evaluation) -> str:
    """Say how many labelled pairs the candidate rule leaves out."""
    labelled = len(found.labelled)
    lost = labelled - found.candidates
    return f"{lost:,} of {labelled:,} labelled pairs ({lost / labelled:.1%}) are not compared"


def _print_errors(found: Evaluation, limit: float, most: int, titles: _Titles) -> None:
    console = output_console()
    for name, pairs in (("false", found.false(limit)), ("missed", found.missed(limit))):
        console.print(f"{len(pairs):,} {name} pairs at {limit:g}")
        if listed := pairs[:most]:
            console.print(_error_table(listed, titles, console.width))


def _print_side_by_side(compared: SideBySide, configured: Formula) -> None:
    console = output_console()
    console.print(_formula_table(compared, configured, marker(console)))
    console.print()
    for sentence in (_costs(compared), _recommendation(compared)):
        console.print(sentence, highlight=False)


def _formula_table(compared: SideBySide, configured: Formula, sign: str) -> Table:
    table = compact_table(caption=f"{sign} configured", caption_justify="left")
    table.add_column("formula", min_width=max(len(formula.value) for formula in Formula))
    for name in ("average\nprecision", "best\nF1", "at\nlimit", "preci-\nsion", "recall"):
        table.add_column(name, no_wrap=True)
    for row in compared.rows:
        mark = f" {sign}" if row is compared.row(configured) else ""
        table.add_row(
            row.formula.value, f"{row.average_precision:.3f}", f"{row.f1:.3f}",
            f"{row.limit:g}", f"{row.best.precision:.3f}", f"{row.best.recall:.3f}{mark}",
        )  # fmt: skip
    return table


def _costs(compared: SideBySide) -> str:
    """Say how many labelled pairs each formula leaves out; those of one rule together."""
    formulas: dict[str, list[str]] = {}
    for row in compared.rows:
        formulas.setdefault(_cost(row.evaluation), []).append(row.formula.value)
    costs = "; ".join(f"with {', '.join(names)}, {cost}" for cost, names in formulas.items())
    return f"The candidate rule costs recall: {costs}."


def _recommendation(compared: SideBySide) -> str:
    """Name the formula and limit to choose, with the figures that speak for them."""
    chosen, specified = compared.recommended, compared.row(Formula.SPECIFIED)
    best = chosen.best
    advice = (
        f'Recommended: formula = "{chosen.formula.value}" and limit {chosen.limit:g}. It finds'
        f" {best.recall:.1%} of {len(chosen.evaluation.labelled):,} labelled pairs, and"
        f" {best.precision:.1%} of what it reports is right: F1 {best.f1:.3f}."
    )
    if chosen is specified:
        return f"{advice} No other formula has a better F1."
    return f"{advice} As specified, F1 is {specified.best.f1:.3f} at limit {specified.limit:g}."


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


def _as_data(
    found: Evaluation, limit: float, configured: Formula, titles: _Titles
) -> dict[str, Any]:
    return {
        "labelled": len(found.labelled),
        **_evaluation_as_data(configured, found),
        "limit": limit,
        "false": [_pair_as_data(pair, titles) for pair in found.false(limit)],
        "missed": [_pair_as_data(pair, titles) for pair in found.missed(limit)],
        "points": [{**asdict(point), "f1": point.f1} for point in found.points()],
    }


def _compared_as_data(compared: SideBySide) -> dict[str, Any]:
    return {
        "all": [_evaluation_as_data(row.formula, row.evaluation) for row in compared.rows],
        "recommended": {
            "formula": compared.recommended.formula.value,
            "limit": compared.recommended.limit,
        },
    }


def _evaluation_as_data(formula: Formula, found: Evaluation) -> dict[str, Any]:
    best = found.best()
    return {
        "formula": formula.value,
        "average_precision": found.average_precision(),
        "average_precision_as_ordered": found.average_precision_as_ordered(),
        "best": {"f1": best.f1, **asdict(best), "limit": found.limit_for(best)},
        "compared": found.candidates,
    }


def _pair_as_data(pair: ScoredPair, titles: _Titles) -> dict[str, Any]:
    both = [known[handle] for handle, known in zip(pair.pair, titles, strict=True)]
    return {**asdict(pair), "titles": both}
