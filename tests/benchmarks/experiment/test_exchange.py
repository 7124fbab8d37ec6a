"""New papers of the made stream, by the exchange of words."""

from collections import Counter

import pytest

from tests.benchmarks.experiment.exchange import Vocabulary, rejoined

PAPERS = (
    "Apples grow where Smith plants trees. The trees, 12 of them, bear apples (Smith, 2001).",
    "Prices fall when Jones sells bonds. The bonds of Jones yield 5 per cent.",
    "Genes mutate as Miller heats cells. The CELLS divide.\n\nReferences\nMiller. The cell.",
    "Voters choose whom Baker praises. The voters read.",
)


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary(PAPERS)


def test_the_same_key_makes_the_same_paper(vocabulary: Vocabulary) -> None:
    made = [vocabulary.exchange(PAPERS[0], (1, number)) for number in (7, 7, 8)]
    assert made[0] == made[1]
    assert len({PAPERS[0], made[0], made[2]}) == 3


def test_a_word_is_exchanged_for_the_same_one_everywhere(vocabulary: Vocabulary) -> None:
    made = vocabulary.exchange(PAPERS[0], (1,))
    counts = Counter(PAPERS[0].lower().split()), Counter(made.lower().split())
    assert sorted(counts[0].values()) == sorted(counts[1].values())


def test_another_reading_of_the_paper_gets_the_same_words(vocabulary: Vocabulary) -> None:
    first, second = (vocabulary.exchange(text, (1,)) for text in ("trees bear", "bear\ntrees"))
    assert first.split() == second.split()[::-1]


def test_common_words_and_numbers_and_the_form_stay(vocabulary: Vocabulary) -> None:
    made = vocabulary.exchange(PAPERS[0], (1,))
    assert "The " in made
    for part in (" 12 ", "2001). "[:-1]):
        assert part in made
    marks = [character for character in made if not character.isalpha()]
    assert marks == [character for character in PAPERS[0] if not character.isalpha()]


def test_names_are_exchanged_for_names(vocabulary: Vocabulary) -> None:
    made = {vocabulary.exchange("Smith", (1, number)) for number in range(50)}
    assert made == {"Smith", "Jones", "Miller", "Baker", "Prices", "Genes", "References"}


def test_upper_case_stays_upper_case(vocabulary: Vocabulary) -> None:
    assert vocabulary.exchange("CELLS", (3,)).isupper()


@pytest.mark.parametrize("hyphen", ["-", "\ufffe"])
def test_words_broken_at_the_end_of_a_line_are_joined(hyphen: str) -> None:
    assert rejoined(f"the exam{hyphen}\nple - of\n2000-\n2001") == "the example - of\n2000-\n2001"
