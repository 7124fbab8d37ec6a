"""Labelled pairs in CSV files, and decisions."""

from pathlib import Path

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.errors import InputError
from wildwood.lists.evaluation import Labels, read_labels


def written(path: Path, text: str | bytes) -> Path:
    file = path / "file.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def test_pairs_are_read_by_column_name(tmp_path: Path) -> None:
    file = written(tmp_path, "note,right,left\nx,2,1\ny,4,3\n")
    assert read_labels(file, by_id=True).same == [("1", "2"), ("3", "4")]


def test_a_byte_order_mark_is_not_part_of_the_first_name(tmp_path: Path) -> None:
    file = written(tmp_path, "\ufeffleft,right\n1,2\n")
    assert read_labels(file, by_id=True).same == [("1", "2")]


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_pairs_are_read_as_a_spreadsheet_program_saves_them(tmp_path: Path, delimiter: str) -> None:
    file = written(tmp_path, f"left{delimiter}right\n1{delimiter}2\n")
    assert read_labels(file, by_id=True).same == [("1", "2")]


def test_pairs_that_are_not_csv_are_refused_with_the_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"line 2 is not CSV \(unexpected end of data\); save"):
        read_labels(written(tmp_path, 'left,right\n1,"2\n'), by_id=True)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nothing\.csv: No such file"):
        read_labels(tmp_path / "nothing.csv", by_id=True)


class TestDecisions:
    COLUMNS = "id,title,authors,similar_id,similar_title,similar_authors,decision\n"

    def test_are_labels_with_their_papers(self, tmp_path: Path) -> None:
        rows = "1,A / B,Ng; Ek,2,C,,same\n1,A / B,Ng; Ek,3,D,Li,different\n3,D,Li,2,C,,unsure\n"
        assert read_labels(written(tmp_path, self.COLUMNS + rows), by_id=False) == Labels(
            [("1", "2")],
            [("1", "3")],
            1,
            [
                Record("1", ("Ng", "Ek"), ("A", "B")),
                Record("2", ("",), ("C",)),
                Record("3", ("Li",), ("D",)),
            ],
        )

    @pytest.mark.parametrize("delimiter", [";", "\t"])
    def test_are_labels_as_a_spreadsheet_program_saves_them(
        self, tmp_path: Path, delimiter: str
    ) -> None:
        text = "id,similar_id,decision\n1,2,same\n".replace(",", delimiter)
        assert read_labels(written(tmp_path, text), by_id=True).same == [("1", "2")]

    def test_tell_papers_with_one_id_apart(self, tmp_path: Path) -> None:
        file = written(tmp_path, self.COLUMNS + "1,A,Ng,1,B,Ng,same\n1,A,Ng,2,C,,different\n")
        assert read_labels(file, by_id=False).all() == [("1", "1 (2)"), ("1", "2")]
        assert read_labels(file, by_id=True).all() == [("1", "1"), ("1", "2")]

    def test_can_have_only_ids(self, tmp_path: Path) -> None:
        file = written(tmp_path, "id,similar_id,decision\n1,2,same\n")
        assert read_labels(file, by_id=False) == Labels([("1", "2")], [], 0)

    def test_need_a_pair_that_is_the_same(self, tmp_path: Path) -> None:
        file = written(tmp_path, "id,similar_id,decision\n1,2,different\n")
        with pytest.raises(InputError, match="has no pair that is decided to be the same"):
            read_labels(file, by_id=False)


def test_labels_without_decisions_are_all_pairs_that_are_the_same(tmp_path: Path) -> None:
    file = written(tmp_path, "left,right\n1,2\n")
    assert read_labels(file, by_id=False) == Labels([("1", "2")])
