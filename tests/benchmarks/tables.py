"""Measure tables by the adjacent cells that they state right, beside pdfplumber and camelot.

    python -m tests.benchmarks.tables FOLDER [PART]

FOLDER has the documents of the ICDAR 2013 table competition, `NAME.pdf` with `NAME-str.xml`, which
tabula-java carries in its tests (src/test/resources/technology/tabula/icdar2013-dataset). PART is
`choose` (odd numbers), `aside` (even numbers: no rule may be chosen on them) or `all` (default).
`-v` prints each document. Peers run if `$TABLE_PEERS` is a Python with pdfplumber and camelot-py.

Each pair of cells that are neighbours, blank ones left out, is a relation (Göbel et al. 2012).
Those of a page are compared by their texts, letters and digits alone. Whole documents are read,
without hints on where tables are. Precision and recall are means over documents, as in the
competition, and F1 is of these means; the pooled one is over all relations.
"""

import json
import os
import re
import subprocess
import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

from wildwood.extraction import figures_and_tables
from wildwood.extraction.data import DocumentType, Line
from wildwood.extraction.documents import read_document
from wildwood.extraction.page_content import Pages

Placed = tuple[int, int, int, int, str]  # first and last row, first and last column, text
Stated = list[tuple[int, list[Placed]]]  # the number of a page and the cells of a table on it
_OTHERS = re.compile(r"[\W_]+")
_PEERS = """
import sys, json, logging, warnings, time
logging.disable(logging.CRITICAL); warnings.simplefilter("ignore")
tool, *paths = sys.argv[1:]
for path in paths:
    start, found = time.process_time(), []
    try:
        if tool.startswith("pdfplumber"):
            import pdfplumber
            text = {"vertical_strategy": "text", "horizontal_strategy": "text"}
            with pdfplumber.open(path) as pdf:
                for page in pdf.pages:
                    tables = page.extract_tables(text if tool.endswith("text") else {})
                    found += [[page.page_number, table] for table in tables]
        else:
            import camelot
            flavour = tool.partition("-")[2]
            for table in camelot.read_pdf(path, pages="all", flavor=flavour):
                found.append([table.page, table.df.values.tolist()])
    except Exception as error:
        print(tool, path, repr(error)[:100], file=sys.stderr)
    print(json.dumps([found, time.process_time() - start]), flush=True)
"""
_TOOLS = (
    "pdfplumber-lines", "pdfplumber-text", "camelot-lattice", "camelot-stream", "camelot-network",
    "camelot-hybrid",
)  # fmt: skip


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).lower()
    return _OTHERS.sub("", text) or "".join(text.split())


def _relations(pages: Stated) -> Counter[tuple[int, str, str, bool]]:
    relations: Counter[tuple[int, str, str, bool]] = Counter()
    for page, cells in pages:
        texts = {
            (row, column): number
            for number, (top, bottom, left, right, text) in enumerate(cells) if text.strip()
            for row in range(top, bottom + 1) for column in range(left, right + 1)
        }  # fmt: skip
        relations.update(
            (page, _plain(cells[first][4]), _plain(cells[second][4]), is_row)
            for first, second, is_row in set(_neighbours(texts))
        )
    return relations


def _neighbours(texts: dict[tuple[int, int], int]) -> Iterator[tuple[int, int, bool]]:
    for is_row in (True, False):
        order = sorted(texts, key=lambda place: place if is_row else place[::-1])
        lines: dict[int, list[int]] = {}
        for place in order:
            lines.setdefault(place[0] if is_row else place[1], []).append(texts[place])
        for line in lines.values():
            yield from (
                (one, next_one, is_row)
                for one, next_one in pairwise(line) if one != next_one
            )  # fmt: skip


def _stated(path: Path) -> Stated:
    return [
        (int(region.get("page", 1)), [_cell(cell) for cell in region.iter("cell")])
        for region in ElementTree.parse(path).getroot().iter("region")
    ]


def _cell(cell: ElementTree.Element) -> Placed:
    row, column = int(cell.get("start-row", 0)), int(cell.get("start-col", 0))
    ends = int(cell.get("end-row", row)), int(cell.get("end-col", column))
    return row, ends[0], column, ends[1], cell.findtext("content") or ""


def _own(path: Path) -> Stated:
    return [
        (table.page, [
            (cell.row, cell.row + cell.rows - 1, cell.column, cell.column + cell.columns - 1,
             cell.text) for cell in table.cells
        ]) for table in figures_and_tables.extract_tables(_lines(path), Pages(path))
    ]  # fmt: skip


def _lines(path: Path) -> tuple[Line, ...]:
    return tuple(read_document(path, DocumentType.PDF))


def _grid(rows: Sequence[Sequence[str | None]]) -> list[Placed]:
    return [
        (row, row, column, column, text)
        for row, texts in enumerate(rows) for column, text in enumerate(texts) if text
    ]  # fmt: skip


def _peer(tool: str, paths: Sequence[Path]) -> Iterator[tuple[Stated, float]]:
    done = subprocess.run(
        [os.environ["TABLE_PEERS"], "-c", _PEERS, tool, *map(str, paths)],
        stdout=subprocess.PIPE, check=True, text=True,
    )  # fmt: skip
    for line in done.stdout.splitlines():
        found, seconds = json.loads(line)
        yield [(page, _grid(rows)) for page, rows in found], seconds


def _measured(
    read: Callable[[Path], Stated], paths: Iterable[Path]
) -> Iterator[tuple[Stated, float]]:
    for path in paths:
        start = time.process_time()
        yield read(path), time.process_time() - start


def _report(tool: str, paths: Sequence[Path], results: Iterable[tuple[Stated, float]]) -> None:
    scores, whole, seconds = [], Counter[str](), 0.0
    for path, (pages, took) in zip(paths, results, strict=True):
        stated = _relations(_stated(path.with_name(f"{path.stem}-str.xml")))
        given = _relations(pages)
        right, seconds = (stated & given).total(), seconds + took
        whole.update(right=right, given=given.total(), stated=stated.total())
        score = right / (given.total() or 1), right / (stated.total() or 1)
        scores.append(score)
        if "-v" in sys.argv:
            print(f"  {path.stem:8} precision {score[0]:.3f} recall {score[1]:.3f}")
    precision, recall = (sum(column) / len(scores) for column in zip(*scores, strict=True))
    pooled = 2 * whole["right"] / (whole["given"] + whole["stated"])
    f1 = 2 * precision * recall / (precision + recall or 1)
    print(f"{tool:18} precision {precision:.3f} recall {recall:.3f} F1 {f1:.3f}"
          f" pooled F1 {pooled:.3f} {seconds:7.1f} s")  # fmt: skip


def _paths(folder: Path, part: str) -> dict[str, list[Path]]:
    paths = sorted(path for path in folder.glob("*.pdf") if re.search(r"\d{3}", path.stem))
    parts = {
        "choose": [path for path in paths if int(path.stem[3:6]) % 2],
        "aside": [path for path in paths if int(path.stem[3:6]) % 2 == 0],
    }
    return parts if part == "all" else {part: parts[part]}


def main() -> None:
    folder, *rest = [argument for argument in sys.argv[1:] if argument != "-v"]
    for part, paths in _paths(Path(folder), rest[0] if rest else "all").items():
        print(f"{part}: {len(paths)} documents")
        _report("wildwood", paths, _measured(_own, paths))
        for tool in _TOOLS if "TABLE_PEERS" in os.environ else ():
            _report(tool, paths, _peer(tool, paths))


if __name__ == "__main__":
    main()
