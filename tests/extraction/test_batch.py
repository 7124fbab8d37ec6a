"""Documents on disk and the files that are written for them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from wildwood.extraction import batch
from wildwood.extraction.batch import Task, extract_file, tasks
from wildwood.extraction.data import Box, Figure, Kind
from wildwood.extraction.service.kinds import Document
from wildwood.extraction.service.reuse import ExtractionOptions
from wildwood.extraction.service.service import Service, open_service
from wildwood.kernel import settings
from wildwood.kernel.errors import WildwoodError

from tests.support.extraction_server import Place

PAPER = """Sand and Water in Dry Cities
Anna Smith
University of Oslo, Norway
anna.smith@example.org

Abstract
We study sand and water in dry cities with a new kind of data from ten wells.

References
[1] Jones, B. (2001). The price of water. Journal of Water, 2(3), 11-19.
"""


class TestTasks:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """Make a folder of documents and other files."""
        for name in ("b.pdf", "a.PDF", "c.ps", "d.eps", "e.txt", "f.docx", "z/b.pdf", "y/.x.txt"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).touch()
        return tmp_path

    def found(self, folder: Path) -> list[str]:
        return [task.document.relative_to(folder).as_posix() for task in tasks([folder], None)]

    def test_are_the_documents_of_a_folder_in_order(self, folder: Path) -> None:
        expected = ["a.PDF", "b.pdf", "c.ps", "d.eps", "e.txt", "y/.x.txt", "z/b.pdf"]
        assert self.found(folder) == expected

    def test_are_not_what_was_written_for_others(self, folder: Path) -> None:
        before = self.found(folder)
        for task in list(tasks([folder], None)):
            for path in task.files.values():
                path.touch()
        assert self.found(folder) == before

    def test_are_any_files_that_are_named(self, folder: Path) -> None:
        named = [folder / "f.docx", folder / "missing"]
        assert [task.document for task in tasks(named, None)] == named

    def test_keep_the_subfolders_of_a_folder(self, folder: Path, tmp_path: Path) -> None:
        into = tmp_path / "into"
        targets = {task.target for task in tasks([folder, folder / "b.pdf"], into)}
        assert targets == {into / name for name in ("a", "b", "c", "d", "e", "y/.x", "z/b")}


class TestATask:
    @pytest.fixture
    def task(self, tmp_path: Path) -> Task:
        """Make a document with all of its files, which are as old as it."""
        task = Task(tmp_path / "a.b.pdf", tmp_path / "a.b")
        figure = tmp_path / "a.b.figures" / "1.png"
        figure.parent.mkdir()
        for path in (task.document, *task.files.values(), figure):
            path.touch()
        task.files["tables.json"].write_text("[]", encoding="utf-8")
        figures = [asdict(Figure("1", "Wells.", 1, Box(0, 0, 9, 9))), asdict(Figure("2", "", 1))]
        task.files["figures.json"].write_text(json.dumps(figures), encoding="utf-8")
        for path in (task.document, *task.files.values(), figure):
            os.utime(path, (1, 1))
        return task

    def test_is_done_if_no_file_is_older(self, task: Task) -> None:
        assert task.is_done()
        assert task.files["header.json"].name == "a.b.header.json"

    @pytest.mark.parametrize("extension", ["header.json", "text.txt", "near_duplicates.json"])
    def test_is_not_done_if_one_is_older_or_missing(self, task: Task, extension: str) -> None:
        os.utime(task.files[extension], (0, 0))
        assert not task.is_done()
        task.files[extension].unlink()
        assert not task.is_done()

    def test_is_not_done_if_the_picture_of_a_figure_is_missing(self, task: Task) -> None:
        task.target.with_name("a.b.figures").joinpath("1.png").unlink()
        assert not task.is_done()

    @pytest.mark.parametrize("content", ["", "{}", '[{"label": 1}]'])
    def test_is_not_done_if_the_names_of_its_pictures_are_lost(
        self, task: Task, content: str
    ) -> None:
        task.files["figures.json"].write_text(content, encoding="utf-8")
        assert not task.is_done()

    def test_names_the_first_figure_with_a_place_by_its_label(self, task: Task) -> None:
        places = (None, Box(0, 0, 9, 9))  # a figure in a list of figures has no place
        figures = [asdict(Figure("1", "Wells.", 1 + n, box)) for n, box in enumerate(places)]
        task.files["figures.json"].write_text(json.dumps(figures), encoding="utf-8")
        assert [path.name for path in task.float_files()] == ["1.png"]

    def test_is_not_done_without_its_document(self, task: Task) -> None:
        task.document.unlink()
        assert not task.is_done()


@pytest.fixture
def service(place: Place) -> Iterator[Service]:
    config = settings.load_config(place.config, {})
    with place.sharing_workers(), open_service(config) as opened:
        yield opened


class TestAFile:
    @pytest.fixture
    def task(self, place: Place) -> Task:
        document = place.home / "paper.txt"
        document.write_text(PAPER, encoding="utf-8")
        return Task(document, place.home / "into" / "paper")

    def extract(self, service: Service, task: Task, min_confidence: float = 0) -> dict[str, Any]:
        options = ExtractionOptions(distance=3)
        extract_file(service, task, options, filtered=False, min_confidence=min_confidence)
        return {
            name: json.loads(task.files[f"{name}.json"].read_text(encoding="utf-8"))
            for name in ("header", "citations")
        }

    def test_has_no_field_that_is_less_certain_than_is_asked(
        self, service: Service, task: Task
    ) -> None:
        every = self.extract(service, task)
        certain = self.extract(service, task, 1)
        for one, other in zip(
            (every["header"], *every["citations"]), (certain["header"], *certain["citations"]),
            strict=True,
        ):  # fmt: skip
            doubtful = {name for name, value in one["confidence"].items() if value < 1}
            assert doubtful
            assert other == {
                **one,
                **{name: type(one[name])() for name in doubtful},
                "confidence": {name: 1.0 for name in one["confidence"] if name not in doubtful},
            }

    def test_that_is_refused_leaves_what_was_there(self, service: Service, task: Task) -> None:
        before = self.extract(service, task)
        task.document.write_bytes(b"%PDF-1.4 broken")
        with pytest.raises(WildwoodError, match=r"paper\.txt: The PDF cannot be read"):
            self.extract(service, task)
        assert json.loads(task.files["header.json"].read_text()) == before["header"]

    def test_is_named_if_it_cannot_be_written(self, service: Service, task: Task) -> None:
        task.target.parent.write_text("no folder")
        with pytest.raises(WildwoodError, match="into"):
            self.extract(service, task)

    def test_leaves_no_document_if_a_kind_cannot_be_extracted(
        self, service: Service, task: Task, place: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def failing(*_: object) -> None:
            raise WildwoodError("No.")

        monkeypatch.setattr(batch, "find_similar_papers", failing)
        with pytest.raises(WildwoodError, match=r"paper\.txt: No\."):
            self.extract(service, task)
        assert not list(place.files.iterdir())
        assert not task.target.parent.exists()


def test_loads_no_server_of_http() -> None:
    program = (
        "import sys, wildwood.extraction.batch, wildwood.extraction.service.service;"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not {"fastapi", "uvicorn"} & set(done.stdout.split())


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_of_data_is_a_property_of_a_document(kind: Kind) -> None:
    assert isinstance(vars(Document)[kind.value], cached_property)
