"""The training script, on a small archive like the one for the shipped models."""

import json
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood.extraction import crf

from tests.training import train
from tests.training.archive import make_archive

REFERENCE = "Smith, A., and Jones, B. Trade and Wages. NBER Working Paper 4711, 2021."


@pytest.fixture(scope="module", autouse=True)
def _few_iterations() -> Iterator[None]:
    """Train for a shorter time than the shipped models."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(train, "_ITERATIONS", 50)
        yield


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
    for field in crf.label_fields(model, crf.tokenize(text)):
        first.setdefault(field.label, text[field.tokens[0].start : field.tokens[-1].end])
    return first


def test_it_makes_the_models_that_are_shipped(models: Path) -> None:
    names = {path.name for path in models.glob("*.crfsuite")}
    assert names == {path.name for path in crf.MODELS.glob("*.crfsuite")}


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
    assert "citations: 24 held back, " in printed


@pytest.fixture(scope="module")
def taught(models: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train models on the archive, rendered references and those of AnyStyle."""
    folder = tmp_path_factory.mktemp("taught")
    rendered, labelled = folder / "rendered.jsonl", folder / "anystyle.xml"
    parts = [("venue", "Waters"), ("other", "! "), ("title", "Floods and dunes")]
    rendered.write_text((json.dumps(parts) + "\n") * 50, encoding="utf-8")
    sequences = (
        f"<sequence><date>Spring?</date><title>Locks on rivers {number}</title></sequence>"
        for number in range(100)
    )
    labelled.write_text(f"<dataset>{''.join(sequences)}</dataset>", encoding="utf-8")
    train.main(models / "archive.tar.gz", folder, rendered, labelled)
    return folder


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        pytest.param("Waters! Floods and dunes", "Floods and dunes", id="rendered"),
        pytest.param("Spring? Locks on rivers 7", "Locks on rivers 7", id="AnyStyle's"),
    ],
)
def test_its_model_of_citations_learns_from_further_references(
    models: Path, taught: Path, reference: str, title: str
) -> None:
    assert labels(taught / "citations.crfsuite", reference)["title"] == title
    assert labels(models / "citations.crfsuite", reference).get("title") != title


def test_an_archive_without_training_data_is_named(tmp_path: Path) -> None:
    archive = tmp_path / "empty.tar.gz"
    tarfile.open(archive, "w:gz").close()
    with pytest.raises(SystemExit, match=r"empty\.tar\.gz contains no file corpus/\*\.xml"):
        train.main(archive, tmp_path)
