"""Run the stream in four ways, block by block in turn, and record each block."""

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from wildwood.kernel.settings import Reuse

from tests.benchmarks.experiment.clients import send_all
from tests.benchmarks.experiment.records import Block, Records
from tests.benchmarks.experiment.running import CLIENTS, Service, Setting, serving
from tests.benchmarks.experiment.server import Matching
from tests.benchmarks.experiment.stream import Texts, Upload

_NEVER_HOURS = 8760


class Way(Enum):
    """How the service runs; the values name them in results."""

    BASELINE = "baseline"
    VERIFIED = "verified"
    NEAR = "near"
    EXPIRING = "near, citations expire"


@dataclass(frozen=True)
class Bounds:
    """What the store can hold."""

    store_mb: float
    citations_hours: float
    """Of the way in which citations expire."""


@dataclass(frozen=True)
class Run:
    """A run of the stream."""

    home: Path
    bounds: Bounds
    block: int
    """Uploads in a block."""
    slowness: float
    """How slow the extractor is, as a share of the original's time."""

    def setting(self, way: Way) -> Setting:
        """Return how the service of a way is set up."""
        matching = Matching.OFF if way is Way.BASELINE else Matching.ON
        hours = self.bounds.citations_hours if way is Way.EXPIRING else _NEVER_HOURS
        reuse = Reuse.NEAR if way in {Way.NEAR, Way.EXPIRING} else Reuse.VERIFIED
        return Setting(
            self.home / way.name.lower(), matching, hours, self.bounds.store_mb, reuse,
            self.slowness,
        )  # fmt: skip


def run(run: Run, planned: Sequence[Upload], texts: Texts, records: Records) -> Iterator[Block]:
    """Yield each block of each way that the records lack, when it is recorded.

    The ways take turns with each block, and another one begins each time, so that other work of the
    machine disturbs all alike. While one works, the others' servers are idle.
    """
    recorded = records.read()
    done = {(block.number, block.way) for block in recorded}
    with ExitStack() as stack:
        services = {way: stack.enter_context(serving(run.setting(way))) for way in Way}
        for way, service in services.items():
            service.forget_others(
                [
                    answer.token
                    for block in recorded
                    for answer in block.answers
                    if block.way == way.value
                ]
            )
        for number in range(-(-len(planned) // run.block)):
            uploads = planned[number * run.block : (number + 1) * run.block]
            waiting = [way for way in _in_turn(number) if (number, way.value) not in done]
            documents = _documents(uploads, texts) if waiting else []
            for way in waiting:
                block = _measured(number, way, services, documents)
                records.add(block)
                yield block


def _in_turn(number: int) -> list[Way]:
    ways = list(Way)
    first = number % len(ways)
    return ways[first:] + ways[:first]


def _documents(uploads: Sequence[Upload], texts: Texts) -> list[tuple[int, bytes]]:
    return [(upload.number, texts.text(upload).encode()) for upload in uploads]


def _measured(
    number: int,
    way: Way,
    services: Mapping[Way, Service],
    documents: Sequence[tuple[int, bytes]],
) -> Block:
    service = services[way]
    before = service.use()
    began = time.perf_counter()
    answers = send_all(service.url, documents, CLIENTS)
    seconds = time.perf_counter() - began
    use = service.use()
    spent = use.processor_s - before.processor_s
    refused = {answer.status for answer in answers if not answer.parts} - {422}
    if refused:
        print(f"block {number}, {way.value}: statuses {sorted(refused)}", file=sys.stderr)
    texts = service.texts()
    named = (replace(one, text=texts.get(one.token, "")) for one in answers)
    return Block(number, way.value, seconds, spent, use, tuple(named))
