"""`wildwood compare` reads a list as its program exports it, and writes it without repeats."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wildwood.cli.program import group

from tests.lists.test_formats import SAMPLES
from tests.lists.test_ris import EARLY, LINK, RIS

LISTS = {
    name: SAMPLES[name][1].replace("ENCODING", "UTF-8")
    for name in ("MARCXML of Alma", "MARC-in-JSON", "Aleph", "PICA+")
}


def compare(*arguments: object) -> Result:
    return CliRunner().invoke(group, ["compare", *map(str, arguments)])


@pytest.mark.parametrize("name", LISTS)
def test_a_catalogue_s_list_is_written_without_what_an_older_one_has(
    tmp_path: Path, name: str
) -> None:
    new, old, kept = (tmp_path / f"{one}.txt" for one in ("new", "old", "kept"))
    for file in (new, old):
        file.write_text(LISTS[name], encoding="utf-8")
    result = compare(new, old, "--keep", "first", "--list", kept)
    assert result.exit_code == 0, result.output
    assert f"2 papers of {new.name} ({SAMPLES[name][0].value}, UTF-8)" in result.stderr
    assert "Löhne" not in kept.read_text(encoding="utf-8")
    assert "2 papers left out" in result.stderr


NUMBERED = RIS.replace("ID  - a\n", "DO  - 10.1000/1\nPY  - 2010\nDB  - Embase\nAN  - 2012345678\n")
EARLY_TITLE = EARLY.replace("ER  -", "DO  - 10.1000/1\nPY  - 2010\nER  -")
JOINED = {
    "title before TY": f"{EARLY_TITLE}\n{EARLY_TITLE.replace('ID  - a', 'ID  - b')}",
    "a link of Ovid": NUMBERED.replace("5678\n", f"5678\n{LINK}\n") + NUMBERED,
    "byte order mark": f"{NUMBERED}\ufeff{NUMBERED}",
}


@pytest.mark.parametrize("name", JOINED)
def test_a_list_in_ris_is_written_without_repeats(tmp_path: Path, name: str) -> None:
    file, kept = tmp_path / "list.ris", tmp_path / "kept.ris"
    text = JOINED[name]
    file.write_text(text, encoding="utf-8")
    result = compare(file, "--keep", "first", "--list", kept)
    assert result.exit_code == 0, result.output
    assert "1 paper left out as a repeat" in result.stderr
    written = kept.read_text(encoding="utf-8")
    assert text.startswith(written.replace("N1  - ID: b\n", "").rstrip())
    assert written.count("TY  - ") == 1


def test_an_encoding_that_is_guessed_is_said(tmp_path: Path) -> None:
    file = tmp_path / "list.ris"
    for codec, described in (("utf-8", "UTF-8"), ("latin-1", "probably Latin-1")):
        file.write_bytes(RIS.replace("Trade", "Löhne").encode(codec))
        assert f"1 paper of {file.name} (RIS, {described})" in compare(file).stderr


def test_a_table_without_a_line_of_names_is_written_with_numbered_columns(tmp_path: Path) -> None:
    file, kept = tmp_path / "list.csv", tmp_path / "kept.csv"
    row = 'Trade and wages,"Keen, Michael"\n'
    file.write_text(row * 2, encoding="utf-8")
    result = compare(file, "--columns", "title=1,authors=2", "--keep", "first", "--list", kept)
    assert result.exit_code == 0, result.output
    assert kept.read_text(encoding="utf-8") == row
