"""`wildwood screen correct`: a language that stays corrected."""

import json

import pytest

from tests.support.installation import Installation
from tests.support.screening import configure, rows


@pytest.fixture
def screened(installation: Installation) -> Installation:
    """Screen two records, one of which has no id."""
    configure(installation, 'corrections = "corrections.tsv"')
    screen(installation, {"id": "a", "title": "Handel und Wachstum"}, {"title": "Steuern"})
    return installation


def screen(installation: Installation, *records: dict[str, str]) -> None:
    file = installation.home / "some.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    result = installation.run("screen", "files", str(file), "--out", str(installation.home))
    assert result.exit_code == 0, result.output


def verdicts(installation: Installation) -> list[list[str]]:
    return [row[1:3] for row in rows(installation.home / "some.screened.tsv")]


def test_a_correction_is_stored_and_found_again(screened: Installation) -> None:
    home = str(screened.home)
    result = screened.run("screen", "correct", "a", "en", "--list", home)
    assert result.exit_code == 0, result.output
    assert result.stderr.endswith(
        "corrections.tsv now has en for: Handel und Wachstum\nScreen again to apply it.\n"
    )
    screen(screened, {"title": "Zölle"}, {"id": "a", "title": "HANDEL und Wachstum."})
    assert verdicts(screened)[1] == ["en", "corrected"]


def test_a_record_that_has_another_title_now_is_named(screened: Installation) -> None:
    screened.run("screen", "correct", "a", "en", "--list", str(screened.home))
    file = screened.home / "some.jsonl"
    file.write_text('{"id": "a", "title": "Handel und Wachstum in Europa"}\n', encoding="utf-8")
    command = ("screen", "files", str(file), "--out", str(screened.home))
    result = screened.run(*command)
    assert result.exit_code == 0
    assert result.stderr.startswith(
        f"Warning: {file}, line 1: the title of a has changed since you corrected its language, so"
        " the correction does not apply; correct it again.\n"
    )
    assert verdicts(screened) == [["other", "detector"]]
    screened.run("screen", "correct", "a", "en", "--list", str(screened.home))
    assert "Warning" not in screened.run(*command).stderr
    assert verdicts(screened) == [["en", "corrected"]]


def test_a_record_without_an_id_is_found_by_its_title(screened: Installation) -> None:
    listed = str(screened.home / "some.screened.tsv")
    result = screened.run("screen", "correct", "line 2", "en", "--list", listed)
    assert result.exit_code == 0, result.output
    screen(screened, {"title": "Steuern"}, {"title": "Handel und Wachstum"})
    assert [one[1] for one in verdicts(screened)] == ["corrected", "detector"]


def test_a_second_correction_replaces_the_first(screened: Installation) -> None:
    for language in ("en", "other"):
        screened.run("screen", "correct", "a", language, "--list", str(screened.home))
    [correction] = rows(screened.config.parent / "corrections.tsv")
    assert (correction[0], correction[1]) == ("a", "other")


def test_a_record_that_no_list_has_is_named(screened: Installation) -> None:
    result = screened.run("screen", "correct", "b", "en", "--list", str(screened.home))
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: No list in {screened.home} has the record b; check the identifier, or name another"
        " list with --list.\n"
    )


def test_a_directory_without_lists_is_named(screened: Installation) -> None:
    result = screened.run("screen", "correct", "a", "en", "--list", str(screened.us))
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: There is no list NAME.screened.tsv in {screened.us}; name one, or its directory.\n"
    )


def test_an_id_of_several_records_needs_the_list(screened: Installation) -> None:
    copy = screened.home / "more.screened.tsv"
    text = (screened.home / "some.screened.tsv").read_text(encoding="utf-8")
    copy.write_text(text.replace("Steuern", "Zölle"), encoding="utf-8")
    result = screened.run("screen", "correct", "line 2", "en", "--list", str(screened.home))
    assert result.exit_code == 1
    assert "Different records are named line 2 in " in result.stderr


def test_a_file_for_corrections_must_be_configured(installation: Installation) -> None:
    result = installation.run("screen", "correct", "a", "en")
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: No file is set in which corrections are stored: add"
        f' corrections = "corrections.tsv" under [language] in {installation.config}.\n'
    )
