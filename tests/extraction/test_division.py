"""Names in parts."""

import pytest

from wildwood.biblio.person import Person
from wildwood.extraction.names import cited, divided


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
        ("José Ortega y Gasset", Person("Ortega y Gasset", "José")),
        ("Aristotle", Person("Aristotle")),
        ("World Health Organisation", Person("World Health Organisation")),
        ("O. Board", Person("Board", "O.")),
        ("E. H. M. van der Heijden", Person("van der Heijden", "E. H. M.")),
        ("Pedro Dal Bó", Person("Dal Bó", "Pedro")),
        ("Anderson FA Jr", Person("Anderson Jr", "FA")),
        ("", Person("")),
    ],
)
def test_a_name_as_printed_is_separated(name: str, person: Person) -> None:
    assert cited(name) == person


@pytest.mark.parametrize(
    ("name", "person"),
    [
        ("Jan te Velde", Person("te Velde", "Jan")),
        ("Robert De Niro", Person("De Niro", "Robert")),
        ("Frederik vom Scheidt", Person("vom Scheidt", "Frederik")),
        ("Yana vander Meulen Rodger", Person("Rodger", "Yana vander Meulen")),
        ("Partha Das Gupta", Person("Gupta", "Partha Das")),
        ("Gerard Padro i Miquel", Person("Padro i Miquel", "Gerard")),
        ("Eduardo M. e Silva", Person("e Silva", "Eduardo M.")),
        ("Wei Bin Zhang", Person("Zhang", "Wei Bin")),
        ("Eva St. Clair", Person("St. Clair", "Eva")),
        ("JAN TE VELDE", Person("TE VELDE", "JAN")),
        ("van Gogh", Person("van Gogh")),
        ("Van Morrison", Person("Morrison", "Van")),
        ("van Gogh, Vincent", Person("van Gogh", "Vincent")),
        ("Bas ter Weel III", Person("ter Weel III", "Bas")),
        ("d. e. knuth", Person("knuth", "d. e.")),
    ],
)
def test_particles_belong_to_the_family_name_everywhere(name: str, person: Person) -> None:
    assert divided(name) == cited(name) == person


@pytest.mark.parametrize(
    ("name", "in_byline", "in_reference"),
    [
        ("Wei LI", Person("LI", "Wei"), Person("Wei", "LI")),
        ("LI Wei", Person("LI", "Wei"), Person("Wei", "LI")),
        ("JM Keynes", Person("Keynes", "JM"), Person("Keynes", "JM")),
        ("JMK Smith", Person("Smith", "JMK"), Person("Smith", "JMK")),
        ("JMKS Smith", Person("JMKS", "Smith"), Person("JMKS", "Smith")),
        ("SMITH Anna", Person("SMITH", "Anna"), Person("SMITH", "Anna")),
        ("Jean DE LA BROSSE", Person("DE LA BROSSE", "Jean"), Person("DE LA BROSSE", "Jean")),
        ("WERNER GÜTH", Person("GÜTH", "WERNER"), Person("GÜTH", "WERNER")),
        ("J. BRADFORD JENSEN", Person("JENSEN", "J. BRADFORD"), Person("JENSEN", "J. BRADFORD")),
        ("Anna AB Smith", Person("Smith", "Anna AB"), Person("Smith", "Anna AB")),
        ("Martin King III", Person("King III", "Martin"), Person("King III", "Martin")),
    ],
)
def test_capitals_are_initials_in_references_and_family_names_in_bylines(
    name: str, in_byline: Person, in_reference: Person
) -> None:
    assert (divided(name), cited(name)) == (in_byline, in_reference)


@pytest.mark.parametrize("initials", ["И.И.", "И. И.", "И. И", "И.", "И"])
@pytest.mark.parametrize("family", ["Иванов", "Ким"])
def test_initials_can_follow_the_family_name_everywhere(family: str, initials: str) -> None:
    name = f"{family} {initials}"
    assert divided(name) == cited(name) == Person(family, initials)


def test_initials_can_follow_a_family_name_of_several_words() -> None:
    assert divided("de la Cruz J. M.") == Person("de la Cruz", "J. M.")


@pytest.mark.parametrize("initials", ["J", "JM", "J. M."])
def test_a_short_family_name_in_capitals_is_no_initials(initials: str) -> None:
    assert cited(f"de la CRUZ {initials}") == Person("de la CRUZ", initials)
