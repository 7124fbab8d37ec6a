"""The command `wildwood evaluate`."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from wildwood.api.evaluating import benchmark as benchmark_of
from wildwood.cli.options import (
    Command,
    LimitType,
    SharedOptions,
    common_options,
    json_option,
    plot_option,
)
from wildwood.cli.output import print_json
from wildwood.cli.rich_output import (
    PairRow,
    cell,
    compact_table,
    marker,
    output_console,
    pair_table,
)
from wildwood.kernel.errors import InputError
from wildwood.kernel.extras import requires_extra
from wildwood.kernel.model import SimilarityType
from wildwood.kernel.output_files import check_outputs, write_file
from wildwood.kernel.pair_columns import write_csv
from wildwood.kernel.pairs import Report, ReportPair, ReportPaper
from wildwood.kernel.settings import Config
from wildwood.kernel.strength import Formula
from wildwood.kernel.text import counted
from wildwood.lists.evaluation import (
    Benchmark,
    Evaluation,
    Labels,
    PapersOfBothSides,
    ScoredPair,
    read_labels,
)
from wildwood.lists.intervals import (
    ENOUGH_WORKS,
    FormulaRow,
    Shares,
    SideBySide,
    shares_at,
    side_by_side,
)
from wildwood.nep.session import open_store
from wildwood.nep.survey import LIMITS


def print_one(compared: SideBySide, limit: float, shares: Shares) -> None:
    """Print what each limit gives with the recommended, or only, formula."""
    console = output_console()
    row = compared.recommended
    console.print(
        f"average precision {row.average_precision},"
        f" as ordered {row.evaluation.average_precision_as_ordered():.3f}",
        highlight=False,
    )
    console.print(_limit_table(row.evaluation, limit, marker(console)))
    sentences = [f"{_cost(row.evaluation)}.", f"At {limit:g}, {_figures(shares)}."]
    if shares is row.held_out:
        sentences[1] = f"{_limits(row)}. {_held_out(row)}."
    for sentence in [*sentences, *_warning(compared)]:
        console.print(sentence, highlight=False)


def print_errors(found: Evaluation, limit: float, most: int, papers: PapersOfBothSides) -> None:
    """List the strongest pairs that count as false, and those that count as missed."""
    console = output_console()
    unlabelled, missed = found.unlabelled(limit), found.missed(limit)
    for heading, pairs in (
        (_counted_as_false(found, limit), unlabelled),
        (f"{counted(len(missed), 'missed pair')} at {limit:g}", missed),
    ):
        console.print(f"{heading}.", highlight=False)
        if listed := pairs[:most]:
            console.print(_error_table(listed, papers, console.width))


def print_all(compared: SideBySide) -> None:
    """Print all formulas, and the recommended one."""
    console = output_console()
    console.print(_formula_table(compared, marker(console)))
    console.print()
    for sentence in (_costs(compared), *_recommendation(compared)):
        console.print(sentence, highlight=False)


def _counted_as_false(found: Evaluation, limit: float) -> str:
    reported = f"{counted(len(found.unlabelled(limit)), 'reported pair')} above {limit:g}"
    if found.decided:
        return f"{reported} decided to be different"
    return f"{reported} without a label: counted as false, but can be the same work"


def _warning(compared: SideBySide) -> Iterator[str]:
    if not compared.is_enough:
        yield (
            f"{counted(compared.works, 'labelled work')}: too few to choose a formula or a limit,"
            f" which needs {ENOUGH_WORKS}; the intervals are narrower than they should be."
        )


def _figures(shares: Shares) -> str:
    return f"precision {shares.precision}, recall {shares.recall}, F1 {shares.f1}"


def _limits(row: FormulaRow) -> str:
    low, high = row.level_limits
    return f"Best limit: {row.limit:g}; from {low:g} to {high:g}, F1 is level"


def _held_out(row: FormulaRow) -> str:
    return f"On papers that the limit was not chosen on, {_figures(row.held_out)}"


def _cost(found: Evaluation) -> str:
    """Say how many labelled pairs the candidate rule leaves out."""
    labelled = len(found.labelled)
    lost = labelled - found.candidates
    return f"{lost:,} of {labelled:,} labelled pairs ({lost / labelled:.1%}) are not compared"


def _formula_table(compared: SideBySide, sign: str) -> Table:
    table = compact_table(caption=f"{sign} configured", caption_justify="left")
    table.add_column("formula", min_width=max(len(row.formula.value) for row in compared.rows))
    for name in ("average precision", "F1 on other papers", "limit"):
        table.add_column(name)
    for row in compared.rows:
        mark = f" {sign}" if row.formula is compared.configured else ""
        figures = (row.average_precision, row.held_out.f1)
        cells = [f"{one.value:.3f} {one.low:.2f}-{one.high:.2f}" for one in figures]
        table.add_row(row.formula.value, *cells, f"{row.limit:g}{mark}")
    return table


def _costs(compared: SideBySide) -> str:
    """Say how many labelled pairs each formula leaves out; those of one rule together."""
    formulas: dict[str, list[str]] = {}
    for row in compared.rows:
        formulas.setdefault(_cost(row.evaluation), []).append(row.formula.value)
    costs = "; ".join(f"with {', '.join(names)}, {cost}" for cost, names in formulas.items())
    return f"The candidate rule costs recall: {costs}."


def _recommendation(compared: SideBySide) -> list[str]:
    """Name the formula and limit to choose, and say how sure that is."""
    if not compared.is_enough:
        return list(_warning(compared))
    chosen = compared.recommended
    false = _counted_as_false(chosen.evaluation, chosen.limit)
    return [
        f"{_choice(compared)} {_limits(chosen)}.",
        f"{_held_out(chosen)}. {false} (--out FILE lists them).",
    ]


def _choice(compared: SideBySide) -> str:
    name, current = compared.recommended.formula.value, compared.configured.value
    level = ", ".join(row.formula.value for row in compared.level)
    others = f" Level with it: {level}." if level else ""
    if name == current:
        return f'Recommended: keep formula = "{name}"; none is better beyond chance.{others}'
    return f'Recommended: formula = "{name}"; better than {current} beyond chance.{others}'


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


def _error_table(pairs: Iterable[ScoredPair], papers: PapersOfBothSides, width: int) -> Table:
    rows = (
        PairRow(
            (f"{found.strength:.4f}",),
            *(
                cell(known[handle].record.title_line, handle)
                for handle, known in zip(found.pair, papers, strict=True)
            ),
        )
        for found in pairs
    )
    return pair_table(("strength", "left", "right"), rows, width)


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
            from wildwood.cli.plots import plot_evaluations
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
        write_file(out, write_csv(_report(shown)))
    if as_json:
        print_json(_evaluation_data(shown, compared, every=every))
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


def _evaluation_data(shown: _Shown, compared: SideBySide, *, every: bool) -> dict[str, Any]:
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
