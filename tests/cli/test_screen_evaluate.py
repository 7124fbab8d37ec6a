"""`wildwood screen evaluate`: the figures of a detector."""

import json

import pytest

from tests.support.installation import Installation
from tests.support.screening import (
    rows,
)


class TestEvaluation:
    def test_prints_the_figures_of_each_language_and_source(
        self, installation: Installation
    ) -> None:
        file = installation.home / "some.jsonl"
        titles = {"The theory of trade": "en", "Handel und Wachstum der Wirtschaft": "de"}
        file.write_text(
            "".join(
                json.dumps({"title": title, "lang": language, "source": f"of {language}"}) + "\n"
                for title, language in titles.items()
            ),
            encoding="utf-8",
        )
        result = installation.run("screen", "evaluate", str(file))
        assert result.exit_code == 0, result.output
        assert "English kept / others kept, %" in result.stdout
        for group in ("language en", "language de", "source of en", "source of de"):
            assert f" {group} " in result.stdout

    def test_can_write_the_errors(self, installation: Installation) -> None:
        file, errors = installation.home / "some.jsonl", installation.home / "errors.tsv"
        file.write_text('{"title": "The theory of trade", "lang": "de"}\n', encoding="utf-8")
        command = ("screen", "evaluate", str(file), "--errors", str(errors))
        result = installation.run(*command)
        assert (result.exit_code, result.stderr) == (0, f"Wrote 1 error to {errors}.\n")
        assert [row[-1] for row in rows(errors)] == ["The theory of trade"]

    def test_of_a_missing_file_is_reported_in_one_sentence(
        self, installation: Installation
    ) -> None:
        result = installation.run("screen", "evaluate", "/nowhere.jsonl")
        assert (result.exit_code, result.stderr) == (
            1,
            "Error: Cannot read /nowhere.jsonl: No such file or directory.\n",
        )

    @pytest.mark.parametrize(
        ("lines", "sentence"),
        [
            ([], "{file} contains no records."),
            (
                [{"title": "Trade", "lang": "German"}, {"title": "Growth"}],
                "{file}: the language of line 2 is unknown (declared: nothing); {hint}",
            ),
            (
                [{"title": "Trade", "lang": "xx"}],
                "{file}: the language of line 1 is unknown (declared: 'xx'); {hint}",
            ),
        ],
        ids=["an empty file", "no language", "an unknown language"],
    )
    def test_requires_the_language_of_every_record(
        self, installation: Installation, lines: list[dict[str, str]], sentence: str
    ) -> None:
        file = installation.home / "some.jsonl"
        file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        result = installation.run("screen", "evaluate", str(file))
        hint = 'declare one for each record, such as "lang": "en".'
        expected = sentence.format(file=file, hint=hint)
        assert (result.exit_code, result.stderr) == (1, f"Error: {expected}\n")
