"""Run `wildwood` with other matching: `server.py MATCHING SLOWNESS ARGUMENTS...`.

MATCHING is `on`, `off` (no fingerprint is computed, nothing is searched and nothing is stored), or
`ignored` (what the searches find is ignored, and the data is extracted and stored). SLOWNESS is the
share of the original's time that each extraction waits in addition, in its turn.
"""

import sys
import time
from collections.abc import Sequence
from enum import Enum
from typing import Any

from wildwood.__main__ import main as run
from wildwood.extraction.data import Kind
from wildwood.extraction.service import processes, reuse, service, simhash
from wildwood.extraction.service.reuse import Extracted, look_up
from wildwood.extraction.service.service import Service
from wildwood.extraction.service.store import Resource

ORIGINAL_S = {Kind.HEADER: 2.86, Kind.CITATIONS: 1.11}  # Williams et al. 2014, table II


class Matching(Enum):
    """What a server does with near duplicates."""

    ON = "on"
    OFF = "off"
    IGNORED = "ignored"


def _switch_off() -> None:
    for module in (reuse, service):
        setattr(module, "STORED", frozenset())  # noqa: B010 - mypy knows it as imported there
    processes.PROGRAM = (
        "from wildwood.extraction.service import simhash, worker;"
        f" simhash.simhash_words = lambda words: {simhash.EMPTY}; worker.main()"
    )


def _ignore() -> None:
    def in_vain(*arguments: Any) -> Extracted:
        return Extracted(near=look_up(*arguments).near)

    setattr(reuse, "look_up", in_vain)  # noqa: B010 - it takes any arguments


def _slow_down(slowness: float) -> None:
    extract = Service._extract  # noqa: SLF001

    def slowly(self: Service, resource: Resource, kinds: Sequence[Kind]) -> dict[Kind, Any]:
        if kinds:
            with self.workers.turn():
                time.sleep(slowness * sum(ORIGINAL_S[kind] for kind in kinds))
        return extract(self, resource, kinds)

    setattr(Service, "_extract", slowly)  # noqa: B010 - mypy refuses to assign a method


if __name__ == "__main__":
    del sys.argv[0]
    if slowness := float(sys.argv.pop(1)):
        _slow_down(slowness)
    match Matching(sys.argv[0]):
        case Matching.OFF:
            _switch_off()
        case Matching.IGNORED:
            _ignore()
    run()
