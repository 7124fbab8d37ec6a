"""The command `wildwood evaluate`."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from wildwood.api.evaluating import labelled_papers
from wildwood.cli import parameters, tables
from wildwood.cli.output import print_json
from wildwood.kernel.errors import InputError
from wildwood.kernel.model import Paper
from wildwood.kernel.pairs import ReportPair
from wildwood.kernel.settings import Config
from wildwood.kernel.strength import Formula
from wildwood.kernel.text import counted
from wildwood.lists import evaluation
from wildwood.lists.evaluation import ENOUGH_WORKS, Figures, Labels, SideBySide
from wildwood.nep.session import open_store

_SHOWN = 20  # pairs of each kind of error
_WITH_INTERVALS = 60  # columns of a terminal that has room for them


@click.command(cls=parameters.Command)
@click.argument("pairs", metavar="[PAIRS]", type=click.Path(path_type=Path), required=False)
@click.option("--left", metavar="A.csv", type=parameters.FILE, help="Papers: a list in any format.")
@click.option(
    "--right", metavar="B.csv", type=parameters.FILE,
    help="Papers to match them with, if not each other.",
)  # fmt: skip
@click.option(
    "--limit", type=parameters.LimitType(), help="Look at this limit instead of the best."
)
@click.option(
    "--all", "every", is_flag=True,
    help="Compare all formulas, and name the one with the best F1.",
)  # fmt: skip
@parameters.json_option
def evaluate(
    options: parameters.SharedOptions,
    pairs: Path | None,
    left: Path | None,
    right: Path | None,
    limit: float | None,
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

    Figures have 95% intervals, of works drawn at random. If they overlap, which is best is open.

    Example: wildwood evaluate pairs.csv --left dblp.csv --right acm.csv
    """
    config = options.config()
    if right and not left:
        raise click.UsageError("--right needs --left.")
    labels, sides = _labelled(config, pairs, left, right)
    if limit is None and labels.declared is not None:
        limit = config.limits.external
    formulas = dict.fromkeys([config.formula, *(Formula if every else ())])
    measured = [evaluation.evaluate_pairs(labels, sides, formula) for formula in formulas]
    compared = SideBySide(measured, limit)
    if as_json:
        print_json(_as_data(compared, labels))
    else:
        _print(compared, labels)


def _labelled(
    config: Config, pairs: Path | None, left: Path | None, right: Path | None
) -> tuple[Labels, list[list[Paper]]]:
    file = pairs or config.paths.decisions
    if file is None:
        raise click.UsageError("Name PAIRS, or set paths.decisions in the configuration.")
    if pairs is None and not file.exists():
        cure = "name PAIRS, or decide on pairs with wildwood review DATE."
        raise InputError(f"There are no decisions yet in {file}; {cure}")
    labels = evaluation.read_labels(file, by_id=left is not None)
    if left or labels.papers:
        return labels, labelled_papers(labels, left, right, punctuation=config.punctuation)
    with open_store(config) as store:
        issues = (store.handles.handles_of_issue(issue.date) for issue in store.issues())
        labels = labels.between(chain.from_iterable(issues))
        handles = sorted(set(chain.from_iterable(labels.all())))
        versions = store.handles.all_versions(handles).values()
    return labels, [[version.paper for of_handle in versions for version in of_handle]]


def _print(compared: SideBySide, labels: Labels) -> None:
    """Print the figures of formulas; of one alone, those of each limit and the strongest errors."""
    console, limit = tables.output_console(), compared.recommended.limit
    for fact in _facts(compared, labels):
        console.print(fact, highlight=False)
    if len(compared.rows) > 1:
        console.print(_table(compared.rows, ["formula", "limit", *_figures(labels)]))
        return
    measured = compared.evaluations[0]
    rows = sorted({*measured.rows, *compared.rows}, key=lambda row: row.limit)
    console.print(_table(rows, ["limit", *_figures(labels), "reported"], limit))
    false, missed = measured.false(limit), measured.missed(limit)
    if labels.declared is None:
        remark = "without a label" if labels.different is None else "decided to be different"
        _print_errors(f"{counted(len(false), 'reported pair')} above {limit:g} {remark}.", false)
    _print_errors(f"{counted(len(missed), 'missed pair')} at {limit:g}.", missed)


def _print_errors(heading: str, pairs: Sequence[ReportPair]) -> None:
    tables.output_console().print(heading, highlight=False)
    if pairs:
        tables.print_pairs(pairs[:_SHOWN])


def _figures(labels: Labels) -> Sequence[str]:
    """Name what labels tell; a pair without a link can be the same work."""
    return ["precision", "recall", "F1"] if labels.declared is None else ["recall"]


def _facts(compared: SideBySide, labels: Labels) -> Iterator[str]:
    same = counted(len(labels.same), "pair")
    if labels.declared is not None:
        yield f"links: {len(labels.same):,} between stored papers, of {labels.declared:,} declared"
        return
    if labels.different is not None:
        different, unsure = f"{len(labels.different):,}", f"{labels.unsure:,}"
        yield f"decided: {same} the same, {different} different; {unsure} unsure, not counted"
    if not compared.is_enough:
        few = f"{counted(compared.works, 'labelled work')}: too few to choose a formula or a limit"
        yield f"{few}, which needs {ENOUGH_WORKS}; the intervals are narrower than they should be."
    elif len(compared.rows) > 1:
        yield f'Best formula: "{compared.recommended.formula.value}".'


def _table(rows: Iterable[Figures], names: Sequence[str], marked: float | None = None) -> Table:
    console, table = tables.output_console(), tables.compact_table()
    for name in names:
        table.add_column(name, no_wrap=name in {"formula", "limit", "reported"})
    shown = str if console.width >= _WITH_INTERVALS else "{0.value:.3f}".format
    for row in rows:
        sign = f" {tables.marker(console)}" * (row.limit == marked)
        cells = {
            "formula": row.formula.value, "limit": f"{row.limit:g}{sign}",
            "precision": shown(row.precision), "recall": shown(row.recall), "F1": shown(row.f1),
            "reported": f"{row.reported:,}",
        }  # fmt: skip
        table.add_row(*map(cells.__getitem__, names))
    return table


def _as_data(compared: SideBySide, labels: Labels) -> dict[str, Any]:
    names = {"formula", "limit", "reported", *map(str.lower, _figures(labels))}

    def data_of(row: Figures) -> dict[str, Any]:
        return {name: value for name, value in row.as_dict().items() if name in names}

    row = compared.recommended
    [measured] = (each for each in compared.evaluations if each.formula is row.formula)
    best = {"formula": row.formula.value, "limit": row.limit}
    data: dict[str, Any] = {
        "labelled": len(measured.labelled),
        "works": compared.works,
        **data_of(row),
        "points": list(map(data_of, measured.rows)),
        "all": list(map(data_of, compared.rows)),
        "recommended": best if compared.is_enough else None,
        "missed": tables.pairs_as_data(measured.missed(row.limit)),
    }
    if labels.declared is not None:
        return {**data, "declared": labels.declared}
    false = "unlabelled" if labels.different is None else "different"
    return {**data, false: tables.pairs_as_data(measured.false(row.limit))}
