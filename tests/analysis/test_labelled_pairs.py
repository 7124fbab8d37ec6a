"""Labelled pairs and papers in CSV files."""

from pathlib import Path

import pytest

from wildwood.analysis.labelled_pairs import read_pairs, read_papers
from wildwood.errors import InputError
from wildwood.model import Record


def written(path: Path, text: str | bytes) -> Path:
    file = path / "file.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def test_pairs_are_read_by_column_name(tmp_path: Path) -> None:
    file = written(tmp_path, "note,right,left\nx,2,1\ny,4,3\n")
    assert read_pairs(file) == [("1", "2"), ("3", "4")]


def test_the_authors_of_a_paper_are_separated_by_semicolons(tmp_path: Path) -> None:
    file = written(tmp_path, 'id,title,authors\n1,"A, b",Anna Smith; Jones;\n2,C,\n')
    assert read_papers(file) == [
        Record("1", ("Anna Smith", "Jones"), ("A, b",)),
        Record("2", (), ("C",)),
    ]


def test_a_byte_order_mark_is_not_part_of_the_first_name(tmp_path: Path) -> None:
    assert read_pairs(written(tmp_path, "\ufeffleft,right\n1,2\n")) == [("1", "2")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "id,name\n1,x\n",
            "has no column for the title by a usual name; its columns are id, name;",
        ),
        ("", " is empty."),
        ("id,title\n1,A\n", "no paper has author names."),
        ("id,title,authors\n1,A,\n1,B,\n", "the id '1' occurs twice."),
        ("id,title,authors\n1,A\n", "line 2: the record has 2 cells for 3 columns"),
        ('id,title,authors\n1,"A,\n', "line 2: the record has a quotation that does not end"),
    ],
)
def test_an_invalid_file_is_refused_by_name(
    tmp_path: Path, text: str | bytes, message: str
) -> None:
    file = written(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_papers(file)
    assert message in str(caught.value)
    assert str(file) in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nothing\.csv: No such file"):
        read_pairs(tmp_path / "nothing.csv")
