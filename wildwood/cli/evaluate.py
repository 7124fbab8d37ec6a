"""The command `wildwood evaluate`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path

import click
from rich.table import Table

from wildwood.api.evaluating import benchmark_of
from wildwood.cli.options import (
    FILE,
    Command,
    LimitType,
    SharedOptions,
    common_options,
    json_option,
)
from wildwood.cli.output import print_json
from wildwood.cli.pairs import compact_table, marker, output_console, pairs_as_data, print_pairs
from wildwood.kernel.errors import InputError
from wildwood.kernel.files import check_outputs, write_file
from wildwood.kernel.model import SimilarityType
from wildwood.kernel.pairs import Report, ReportPair, ReportPaper, write_csv
from wildwood.kernel.settings import Config
from wildwood.kernel.strength import Formula
from wildwood.kernel.text import counted
from wildwood.lists.evaluation import (
    ENOUGH_WORKS,
    Benchmark,
    FormulaRow,
    Labels,
    ScoredPair,
    SideBySide,
    read_labels,
    side_by_side,
)
from wildwood.nep.search import LIMITS
from wildwood.nep.session import open_store

_SHOWN = 20  # pairs in each table


@click.command(cls=Command)
@click.argument("pairs", metavar="[PAIRS]", type=click.Path(path_type=Path), required=False)
@click.option("--left", metavar="A.csv", type=FILE, help="Papers: a list in any format.")
@click.option(
    "--right", metavar="B.csv", type=FILE, help="Papers to match them with, if not each other."
)
@click.option("--limit", type=LimitType(), help="Look at this limit instead of the best.")
@click.option(
    "--all", "every", is_flag=True,
    help="Compare all formulas, and name the one with the best F1.",
)  # fmt: skip
@click.option(
    "--out", metavar="FILE", type=FILE,
    help="Write the reported pairs without a label into a CSV file, to look at.",
)  # fmt: skip
@json_option
@common_options
def evaluate(
    options: SharedOptions,
    pairs: Path | None,
    left: Path | None,
    right: Path | None,
    limit: float | None,
    out: Path | None,
    *,
    every: bool,
    as_json: bool,
) -> None:
    """Measure precision and recall on labelled pairs.

    PAIRS is a CSV with the columns left and right: ids of A.csv and B.csv, of A.csv alone, or
    handles of stored papers; all other pairs count as false, though some can be the same work. Or
    it has decisions, as the page of pairs downloads them; then only the pairs count that are
    decided to be the same or different. Without PAIRS, these are the decisions of the
    configuration. Or it is RePEc's relatedworks.dat, a ReDIF file or a folder of these; then it
    says how many of the links that they declare between stored papers the runs name.

    Figures have 95% intervals, from resampled works. If they overlap, which is best is open.

    Example: wildwood evaluate pairs.csv --left dblp.csv --right acm.csv
    """
    config = options.config()
    check_outputs(filter(None, [out]), [pairs, left, right, config.paths.decisions])
    if right and not left:
        raise click.UsageError("--right needs --left.")
    benchmark = _benchmark(config, pairs or _configured(config), left, right)
    labels = benchmark.labels
    if labels.declared is not None:
        if out:
            raise click.UsageError("Links tell no pair to be false; leave out --out.")
        limit = config.limits.external if limit is None else limit
    formulas = Formula if every else (config.formula,)
    compared = side_by_side(benchmark.evaluate, config.formula, formulas, limit)
    row = compared.recommended
    false, missed = (_report_pairs(some, benchmark) for some in (row.unlabelled, row.missed))
    if out:
        write_file(out, write_csv(Report("Pairs without a label", (), row.limit, false)))
    show = _print_data if as_json else _print_evaluation
    show(compared, labels, false, missed)


def _configured(config: Config) -> Path:
    file = config.paths.decisions
    if file is None:
        raise click.UsageError("Name PAIRS, or set paths.decisions in the configuration.")
    if not file.exists():
        raise InputError(
            f"There are no decisions yet in {file}; name PAIRS, or decide on pairs with"
            " wildwood review DATE."
        )
    return file


def _benchmark(config: Config, pairs: Path, left: Path | None, right: Path | None) -> Benchmark:
    labels = read_labels(pairs, by_id=left is not None)
    if left or labels.papers:
        return benchmark_of(labels, left, right, punctuation=config.punctuation)
    with open_store(config) as store:
        if labels.declared is not None:
            issues = (store.handles.handles_of_issue(issue.date) for issue in store.issues())
            labels = labels.between(chain.from_iterable(issues))
        handles = sorted(set(chain.from_iterable(labels.all())))
        versions = store.handles.all_versions(handles).values()
    return Benchmark(labels, [version.paper for of_handle in versions for version in of_handle])


def _print_evaluation(
    compared: SideBySide,
    labels: Labels,
    false: Sequence[ReportPair],
    missed: Sequence[ReportPair],
) -> None:
    """Print the figures of formulas; of one alone, also each limit and the strongest errors."""
    console, row = output_console(), compared.recommended
    for fact in _facts(compared, labels):
        console.print(fact, highlight=False)
    console.print(_figure_table(compared, marker(console)))
    if len(compared.rows) > 1:
        return
    if labels.declared is None:
        console.print(_limit_table(row, marker(console)))
        remark = "without a label (--out writes them)"
        if labels.different is not None:
            remark = "decided to be different"
        _print_pairs(f"{counted(len(false), 'reported pair')} above {row.limit:g} {remark}.", false)
    _print_pairs(f"{counted(len(missed), 'missed pair')} at {row.limit:g}.", missed)


def _facts(compared: SideBySide, labels: Labels) -> Iterator[str]:
    same = counted(len(labels.same), "pair")
    if labels.declared is not None:
        yield f"links: {len(labels.same):,} between stored papers, of {labels.declared:,} declared"
        return
    if labels.different is not None:
        different, unsure = f"{len(labels.different):,}", f"{labels.unsure:,}"
        yield f"decided: {same} the same, {different} different; {unsure} unsure, not counted"
    if not compared.is_enough:
        yield (
            f"{counted(compared.works, 'labelled work')}: too few to choose a formula or a limit,"
            f" which needs {ENOUGH_WORKS}; the intervals are narrower than they should be."
        )
    elif len(compared.rows) > 1:
        yield f'Best formula: "{compared.recommended.formula.value}".'


def _figure_table(compared: SideBySide, sign: str) -> Table:
    table = compact_table()
    table.add_column("formula")
    for row in compared.rows:
        is_marked = row is compared.configured and len(compared.rows) > 1
        table.add_column(row.formula.value + f" {sign}" * is_marked, overflow="fold")
    for name in compared.configured.evaluation.measured:
        values = (getattr(row, name) for row in compared.rows)
        table.add_row(name.replace("_", " ").replace("f1", "F1"), *map(str, values))
    return table


def _limit_table(row: FormulaRow, sign: str) -> Table:
    table = compact_table()
    for name in ("limit", "precision", "recall", "F1", "reported"):
        table.add_column(name, no_wrap=True, min_width=len(name))
    for point in row.evaluation.points(sorted({*LIMITS, row.limit})):
        table.add_row(
            f"{point.limit:g}" + f" {sign}" * (point.limit == row.limit),
            *(f"{share:.3f}" for share in (point.precision, point.recall, point.f1)),
            f"{point.reported:,}",
        )
    return table


def _print_pairs(heading: str, pairs: Sequence[ReportPair]) -> None:
    output_console().print(heading, highlight=False)
    if pairs:
        print_pairs(pairs[:_SHOWN])


def _report_pairs(pairs: Iterable[ScoredPair], benchmark: Benchmark) -> list[ReportPair]:
    has_two = benchmark.right is not None
    kind = SimilarityType.EXTERNAL if has_two else SimilarityType.INTERNAL
    prefix = "right:" * has_two  # since two lists can share ids
    of_left, of_right = benchmark.papers()
    return [
        ReportPair(
            ReportPaper(left, of_left[left].record),
            ReportPaper(prefix + right, of_right[right].record),
            scored.strength,
            kind,
        )
        for scored in pairs
        for left, right in [scored.pair]
    ]


def _print_data(
    compared: SideBySide,
    labels: Labels,
    false: Sequence[ReportPair],
    missed: Sequence[ReportPair],
) -> None:
    row = compared.recommended
    data = {"labelled": len(row.evaluation.labelled), "works": compared.works, **row.as_dict()}
    if len(compared.rows) > 1:
        best = {"formula": row.formula.value, "limit": row.best_limit}
        data |= {"all": compared.as_dicts(), "recommended": best if compared.is_enough else None}
    if labels.declared is not None:
        data["declared"] = labels.declared
    else:
        false_pairs = "unlabelled" if labels.different is None else "different"
        points = list(map(asdict, row.evaluation.points()))
        data |= {false_pairs: pairs_as_data(false), "points": points}
    print_json({**data, "missed": pairs_as_data(missed)})
