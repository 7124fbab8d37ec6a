"""Run `wildwood` with other matching: `server.py MATCHING ARGUMENTS...`.

MATCHING is `on`, `off` (no fingerprint is computed, nothing is searched and nothing is stored), or
`ignored` (what the searches find is ignored, and the data is extracted and stored).
"""

import sys
from enum import Enum
from typing import Any

from wildwood.__main__ import main as run
from wildwood.extraction.service import processes, service, simhash
from wildwood.extraction.service.reuse import Extracted, look_up


class Matching(Enum):
    """What a server does with near duplicates."""

    ON = "on"
    OFF = "off"
    IGNORED = "ignored"


def _switch_off() -> None:
    setattr(service, "STORED", frozenset())  # noqa: B010 - mypy knows it as imported there
    processes.PROGRAM = (
        "from wildwood.extraction.service import simhash, worker;"
        f" simhash.simhash_words = lambda words: {simhash.EMPTY}; worker.main()"
    )


def _ignore() -> None:
    def in_vain(*arguments: Any) -> Extracted:
        return Extracted(near=look_up(*arguments).near)

    setattr(service, "look_up", in_vain)  # noqa: B010 - mypy knows it as imported there


if __name__ == "__main__":
    del sys.argv[0]
    match Matching(sys.argv[0]):
        case Matching.OFF:
            _switch_off()
        case Matching.IGNORED:
            _ignore()
    run()
