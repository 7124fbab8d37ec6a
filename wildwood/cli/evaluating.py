"""The command evaluate, which helps to choose a formula and a limit."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from wildwood.cli.lazy import extra_module
from wildwood.cli.options import Command, LimitType, as_data, common, plotted, settings
from wildwood.cli.output import cell, formula_as_data, say_data
from wildwood.cli.tables import Row, compact_table, mark_of, pair_table
from wildwood.errors import InputError
from wildwood.evaluation import Evaluation, Judged, Pair, evaluate, evaluate_among
from wildwood.features import featured
from wildwood.labelled import read_pairs, read_papers
from wildwood.model import Formula, Paper, Ratio, Weights
from wildwood.session import open_store
from wildwood.settings import Config
from wildwood.survey import LIMITS

_FILE = click.Path(path_type=Path, dir_okay=False)
_FORMULAS = [Formula(ratio, weights) for ratio in Ratio for weights in Weights]

_Titles = tuple[Mapping[str, str], Mapping[str, str]]
"""The left and the right papers' titles, by their handles."""


@dataclass(frozen=True, slots=True)
class _Labelled:
    """What is evaluated: two sets of papers, or one, with the pairs that are one paper."""

    pairs: Sequence[Pair]
    left: Sequence[Paper]
    right: Sequence[Paper] | None

    def evaluation(self, formula: Formula) -> Evaluation:
        if self.right is None:
            return evaluate_among(self.left, self.pairs, formula)
        return evaluate(self.left, self.right, self.pairs, formula)

    def titles(self) -> _Titles:
        left = _titles(self.left)
        return left, left if self.right is None else _titles(self.right)


def _titles(papers: Iterable[Paper]) -> dict[str, str]:
    return {paper.handle: " / ".join(paper.record.titles) for paper in papers}


@click.command("evaluate", cls=Command)
@click.argument("pairs", metavar="PAIRS.csv", type=_FILE)
@click.option("--left", metavar="A.csv", type=_FILE, help="Papers: id, title, authors.")
@click.option("--right", metavar="B.csv", type=_FILE, help="Papers to find them among.")
@click.option("--limit", type=LimitType(), help="List errors at this limit, not at the best.")
@click.option(
    "--errors", metavar="N", type=click.IntRange(min=0), default=20, show_default=True,
    help="List so many false pairs and so many misses.",
)  # fmt: skip
@plotted
@as_data
@common
@click.pass_context
def evaluate_pairs(ctx: click.Context, /, pairs: Path, **given: Any) -> None:
    """Say how well the strength finds the labelled pairs of PAIRS.csv (left, right).

    Of two files of papers, or of the pairs' own handles as they are stored.

    Example: wildwood evaluate pairs.csv --left dblp.csv --right acm.csv
    """
    config = settings(ctx).config()
    plots = extra_module("wildwood.plots", "plot") if given["plot"] else None
    labelled = _labelled(config, read_pairs(pairs), given["left"], given["right"])
    found = labelled.evaluation(config.formula)
    if plots:
        plots.picture_of_evaluation(found, given["plot"])
    limit = found.limit_for(found.best()) if given["limit"] is None else given["limit"]
    if given["as_json"]:
        say_data(_evaluation_as_data(labelled, config.formula, limit))
        return
    console = Console()
    mark = mark_of(console)
    console.print(_formula_table(labelled, config.formula, mark))
    console.print()
    console.print(_limit_table(found, limit, mark))
    errors = {"false pairs": found.false(limit), "missed pairs": found.missed(limit)}
    for name, judged in errors.items():
        console.print(f"{len(judged):,} {name} at {limit:g}")
        if listed := judged[: given["errors"]]:
            console.print(_error_table(listed, labelled.titles(), console.width))


def _labelled(
    config: Config, pairs: Sequence[Pair], left: Path | None, right: Path | None
) -> _Labelled:
    if left and right:
        papers = [
            [featured(record, config.punctuation) for record in read_papers(file)]
            for file in (left, right)
        ]
        _refuse_strangers(pairs, papers[0], papers[1])
        return _Labelled(pairs, papers[0], papers[1])
    if left or right:
        raise click.UsageError("--left and --right go together.")
    handles = sorted({handle for pair in pairs for handle in pair})
    with open_store(config) as store:
        stored = list(store.papers(handles).values())
    _refuse_strangers(pairs, stored, stored)
    return _Labelled(pairs, stored, None)


def _refuse_strangers(pairs: Iterable[Pair], left: Iterable[Paper], right: Iterable[Paper]) -> None:
    """See that the papers of all labelled pairs are there."""
    known = {paper.handle for paper in left}, {paper.handle for paper in right}
    for pair in pairs:
        for handle, handles in zip(pair, known, strict=True):
            if handle not in handles:
                raise InputError(f"The labelled pairs name {handle!r}, which is no paper there.")


def _formula_table(labelled: _Labelled, configured: Formula, mark: str) -> Table:
    table = compact_table(caption=f"{mark} configured", caption_justify="left")
    table.add_column("formula", min_width=len("opposite"))
    for name in ("average\nprecision", "in\norder", "best\nF1", "at\nlimit"):
        table.add_column(name, no_wrap=True)
    for formula in _FORMULAS:
        found = labelled.evaluation(formula)
        best = found.best()
        table.add_row(
            f"{formula.ratio.value} {formula.weights.value}",
            f"{found.average_precision():.3f}",
            f"{found.average_precision_in_order():.3f}",
            f"{best.f1:.3f}",
            f"{found.limit_for(best):g}" + (f" {mark}" if formula == configured else ""),
        )
    return table


def _limit_table(found: Evaluation, limit: float, mark: str) -> Table:
    table = compact_table()
    for name in ("limit", "precision", "recall", "F1", "reported"):
        table.add_column(name, no_wrap=True, min_width=len(name))
    for shown in sorted({*LIMITS, limit}):
        point = found.at(shown)
        reported = sum(pair.strength > shown for pair in found.judged)
        table.add_row(
            f"{shown:g}" + (f" {mark}" if shown == limit else ""),
            f"{point.precision:.3f}", f"{point.recall:.3f}", f"{point.f1:.3f}", f"{reported:,}",
        )  # fmt: skip
    return table


def _error_table(judged: Iterable[Judged], titles: _Titles, width: int) -> Table:
    rows = (
        Row(
            (f"{found.strength:.4f}",),
            *(
                cell(known[handle], handle)
                for handle, known in zip(found.pair, titles, strict=True)
            ),
        )
        for found in judged
    )
    return pair_table(("strength", "left", "right"), rows, width)


def _evaluation_as_data(labelled: _Labelled, configured: Formula, limit: float) -> dict[str, Any]:
    evaluations = {formula: labelled.evaluation(formula) for formula in _FORMULAS}
    found, titles = evaluations[configured], labelled.titles()
    return {
        "labelled": len(found.labelled),
        **_formula_as_data(configured, found),
        "limit": limit,
        "false": [_judged_as_data(pair, titles) for pair in found.false(limit)],
        "missed": [_judged_as_data(pair, titles) for pair in found.missed(limit)],
        "points": [{**asdict(point), "f1": point.f1} for point in found.points()],
        "formulas": [_formula_as_data(*one) for one in evaluations.items()],
    }


def _formula_as_data(formula: Formula, found: Evaluation) -> dict[str, Any]:
    best = found.best()
    return {
        "formula": formula_as_data(formula),
        "average_precision": found.average_precision(),
        "average_precision_as_ordered": found.average_precision_in_order(),
        "best": {"f1": best.f1, **asdict(best), "limit": found.limit_for(best)},
    }


def _judged_as_data(judged: Judged, titles: _Titles) -> dict[str, Any]:
    named = [known[handle] for handle, known in zip(judged.pair, titles, strict=True)]
    return {**asdict(judged), "titles": named}
