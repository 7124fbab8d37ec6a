"""`wildwood screen learn`: words that are learned from abstracts."""

from tests.support.installation import Installation
from tests.support.screening import COMMON, FILLER, FIRST, SECOND, rif_with_abstracts, words


class TestLearning:
    def test_learns_from_the_rifs_of_the_stored_issues(self, installation: Installation) -> None:
        rif_with_abstracts(installation, FIRST, *COMMON, FILLER + "zorgons")
        assert installation.run(FIRST).exit_code == 0
        result = installation.run("screen", "learn")
        assert result.stderr == (
            "Learned from 1 of 1 issues and files; words known beyond the dictionary: 1.\n"
        )
        assert words(installation) == "10\tqwertish\n"

    def test_shows_learned_words_that_can_be_misspellings(self, installation: Installation) -> None:
        rif_with_abstracts(installation, FIRST, *[f"{FILLER}goverment"] * 10)
        assert installation.run(FIRST).exit_code == 0
        installation.run("screen", "learn")
        suspicious = installation.run("screen", "words", "--suspicious")
        assert (suspicious.exit_code, suspicious.stdout) == (0, "10\tgoverment\tgovernment\n")

    def test_without_issues_and_files_says_what_to_do(self, installation: Installation) -> None:
        result = installation.run("screen", "learn")
        assert result.stderr == (
            "Learned from no issues and files; words known beyond the dictionary: 0; name files to"
            " learn from, or store issues.\n"
        )
        result = installation.run("screen", "words")
        assert (result.exit_code, result.stdout) == (0, "")
        assert result.stderr == "No words are learned yet; see wildwood screen learn.\n"
        assert installation.run("screen", "words", "-q").stderr == ""

    def test_adds_another_issue_and_skips_unchanged_ones(self, installation: Installation) -> None:
        for date in (FIRST, SECOND):
            rif_with_abstracts(installation, date, *COMMON[:5])
            assert installation.run(date).exit_code == 0
            installation.run("screen", "learn")
        assert words(installation) == "10\tqwertish\n"
        result = installation.run("screen", "learn")
        assert result.stderr.startswith("Learned from 0 of 2 ")
        assert installation.run("screen", "learn", "--again").stderr.startswith("Learned from 2 of")
        assert words(installation) == "10\tqwertish\n"

    def test_removes_the_words_of_a_forgotten_issue(self, installation: Installation) -> None:
        rif_with_abstracts(installation, FIRST, *COMMON)
        for command in ([FIRST], ["screen", "learn"], ["forget", FIRST], ["screen", "learn"]):
            assert installation.run(*command).exit_code == 0
        assert words(installation) == ""

    def test_keeps_its_words_after_a_rebuild(self, installation: Installation) -> None:
        rif_with_abstracts(installation, FIRST, *COMMON)
        for command in ([FIRST], ["screen", "learn"], ["rebuild"]):
            assert installation.run(*command).exit_code == 0
        assert words(installation) == "10\tqwertish\n"

    def test_names_files_that_it_cannot_read_and_learns_the_rest(
        self, installation: Installation
    ) -> None:
        for date in (FIRST, SECOND):
            rif_with_abstracts(installation, date, *COMMON)
            assert installation.run(date).exit_code == 0
        (installation.us / f"{FIRST}.amf.xml").unlink()
        result = installation.run("screen", "learn", "/nowhere.jsonl")
        assert result.exit_code == 1
        assert f"Error: There is no rif of {FIRST} in {installation.us}." in result.stderr
        assert "Error: Cannot read /nowhere.jsonl: No such file or directory." in result.stderr
        assert words(installation) == "10\tqwertish\n"

    def test_changes_the_verdict_on_a_text_with_the_word(self, installation: Installation) -> None:
        before = installation.run("screen", "text", "Qwertish trade", "--explain").stdout
        assert "unknown words  qwertish\n" in before
        assert "unknown  0.50 of 2 words\n" in before
        rif_with_abstracts(installation, FIRST, *COMMON)
        for command in ([FIRST], ["screen", "learn"]):
            assert installation.run(*command).exit_code == 0
        after = installation.run("screen", "text", "Qwertish trade", "--explain").stdout
        assert after.startswith("en (detector), doubtful\n")
        assert "unknown  0.00 of 2 words\n" in after
