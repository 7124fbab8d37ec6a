"""What own papers add to the screening, and how sure it is: python -m ... BIBLIOGRAPHY PLOT.

BIBLIOGRAPHY is JSON lines with title and lang. The titles in English of the part "choose" of
language_split.py are the own papers, declared as English; those of the part "kept" are measured,
beside the other detectors that are installed (detectors-requirements.txt), at equal rates. PLOT is
an SVG of what the confidence says and what is.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

from matplotlib.figure import Figure

from wildwood.biblio.entry import CatalogueRecord
from wildwood.kernel.settings import Doubtful
from wildwood.screening.judge import Language
from wildwood.screening.learning import taught_by
from wildwood.screening.screening import Screen

from tests.benchmarks.language_accuracy import Labelled, interval, measure_detector, read_labelled
from tests.benchmarks.language_split import CHOOSE, KEPT
from tests.benchmarks.screening import LET_IN, curve, in_part, other_scores, score_of

_LENGTHS = ((1, 2), (3, 4), (5, 8), (9, 400))
_SAID = (0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1.0)
_COLOURS = ("#1f5a91", "#c8803a", "#3a7d44", "#9c1c1c")


def learned_from(records: Sequence[Labelled]) -> dict[str, int]:
    """Return what the records in English teach, declared as English."""
    own = [replace(one.record, languages=("en",)) for one in records if one.english]
    return {term: len(keys) for term, keys in taught_by(own).keys.items()}


def show_calibration(records: Sequence[Labelled], screen: Screen, plot: Path) -> None:
    """Print and plot, by the length of titles, the share of English for what is said of it."""
    axes = (figure := Figure(figsize=(6.0, 5.0), layout="constrained")).subplots()
    axes.plot((0, 1), (0, 1), color="#888888", linewidth=1)
    scores = [(score_of(screen)(one), one) for one in records]
    for (least, most), colour in zip(_LENGTHS, _COLOURS, strict=True):
        some = [
            (said, one.english)
            for said, one in scores
            if said != 0.5 and least <= _words(one) <= most  # 0.5 stands for unknown
        ]
        points = []
        for low, high in pairwise(_SAID):
            within = [(said, is_) for said, is_ in some if low < said <= high]
            if within:
                said = sum(said for said, _ in within) / len(within)
                points.append((said, sum(is_ for _, is_ in within), len(within)))
        shown = "  ".join(f"{said:.2f}: {is_ / of:.2f} ({of})" for said, is_, of in points)
        print(f"  {least} to {most} words  {shown}")
        axes.plot(
            [said for said, _, _ in points],
            [is_ / of for _, is_, of in points],
            marker="o", color=colour, label=f"{least} to {most} words" if most < 400 else "more",
        )  # fmt: skip
        for said, is_, of in points:
            low, high = interval(is_, of)
            axes.plot((said, said), (low / 100, high / 100), color=colour, linewidth=1)
    axes.set_xlabel("said probability of English")
    axes.set_ylabel("share of titles in English")
    axes.legend(frameon=False)
    figure.savefig(plot, metadata={"Date": None})


def _is_kept(screen: Screen, record: CatalogueRecord) -> bool:
    return screen.verdict(record).kept


def _words(one: Labelled) -> int:
    return sum(len(title.text.split()) for title in one.record.titles)


def show_doubtful(records: Sequence[Labelled], screen: Screen) -> None:
    """Print the share of doubtful titles, and the errors that are among them."""
    verdicts = [(screen.verdict(one.title), one.english) for one in records]
    doubtful = sum(verdict.doubtful for verdict, _ in verdicts)
    wrong = [verdict for verdict, english in verdicts if verdict.kept is not english]
    unknown = sum(verdict.language is Language.UNKNOWN for verdict in wrong)
    held = sum(verdict.doubtful for verdict in wrong)
    share = 100 * doubtful / len(verdicts)
    print(f"  doubtful {share:.1f} %, with {held} of {len(wrong)} errors ({unknown} unknown)")


def main(bibliography: Path, plot: Path) -> None:
    """Print all figures, and write the plot."""
    records = read_labelled(bibliography)
    kept = in_part(records, KEPT)
    began = time.process_time()
    learned = learned_from(in_part(records, CHOOSE))
    print(f"{len(learned):,} terms learned in {time.process_time() - began:.1f} s")
    plain, taught = (Screen(words, Doubtful.AS_JUDGED) for words in ({}, learned))
    for name, screen in (("without learning", plain), ("after learning", taught)):
        figures = measure_detector(kept, partial(_is_kept, screen))
        print(f"{name}: {figures.titles} | 4 words {figures.short_titles}")
        show_doubtful(kept, screen)
    show_calibration(kept, plain, plot)
    own = {"without learning": score_of(plain), "after learning": score_of(taught)}
    print("recall at", *(f"{100 * rate:g}" for rate in LET_IN), "% of others")
    for name, score in (own | other_scores()).items():
        for words, some in (("all", kept), ("4 words", [one for one in kept if one.is_short])):
            print(f"  {name:17} {words:8} {curve(some, score)}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
