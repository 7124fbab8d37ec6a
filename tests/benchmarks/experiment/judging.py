"""Judge the near duplicates and the data of a run by what each upload is."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tests.benchmarks.experiment.clients import KINDS, Answer
from tests.benchmarks.experiment.records import Block
from tests.benchmarks.experiment.stream import Upload
from tests.benchmarks.experiment.versions import Version


@dataclass
class Judged:
    """What one way did with the stream, by kind of data where it says so."""

    uploads: int = 0
    seconds: float = 0
    processor_s: float = 0
    processed: int = 0
    """Documents whose header and citations were both returned."""
    refused: Counter[int] = field(default_factory=Counter)
    """Uploads and requests with other statuses, by status."""
    near: Counter[str] = field(default_factory=Counter)
    """Near duplicates that were named."""
    right: Counter[str] = field(default_factory=Counter)
    """Those that are of the same paper."""
    distances: Counter[int] = field(default_factory=Counter)
    """Of those named for headers."""
    repeats: Counter[Version] = field(default_factory=Counter)
    """Repeats that were processed."""
    found: Counter[tuple[Version, str]] = field(default_factory=Counter)
    """Those for which a document of the same paper was named."""
    compared: int = 0
    different: list[tuple[int, str]] = field(default_factory=list)
    """Uploads and kinds whose data is not what the baseline extracted from them."""
    busy: int = 0


def judge(blocks: Sequence[Block], planned: Sequence[Upload], baseline: str) -> dict[str, Judged]:
    """Judge each way; only blocks that all ways have done count.

    Args:
        blocks: what was recorded.
        planned: the stream.
        baseline: the name of the way whose data the others' is compared with.
    """
    ways = {block.way for block in blocks}
    done = Counter(block.number for block in blocks)
    complete = [block for block in blocks if done[block.number] == len(ways)]
    truth = {
        (answer.number, kind): part.digest
        for block in complete
        if block.way == baseline
        for answer in block.answers
        for kind, part in zip(KINDS, answer.parts, strict=False)
    }
    by_way = sorted(complete, key=lambda block: (block.way, block.number))
    return {
        way: _judged(list(own), planned, truth)
        for way, own in groupby(by_way, key=lambda block: block.way)
    }


def _judged(
    blocks: Sequence[Block], planned: Sequence[Upload], truth: Mapping[tuple[int, str], str]
) -> Judged:
    judged = Judged()
    for block in blocks:
        judged.seconds += block.seconds
        judged.processor_s += block.processor_s
    papers = {answer.text: planned[answer.number].paper for answer in _answers(blocks)}
    for answer in _answers(blocks):
        upload = planned[answer.number]
        _count(judged, answer, upload)
        for kind, part in zip(KINDS, answer.parts, strict=False):
            if not part.digest:
                continue
            judged.compared += 1
            if part.digest != truth.get((answer.number, kind)):
                judged.different.append((answer.number, kind))
            if part.near:
                _count_near(judged, kind, upload, papers.get(part.near))
                if kind == KINDS[0]:
                    judged.distances[part.distance] += 1
    return judged


def _answers(blocks: Sequence[Block]) -> Iterator[Answer]:
    for block in blocks:
        yield from block.answers


def _count(judged: Judged, answer: Answer, upload: Upload) -> None:
    judged.uploads += 1
    judged.busy += answer.busy
    judged.processed += answer.is_processed
    if answer.is_processed and upload.version is not Version.FIRST:
        judged.repeats[upload.version] += 1
    statuses = [part.status for part in answer.parts] or [answer.status]
    judged.refused.update(status for status in statuses if status != 200)


def _count_near(judged: Judged, kind: str, upload: Upload, paper: int | None) -> None:
    judged.near[kind] += 1
    if upload.paper == paper:
        judged.right[kind] += 1
        judged.found[upload.version, kind] += 1
