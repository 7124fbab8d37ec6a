"""What the texts of fields have in them, whatever the format."""

import pytest

from wildwood.records import field_text


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), (7, "7"), (" a\n b\xa0c ", "a b c"), ("a\ud800b", "a?b")],
    ids=["nothing", "number", "white space", "lone surrogate"],
)
def test_a_value_is_one_line(value: object, text: str) -> None:
    assert field_text.clean(value) == text


def test_values_are_not_repeated() -> None:
    assert field_text.cleaned([" a ", "", "b", "a", None]) == ("a", "b")


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("https://doi.org/10.3386/w29172", "10.3386/w29172"),
        ("see 10.1016/S0140-6736(05)66992-0.", "10.1016/S0140-6736(05)66992-0"),
        ("(doi:10.1000/1)", "10.1000/1"),
        ("“10.1000/1”;", "10.1000/1"),
        ("10.1000/1 and DOI 10.1000/1", "10.1000/1"),
        ("version 10.12/3", ""),
    ],
)
def test_a_doi_ends_before_the_punctuation(text: str, doi: str) -> None:
    assert "".join(field_text.dois_in(text)) == doi


def test_dois_that_differ_in_case_are_one() -> None:
    assert field_text.dois_in("10.1000/AB", "10.1000/ab 10.1000/c") == ("10.1000/AB", "10.1000/c")


def test_an_address_is_no_doi() -> None:
    texts = ("https://doi.org/10.1000/1", "<https://example.org/a_(b)>, http://example.org/c.")
    assert field_text.urls_in(*texts) == ("https://example.org/a_(b)", "http://example.org/c")


@pytest.mark.parametrize(
    ("text", "emails"),
    [
        ("mail to a.b@example.org.", ("a.b@example.org",)),
        ("{a, b}@example.org", ("a@example.org", "b@example.org")),
        ("a @ example.org", ("a@example.org",)),
        ("a@b", ()),
    ],
)
def test_braces_have_several_addresses_of_a_host(text: str, emails: tuple[str, ...]) -> None:
    assert field_text.emails_in(text) == emails


def test_a_text_can_be_without_its_addresses() -> None:
    assert field_text.without_emails("Keen, {a,b}@example.org, IMF", "") == "Keen, , IMF"


@pytest.mark.parametrize(
    ("text", "isbn"),
    [
        ("ISBN 978-0-262-03384-8 (print)", "9780262033848"),
        ("0–8044–2957–x", "080442957X"),
        ("ISSN 0262-0338", ""),
    ],
)
def test_an_isbn_has_no_hyphens(text: str, isbn: str) -> None:
    assert field_text.isbn_in(text) == isbn


@pytest.mark.parametrize(
    ("text", "issn"),
    [("ISSN: 0002-8282", "0002-8282"), ("1049007x", "1049007x"), ("978-0-262-03384-8", "")],
)
def test_an_isbn_is_no_issn(text: str, issn: str) -> None:
    assert field_text.issn_in(text) == issn


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("PMID: 12345678", "12345678"),
        ("https://pubmed.ncbi.nlm.nih.gov/123/", "123"),
        ("PMC123", ""),
    ],
)
def test_a_number_of_pubmed_is_named_or_in_an_address(text: str, number: str) -> None:
    assert field_text.pmid_in(text) == number


@pytest.mark.parametrize(
    ("start", "end", "pages"),
    [
        ("12", "34", "12-34"), ("12", "", "12"), ("12", "12", "12"), ("12-34", "34", "12-34"),
        ("1021-7", "", "1021-1027"), ("1021", "7", "1021-1027"), ("S12-4", "", "S12-S14"),
        ("S98-S104", "", "S98-S104"), ("1021-1", "", "1021-1"), ("123-9; 4", "", "123-9; 4"),
    ],
)  # fmt: skip
def test_a_first_page_can_have_the_last(start: str, end: str, pages: str) -> None:
    assert field_text.page_range(start, end) == pages


def test_a_line_has_no_control_characters() -> None:
    assert field_text.without_controls("a\x01b\tc\nd\x7f") == "ab c d"


@pytest.mark.parametrize("text", ["Müller-Óg 2", "mu\u0308llerog2", "MÜLLER, ÓG: 2"])
def test_texts_are_compared_by_letters_and_digits_without_diacritics(text: str) -> None:
    assert field_text.letters(text) == "mullerog2"
