"""The files of documents, their size, and the lines in one of them."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from wildwood.extraction import pdf
from wildwood.extraction.service.files import FileStore, read_lines, write_lines

from tests.support.extraction_server import DUST


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    lines = tuple(pdf.read(DUST)[0])
    assert any(line.raised for line in lines)
    write_lines(tmp_path / "lines", lines)
    assert read_lines(tmp_path / "lines") == lines


class TestTheSizeOfAllDocuments:
    @pytest.fixture
    def files(self, tmp_path: Path) -> FileStore:
        store = FileStore(tmp_path, 1000)
        with store.receiving(100) as (_, path):
            path.write_bytes(b"x" * 70)
        return store

    def test_is_counted_again(self, files: FileStore) -> None:
        files.count()
        assert files.used_bytes == 70

    def test_has_documents_that_come_while_it_is_counted(
        self, files: FileStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        iterdir = Path.iterdir
        with ExitStack() as uploads:

            def receive(folder: Path) -> Iterator[Path]:
                listed = [*iterdir(folder)]
                monkeypatch.undo()
                uploads.enter_context(files.receiving(500))
                return iter(listed)

            monkeypatch.setattr(Path, "iterdir", receive)
            files.count()
            assert files.used_bytes == 570

    def test_has_nothing_of_documents_that_others_have_removed(
        self, files: FileStore, tmp_path: Path
    ) -> None:
        FileStore(tmp_path, 1000).remove(next(tmp_path.iterdir()).name)
        files.count()
        assert files.used_bytes == 0
