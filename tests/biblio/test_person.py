"""Names of persons and institutions."""

import pytest

from wildwood.biblio.person import Person


@pytest.mark.parametrize(
    "name",
    [
        "World Bank",
        "Universidad de Chile",
        "Ministère de la Justice",
        "One two three for water or oil",
    ],
)
def test_a_name_with_the_words_of_one_is_an_institution(name: str) -> None:
    assert Person(name).is_institution


@pytest.mark.parametrize(
    "person", [Person("Bank", "Karen"), Person("Keen"), Person("O. Board"), Person("")]
)
def test_a_person_is_no_institution(person: Person) -> None:
    assert not person.is_institution


def test_a_name_is_written_in_two_orders() -> None:
    person = Person("te Velde", "Jan")
    assert (person.name, person.inverted) == ("Jan te Velde", "te Velde, Jan")
    assert (Person("Unesco").name, Person("Unesco").inverted) == ("Unesco", "Unesco")
