"""Measure what matching costs for a document whose match is ignored."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from tests.benchmarks.experiment.clients import Answer, send_one
from tests.benchmarks.experiment.running import Service, Setting, removed, serving
from tests.benchmarks.experiment.server import Matching

_AMPLE_HOURS, _AMPLE_MB = 1000, 10_000


@dataclass(frozen=True)
class Overhead:
    """Seconds a document without matching and with it, sent one after the other."""

    documents: int
    without: float
    without_deviation: float
    matched: float
    matched_deviation: float
    difference: float
    """Mean of the differences of each document."""
    difference_error: float
    """Its standard error."""
    processor_without: float
    processor_matched: float
    steps: tuple[float, ...]
    """Seconds of the upload, the header and the citations, without matching."""
    stored_mb: float
    """What a document takes of the store."""


def measure(home: Path, documents: Sequence[bytes]) -> Overhead:
    """Send the documents to a service without matching, and to one that ignores what it finds.

    Each has got all documents before. They are sent to both in turn, so that other work of the
    machine disturbs both alike.
    """
    removed(home)
    settings = [
        Setting(home / matching.value, matching, _AMPLE_HOURS, _AMPLE_MB)
        for matching in (Matching.OFF, Matching.IGNORED)
    ]
    for setting in settings:
        setting.home.mkdir(parents=True)
    with serving(settings[0]) as without, serving(settings[1]) as matched:
        both = (without, matched)
        _sent_to_both(both, documents)
        before = [service.use() for service in both]
        answers = _sent_to_both(both, documents)
        after = [service.use() for service in both]
    removed(home)
    spent = [
        (late.processor_s - early.processor_s) / len(documents)
        for early, late in zip(before, after, strict=True)
    ]
    steps = [_steps(off) for off, _ in answers]
    seconds = [(sum(_steps(off)), sum(_steps(on))) for off, on in answers]
    differences = [on - off for off, on in seconds]
    return Overhead(
        documents=len(documents),
        without=mean(off for off, _ in seconds),
        without_deviation=stdev(off for off, _ in seconds),
        matched=mean(on for _, on in seconds),
        matched_deviation=stdev(on for _, on in seconds),
        difference=mean(differences),
        difference_error=stdev(differences) / sqrt(len(differences)),
        steps=tuple(map(mean, zip(*steps, strict=True))),
        processor_without=spent[0],
        processor_matched=spent[1],
        stored_mb=after[1].store_mb / len(documents),
    )


def _steps(answer: Answer) -> tuple[float, ...]:
    return answer.seconds, *(part.seconds for part in answer.parts)


def _sent_to_both(
    services: tuple[Service, Service], documents: Sequence[bytes]
) -> list[tuple[Answer, Answer]]:
    answers = []
    for document, first in zip(documents, cycle((0, 1)), strict=False):
        found = {which: send_one(services[which].url, document) for which in (first, 1 - first)}
        answers.append((found[0], found[1]))
    return answers
