"""Averaging the weights of two models."""

from pathlib import Path

import pycrfsuite
import pytest

from tests.training import average


@pytest.fixture(autouse=True)
def _equal_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(average, "_SHARE", 0.5)


def train(path: Path, *examples: tuple[list[list[str]], list[str]]) -> None:
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    for features, labels in examples:
        trainer.append(features, labels)
    trainer.train(str(path))


def weights(path: Path) -> dict[tuple[str, str], float]:
    tagger = pycrfsuite.Tagger()
    tagger.open(str(path))
    info = tagger.info()
    return {**info.state_features, **info.transitions}


@pytest.fixture
def models(tmp_path: Path) -> tuple[Path, Path]:
    first, second = tmp_path / "first", tmp_path / "second"
    train(first, ([["w=anna"], ["w=über: → x"]], ["author", "title"]))
    train(second, ([["w=anna"], ["w=paris"]], ["author", "place"]), ([["w=1999"]], ["date"]))
    return first, second


def test_weights_are_the_mean(models: tuple[Path, Path], tmp_path: Path) -> None:
    average.main(*models, tmp_path / "average")

    first, second, mean = map(weights, (*models, tmp_path / "average"))
    assert {"author", "title", "place", "date"} == {label for _, label in mean}
    for key, weight in mean.items():
        expected = (first.get(key, 0.0) + second.get(key, 0.0)) / 2
        assert weight == pytest.approx(expected, abs=1e-5)


def test_what_both_have_learnt_is_labelled(models: tuple[Path, Path], tmp_path: Path) -> None:
    average.main(*models, tmp_path / "average")

    tagger = pycrfsuite.Tagger()
    tagger.open(str(tmp_path / "average"))
    assert tagger.tag([["w=anna"], ["w=paris"]]) == ["author", "place"]
    assert tagger.tag([["w=anna"], ["w=über: → x"]]) == ["author", "title"]


def test_weights_near_zero_are_left_out(
    models: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    average.main(*models, tmp_path / "all")
    whole = weights(tmp_path / "all")
    states = {key: abs(weight) for key, weight in whole.items() if "=" in key[0]}
    least = (min(states.values()) + max(states.values())) / 2
    monkeypatch.setattr(average, "_LEAST", least)
    average.main(*models, tmp_path / "few")

    few = {key for key in weights(tmp_path / "few") if "=" in key[0]}
    assert few == {key for key, weight in states.items() if weight >= least}
    assert few < {*states}
