"""Measure the regions of figures on pages that were labelled by eye.

    python -m tests.benchmarks.figures FOLDER [PART]

FOLDER has the PDFs that `figure_boxes.json` beside this file names, in any subfolder: papers of the
Journal of Open Source Education, of JuliaCon, ReScience and PubMed Central, and of repositories of
authors. A box there was drawn by eye and shrunk to what is printed in it; `null` is a caption
without a figure on its page. PART is `choose`, `more` or `new` (other papers), on which rules are
chosen, `aside` or `unseen` (no rule may be chosen on them) or `all` (default); `new` and `unseen`
also have theses and papers of the social sciences, halves by a hash of the name. `-v` prints each
figure that is missed.

A figure is right if its region and the labelled one have 0.8 of their union in common, as in the
evaluation of PDFFigures 2.0 (Clark and Divvala 2016), whose abstract reports a precision of 94 % at
a recall of 90 % for figures and tables in papers of computer science.
"""

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wildwood.extraction import figures_and_tables
from wildwood.extraction.data import Box, DocumentType, Figure
from wildwood.extraction.documents import read_document
from wildwood.extraction.page_content import Pages

_LABELS = Path(__file__).with_name("figure_boxes.json")
_LEAST = 0.8


def _overlap(box: Box, second: Box) -> float:
    width = min(box.right, second.right) - max(box.left, second.left)
    height = min(box.top, second.top) - max(box.bottom, second.bottom)
    common = max(width, 0) * max(height, 0)
    return common / (box.width * box.height + second.width * second.height - common)


def _read(path: Path) -> tuple[dict[tuple[int, str], Figure], float]:
    lines = tuple(read_document(path, DocumentType.PDF))
    start = time.process_time()
    extracted = figures_and_tables.extract_figures(lines, Pages(path))
    return {(one.page, one.label): one for one in extracted}, time.process_time() - start


def _report(part: str, folder: Path, labels: Sequence[dict[str, Any]]) -> None:
    paths = {path.name: path for path in folder.rglob("*.pdf")}
    read = {name: _read(paths[name]) for name in sorted({label["file"] for label in labels})}
    right = given = stated = 0
    for label in labels:
        one = read[label["file"]][0].get((label["page"], label["label"]))
        wanted = Box(*label["box"]) if label["box"] else None
        box = one.box if one else None
        given, stated = given + (box is not None), stated + (wanted is not None)
        overlap = _overlap(box, wanted) if box and wanted else 0.0
        right += overlap >= _LEAST
        if "-v" in sys.argv and overlap < _LEAST and (box or wanted):
            print(
                f"  {label['file']} {label['page']} {label['label']} {overlap:.2f} {wanted} {box}"
            )
    seconds = sum(took for _, took in read.values())
    print(f"{part}: {len(read)} documents, {stated} figures: precision {right / given:.3f}"
          f" recall {right / stated:.3f} {seconds:.1f} s")  # fmt: skip


def main() -> None:
    folder, *rest = [argument for argument in sys.argv[1:] if argument != "-v"]
    labels = json.loads(_LABELS.read_text())
    for part, of_part in labels.items():
        if not rest or rest[0] in (part, "all"):
            _report(part, Path(folder), of_part)


if __name__ == "__main__":
    main()
