"""Judge languages from Python as `wildwood screen text` does."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import wildwood
from wildwood.cli.program import group
from wildwood.kernel.errors import InputError


def test_a_declaration_is_one_language_or_several() -> None:
    for declared in ("de", ["de"], {"de", "fr"}, iter(["de"])):
        assert wildwood.judge_language("Trade", declared=declared).reason.value == "declared"


PAPERS = [
    {"id": "a", "title": "Kant on God"},
    {"id": "b", "title": "Trade", "language": "de"},
    {"id": "c", "title": "Handbuch der Finanzwissenschaft"},
    {"id": "d", "title": ""},
]


def test_many_papers_have_their_verdicts_in_their_order() -> None:
    judged = wildwood.judge_languages(PAPERS)
    assert [(paper.id, verdict.language.value) for paper, verdict in judged] == [
        ("a", "en"), ("b", "other"), ("c", "other"), ("d", "unknown"),
    ]  # fmt: skip
    assert [verdict.confidence is None for _, verdict in judged] == [False, True, False, True]


def test_a_list_on_disk_is_judged_as_the_command_does(tmp_path: Path) -> None:
    file = tmp_path / "titles.jsonl"
    file.write_text("\n".join(map(json.dumps, PAPERS[:3])), encoding="utf-8")
    out = tmp_path / "out"
    result = CliRunner().invoke(group, ["screen", "files", str(file), "--out", str(out)])
    assert result.exit_code == 0
    lines = (out / "titles.screened.tsv").read_text(encoding="utf-8").splitlines()[1:]
    listed = [line.split("\t")[:2] for line in lines]
    judged = wildwood.judge_languages(file)
    assert [[paper.id, verdict.language.value] for paper, verdict in judged] == listed


def test_columns_of_unusual_names_are_named() -> None:
    [(_, verdict)] = wildwood.judge_languages([{"Name": "Kant on God"}], columns={"title": "Name"})
    assert verdict.kept


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"title": 3}, "The title is of the type int; give a text."),
        ({"title": None}, "The title is of the type NoneType; give a text."),
        ({"abstract": b"Trade"}, "The abstract is of the type bytes; give a text."),
        ({"abstract": 0}, "The abstract is of the type int; give a text."),
        ({"declared": None}, "The declared language is of the type NoneType; give a text."),
        ({"declared": [3]}, "The declared language is of the type int; give a text."),
    ],
)
def test_a_mistake_is_one_sentence(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        wildwood.judge_language(**{"title": "Trade", **arguments})
    assert str(caught.value) == message
