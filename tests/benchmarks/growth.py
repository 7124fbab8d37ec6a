"""Plot how time and memory grow with the papers stored, from the figures in `growth.csv`.

usage: python -m tests.benchmarks.growth

Writes growth.svg. A row of growth.csv is a corpus, as `floor.py`, `rebuild.py` and `nightly.py`
measured it: seconds of a rebuild, of what MongoDB alone takes for its documents, of an issue after
a cold start and beside a running server, and the peaks of a rebuild and of an issue in MB. A cell
is empty where nothing was measured.
"""

import csv
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

_FIGURES = Path(__file__).with_suffix(".csv")
_TIMES = {
    "rebuild": ("a rebuild", "#1f5a91"),
    "floor": ("its floor: MongoDB alone", "#888888"),
    "issue_cold": ("an issue, cold", "#7a3b69"),
    "issue": ("an issue, warm", "#c8803a"),
}
_PEAKS = {"rebuild_mb": ("a rebuild", "#1f5a91"), "issue_mb": ("an issue", "#c8803a")}


def main() -> None:
    """Write the plot beside the figures."""
    rows = list(csv.DictReader(_FIGURES.open(encoding="utf-8")))
    mpl.rcParams["svg.hashsalt"] = "growth"
    times, peaks = (figure := Figure(figsize=(9.0, 4.0), layout="constrained")).subplots(1, 2)
    _draw(times, rows, _TIMES, "seconds")
    _draw(peaks, rows, _PEAKS, "peak of memory, MB")
    figure.savefig(_FIGURES.with_suffix(".svg"), metadata={"Date": None})


def _draw(
    axes: Axes, rows: list[dict[str, str]], drawn: dict[str, tuple[str, str]], unit: str
) -> None:
    for column, (label, colour) in drawn.items():
        points = [(int(row["papers"]), float(row[column])) for row in rows if row[column]]
        axes.plot(*zip(*points, strict=True), marker="o", color=colour, label=label)
    axes.set(xscale="log", yscale="log", xlabel="papers stored", ylabel=unit)
    axes.grid(visible=True, which="major", color="#dddddd")
    axes.legend(frameon=False)


if __name__ == "__main__":
    main()
