"""The encoding of a list is found by what it makes of the text."""

from tests.lists.test_formats import RIS, check, read


def test_mac_roman_is_told_from_windows_1252() -> None:
    text = "id,title,authors\na,Évaluation de la fiscalité,José Nuñez\n"
    found = read(text.encode("mac-roman"))
    assert (found.encoding, found.entries[0].titles[0].text) == (
        "Mac Roman",
        "Évaluation de la fiscalité",
    )


def test_latin_1_is_told_from_windows_1252() -> None:
    text = RIS.replace("“", '"').replace("”", '"')
    assert read(text.encode("latin-1")).encoding == "Latin-1"


def test_lines_of_two_encodings_are_each_read_in_theirs() -> None:
    first, second = RIS.split("\n\n")
    found = read(first.encode() + b"\n\n" + second.encode("cp1252"))
    check(found, "RIS")
    assert found.encoding == "UTF-8, in part Windows-1252"
