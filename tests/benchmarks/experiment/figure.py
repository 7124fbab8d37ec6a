"""Plot the time of each way against the uploads, like Figure 3 of Williams et al. 2014."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

from tests.benchmarks.experiment.records import Block

_SIZE = (8.0, 6.5)
_COLOURS = ("#888888", "#1f5a91", "#c8803a", "#c8803a")
_STYLES = ("-", "-", "-", "--")


def plot(blocks: Sequence[Block], ways: Sequence[str], file: Path) -> None:
    """Write the plot: the minutes of each way, and below what is saved of the first way's.

    Args:
        blocks: those that all ways have done.
        ways: their names, the baseline first.
        file: ends in .svg or .png.
    """
    by_way: dict[str, list[Block]] = defaultdict(list)
    for block in sorted(blocks, key=lambda block: block.number):
        by_way[block.way].append(block)
    mpl.rcParams["svg.hashsalt"] = "experiment"
    figure = Figure(figsize=_SIZE, layout="constrained")
    above, below = figure.subplots(2, sharex=True, height_ratios=(3, 2))
    uploads = [0, *accumulate(len(block.answers) for block in by_way[ways[0]])]
    slowest = _minutes(by_way[ways[0]])
    for way, colour, style in zip(ways, _COLOURS, _STYLES, strict=True):
        minutes = _minutes(by_way[way])
        above.plot(uploads, minutes, style, color=colour, label=way)
        saved = [100 * (1 - own / all_) for own, all_ in zip(minutes[1:], slowest[1:], strict=True)]
        below.plot(uploads[1:], saved, style, color=colour)
    for axes in (above, below):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", alpha=0.25)
    above.set_ylabel("minutes in all")
    above.legend(frameon=False)
    below.set_ylabel("saved so far, %")
    below.set_xlabel("uploads")
    below.xaxis.set_major_formatter("{x:,.0f}")
    figure.savefig(file, dpi=150, metadata={"Date": None} if file.suffix == ".svg" else None)


def _minutes(blocks: Sequence[Block]) -> list[float]:
    return [0.0, *(seconds / 60 for seconds in accumulate(block.seconds for block in blocks))]
