"""CSV, JSON, the page and the file that its script downloads have the same facts."""

import csv
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from wildwood.biblio.entry import Series
from wildwood.cli.program import group
from wildwood.kernel.model import PairVerdict
from wildwood.kernel.pairs import COLUMNS, Keep, pair_facts
from wildwood.kernel.relation import Decision

from tests.support.browser import Browser
from tests.support.shown_pairs import MakePair, MakePaper

IN_JSON = {"id": "handle", "title": "titles", "authors": "names", "doi": "dois"}
"""The names in JSON of the columns that have another one there."""
ODD = '</script><!-- <b>&amp; "quoted"\n\'\u2028é'
RECORDS = (
    {"id": "a1", "year": "2015", "doi": "10.1000/1"},
    {"id": 'b,"2"', "year": "2016", "doi": "10.1000/2"},
)


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Compare a list, and write its one pair in all formats."""
    common = {
        "title": f"Trade {ODD} and the Growth of Towns",
        "authors": ["Ann Lee", "Bo Ng"],
        "journal": ODD,
    }
    lines = [json.dumps({**common, **record}) for record in RECORDS]
    (tmp_path / "mine.jsonl").write_text("\n".join(lines), encoding="utf-8")
    outs = [part for end in ("csv", "json", "html") for part in ("--out", f"pairs.{end}")]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        result = CliRunner().invoke(group, ["compare", "mine.jsonl", *outs])
    assert result.exit_code == 0, result.output
    return tmp_path


def row_in(file: Path) -> dict[str, str]:
    [row] = csv.DictReader(file.read_text(encoding="utf-8").splitlines(keepends=True))
    return row


def from_json(pair: dict[str, Any], column: str) -> Any:
    """Return a column of a pair from its JSON, as CSV has it."""
    paper = pair["similar" if column.startswith("similar_") else "paper"]
    name = column.removeprefix("similar_")
    found = {**paper, **pair}[IN_JSON.get(name, name)]
    return (" / " if name == "title" else "; ").join(found) if isinstance(found, list) else found


def test_csv_and_json_have_the_same_facts(written: Path) -> None:
    row = row_in(written / "pairs.csv")
    [pair] = json.loads((written / "pairs.json").read_text(encoding="utf-8"))["pairs"]
    facts = [name for name in COLUMNS if name not in ("decision", "keep")]
    assert {name: str(from_json(pair, name)) for name in facts} == {n: row[n] for n in facts}
    assert all(row[name] for name in facts)


def decided_by_hand(folder: Path) -> str:
    """Return the CSV with a decision on its pair."""
    text = (folder / "pairs.csv").read_bytes().decode()
    return text.removesuffix(",\r\n") + "same,\r\n"


def test_the_page_downloads_what_the_csv_has(
    written: Path, browser: Browser, tmp_path: Path
) -> None:
    shown = browser.open(written / "pairs.html")
    shown.press("s")
    (tmp_path / "downloads").mkdir()
    found = shown.download("#download", tmp_path / "downloads")
    assert found.read_bytes().decode() == decided_by_hand(written)


def test_the_script_takes_nothing_from_what_the_page_shows(written: Path, browser: Browser) -> None:
    page = written / "pairs.html"
    head, main, rest = re.split("(<main.*</main>)", page.read_text("utf-8"), flags=re.DOTALL)
    for old, new in (("h4", "h5"), ('class="handle"', ""), ("Trade", "Other"), ("0.", "1.")):
        main = main.replace(old, new)
    page.write_text(f"{head}{main}{rest}", encoding="utf-8")
    shown = browser.open(page)
    shown.press("s")
    assert shown.evaluate("asCsv()") == decided_by_hand(written)


def test_what_a_person_decided_is_in_json_as_in_csv(pair: MakePair, paper: MakePaper) -> None:
    decided = replace(
        pair(paper("a", series=Series("Trade")), "b", 0.9),
        verdict=PairVerdict.UNSURE, decision=Decision.SAME, keep=Keep.SECOND,
    )  # fmt: skip
    [facts] = pair_facts([decided])
    assert {name: facts.cells()[name] for name in ("decision", "keep")} == {
        name: facts.data()[name] for name in ("decision", "keep")
    }


def test_json_leaves_out_what_issues_have_not(pair: MakePair) -> None:
    [facts] = pair_facts([pair("a", "b", 0.9)])
    assert list(facts.data()) == ["strength", "type", "family", "paper", "similar"]


def test_families_are_numbered_by_their_strongest_pairs(pair: MakePair) -> None:
    pairs = [pair("a", "b", 0.9), pair("c", "d", 0.8), pair("b", "e", 0.7)]
    assert [facts.family for facts in pair_facts(pairs)] == [1, 2, 1]
