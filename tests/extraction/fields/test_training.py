"""The training script, on a small archive of the form that the models that ship were trained on."""

import tarfile
from pathlib import Path

import pytest

from wildwood.extraction.fields import sequence, training

from tests.support.training_archive import make_archive

REFERENCE = "Smith, A., and Jones, B. Trade and Wages. NBER Working Paper 4711, 2021."


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The models that the archive makes."""
    place = tmp_path_factory.mktemp("training")
    make_archive(place / "archive.tar.gz")
    training.main(place / "archive.tar.gz", place)
    return place


def labels(model: Path, text: str) -> dict[str, str]:
    """The first run of each label of a text."""
    found: dict[str, str] = {}
    for field in sequence.labelled(model, sequence.tokenize(text)):
        found.setdefault(field.label, text[field.tokens[0].start : field.tokens[-1].end])
    return found


def test_it_makes_the_models_that_ship(models: Path) -> None:
    made = {path.name for path in models.glob("*.crfsuite")}
    assert made == {path.name for path in sequence.MODELS.glob("*.crfsuite")}


def test_its_model_labels_a_reference_that_it_has_not_seen(models: Path) -> None:
    found = labels(models / "citations.crfsuite", REFERENCE)
    assert found["author"] == "Smith, A., and Jones, B."
    assert found["title"] == "Trade and Wages"
    assert found["venue"] == "NBER Working Paper"
    assert found["volume"] == "4711"
    assert found["date"] == "2021"


def test_it_makes_the_same_again_and_says_what_it_measured(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    training.main(models / "archive.tar.gz", tmp_path)
    for model in models.glob("*.crfsuite"):
        assert (tmp_path / model.name).read_bytes() == model.read_bytes()
    said = capsys.readouterr().out
    assert "header: 2 held back, " in said
    assert "citations: 24 held back, " in said


def test_an_archive_without_what_is_to_be_learnt_is_named(tmp_path: Path) -> None:
    archive = tmp_path / "empty.tar.gz"
    tarfile.open(archive, "w:gz").close()
    with pytest.raises(SystemExit, match=r"empty\.tar\.gz has no file corpus/\*\.xml"):
        training.main(archive, tmp_path)
