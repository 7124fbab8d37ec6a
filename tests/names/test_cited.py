"""Names of references and of headers without layout."""

import pytest

from wildwood.names.cited import cited_names, header_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Walt, S. van der, Gommers, R.", ("Walt, S. van der", "Gommers, R.")),
        ("Nijs, M. den and Rao, R. P. N.", ("Nijs, M. den", "Rao, R. P. N.")),
        ("Río, J. F. del; Wiebe M", ("Río, J. F. del", "Wiebe M")),
        ("Knuth, Donald, and Leslie Lamport", ("Knuth, Donald", "Leslie Lamport")),
        ("Smith, A., Jr., et al.", ("Smith, A. Jr.",)),
        ("Keen M (ed.)", ("Keen M",)),
        ("Keen M., Slemrod J., Bolton P.", ("Keen M.", "Slemrod J.", "Bolton P.")),
    ],
)
def test_initials_belong_to_the_name_before_them(text: str, names: tuple[str, ...]) -> None:
    assert cited_names(text) == names


@pytest.mark.parametrize(
    "others",
    [
        "et al.", "etal.", "Et al.", "ET AL.", "and others", "and Others", "u. a.", "y otros",
        "e outros",
    ],
)  # fmt: skip
def test_further_authors_that_are_not_named_are_left_out(others: str) -> None:
    assert cited_names(f"Keen, M., Slemrod, J. {others}") == ("Keen, M.", "Slemrod, J.")


@pytest.mark.parametrize("word", ["and", "und", "et", "y", "e", "UND"])
def test_names_are_divided_at_the_word_before_the_last(word: str) -> None:
    assert cited_names(f"Keen, M. {word} de la Cruz, J.") == ("Keen, M.", "de la Cruz, J.")


def test_names_of_a_header_have_no_marks_and_degrees() -> None:
    assert header_names("Anna Smith1,*, Ph.D., and Bo Lee†") == ("Anna Smith", "Bo Lee")
