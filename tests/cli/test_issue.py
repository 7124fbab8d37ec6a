"""`wildwood screen DATE`: a verdict for each paper of an issue."""

import pytest

from tests.support.installation import Installation
from tests.support.paths import DATA
from tests.support.screening import ENGLISH, FIRST, FORMULA, GERMAN, rows


class TestAnIssue:
    @pytest.mark.parametrize("command", [["screen"], ["screen", "issue"]])
    def test_is_listed_with_a_verdict_for_each_paper(
        self, installation: Installation, command: list[str]
    ) -> None:
        installation.issue(FIRST, ENGLISH, GERMAN, FORMULA)
        out = installation.home / "lists"
        result = installation.run(*command, FIRST, "--out", str(out))
        assert result.exit_code == 0, result.output
        assert result.stderr == "3 records: 2 kept, 1 left out (1 detector)\n"
        listed = rows(out / f"{FIRST}.screened.tsv")
        assert [row[:3] for row in listed] == [
            ["en", "en", "detector"],
            ["de", "other", "detector"],
            ["mc", "unknown", "no words"],
        ]
        assert [row[0] for row in rows(out / f"{FIRST}.left-out.tsv")] == ["de"]

    def test_that_does_not_exist_is_reported_in_one_sentence(
        self, installation: Installation
    ) -> None:
        result = installation.run("screen", FIRST)
        assert (result.exit_code, result.stderr) == (
            1,
            f"Error: There is no rif of {FIRST} in {installation.us}.\n",
        )

    def test_an_unknown_command_is_answered_with_the_nearest_name(
        self, installation: Installation
    ) -> None:
        result = installation.run("screen", "lern")
        assert result.exit_code == 2
        assert "the nearest command is 'learn'" in result.stderr

    def test_real_english_papers_are_kept(self, installation: Installation) -> None:
        rif = DATA / "issues" / "2020-03-09.amf.xml.gz"
        (installation.us / rif.name).write_bytes(rif.read_bytes())
        result = installation.run("-q", "screen", "2020-03-09", "--out", str(installation.home))
        assert result.stderr == ""
        assert len(rows(installation.home / "2020-03-09.screened.tsv")) == 488
        assert len(rows(installation.home / "2020-03-09.left-out.tsv")) <= 4
