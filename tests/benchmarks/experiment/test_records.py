"""The file with the results of a run."""

from pathlib import Path

from tests.benchmarks.experiment.clients import Answer, Part
from tests.benchmarks.experiment.records import Block, Records
from tests.benchmarks.experiment.running import Use

PART = Part(200, "abc", "token", 2, 0.5)
ANSWERS = (Answer(3, "other", 201, 0.1, (PART, PART), 1), Answer(4, "", 422, 0.1, (), 0))
BLOCKS = [
    Block(n, "baseline", 1.5, 2.5, Use(1, 2, 3, 4, 5, 6, {"header, same text": 7}), ANSWERS)
    for n in (0, 1)
]


def test_are_read_as_they_were_added(tmp_path: Path) -> None:
    records = Records(tmp_path / "records")
    assert records.read() == []
    for block in BLOCKS:
        records.add(block)
    assert records.read() == BLOCKS


def test_go_on_after_a_line_that_was_broken_off(tmp_path: Path) -> None:
    records = Records(tmp_path / "records")
    records.add(BLOCKS[0])
    with (tmp_path / "records").open("a", encoding="utf-8") as opened:
        opened.write('{"number": 1, "wa')
    assert records.read() == BLOCKS[:1]
    records.add(BLOCKS[1])
    assert records.read() == BLOCKS
