"""The services of the experiment, whose matching is on, off or ignored."""

from pathlib import Path

import pytest

from tests.benchmarks.experiment.clients import send_one
from tests.benchmarks.experiment.running import Setting, serving
from tests.benchmarks.experiment.server import Matching
from tests.support.extraction_server import DUST


@pytest.mark.parametrize(
    ("matching", "is_reused", "texts"),
    [(Matching.ON, True, 1), (Matching.OFF, False, 0), (Matching.IGNORED, False, 1)],
)
def test_a_repeat(tmp_path: Path, matching: Matching, texts: int, *, is_reused: bool) -> None:
    with serving(Setting(tmp_path, matching, 1, 100)) as service:
        first, again = (send_one(service.url, DUST.read_bytes()) for _ in range(2))
        use = service.use()
    assert first.is_processed
    assert [part.digest for part in first.parts] == [part.digest for part in again.parts]
    assert ("header, same text" in use.sources) == is_reused
    assert use.texts == texts
