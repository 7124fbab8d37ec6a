"""Plots of surveys and evaluations, with matplotlib (extra `plot`)."""

import io
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from wildwood.kernel.errors import InputError
from wildwood.kernel.files import write_file
from wildwood.kernel.model import Limits
from wildwood.lists.intervals import FormulaRow, SideBySide
from wildwood.nep.search import LIMITS, Survey

FORMATS = (".png", ".svg")

_SIZE = (8.0, 4.5)
_EXTERNAL, _INTERNAL, _GREY = "#1f5a91", "#c8803a", "#888888"
_WIDTH = 0.022


def plot_survey(survey: Survey, limits: Limits, file: Path) -> None:
    """Plot the number of papers with a similar paper above each limit; mark the chosen limits."""
    figure, axes = _canvas()
    for offset, counts, colour, name in (
        (-_WIDTH / 2, survey.external, _EXTERNAL, "external: of earlier issues"),
        (_WIDTH / 2, survey.internal, _INTERNAL, "internal: of the same issue"),
    ):
        places = [limit + offset for limit in LIMITS]
        axes.bar(places, counts, width=_WIDTH, color=colour, label=name)
    if limits.internal == limits.external:
        _mark(axes, limits.external, f"limit {limits.external:g}, external and internal", _EXTERNAL)
    else:
        _mark(axes, limits.external, f"external limit {limits.external:g}", _EXTERNAL)
        _mark(axes, limits.internal, f"internal limit {limits.internal:g}", _INTERNAL)
    axes.set_xlabel("limit")
    axes.set_ylabel("papers with a similar paper above the limit")
    axes.set_xticks(LIMITS[::2])
    axes.set_title(f"{survey.papers:,} papers", loc="left")
    axes.legend(frameon=False, loc="upper right")
    _save(figure, file)


def plot_evaluations(compared: SideBySide, file: Path) -> None:
    """Plot precision and recall of all formulas at every limit; mark the limit of each."""
    figure, axes = _canvas()
    for row in compared.rows:
        points = row.evaluation.points()
        [curve] = axes.step(
            [0.0, *(point.recall for point in points)],
            [1.0, *(point.precision for point in points)],
            where="pre",
            label=_label(row),
        )
        best = row.evaluation.point_at(row.limit)
        axes.plot([best.recall], [best.precision], "o", color=curve.get_color())
    axes.set_xlim(0, 1.01)
    axes.set_ylim(0, 1.01)
    axes.set_xlabel(f"recall, of {len(compared.rows[0].evaluation.labelled):,} labelled pairs")
    axes.set_ylabel("precision")
    axes.legend(frameon=False, loc="lower left")
    _save(figure, file)


def _label(row: FormulaRow) -> str:
    return (
        f"{row.formula.value}: average precision {row.average_precision},\n"
        f"limit {row.limit:g}, best F1 {row.best_f1}"
    )


def _canvas() -> tuple[Figure, Axes]:
    figure = Figure(figsize=_SIZE, layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color=_GREY, alpha=0.25)
    axes.set_axisbelow(True)
    return figure, axes


def _mark(axes: Axes, limit: float, name: str, colour: str) -> None:
    axes.axvline(limit, color=colour, linestyle="--", linewidth=1, label=name)


def _save(figure: Figure, file: Path) -> None:
    if file.suffix not in FORMATS:
        raise InputError(f"{file} must end in {' or '.join(FORMATS)} to be a plot.")
    drawn = io.BytesIO()
    metadata = {"Date": None} if file.suffix == ".svg" else None
    figure.savefig(drawn, dpi=150, format=file.suffix[1:], metadata=metadata)
    write_file(file, drawn.getvalue())
