"""Training the model of names."""

from pathlib import Path

import numpy as np

from wildwood.extraction.name_likeness import SIZE, features

from tests.training import person_names

NAMES = ["Anna Smith", "Jon Smithson", "Anne Jones", "Annika Smit"]
OTHERS = ["Growing Trade", "Grown Trees", "Trading Growth", "Treated Groups"]


def odds(weights: np.ndarray, text: str) -> float:
    return float(sum(weights[place] * share for place, share in features(text)))


def test_texts_like_the_names_are_told_from_others() -> None:
    weights = person_names.fit([*NAMES, *OTHERS], [1] * 4 + [0] * 4)
    assert weights.shape == (SIZE,)
    assert odds(weights, "Ann Smithers") > 1
    assert odds(weights, "Trade Growing") < -1


def test_words_in_small_letters_beside_each_other_are_other_texts() -> None:
    words = person_names.word_windows(["growing", "trade", "Smith"] * 400)
    assert words
    assert all(set(text.lower().split()) <= {"growing", "trade"} for text in words)


def test_the_given_names_are_those_that_occur_often() -> None:
    names = ["Anna Smith", "Anna Jones", "ANNA MILL", "Jon Mill"]
    assert person_names.common_words(names) == {"anna"}


def test_names_are_printed_in_many_forms() -> None:
    forms = {person_names.print_name("Anna", "Smith") for _ in range(200)}
    assert {"Anna Smith", "ANNA SMITH", "A. Smith", "Smith Anna"} <= forms


def test_popular_names_are_joined_by_country(tmp_path: Path) -> None:
    head = "\ufeffCountry,Localized Name,Romanized Name\n"
    for kind, name in (("forenames", "Иван,Ivan"), ("surnames", "Сидоров,Sidorov")):
        path = tmp_path / f"common-{kind}-by-country.csv"
        path.write_text(f"{head}RU,{name}\nXX-{kind},A,A\n", encoding="utf-8")
    pairs = set(person_names.join_popular(tmp_path))
    assert pairs == {
        (given, family) for given in ("Иван", "Ivan") for family in ("Сидоров", "Sidorov")
    }
