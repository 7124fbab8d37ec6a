"""References rendered to train on."""

import json
from pathlib import Path

import pytest
from lxml import etree

from tests.training import render

STYLE = """
<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0" default-locale="en-GB">
  <info><title>Rivers</title><id>rivers</id><updated>2026-01-01T00:00:00+00:00</updated></info>
  <citation><layout><text variable="title"/></layout></citation>
  <bibliography>
    <layout suffix=".">
      <text variable="citation-number" prefix="[" suffix="] "/>
      <names variable="author" suffix=", ">
        <name initialize-with=". " name-as-sort-order="all"/>
      </names>
      <text variable="title" quotes="true"/>
      <text variable="container-title" font-style="italic" prefix=", "/>
      <date variable="issued" prefix=" (" suffix=")"><date-part name="year"/></date>
    </layout>
  </bibliography>
</style>
"""
ENTRY = {
    "type": "article-journal",
    "language": "en",
    "title": "Floods and their prices",
    "author": [{"family": "Smith", "given": "Anna Berta"}],
    "container-title": "Water & Rivers",
    "issued": {"date-parts": [[2008]]},
}


def fields(rendered: str, *, small_capitals: bool = False) -> list[tuple[str, str]]:
    """Return the labelled parts of a reference, in which `<title|…|>` is a marked field."""
    for label, mark in render.MARKS.items():
        rendered = rendered.replace(f"<{label}|", mark)
    rendered = rendered.replace("|>", render.END)
    return list(render.parts_of(rendered, small_capitals=small_capitals))


def test_a_style_is_made_to_mark_its_fields_inside_its_punctuation() -> None:
    style = etree.fromstring(STYLE)
    render.mark(style)
    journal = style.find(".//{*}bibliography//{*}text[@variable='container-title']")
    assert journal is not None
    assert journal.get("prefix", "").startswith(", ")
    assert len(journal.get("prefix", "")) == len(", ") + 1


def test_names_that_stand_in_for_others_have_their_own_label() -> None:
    """APA prints the composer of a work, or else its author."""
    style = etree.fromstring(
        STYLE.replace(
            '<names variable="author" suffix=", ">',
            '<names variable="composer"><substitute><names variable="author"/></substitute>',
        )
    )
    render.mark(style)
    names = style.find(".//{*}names[@variable='composer']")
    assert names is not None
    assert names.get("prefix", "") == render.MARKS["author"]


def test_marks_become_labels_and_tags_are_removed() -> None:
    assert fields("<author|Smith, A.|>, <i><title|Floods|></i> (<date|2008|>)") == [
        ("author", "Smith, A."), ("other", ", "), ("title", "Floods"), ("other", " ("),
        ("date", "2008"), ("other", ")"),
    ]  # fmt: skip


def test_quotation_marks_are_not_part_of_a_title() -> None:
    assert fields("<title|“Floods”|>, 2008") == [
        ("other", "“"), ("title", "Floods"), ("other", "”"), ("other", ", 2008"),
    ]  # fmt: skip


def test_the_number_of_a_reference_is_left_out() -> None:
    assert fields("[<number|1|>] <title|Floods|>") == [("title", "Floods")]


def test_a_full_stop_is_not_doubled_behind_a_mark() -> None:
    assert fields("<author|Smith, A.|>. <title|Floods|>")[:2] == [
        ("author", "Smith, A."), ("other", " "),
    ]  # fmt: skip


def test_small_capitals_can_be_capitals() -> None:
    name = '<author|<span class="smallcaps">Smith</span>|>'
    assert fields(f"{name} <title|Floods|>", small_capitals=True)[0] == ("author", "SMITH")


@pytest.mark.long
def test_entries_are_rendered_in_a_style(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rivers.csl").write_text(STYLE, encoding="utf-8")
    (tmp_path / "entries.json").write_text(json.dumps([ENTRY]), encoding="utf-8")
    monkeypatch.setattr(render, "_RUNS", 1)
    monkeypatch.setattr(render, "_WEIGHTS", {"en": 1})
    render.main(tmp_path, tmp_path / "entries.json", tmp_path / "rendered.jsonl")
    (line,) = (tmp_path / "rendered.jsonl").read_text(encoding="utf-8").splitlines()
    found = dict(pair for pair in json.loads(line) if pair[0] != "other")
    assert found == {
        "author": "Smith, A. B.", "title": "Floods and their prices", "venue": "Water & Rivers",
        "date": "2008",
    }  # fmt: skip
