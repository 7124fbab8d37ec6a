"""Fields of names in every form come out as one name each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.biblio.names import author_in, authors_in
from wildwood.biblio.person import Person


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Keen, Michael", ["Michael Keen"]),
        ("M. Keen and J. Slemrod", ["M. Keen", "J. Slemrod"]),
        ("Keen, M., Slemrod, J.", ["M. Keen", "J. Slemrod"]),
        ("Keen, M., J. Slemrod and R. Boadway", ["M. Keen", "J. Slemrod", "R. Boadway"]),
        ("Keen, M. J., and Slemrod, J.", ["M. J. Keen", "J. Slemrod"]),
        ("Keen M, Slemrod J, Boadway RW", ["Keen M", "Slemrod J", "Boadway RW"]),
        ("Keen M., & Slemrod J.", ["Keen M.", "Slemrod J."]),
        ("Michael Keen, Joel Slemrod", ["Michael Keen", "Joel Slemrod"]),
        ("Keen, Michael; Slemrod, Joel", ["Michael Keen", "Joel Slemrod"]),
        ("Garcia Lopez, Maria Jose; John Keen", ["Maria Jose Garcia Lopez", "John Keen"]),
        ("Keen, Michael|Slemrod, Joel", ["Michael Keen", "Joel Slemrod"]),
        ("Keen, Michael (7004357898); Slemrod, Joel (12345678)", ["Michael Keen", "Joel Slemrod"]),
        ("van Reenen, John, Garcia Lopez, Maria J.", ["John van Reenen", "Maria J. Garcia Lopez"]),
        ("Garcia Lopez, Maria Jose and Keen, Michael", ["Maria Jose Garcia Lopez", "Michael Keen"]),
        ("Ortega y Gasset, José", ["José Ortega y Gasset"]),
        ("Keen, Jr., Michael", ["Michael Keen Jr."]),
        ("Keen, Michael, Jr.", ["Michael Keen Jr."]),
        ("Michael Keen, Jr., J. Slemrod", ["Michael Keen Jr.", "J. Slemrod"]),
        ("Keen, M., et al.", ["M. Keen"]),
        ("Keen, M. and others", ["M. Keen"]),
        ("Keen, M.; others", ["M. Keen"]),
        ("Keen, M.; and Slemrod, J.", ["M. Keen", "J. Slemrod"]),
        ("And Özdemir", ["And Özdemir"]),
        ("others", []),
        ("Smith, J. and Smith, J.", ["J. Smith", "J. Smith"]),
        ("['Keen, Michael', \"O'Brien, J.\"]", ["Michael Keen", "J. O'Brien"]),
        ('["Michael Keen"]', ["Michael Keen"]),
        ("Ben Bernanke, John Campbell", ["Ben Bernanke", "John Campbell"]),
        ("World Bank, IMF", ["World Bank", "IMF"]),
        ("World Bank and Monetary Fund", ["World Bank", "Monetary Fund"]),
        ("Ministry of Finance and Economy", ["Ministry of Finance and Economy"]),
        ("", []),
        (" ; ,", []),
    ],
)  # fmt: skip
def test_names_of_a_field(text: str, names: list[str]) -> None:
    assert [author.name for author in authors_in(text)] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Garcia Lopez, Maria Jose", ["Maria Jose Garcia Lopez"]),
        ("Keen, Michael, Jr.", ["Michael Keen Jr."]),
        ("Keen, M., Slemrod, J.", ["M. Keen", "J. Slemrod"]),
        ("Keen, M.; Slemrod, J.", ["M. Keen", "J. Slemrod"]),
        ("World Bank, IMF", ["World Bank", "IMF"]),
        ("M. Keen, J. Slemrod", ["M. Keen", "J. Slemrod"]),
        ("D. Keen, Y. Slemrod", ["D. Keen", "Y. Slemrod"]),
        ("M. Keen, J.Slemrod", ["M. Keen", "J.Slemrod"]),
        ("Baker II, James H.", ["James H. Baker II"]),
        ("Croot III, Ernest", ["Ernest Croot III"]),
        ("Evans, II, N. J.", ["N. J. Evans II"]),
        ("Ó Corráin, Donnchadh", ["Donnchadh Ó Corráin"]),
        ("Ó Ceallaigh, Donnchadh S.", ["Donnchadh S. Ó Ceallaigh"]),
        ("van der Bank, Michelle", ["Michelle van der Bank"]),
        ("M. McPherson, Jana", ["Jana M. McPherson"]),
        ("Shenoy K B, Ajitha", ["Ajitha Shenoy K B"]),
        ("University of California, Berkeley,", ["University of California, Berkeley"]),
        ("Alexion Pharmaceuticals, Inc", ["Alexion Pharmaceuticals Inc"]),
        ("Ministère de la Justice, Luxembourg", ["Ministère de la Justice", "Luxembourg"]),
        ("Ministry of Finance and Economy", ["Ministry of Finance and Economy"]),
        (",", []),
    ],
)
def test_a_field_of_one_name(text: str, names: list[str]) -> None:
    assert [author.name for author in author_in(text)] == names


FAMILIES = st.sampled_from(["Keen", "Slemrod", "García-Peñalosa", "van Reenen", "de la Cruz", "Ng"])
GIVEN = st.sampled_from(["Michael", "José", "Jean-Luc", "M.", "J. R.", "J.-P.", "Maria J."])
PEOPLE = st.lists(st.builds(Person, FAMILIES, GIVEN), min_size=1, max_size=5)
FORMS = {
    "Family, Given; Family, Given": lambda people: "; ".join(one.inverted for one in people),
    "Family, Given and Family, Given": lambda people: " and ".join(one.inverted for one in people),
    "Family, Given, Family, Given": lambda people: ", ".join(one.inverted for one in people),
    "Given Family; Given Family": lambda people: "; ".join(one.name for one in people),
    "Given Family and Given Family": lambda people: " and ".join(one.name for one in people),
    "Given Family & Given Family": lambda people: " & ".join(one.name for one in people),
}


@pytest.mark.parametrize("form", FORMS)
@given(people=PEOPLE)
def test_every_form_gives_the_same_names(form: str, people: list[Person]) -> None:
    found = authors_in(FORMS[form](people))
    assert [author.name for author in found] == [author.name for author in people]


@given(st.text())
def test_any_text_gives_names_that_are_not_empty(text: str) -> None:
    for authors in (authors_in(text), author_in(text)):
        assert all(author.family.strip() for author in authors)
