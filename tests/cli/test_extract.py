"""The command `wildwood extract`."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Collection
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from wildwood.extraction import batch
from wildwood.extraction.data import Box, Kind, Table
from wildwood.extraction.service.processes import WorkError, Workers
from wildwood.extraction.service.service import Service
from wildwood.kernel.errors import UnansweredError

from tests.support import made_floats
from tests.support.databases import Databases
from tests.support.extraction_server import DUST, ROKEM, TITLE, Place, make_place
from tests.support.fork_server import ForkServer
from tests.support.made_papers import FRENCH_PAPERS, TUNA

TEXTS = {Kind.BODY, Kind.TEXT}


def files_of(stem: str) -> set[str]:
    """Return the names of the files that are written for a document."""
    kinds = {f"{stem}.{kind.value}.{'txt' if kind in TEXTS else 'json'}" for kind in Kind}
    return {*kinds, f"{stem}.near_duplicates.json", f"{stem}.similar.json"}


class TestTheCommandExtract:
    def test_writes_all_kinds_beside_the_file(self, place: Place, fork_server: ForkServer) -> None:
        paper = place.home / "paper.pdf"
        shutil.copyfile(DUST, paper)
        done = fork_server.run("wildwood", "extract", paper, "--config", place.config)
        assert (done.returncode, done.stderr) == (0, "1 of 1 document extracted\n")
        header = json.loads((place.home / "paper.header.json").read_text(encoding="utf-8"))
        assert header["title"] == TITLE
        citations = json.loads((place.home / "paper.citations.json").read_text(encoding="utf-8"))
        assert len(citations) == 6
        assert (place.home / "paper.similar.json").read_text(encoding="utf-8") == "[]\n"
        assert "Statement of Need" in (place.home / "paper.body.txt").read_text(encoding="utf-8")
        assert TITLE in (place.home / "paper.text.txt").read_text(encoding="utf-8")

    def test_loads_what_extracts_only_in_the_processes_of_the_jobs(self, place: Place) -> None:
        paper = place.home / "paper.pdf"
        paper.write_bytes(made_floats.paper())
        command = [sys.executable, "-X", "importtime", "-m", "wildwood", "extract"]
        done = subprocess.run(
            [*command, "--no-filter", str(paper), "--config", str(place.config)],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        loaded = set(re.findall(r"wildwood\.extraction\.(\w+)", done.stderr))
        assert "batch" in loaded
        assert not loaded & {"crf", "floats", "front_page", "header", "names", "tei"}

    def test_writes_tables_as_csv_and_figures_as_pictures(self, place: Place) -> None:
        (place.home / "paper.pdf").write_bytes(made_floats.paper())
        done = place.run("extract", "--no-filter", str(place.home / "paper.pdf"))
        assert (done.exit_code, done.stderr) == (0, "1 of 1 document extracted\n")
        table = (place.home / "paper.tables" / "1.csv").read_text(encoding="utf-8")
        assert table == made_floats.ROWS_CSV
        picture = (place.home / "paper.figures" / "1.png").read_bytes()
        assert picture.startswith(b"\x89PNG\r\n")
        (figure,) = json.loads((place.home / "paper.figures.json").read_text(encoding="utf-8"))
        assert (figure["label"], figure["page"]) == ("1", 1)
        assert "that Figure 1 shows" in figure["contexts"][0]

    def test_removes_the_tables_of_an_earlier_document_and_nothing_else(self, place: Place) -> None:
        paper = place.home / "paper.pdf"
        paper.write_bytes(made_floats.paper(label="A9"))
        assert place.run("extract", "--no-filter", str(paper)).exit_code == 0
        stale = place.home / "paper.tables" / "A9.csv"
        own = stale.with_name("1-2.csv")  # a person's
        own.write_text("a,b\n", encoding="utf-8")
        assert stale.exists()
        paper.write_bytes(made_floats.paper())
        assert place.run("extract", "--no-filter", str(paper)).exit_code == 0
        assert {path.name for path in stale.parent.iterdir()} == {"1.csv", "1-2.csv"}

    def test_removes_what_is_left_of_an_earlier_document(self, place: Place) -> None:
        paper = place.home / "paper.pdf"
        paper.write_bytes(made_floats.paper(label="A9", parts=8))
        assert place.run("extract", "--no-filter", str(paper)).exit_code == 0
        for removed in ("A9.csv", *(f"A9-{part}.csv" for part in (2, 3, 4, 5, 6, 7))):
            (place.home / "paper.tables" / removed).unlink()
        paper.write_bytes(made_floats.paper())
        assert place.run("extract", "--no-filter", str(paper)).exit_code == 0
        assert {path.name for path in place.home.glob("paper.tables/*")} == {"1.csv"}

    def test_removes_no_file_elsewhere_that_json_names(self, place: Place) -> None:
        paper, own = place.home / "paper.pdf", place.home / "data.csv"
        paper.write_bytes(made_floats.paper())
        own.write_text("a,b\n", encoding="utf-8")
        (place.home / "paper.tables").mkdir()
        table = Table("/../data", "", 1, Box(0, 0, 9, 9))
        written = {"tables": [asdict(table)], "figures": []}
        for kind, items in written.items():
            (place.home / f"paper.{kind}.json").write_text(json.dumps(items), encoding="utf-8")
        assert place.run("extract", "--no-filter", str(paper)).exit_code == 0
        assert own.read_text(encoding="utf-8") == "a,b\n"

    def test_writes_a_table_again_that_was_removed(self, place: Place) -> None:
        paper = place.home / "paper.pdf"
        paper.write_bytes(made_floats.paper())
        assert place.run("extract", "--no-filter", str(paper)).exit_code == 0
        table = place.home / "paper.tables" / "1.csv"
        table.unlink()
        done = place.run("extract", "--no-filter", str(paper))
        assert (done.exit_code, done.stderr) == (0, "1 of 1 document extracted\n")
        assert table.read_text(encoding="utf-8") == made_floats.ROWS_CSV
        done = place.run("extract", "--no-filter", str(paper))
        assert (done.exit_code, done.stderr) == (0, "1 document was done before\n")

    def test_writes_each_table_and_figure_of_two_parts_with_the_same_labels(
        self, place: Place
    ) -> None:
        paper = place.home / "paper.pdf"
        paper.write_bytes(made_floats.paper(parts=2))
        assert place.run("extract", "--no-filter", str(paper)).exit_code == 0
        names = {path.name for path in place.home.glob("paper.*s/*")}
        assert names == {"1.csv", "1-2.csv", "1.png", "1-2.png"}
        figures = json.loads((place.home / "paper.figures.json").read_text(encoding="utf-8"))
        assert [len(figure["contexts"]) for figure in figures] == [1, 1]

    def test_writes_for_each_paper_its_own_header(self, place: Place) -> None:
        papers = place.home / "papers"
        papers.mkdir()
        for number, content in enumerate(FRENCH_PAPERS.values()):
            (papers / f"{number}.txt").write_bytes(content)
        assert place.run("extract", str(papers)).exit_code == 0
        titles = [
            json.loads((papers / f"{number}.header.json").read_text(encoding="utf-8"))["title"]
            for number in range(len(FRENCH_PAPERS))
        ]
        assert titles == list(FRENCH_PAPERS)

    def test_extracts_all_kinds_at_once(
        self, place: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        extract, asked = Service.extract, list[Collection[Kind]]()

        def counted(service: Service, token: str, kinds: Collection[Kind], *rest: Any) -> Any:
            asked.append(kinds)
            return extract(service, token, kinds, *rest)

        monkeypatch.setattr(Service, "extract", counted)
        assert place.run("extract", str(ROKEM), "--into", str(place.home)).exit_code == 0
        assert asked == [list(Kind)]

    def test_leaves_fields_empty_that_are_less_certain_than_is_asked(self, place: Place) -> None:
        paper = place.home / "paper.pdf"
        shutil.copyfile(ROKEM, paper)
        assert place.run("extract", str(paper), "--min-confidence", "0.94").exit_code == 0
        header = json.loads((place.home / "paper.header.json").read_text(encoding="utf-8"))
        assert header["title"].startswith("A short course about fitting models")
        assert (header["affiliations"], header["authors"][0]["affiliations"]) == ([], [])
        assert "affiliations" not in header["confidence"]
        citations = json.loads((place.home / "paper.citations.json").read_text(encoding="utf-8"))
        assert all(
            one["confidence"].get(name, 0) >= 0.94
            for one in citations
            for name in ("title", "year", "authors")
            if one[name]
        )

    def test_writes_which_papers_have_a_near_duplicate(self, place: Place) -> None:
        papers = place.home / "papers"
        papers.mkdir()
        content = FRENCH_PAPERS[TUNA]
        for name, written in (("a", content), ("b", content.replace(b"1999", b"1998"))):
            (papers / f"{name}.txt").write_bytes(written)
        assert place.run("extract", str(papers)).exit_code == 0
        first, second = (
            json.loads((papers / f"{name}.near_duplicates.json").read_text(encoding="utf-8"))
            for name in "ab"
        )
        assert first == {}
        assert second["header"] == {"id": second["header"]["id"], "distance": 0, "reused": False}

    def test_continues_after_a_broken_file(self, place: Place) -> None:
        bad = place.home / "bad.pdf"
        bad.write_bytes(b"%PDF-1.4 broken")
        into = place.home / "into"
        done = place.run("extract", str(bad), str(DUST), "--into", str(into))
        assert done.exit_code == 1
        assert f"Error: {bad}: The PDF cannot be read" in done.stderr
        assert {path.name for path in into.iterdir()} == files_of(DUST.stem)

    def test_continues_after_a_document_that_it_fails_on(
        self, place: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_arguments: object) -> list[str]:
            raise WorkError("Traceback (most recent call last):\nValueError: no label\n")

        into = place.home / "into"
        with monkeypatch.context() as defect:
            defect.setattr(batch, "find_similar_papers", fail)
            done = place.run("extract", str(DUST), str(ROKEM), "--into", str(into))
        assert done.exit_code == 1
        assert [line.partition("(")[2] for line in done.stderr.splitlines()[:2]] == [
            "ValueError: no label); please report it."
        ] * 2
        assert done.stderr.startswith(f"Error: {DUST} could not be read, because of a defect of")
        assert place.run("extract", str(DUST), str(ROKEM), "--into", str(into)).exit_code == 0

    def test_refuses_to_write_two_documents_to_one_place(self, place: Place) -> None:
        other = place.home / DUST.name
        shutil.copyfile(DUST, other)
        done = place.run("extract", str(DUST), str(other), "--into", str(place.home))
        assert done.exit_code == 1
        file = place.home / f"{DUST.stem}.header.json"
        assert f"Cannot write {file}: it would be written twice;" in done.stderr

    def test_names_a_missing_file(self, place: Place) -> None:
        done = place.run("extract", str(place.home / "none.pdf"))
        assert done.exit_code == 1
        assert done.stderr.startswith(f"Error: {place.home / 'none.pdf'}: No such file")

    def test_names_what_is_not_a_file(self, place: Place) -> None:
        pipe = place.home / "pipe.pdf"
        os.mkfifo(pipe)
        done = place.run("extract", str(pipe))
        assert done.exit_code == 1
        assert done.stderr.startswith(f"Error: {pipe} is not a file.\n")

    def test_stops_when_mongodb_no_longer_answers(
        self, place: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def unanswered(*_arguments: object) -> list[str]:
            raise UnansweredError("MongoDB did not answer within 30 s.")

        monkeypatch.setattr(batch, "find_similar_papers", unanswered)
        done = place.run("extract", str(DUST), str(ROKEM), "--into", str(place.home / "into"))
        assert done.exit_code == 1
        assert done.stderr == "Error: MongoDB did not answer within 30 s.\n"
        assert list(place.files.iterdir()) == []

    def test_leaves_no_document_behind(self, place: Place) -> None:
        done = place.run("extract", str(DUST), "--into", str(place.home))
        assert done.exit_code == 0
        assert list(place.files.iterdir()) == []


class TestAFolder:
    @staticmethod
    def make_papers(home: Path) -> Path:
        """Make a folder with a document, and one in a subfolder."""
        papers = home / "papers"
        (papers / "2016").mkdir(parents=True)
        shutil.copyfile(DUST, papers / "paper.PDF")
        shutil.copyfile(ROKEM, papers / "2016" / "paper.pdf")
        (papers / "notes.docx").write_bytes(b"PK")
        return papers

    @pytest.fixture(scope="class")
    @classmethod
    def original(
        cls,
        tmp_path_factory: pytest.TempPathFactory,
        databases: Databases,
        shared_workers: Workers,
    ) -> Path:
        home = tmp_path_factory.mktemp("extracted")
        with make_place(home, databases, shared_workers) as place:
            papers = cls.make_papers(home)
            assert place.run("extract", str(papers)).exit_code == 0
        return papers

    @pytest.fixture
    def extracted(self, place: Place, original: Path) -> Path:
        """Copy a folder whose documents are extracted."""
        return shutil.copytree(original, place.home / "papers")

    def test_is_extracted_with_its_subfolders(self, place: Place) -> None:
        papers, into = self.make_papers(place.home), place.home / "new" / "into"
        done = place.run("extract", str(papers), "--into", str(into))
        assert (done.exit_code, done.stderr) == (0, "2 of 2 documents extracted\n")
        for folder in (into, into / "2016"):
            assert {path.name for path in folder.iterdir() if path.is_file()} == files_of("paper")

    def test_is_continued_where_a_run_was_broken_off(self, place: Place, extracted: Path) -> None:
        (extracted / "2016" / "paper.similar.json").unlink()
        before = (extracted / "paper.text.txt").stat().st_mtime_ns
        done = place.run("extract", str(extracted))
        assert done.stderr == "1 of 1 document extracted; 1 was done before\n"
        assert (extracted / "paper.text.txt").stat().st_mtime_ns == before

    def test_is_extracted_again_if_a_document_has_changed(
        self, place: Place, extracted: Path
    ) -> None:
        os.utime(extracted / "paper.PDF")
        assert place.run("extract", str(extracted)).stderr.startswith("1 of 1 document ")

    def test_is_extracted_again_on_request(self, place: Place, extracted: Path) -> None:
        done = place.run("extract", str(extracted), "--fresh")
        assert done.stderr == "2 of 2 documents extracted\n"

    def test_that_has_only_documents_that_are_done_needs_no_service(
        self, place: Place, extracted: Path
    ) -> None:
        unreachable = replace(place, uri="mongodb://127.0.0.1:1/")
        unreachable.configure()
        done = unreachable.run("extract", str(extracted))
        assert (done.exit_code, done.stderr) == (0, "2 documents were done before\n")
