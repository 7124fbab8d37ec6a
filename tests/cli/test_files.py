"""`wildwood screen files`: a verdict for each record of files."""

import gzip
import json

from tests.support.installation import Installation
from tests.support.oai_server import deleted, dublin_core, page, title
from tests.support.screening import rows


class TestFiles:
    def test_are_listed_one_by_one(self, installation: Installation) -> None:
        oai, out = installation.home / "page.xml", installation.home / "lists"
        german = dublin_core("b", title("Handel"), "<dc:language>ger</dc:language>")
        oai.write_bytes(page(dublin_core("a", title("Trade")), german, deleted("c")))
        some = installation.home / "some.jsonl.gz"
        some.write_bytes(gzip.compress(json.dumps({"title": "Trade"}).encode()))
        result = installation.run("screen", "files", str(oai), str(some), "--out", str(out))
        assert result.exit_code == 0, result.output
        assert result.stderr == "4 records: 2 kept, 2 left out (1 declared, 1 deleted)\n"
        assert [row[:3] for row in rows(out / "page.left-out.tsv")] == [
            ["b", "other", "declared"],
            ["c", "", "deleted"],
        ]
        assert len(rows(out / "some.screened.tsv")) == 1

    def test_kept_in_a_format_that_is_not_written_again_are_named(
        self, installation: Installation
    ) -> None:
        some, out = installation.home / "some.jsonl", installation.home / "lists"
        some.write_text(json.dumps({"title": "Trade"}))
        command = ("screen", "files", str(some), "--out", str(out))
        first = installation.run(*command, "--kept", "rif")
        assert (first.exit_code, "Warning" in first.stderr) == (0, False)
        assert installation.run(*command, "--kept", "jsonl").stderr.startswith(
            f"Warning: {out / 'some.kept.amf.xml'} is older than the lists beside it;"
            " write it again with --kept rif, or delete it.\n"
        )
        assert (out / "some.kept.amf.xml").exists()

    def test_that_are_malformed_are_named_and_the_others_screened(
        self, installation: Installation
    ) -> None:
        malformed, good = installation.home / "malformed.xml", installation.home / "good.xml"
        malformed.write_bytes(page(dublin_core("a", title("Trade")))[:-30])
        good.write_bytes(page(dublin_core("b", title("Trade"))))
        out = installation.home / "lists"
        result = installation.run("screen", "files", str(malformed), str(good), "--out", str(out))
        assert result.exit_code == 1
        assert result.stderr.startswith(f"Error: {malformed} is malformed XML at line ")
        assert [row[0] for row in rows(out / "good.screened.tsv")] == ["b"]

    def test_can_be_empty(self, installation: Installation) -> None:
        files = [installation.home / f"{name}.ris" for name in "ab"]
        for file in files:
            file.touch()
        out = installation.home / "lists"
        result = installation.run("screen", "files", *map(str, files), "--out", str(out))
        assert (result.exit_code, result.stderr) == (0, "")
        assert rows(out / "b.screened.tsv") == []

    def test_with_the_same_name_are_refused(self, installation: Installation) -> None:
        result = installation.run("screen", "files", "a/page.xml", "b/page.xml.gz")
        assert result.exit_code == 2
        assert "More than one file is named page; screen them apart." in result.stderr

    def test_explained_name_what_is_wrong_with_that_record_alone(
        self, installation: Installation
    ) -> None:
        oai = installation.home / "page.xml"
        damaged = dublin_core("b", "<dc:title>Trade << Growth</dc:title>")
        oai.write_bytes(page(dublin_core("a", title("Trade")), damaged, deleted("c")))
        command = ("screen", "files", str(oai), "--explain")
        sound, *others = [installation.run(*command, one) for one in ("a", "b", "c", "d")]
        assert (sound.exit_code, sound.stderr) == (0, "")
        assert [other.exit_code for other in others] == [1, 1, 1]
        assert ": b is malformed: " in others[0].stderr
        assert ": c is deleted; it is left out." in others[1].stderr
        assert others[2].stderr == "Error: No record has the identifier d.\n"
