"""The commands that help to choose a limit and a formula: strengths, evaluate."""

import datetime
import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from wildwood.cli.options import Command, DateType, LimitType, common, settings
from wildwood.cli.output import cell, formula_as_data, say_data
from wildwood.cli.say import track
from wildwood.cli.tables import Row, pair_table
from wildwood.errors import InputError
from wildwood.evaluation import Evaluation, Judged, Pair, evaluate, evaluate_among
from wildwood.features import featured
from wildwood.labelled import read_pairs, read_papers
from wildwood.model import Formula, Limits, Paper, Ratio, Similar, Weights
from wildwood.session import open_store
from wildwood.settings import Config
from wildwood.store import Store
from wildwood.survey import LIMITS, Survey, survey
from wildwood.surveying import similars_of_all, similars_of_dates

_JSON = click.option("--json", "as_json", is_flag=True, help="Say it in JSON, for a program.")
_PLOT = click.option(
    "--plot", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False),
    help="Draw a picture into FILE, a .png or .svg.",
)  # fmt: skip
_FILE = click.Path(path_type=Path, dir_okay=False)
_FORMULAS = [Formula(ratio, weights) for ratio in Ratio for weights in Weights]
_GAP = (0, 1, 0, 0)
"""One space between columns."""

_BAR = 30
"""Characters of the longest bar."""

_Titles = tuple[Mapping[str, str], Mapping[str, str]]
"""The left and the right papers' titles, by their handles."""


@click.command(cls=Command)
@click.argument("dates", metavar="[DATE]...", nargs=-1, type=DateType())
@_PLOT
@_JSON
@common
@click.pass_context
def strengths(
    ctx: click.Context, dates: tuple[datetime.date, ...], plot: Path | None, *, as_json: bool
) -> None:
    """Say how many papers would have a similar one at each limit.

    Of the stored issues of the DATEs, or of all. Example: wildwood strengths 2015-03-05
    """
    config = settings(ctx).config()
    plots = _plots() if plot else None
    with open_store(config) as store:
        found = survey(_similars(store, dates, config.formula))
    if plots and plot:
        plots.picture_of_survey(found, config.limits, plot)
    if as_json:
        say_data({"limits": LIMITS, **asdict(found)})
    else:
        console = Console()
        console.print(_survey_table(found, config.limits, console))
        console.print(_limits_in_words(config.limits))


def _similars(
    store: Store, dates: Sequence[datetime.date], formula: Formula
) -> Iterator[Sequence[Similar]]:
    stored = [issue.date for issue in store.issues()]
    if missing := sorted(set(dates) - set(stored)):
        raise InputError(f"No issue of {missing[0]} is stored.")
    if dates:
        yield from similars_of_dates(store, sorted(set(dates)), formula, track)
    else:
        yield from similars_of_all(store, stored, formula, track)


def _survey_table(found: Survey, limits: Limits, console: Console) -> Table:
    """The histogram; the bars have what the console's width leaves beside the numbers."""
    table = Table(
        title=f"{found.papers:,} papers, and how many have a stronger similar one",
        title_justify="left", box=None, pad_edge=False, padding=_GAP,
    )  # fmt: skip
    counts = {"ext": found.external, "int": found.internal, "either": found.either}
    width = console.width - len("0.00 ")
    table.add_column("limit", no_wrap=True, min_width=len("limit"))
    for name, column in counts.items():
        widest = max(len(name), *(len(f"{count:,}") for count in column))
        table.add_column(name, justify="right", no_wrap=True, min_width=widest)
        width -= widest + 1
    table.add_column(no_wrap=True)
    full = "#" if console.options.ascii_only else "█"
    marks = {limit: _marked(limit, limits, _mark_of(console)) for limit in LIMITS}
    longest = max(1, min(_BAR, width - 1 - max(map(len, marks.values()))))
    for limit, *row in zip(LIMITS, *counts.values(), strict=True):
        bar = full * round(longest * row[-1] / (max(found.either) or 1))
        table.add_row(f"{limit:.2f}", *(f"{count:,}" for count in row), bar + marks[limit])
    return table


def _mark_of(console: Console) -> str:
    """What stands beside a row that was chosen."""
    return "<" if console.options.ascii_only else "◄"


def _marked(limit: float, limits: Limits, mark: str) -> str:
    """Which of the chosen limits stand here: from this one on, and below the next."""
    following = next(other for other in (*LIMITS, float("inf")) if other > limit)
    chosen = {"ext": limits.external, "int": limits.internal}
    names = [name for name, value in chosen.items() if limit <= value < following]
    return f" {mark} {', '.join(names)}" if names else ""


def _limits_in_words(limits: Limits) -> str:
    """The chosen limits, which may stand below the lowest that is shown."""
    words = (
        f"{name} {limit:g}" + (f" (below {LIMITS[0]:.2f})" if limit < LIMITS[0] else "")
        for name, limit in (("ext", limits.external), ("int", limits.internal))
    )
    return f"limits: {', '.join(words)}"


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
@_PLOT
@_JSON
@common
@click.pass_context
def evaluate_pairs(ctx: click.Context, /, pairs: Path, **given: Any) -> None:
    """Say how well the strength finds the labelled pairs of PAIRS.csv (left, right).

    Of two files of papers, or of the pairs' own handles as they are stored.

    Example: wildwood evaluate pairs.csv --left dblp.csv --right acm.csv
    """
    config = settings(ctx).config()
    plots = _plots() if given["plot"] else None
    labelled = _labelled(config, read_pairs(pairs), given["left"], given["right"])
    found = labelled.evaluation(config.formula)
    if plots:
        plots.picture_of_evaluation(found, given["plot"])
    limit = found.limit_for(found.best()) if given["limit"] is None else given["limit"]
    if given["as_json"]:
        say_data(_evaluation_as_data(labelled, config.formula, limit))
        return
    console = Console()
    mark = _mark_of(console)
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
    table = Table(
        box=None, pad_edge=False, padding=_GAP, caption=f"{mark} configured", caption_justify="left"
    )
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
    table = Table(box=None, pad_edge=False, padding=_GAP)
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


def _plots() -> ModuleType:
    """The pictures, where matplotlib is there."""
    try:
        return importlib.import_module("wildwood.plots")
    except ModuleNotFoundError as error:
        raise InputError(
            "Pictures need the extra 'plot' (matplotlib is missing);"
            " install it in Wildwood's checkout: pip install '.[plot]'."
        ) from error
