"""Judging what a service did with the made stream."""

from collections import Counter

from tests.benchmarks.experiment.clients import Answer, Part
from tests.benchmarks.experiment.judging import Judged, judge
from tests.benchmarks.experiment.records import Block
from tests.benchmarks.experiment.running import Use
from tests.benchmarks.experiment.stream import Upload
from tests.benchmarks.experiment.versions import Version

STREAM = [
    Upload(0, 0, Version.FIRST),
    Upload(1, 1, Version.FIRST),
    Upload(2, 0, Version.STAMP),
]
USE = Use(0, 0, 0, 0, 0, 0, {})


def answer(number: int, header: Part, citations: Part) -> Answer:
    return Answer(number, f"token {number}", 201, 0.1, (header, citations), 0, f"text {number}")


def own(digest: str) -> Part:
    return Part(200, digest, "", 0, 0.1)


def near(number: int, digest: str, distance: int = 1) -> Part:
    return Part(200, digest, f"text {number}", distance, 0.1)


def block(way: str, *answers: Answer, number: int = 0) -> Block:
    return Block(number, way, 10, 20, USE, answers)


BASELINE = block(
    "baseline",
    answer(0, own("h0"), own("c0")),
    answer(1, own("h1"), own("c1")),
    answer(2, own("h2"), own("c0")),
)


def judged(*answers: Answer) -> Judged:
    return judge([BASELINE, block("near", *answers)], STREAM, "baseline")["near"]


FIRST, SECOND, AGAIN = BASELINE.answers


def test_a_near_duplicate_is_right_if_it_is_of_the_same_paper() -> None:
    found = judged(FIRST, SECOND, answer(2, near(0, "h2"), near(1, "c0")))
    assert found.near == Counter(header=1, citations=1)
    assert +found.right == Counter(header=1)
    assert +found.found == Counter({(Version.STAMP, "header"): 1})
    assert found.distances == Counter({1: 1})


def test_data_is_compared_with_what_the_baseline_extracted() -> None:
    assert judged(FIRST, SECOND, answer(2, near(0, "h2"), own("c0"))).different == []
    wrong = judged(FIRST, SECOND, answer(2, near(0, "h0"), own("else")))
    assert wrong.different == [(2, "header"), (2, "citations")]
    assert wrong.compared == 6


def test_documents_that_were_refused_or_have_no_data_are_not_processed() -> None:
    refused = Answer(1, "", 422, 0.1, (), 3)
    lacking = answer(2, own("h2"), Part(422, "", "", 0, 0.1))
    found = judged(FIRST, refused, lacking)
    assert (found.uploads, found.processed, found.busy) == (3, 1, 3)
    assert found.refused == Counter({422: 2})


def test_only_blocks_that_all_ways_have_done_count() -> None:
    blocks = [BASELINE, block("near", FIRST, SECOND, AGAIN), block("near", number=1)]
    for one in judge(blocks, STREAM, "baseline").values():
        assert (one.uploads, one.seconds, one.processor_s) == (3, 10, 20)
