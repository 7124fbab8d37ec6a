"""The services of the experiment whose matching is off or ignored."""

from pathlib import Path

import pytest

from tests.benchmarks.experiment import running
from tests.benchmarks.experiment.clients import send_one
from tests.benchmarks.experiment.running import Setting, serving
from tests.benchmarks.experiment.server import Matching
from tests.support.made_papers import FRENCH_PAPERS, TUNA


@pytest.mark.parametrize(
    ("matching", "texts"),
    [(Matching.OFF, 0), pytest.param(Matching.IGNORED, 1, marks=pytest.mark.long)],
)
def test_a_repeat_is_extracted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, matching: Matching, texts: int
) -> None:
    monkeypatch.setattr(running, "_WORKERS", 1)
    with serving(Setting(tmp_path, matching, 1, 100)) as service:
        first, again = (send_one(service.url, FRENCH_PAPERS[TUNA]) for _ in range(2))
        use = service.use()
    assert first.is_processed
    assert [part.digest for part in first.parts] == [part.digest for part in again.parts]
    assert "header, same text" not in use.sources
    assert use.texts == texts
