"""Commands without the extra that they need."""

from collections.abc import Sequence
from pathlib import Path

from tests.support.elsewhere import Ended, run_each
from tests.support.installation import Installation
from tests.support.screening import ENGLISH, FIRST, configure


class TestWithoutTheExtra:
    """With the extra's libraries hidden, as in an installation without the extra."""

    HIDDEN = (
        "eldc", "httpx2", "langcodes", "language_data", "py3langid",
        "spellchecker", "stopwordsiso",
    )  # fmt: skip

    def run(
        self,
        installation: Installation,
        *commands: Sequence[str],
        hidden: tuple[str, ...] = HIDDEN,
    ) -> list[Ended]:
        configured = [[*words, "--config", str(installation.config)] for words in commands]
        return run_each(f"sys.modules.update(dict.fromkeys({hidden}))", configured)

    def test_without_eldc_alone_it_runs_and_says_so(
        self, installation: Installation, tmp_path: Path
    ) -> None:
        file = tmp_path / "list.csv"
        file.write_text("id,title\na,The wealth of nations and its causes\n", encoding="utf-8")
        arguments = ("screen", "files", str(file), "--out", str(tmp_path / "lists"))
        [result] = self.run(installation, arguments, hidden=("eldc",))
        assert result.status == 0
        assert result.stderr.startswith("eldc is missing; it has no wheel for some systems")
        assert "1 kept, 0 left out" in result.stderr

    def test_a_screen_command_names_the_extra(self, installation: Installation) -> None:
        commands = [["screen", name] for name in (FIRST, "words", "learn")]
        for result in self.run(installation, *commands):
            assert result.status == 1
            assert result.stderr.count("\n") == 1
            assert "pip install 'nep-wildwood[language]" in result.stderr

    def test_a_run_that_marks_languages_names_the_extra(self, installation: Installation) -> None:
        configure(installation, "mark = true")
        installation.issue(FIRST, ENGLISH)
        [result] = self.run(installation, [FIRST])
        assert result.status == 1
        assert "pip install 'nep-wildwood[language]" in result.stderr
        assert not list(installation.ps.iterdir())

    def test_everything_else_works(self, installation: Installation) -> None:
        installation.issue(FIRST, ENGLISH)
        commands = [FIRST], ["latest"], ["rebuild"], ["status"], ["--help"]
        assert {result.status for result in self.run(installation, *commands)} == {0}


class TestWithoutTheExtraLists:
    HIDDEN = ("bibtexparser", "opencc", "pylatexenc", "pymarc", "pypinyin", "python_calamine")

    def run(self, *commands: Sequence[object]) -> list[Ended]:
        words = [list(map(str, command)) for command in commands]
        return run_each(f"sys.modules.update(dict.fromkeys({self.HIDDEN}))", words)

    def test_lists_of_other_formats_are_compared_and_written(self, tmp_path: Path) -> None:
        ris, table = tmp_path / "a.ris", tmp_path / "b.csv"
        ris.write_text("TY  - JOUR\nID  - a\nTI  - Trade and Growth\nAU  - Ng, Bo\nER  - \n")
        table.write_text('id,title,authors\nb,Trade and Growth,"Ng, Bo"\n')
        clean = ("--keep", "first", "--list", tmp_path / "clean.ris")
        ended = self.run(["compare", ris, table], ["compare", "--together", ris, table, *clean])
        assert [(result.status, "1 pair above" in result.stderr) for result in ended] == [
            (0, True), (0, True),
        ]  # fmt: skip

    def test_a_list_in_bibtex_names_the_extra(self, tmp_path: Path) -> None:
        file = tmp_path / "a.bib"
        file.write_text("@misc{a, title = {Trade and Growth}}\n")
        [result] = self.run(["compare", file])
        assert result.status == 1
        assert "pip install 'nep-wildwood[lists]" in result.stderr
