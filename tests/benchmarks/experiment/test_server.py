"""The services of the experiment whose matching is off or ignored."""

from pathlib import Path

import pytest

from tests.benchmarks.experiment.clients import send_one
from tests.benchmarks.experiment.running import Setting, serving
from tests.benchmarks.experiment.server import Matching
from tests.support.extraction_server import DUST


@pytest.mark.parametrize(("matching", "texts"), [(Matching.OFF, 0), (Matching.IGNORED, 1)])
def test_a_repeat_is_extracted_again(tmp_path: Path, matching: Matching, texts: int) -> None:
    with serving(Setting(tmp_path, matching, 1, 100)) as service:
        first, again = (send_one(service.url, DUST.read_bytes()) for _ in range(2))
        use = service.use()
    assert first.is_processed
    assert [part.digest for part in first.parts] == [part.digest for part in again.parts]
    assert "header, same text" not in use.sources
    assert use.texts == texts
