"""`wildwood screen review`: the page of records, from a list to the corrections."""

import urllib.request

import pytest

from tests.support.fork_server import ForkServer
from tests.support.installation import Installation
from tests.support.screening import configure, rows
from tests.support.serving import serving


@pytest.mark.parametrize("is_folder", [False, True])
def test_decisions_are_stored_until_the_review_is_done(
    fork_server: ForkServer, installation: Installation, *, is_folder: bool
) -> None:
    configure(installation, 'corrections = "corrections.tsv"')
    file = installation.home / "some.jsonl"
    file.write_text('{"id": "a", "title": "Habeas Corpus"}\n', encoding="utf-8")
    installation.run("screen", "files", str(file), "--out", str(installation.home))
    given = installation.home if is_folder else installation.home / "some.screened.tsv"
    options = ("--no-browser", "--config", installation.config)
    with serving(fork_server, "screen", "review", given, *options) as served:
        for name, body in (("decisions", b"0 en\n"), ("done", b"")):
            urllib.request.urlopen(urllib.request.Request(served.address + name, body)).close()
        _, said = served.ended()
    corrections = installation.config.parent / "corrections.tsv"
    assert said == (
        f"{corrections} now has 1 decision on these records; screen again to apply them.\n"
    )
    assert [row[:2] for row in rows(corrections)] == [["a", "en"]]


def test_a_file_for_corrections_must_be_configured(installation: Installation) -> None:
    listed = installation.home / "some.screened.tsv"
    listed.write_text("", encoding="utf-8")
    result = installation.run("screen", "review", str(listed))
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: No file is set in which corrections are stored: ")


def test_a_file_that_is_no_list_is_named(installation: Installation) -> None:
    configure(installation, 'corrections = "corrections.tsv"')
    page = installation.home / "page-000001.xml"
    page.write_text("<OAI-PMH/>", encoding="utf-8")
    result = installation.run("screen", "review", str(page), "--no-browser")
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: {page} is not a list of verdicts; give files NAME.screened.tsv.\n"
    )


def test_a_folder_without_lists_is_named(installation: Installation) -> None:
    configure(installation, 'corrections = "corrections.tsv"')
    result = installation.run("screen", "review", str(installation.us), "--no-browser")
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: There is no list NAME.screened.tsv in {installation.us}; name one, or its"
        " directory.\n"
    )
