"""Names in parts."""

import pytest

from wildwood.extraction.formats.people import Person, of_author, of_name
from wildwood.extraction.model import Author


@pytest.mark.parametrize(
    ("name", "person"),
    [
        ("Knuth, D. E.", Person("Knuth", "D. E.")),
        ("D. E. Knuth", Person("Knuth", "D. E.")),
        ("Knuth DE", Person("Knuth", "DE")),
        ("van der Waals JD", Person("van der Waals", "JD")),
        ("Johannes Diderik van der Waals", Person("van der Waals", "Johannes Diderik")),
        ("Martin Luther King Jr.", Person("King Jr.", "Martin Luther")),
        ("King, Martin Luther, Jr.", Person("King Jr.", "Martin Luther")),
        ("King, Jr., Martin Luther", Person("King Jr.", "Martin Luther")),
        ("Knuth, D. E.,", Person("Knuth", "D. E.")),
        ("Knuth,", Person("Knuth")),
        ("José Ortega y Gasset", Person("Gasset", "José Ortega y")),
        ("Aristotle", Person("Aristotle")),
        ("World Health Organisation", Person("World Health Organisation", is_organisation=True)),
        ("", Person("")),
    ],
)
def test_a_name_as_printed_is_separated(name: str, person: Person) -> None:
    assert of_name(name) == person


def test_the_parts_that_an_author_has_are_kept() -> None:
    author = Author("Ana García Lorca", given="Ana", family="García Lorca")
    assert of_author(author) == Person("García Lorca", "Ana")


def test_an_author_without_parts_is_separated() -> None:
    assert of_author(Author("Ana García")) == Person("García", "Ana")
