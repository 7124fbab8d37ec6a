"""`wildwood screen archives`: a list of archives."""

import json
from pathlib import Path

from tests.support.installation import Installation
from tests.support.screening import rows


class TestArchives:
    @staticmethod
    def file(installation: Installation, **languages: object) -> Path:
        """Write a file with an archive for each name and its languages."""
        archives = [
            {"name": [{"name": name}], "url": f"https://{name[0]}/", "content_languages": value}
            for name, value in languages.items()
        ]
        items = [{"repository_metadata": archive} for archive in archives]
        path = installation.home / "opendoar.json"
        path.write_text(json.dumps({"items": items}), encoding="utf-8")
        return path

    def test_are_shown_with_their_verdict(self, installation: Installation) -> None:
        file = self.file(installation, A=["en", "de"], B=["de"], C=[])
        result = installation.run("screen", "archives", str(file))
        assert (result.exit_code, result.stdout) == (
            0,
            "in\ten de\tA\thttps://A/\nout\tde\tB\thttps://B/\nout\tnone declared\tC\thttps://C/\n",
        )

    def test_take_one_line_each_even_with_control_characters_in_the_name(
        self, installation: Installation
    ) -> None:
        file = self.file(installation, **{"A\tB\nC\u202e\x1b[2J\ud800": "en"})
        result = installation.run("screen", "archives", str(file))
        assert result.stdout == "in\ten\tA B C��[2J?\thttps://A/\n"

    def test_are_listed_in_files_with_the_reason(self, installation: Installation) -> None:
        file = self.file(installation, A=["en", "de"], B=["de"], C=[])
        out = installation.home / "lists"
        assert installation.run("screen", "archives", str(file), "--out", str(out)).exit_code == 0
        german = ["https://B/", "de", "English not declared", "", "", "", "B"]
        silent = ["https://C/", "", "no language declared", "", "", "", "C"]
        assert rows(out / "opendoar.left-out.tsv") == [german, silent]
        assert rows(out / "opendoar.screened.tsv") == [
            ["https://A/", "en de", "declared", "", "", "", "A"],
            german,
            silent,
        ]
