"""Print what a run has shown."""

from collections.abc import Iterator, Mapping, Sequence

from tests.benchmarks.experiment.clients import KINDS
from tests.benchmarks.experiment.judging import Judged
from tests.benchmarks.experiment.overhead import Overhead
from tests.benchmarks.experiment.records import Block
from tests.benchmarks.experiment.versions import REPEATS


def overhead_lines(overhead: Overhead) -> Iterator[str]:
    """Describe the overhead of matching."""
    yield (
        f"{overhead.documents} documents, one client, matches ignored: without matching"
        f" {_ms(overhead.without)} (sd {_ms(overhead.without_deviation)}),"
        f" with {_ms(overhead.matched)} (sd {_ms(overhead.matched_deviation)}),"
        f" difference {_ms(overhead.difference)} (se {_ms(overhead.difference_error)});"
        f" upload, header and citations without {', '.join(map(_ms, overhead.steps))};"
        f" processor {_ms(overhead.processor_without)} and {_ms(overhead.processor_matched)}"
    )


def lines(judged: Mapping[str, Judged], blocks: Sequence[Block], baseline: str) -> Iterator[str]:
    """Describe all ways beside each other, then what was found of each kind of repeat."""
    slowest = judged[baseline]
    for way, one in judged.items():
        yield way
        yield (
            f"  {one.uploads:,} uploads, {one.processed:,} processed, others"
            f" {dict(one.refused)}, {one.busy} times sent again"
        )
        yield (
            f"  {one.seconds:,.0f} s ({_saved(one.seconds, slowest.seconds)}),"
            f" {one.processor_s:,.0f} processor s"
            f" ({_saved(one.processor_s, slowest.processor_s)})"
        )
        yield from _of_near_duplicates(one)
        last = max((block for block in blocks if block.way == way), key=lambda b: b.number)
        use = last.use
        yield f"  data came from: {use.sources}"
        yield (
            f"  store {use.store_mb:.1f} MB, data of {use.texts:,} texts; on disk"
            f" {use.disk_mb:.0f} MB; mongod {use.mongod_mb:.0f} MB, server {use.server_mb:.0f} MB"
        )


def _of_near_duplicates(one: Judged) -> Iterator[str]:
    yield f"  {one.compared:,} results compared, {len(one.different)} differ from the baseline's"
    for kind in KINDS:
        near = one.near[kind]
        if near:
            yield (
                f"  {kind}: {near:,} near duplicates named, {one.right[kind]:,} right"
                f" ({one.right[kind] / near:.2%})"
            )
    if one.distances:
        yield f"  distances for headers: {dict(sorted(one.distances.items()))}"
        for version in REPEATS:
            found = ", ".join(f"{kind} {one.found[version, kind]:,}" for kind in KINDS)
            yield f"  {version.value}: {one.repeats[version]:,}, named for {found}"


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


def _saved(spent: float, baseline: float) -> str:
    return f"{1 - spent / baseline:+.2%} saved"
