"""The identifiers in texts, each in one form."""

import pytest

from wildwood.biblio import identifiers
from wildwood.biblio.identifiers import identifier_of, identifiers_in, pmid_of


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
    assert "".join(identifiers.dois_in(text)) == doi


def test_dois_that_differ_in_case_are_one() -> None:
    assert identifiers.dois_in("10.1000/AB", "10.1000/ab 10.1000/c") == ("10.1000/AB", "10.1000/c")


def test_an_address_is_no_doi() -> None:
    texts = ("https://doi.org/10.1000/1", "<https://example.org/a_(b)>, http://example.org/c.")
    assert identifiers.urls_in(*texts) == ("https://example.org/a_(b)", "http://example.org/c")


@pytest.mark.parametrize(
    ("text", "isbn"),
    [
        ("ISBN 978-0-262-03384-8 (print)", "9780262033848"),
        ("0–8044–2957–x", "080442957X"),
        ("ISSN 0262-0338", ""),
    ],
)
def test_an_isbn_has_no_hyphens(text: str, isbn: str) -> None:
    assert identifiers.isbn_in(text) == isbn


@pytest.mark.parametrize(
    ("text", "issn"),
    [("ISSN: 0002-8282", "0002-8282"), ("1049007x", "1049007x"), ("978-0-262-03384-8", "")],
)
def test_an_isbn_is_no_issn(text: str, issn: str) -> None:
    assert identifiers.issn_in(text) == issn


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("PMID: 12345678", "12345678"),
        ("https://pubmed.ncbi.nlm.nih.gov/123/", "123"),
        ("PMC123", ""),
    ],
)
def test_a_number_of_pubmed_is_named_or_in_an_address(text: str, number: str) -> None:
    assert identifiers.pmid_in(text) == number


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        (r"10.1007/978-3-319-20794-0{\_}129-1", "10.1007/978-3-319-20794-0_129-1"),
        (r"10.1007/978-3-319-20794-0\_129-1", "10.1007/978-3-319-20794-0_129-1"),
        ("https://doi.org/10.1000%2Fa_b", "10.1000/a_b"),
        (
            "10.1002/(SICI)1097-0258(1998)17:15&lt;1661::AID-SIM968&gt;3.0.CO;2-2",
            "10.1002/(SICI)1097-0258(1998)17:15<1661::AID-SIM968>3.0.CO;2-2",
        ),
        ("<a>10.1000/1</a>", "10.1000/1"),
        ("https://example.org/record.uri?doi=10.1000%2f1&partnerID=40&md5=7f", "10.1000/1"),
        ("https://doi.org/10.1000/1?utm_source=mail", "10.1000/1"),
        ("www.example.org/lookup/doi:10.1000/1/-/DCSupplemental.", "10.1000/1"),
        ("doi:10.1000/1.—We show that towns", "10.1000/1"),
    ],
)
def test_a_doi_is_one_however_it_is_escaped(text: str, doi: str) -> None:
    assert identifiers.dois_in(text) == (doi,)


@pytest.mark.parametrize(
    "doi",
    [
        "10.1145/nnnnnnn.nnnnnnn", "10.1145/1122445.1122456", "10.1016/j.xxx.2020.01", "10.0000/1",
        "10.1109/ACCESS.2022.DOI", "10.1109/ACCESS.2023.0322000", "10.1146/((please add it))",
    ],
)  # fmt: skip
def test_the_doi_of_a_template_is_none(doi: str) -> None:
    assert identifiers.dois_in(doi) == ()


def test_the_doi_of_a_conference_can_have_a_number_that_begins_with_a_zero() -> None:
    assert identifiers.dois_in("10.1109/TOWNS.2019.00123") == ("10.1109/TOWNS.2019.00123",)


@pytest.mark.parametrize("text", ["000-0-00-000000-0", "0000-0000", "0000000000"])
def test_a_number_of_zeros_is_no_isbn_or_issn(text: str) -> None:
    assert not identifiers.isbn_in(text)
    assert not identifiers.issn_in(text)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("21314913", "21314913"),
        ("PUBMED 21314913", "21314913"),
        ("https://pubmed.ncbi.nlm.nih.gov/21314913/", "21314913"),
        ("21314913.0", "21314913"),
        ("0", ""),
        ("n/a", ""),
        ("PMC3063107", ""),
        ("123456789", ""),
    ],
)
def test_a_field_for_the_number_of_pubmed_has_it_in_many_forms(value: str, number: str) -> None:
    assert pmid_of(value) == number


@pytest.mark.parametrize(
    ("text", "kind", "identifier"),
    [
        ("NCT01234567", "", "nct:01234567"),
        ("WOS:000123", "an", "wos:000123"),
        ("L123", "Embase", "embase:l123"),
        ("0123456", "", ""),
        ("1502.01234v2", "eprint", "eprint:1502.01234"),
        ("n/a", "number", ""),
        ("0", "number", ""),
    ],
)
def test_an_identifier_has_the_kind_of_its_letters(text: str, kind: str, identifier: str) -> None:
    assert identifier_of(text, kind) == identifier


@pytest.mark.parametrize(
    ("url", "identifier"),
    [
        ("https://clinicaltrials.gov/show/NCT01", ["clinicaltrials.gov/show:nct01"]),
        ("http://arxiv.org/abs/1502.01234v3", ["arxiv.org/abs:1502.01234"]),
        ("https://nber.org/papers/w1.pdf", ["nber.org/papers:w1"]),
        ("https://scopus.com/record.uri?eid=2-1&md5=a", ["scopus.com/record.uri?eid:2-1"]),
        ("https://example.org/search?q=10", []),
        ("https://example.org/about", []),
    ],
)
def test_an_address_identifies_by_the_number_at_its_end(url: str, identifier: list[str]) -> None:
    assert list(identifiers_in([url])) == identifier
