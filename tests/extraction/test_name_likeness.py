"""How likely a text in the form of a name is one."""

import pytest

from wildwood.extraction.name_likeness import likeness
from wildwood.extraction.names import has_form_of_name, is_name


@pytest.mark.parametrize(
    "text",
    [
        "Anna Smith", "ANNA SMITH", "Mary J. Jones", "Günther Müller", "Jean-Pierre Dupont",
        "María José García Márquez", "Giovanni Rossi", "João da Silva", "Øyvind Hansen",
        "Katarzyna Wiśniewska", "Ayşe Yılmaz", "Nguyen Van Minh", "Wei Zhang", "Yuki Tanaka",
        "Иван Петрович Сидоров", "СИДОРОВ И. П.", "Γιώργος Παπαδόπουλος", "Priya Sharma",
        "Chukwuemeka Okafor", "Budi Santoso", "Park Min", "Hope Price",
    ],
)  # fmt: skip
def test_a_name_is_likely(text: str) -> None:
    assert is_name(text)


@pytest.mark.parametrize(
    "text",
    [
        "Literature Cited", "Reading Comprehension", "Quantitative Methoden", "Texte Intégral",
        "Tecnologie del Linguaggio Naturale", "МИНИСТЕРСТВО ЦИФРОВОГО РАЗВИТИЯ",
        "MENGGUNAKAN KALMAN FILTER",
    ],
)  # fmt: skip
def test_other_words_in_the_form_of_a_name_are_unlikely(text: str) -> None:
    assert has_form_of_name(text)
    assert not is_name(text)


@pytest.mark.parametrize("name", ["Anna Smith", "Иван Сидоров"])
def test_capitals_initials_and_particles_change_little(name: str) -> None:
    given, family = name.split()
    for form in (name.upper(), f"{given} de la {family}", f"{given} B. {family}"):
        assert likeness(form) > 0


def test_a_text_in_syllables_of_hangul_is_as_likely_as_not() -> None:
    assert likeness("김 민수") == 0.0


@pytest.mark.parametrize("text", ["", "1 2", "\ud800 \udfff", "de la"])
def test_a_text_without_words_has_a_likeness(text: str) -> None:
    assert isinstance(likeness(text), float)
