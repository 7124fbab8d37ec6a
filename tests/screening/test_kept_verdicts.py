"""The verdicts that are kept beside the pages of a harvest."""

from pathlib import Path

import pytest

from wildwood.screening import kept_verdicts
from wildwood.screening.kept_verdicts import KeptVerdicts
from wildwood.screening.screening import ListRow

ROW = ListRow("a", "en", "detector", title="The theory of trade", kept=True)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "000001.xml"
    path.write_text("<ListRecords/>")
    verdicts = KeptVerdicts(tmp_path, "words")
    verdicts.add(path, [ROW])
    verdicts.write()
    return path


def test_are_those_of_an_unchanged_page(page: Path) -> None:
    assert KeptVerdicts(page.parent, "words").rows(page) == [ROW]


def test_are_not_those_of_a_changed_page(page: Path) -> None:
    page.write_text("<ListRecords>changed</ListRecords>")
    assert KeptVerdicts(page.parent, "words").rows(page) is None


def test_are_not_those_of_other_words_and_settings(page: Path) -> None:
    assert KeptVerdicts(page.parent, "other words").rows(page) is None


def test_are_not_those_of_a_judge_with_other_weights(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = page.with_name("evidence.py")
    weights.write_text("_PRIOR = 3.0")
    names = [name for name in kept_verdicts.JUDGE if name != "evidence.py"]
    monkeypatch.setattr(kept_verdicts, "JUDGE", (*names, str(weights)))
    assert KeptVerdicts(page.parent, "words").rows(page) is None
