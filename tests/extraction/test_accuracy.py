"""How well `wildwood extract` reads real papers: no field may become worse than it is."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from wildwood.extraction.data import Citation
from wildwood.extraction.service.processes import Workers

from tests.benchmarks import headers, layouts
from tests.benchmarks.extraction import Tally
from tests.benchmarks.language_accuracy import interval
from tests.support.databases import Databases
from tests.support.extraction_server import make_place
from tests.support.paths import DATA

LABELS = [
    json.loads(line)
    for line in (DATA / "accuracy" / "papers.jsonl").read_text(encoding="utf-8").splitlines()
]
REACHED = {
    "title": (17, 17),
    "authors": (17, 17),
    "F1": (114, 114),
    "affiliations": (13, 16),
    "abstract": (6, 6),
    "no abstract": (3, 3),
    "counts": (12, 12),
    "cited_titles": (161, 166),
    "cited_years": (160, 160),
    "cited_first_authors": (161, 161),
    "dois": (46, 120),
}
"""For each field, how many are right at least, and of how many: author lists as a whole and by
name (each found and each known one), abstracts, papers without one, numbers of citations, and what
these say. Not all DOIs are printed."""


NOTICED = 0.02
"""A fall by so much must fail, so the figures may lag behind by less."""
PAGE = (DATA / "accuracy" / "README.md").read_text(encoding="utf-8")


class Scores(NamedTuple):
    """What is compared: of the papers themselves, and of the references in them."""

    headers: headers.Scores
    citations: layouts.Scores


def known(label: dict[str, Any]) -> list[layouts.Reference]:
    names = ("title", "year", "first", "doi")
    return [
        layouts.Reference(*(one.get(name, "") for name in names)) for one in label["references"]
    ]


def read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def scores(
    tmp_path_factory: pytest.TempPathFactory, databases: Databases, shared_workers: Workers
) -> Iterator[Scores]:
    """Extract all papers with the command, and compare what it writes with the labels."""
    found = Scores(headers.Scores(Tally), layouts.Scores())
    with make_place(tmp_path_factory.mktemp("accuracy"), databases, shared_workers) as place:
        papers = [DATA / label["file"] for label in LABELS]
        into = place.home / "extracted"
        done = place.run("extract", *map(str, papers), "--no-filter", "--into", str(into))
        assert done.exit_code == 0, done.stderr
        for paper, label in zip(papers, LABELS, strict=True):
            header = read(into / f"{paper.stem}.header.json")
            headers.Comparison(label, header, found.headers, headers.Scores(Tally)).run()
            cited = [Citation(**one) for one in read(into / f"{paper.stem}.citations.json")]
            layouts.compare_citations(cited, known(label), found.citations)
        yield found


@pytest.mark.parametrize("field", REACHED)
def test_a_field_is_as_often_right_as_before(scores: Scores, field: str) -> None:
    tally = scores.headers.get(field) or getattr(scores.citations, field)
    assert isinstance(tally, Tally)
    right, of = REACHED[field]
    assert right <= tally.right < right + max(1, NOTICED * of)
    assert tally.of >= of


@pytest.mark.parametrize("field", REACHED)
def test_the_page_has_each_figure_with_its_interval(field: str) -> None:
    right, of = REACHED[field]
    low, high = interval(right, of)
    share = f"{100 * right / of:.1f} % | {low:.1f} to {high:.1f} %"
    assert f"| `{field}` | {right} of {of} | {share} |\n" in PAGE
