"""Keep the results of each block of uploads in a file, so that a run can be continued."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.benchmarks.experiment.clients import Answer, Part
from tests.benchmarks.experiment.running import Use


@dataclass(frozen=True)
class Block:
    """What one way did with one block of the stream."""

    number: int
    way: str
    seconds: float
    processor_s: float
    use: Use
    """After the block."""
    answers: tuple[Answer, ...]


class Records:
    """A file with a line for each block, written when it is done."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, block: Block) -> None:
        """Append a block."""
        with self._path.open("a", encoding="utf-8") as opened:
            opened.write(json.dumps(asdict(block)) + "\n")

    def read(self) -> list[Block]:
        """Return all blocks; a last line that was broken off is removed."""
        if not self._path.exists():
            return []
        complete, end, _ = self._path.read_text(encoding="utf-8").rpartition("\n")
        self._path.write_text(complete + end, encoding="utf-8")
        return list(map(_block, _objects(complete)))


def _objects(text: str) -> Iterator[dict[str, Any]]:
    for line in text.splitlines():
        yield json.loads(line)


def _block(data: dict[str, Any]) -> Block:
    answers = tuple(map(_answer, data.pop("answers")))
    return Block(**{**data, "use": Use(**data["use"]), "answers": answers})


def _answer(data: dict[str, Any]) -> Answer:
    return Answer(**{**data, "parts": tuple(Part(**part) for part in data["parts"])})
