"""The training script, on a small archive like the one for the shipped models."""

import json
import tarfile
from pathlib import Path

import pytest

from wildwood.extraction.fields.labelling import sequence
from wildwood.extraction.fields.labelling.reference_features import structure

from tests.training import train
from tests.training.archive import make_archive

REFERENCE = "Smith, A., and Jones, B. Trade and Wages. NBER Working Paper 4711, 2021."


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train models on the archive."""
    folder = tmp_path_factory.mktemp("training")
    make_archive(folder / "archive.tar.gz")
    train.main(folder / "archive.tar.gz", folder)
    return folder


def labels(model: Path, text: str) -> dict[str, str]:
    """Return the first field of each label in a text."""
    first: dict[str, str] = {}
    tokens = sequence.tokenize(text)
    further = structure(tokens) if model.stem == "citations" else None
    for field in sequence.label_fields(model, tokens, further):
        first.setdefault(field.label, text[field.tokens[0].start : field.tokens[-1].end])
    return first


def test_it_makes_the_models_that_are_shipped(models: Path) -> None:
    names = {path.name for path in models.glob("*.crfsuite")}
    assert names == {path.name for path in sequence.MODELS.glob("*.crfsuite")}


def test_its_model_labels_an_unknown_reference(models: Path) -> None:
    fields = labels(models / "citations.crfsuite", REFERENCE)
    assert fields["author"] == "Smith, A., and Jones, B."
    assert fields["title"] == "Trade and Wages"
    assert fields["venue"] == "NBER Working Paper"
    assert fields["volume"] == "4711"
    assert fields["date"] == "2021"


def test_it_is_reproducible_and_prints_its_measurements(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    train.main(models / "archive.tar.gz", tmp_path)
    for model in models.glob("*.crfsuite"):
        assert (tmp_path / model.name).read_bytes() == model.read_bytes()
    printed = capsys.readouterr().out
    assert "header: 2 held back, " in printed
    assert "citations: 24 held back, " in printed


def test_its_model_of_citations_learns_from_rendered_references_too(
    models: Path, tmp_path: Path
) -> None:
    rendered = tmp_path / "rendered.jsonl"
    parts = [("venue", "Waters"), ("other", "! "), ("title", "Floods and dunes")]
    rendered.write_text((json.dumps(parts) + "\n") * 50, encoding="utf-8")
    train.main(models / "archive.tar.gz", tmp_path, rendered)
    reference = "Waters! Floods and dunes"
    assert labels(tmp_path / "citations.crfsuite", reference)["title"] == "Floods and dunes"
    assert labels(models / "citations.crfsuite", reference).get("title") != "Floods and dunes"
    header = "header.crfsuite"
    assert (tmp_path / header).read_bytes() == (models / header).read_bytes()


def test_it_learns_from_the_references_of_anystyle_that_are_for_training(
    models: Path, tmp_path: Path
) -> None:
    labelled = tmp_path / "anystyle.xml"
    sequences = (
        f"<sequence><journal>Waters!</journal><title>Floods and dunes {number}</title></sequence>"
        for number in range(100)
    )
    labelled.write_text(f"<dataset>{''.join(sequences)}</dataset>", encoding="utf-8")
    train.main(models / "archive.tar.gz", tmp_path, labelled)
    found = labels(tmp_path / "citations.crfsuite", "Waters! Floods and dunes 7")
    assert found["title"] == "Floods and dunes 7"


def test_an_archive_without_training_data_is_named(tmp_path: Path) -> None:
    archive = tmp_path / "empty.tar.gz"
    tarfile.open(archive, "w:gz").close()
    with pytest.raises(SystemExit, match=r"empty\.tar\.gz contains no file corpus/\*\.xml"):
        train.main(archive, tmp_path)
