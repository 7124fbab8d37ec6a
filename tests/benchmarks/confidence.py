"""Fit the confidence in the fields of headers, and plot how reliable it is.

usage: python -m tests.benchmarks.confidence FOLDER

FOLDER contains documents of `headers.jsonl`, of which each is read as PDF and as the plain text of
poppler's `pdftotext -layout`. Prints the weights for `wildwood/extraction/header.py`, fitted on the
parts on which rules were chosen, and writes confidence.svg: the other parts, with the weights that
the package has.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from wildwood.extraction import documents, header
from wildwood.extraction.data import DocumentType, Line, NothingToExtractError
from wildwood.extraction.lines import words_of

from tests.benchmarks.extraction import Tally
from tests.benchmarks.headers import FIELDS, Comparison, Label, Scores, labels

_PLOT = Path(__file__).with_suffix(".svg")
_ESTIMATED = ("title", "authors", "affiliations", "abstract")
_COLOURS = {"PDF": "#1f5a91", "plain text": "#c8803a"}
_BOUNDS = (0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.01)
_MISSES = (
    2.0  # the weight of a wrong field of a PDF: rules were chosen on it, on new ones more fail
)
_PENALTY = 0.2  # of the square of each weight
_STEPS = 30


@dataclass(frozen=True)
class Field:
    """A field of a document, with the evidence for it."""

    name: str
    kind: str
    is_chosen_on: bool
    is_right: bool
    confidence: float
    evidence: tuple[float, ...]


def read_fields(folder: Path) -> Iterator[Field]:
    """Yield the fields of all documents that are not empty."""
    with tempfile.TemporaryDirectory() as written:
        text = Path(written, "text")
        for label in labels(folder, "all"):
            path = folder / label["file"]
            subprocess.run(
                ["pdftotext", "-l", "20", "-layout", path, text], check=False, capture_output=True
            )
            for kind, file, file_type in (
                ("PDF", path, DocumentType.PDF),
                ("plain text", text, DocumentType.TEXT),
            ):
                try:
                    lines = tuple(documents.read_document(file, file_type))
                except NothingToExtractError:
                    continue
                yield from _fields(lines, label, kind)


def _fields(lines: Sequence[Line], label: Label, kind: str) -> Iterator[Field]:
    found = header.extract_header(lines)
    start = header.find_start(header.find_beginning(lines), words_of(lines))
    evidence = header.find_evidence(found, start, words_of(lines))
    scores, confidences = Scores(Tally), Scores(Tally)
    Comparison(label, asdict(found), scores, confidences).run()
    is_chosen_on = label["part"].endswith("choose")
    for column, tally in scores.items():
        name = FIELDS.get(column, column)
        if name in _ESTIMATED and name in found.confidence:
            yield Field(
                name, kind, is_chosen_on, bool(tally.right), found.confidence[name], evidence[name]
            )


def fit(fields: Sequence[Field]) -> list[float]:
    """Return the constant and the weights of a logistic regression, by Newton's method."""
    evidence = np.array([(1.0, *field.evidence) for field in fields], dtype=float)
    right = np.array([field.is_right for field in fields], dtype=float)
    missed = [field.kind == "PDF" and not field.is_right for field in fields]
    counts = np.where(missed, _MISSES, 1.0)
    penalty = np.diag([0.0, *[_PENALTY] * (evidence.shape[1] - 1)])
    weights = np.zeros(evidence.shape[1])
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-evidence @ weights))
        gradient = evidence.T @ (counts * (right - likely)) - penalty @ weights
        curvature = (evidence.T * (counts * likely * (1 - likely))) @ evidence + penalty
        weights += np.linalg.solve(curvature, gradient)
    return [round(float(weight), 1) for weight in weights]


def _draw(axes: Axes, fields: Sequence[Field], kind: str) -> None:
    points: list[tuple[float, float]] = []
    for least, most in pairwise(_BOUNDS):
        within = [field for field in fields if least <= field.confidence < most]
        if within:
            right = sum(field.is_right for field in within)
            said = sum(field.confidence for field in within) / len(within)
            points.append((said, right / len(within)))
            print(f"{kind}, from {least}: {right} of {len(within)}")
    axes.plot(*zip(*points, strict=True), marker="o", color=_COLOURS[kind], label=kind)


def main(folder: Path) -> None:
    """Print the weights, and draw the confidence of documents that are not fitted on."""
    fields = list(read_fields(folder))
    for name in _ESTIMATED:
        chosen = [field for field in fields if field.name == name and field.is_chosen_on]
        print(f'"{name}": {tuple(fit(chosen))},')
    mpl.rcParams["svg.hashsalt"] = "confidence"
    axes = (figure := Figure(figsize=(5.0, 4.0), layout="constrained")).subplots()
    axes.plot((0, 1), (0, 1), color="#dddddd")
    for kind in _COLOURS:
        aside = [field for field in fields if field.kind == kind and not field.is_chosen_on]
        _draw(axes, [field for field in aside if field.name in _ESTIMATED], kind)
    axes.set(xlabel="confidence", ylabel="share that is right", ylim=(0, 1.03))
    axes.legend(frameon=False)
    figure.savefig(_PLOT, metadata={"Date": None})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
