"""Run `wildwood` with other matching: `server.py MATCHING ARGUMENTS...`.

MATCHING is `on`, `off` (no fingerprint is computed, nothing is searched and nothing is stored), or
`ignored` (what the search finds is ignored, and the data is extracted and stored).
"""

import sys
from dataclasses import replace
from enum import Enum
from typing import Any

from wildwood.__main__ import main as run
from wildwood.extraction.service import processes, simhash
from wildwood.extraction.service.document_store import ExtractionStore, Found


class Matching(Enum):
    """What a server does with near duplicates."""

    ON = "on"
    OFF = "off"
    IGNORED = "ignored"


def _switch_off() -> None:
    # A document without a fingerprint is neither searched nor stored.
    processes._PROGRAM = (  # noqa: SLF001
        "from wildwood.extraction.service import simhash, worker;"
        f" simhash.of_words = lambda words: {simhash.EMPTY}; worker.main()"
    )


def _ignore() -> None:
    search = ExtractionStore.search

    def search_in_vain(*arguments: Any) -> Found:
        return replace(search(*arguments), known=None)

    ExtractionStore.search = search_in_vain  # type: ignore[method-assign,assignment]


if __name__ == "__main__":
    del sys.argv[0]
    match Matching(sys.argv[0]):
        case Matching.OFF:
            _switch_off()
        case Matching.IGNORED:
            _ignore()
    run()
