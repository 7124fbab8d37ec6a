"""Which DOI of the first page is the paper's own."""

from pathlib import Path

import pytest

from wildwood.extraction import header
from wildwood.extraction.data import Line
from wildwood.extraction.lines import words_of

from tests.extraction.test_header import BODY, read
from tests.support.made_pdfs import centred

HEAD = ("Towns and Work", "Anna Smith")
TEXT = tuple(f"We show that towns of the kind {number} have work." for number in range(20))


def find(head: tuple[str, ...], below: tuple[str, ...] = ()) -> str:
    texts = [*head, *below]
    page = [
        Line(text, 0, 50, 400, 700 - 12 * number, 708 - 12 * number, 9, hyphenated=False)
        for number, text in enumerate(texts)
    ]
    return header.find_doi(page[: len(head)], page, words_of(page))


@pytest.mark.parametrize(
    "footer",
    [
        "doi:10.1016/j.towns.2006.02.022",
        "https://doi.org/10.1016/j.towns.2006.02.022",
        "Journal of Towns 2010;86:272-278. doi:10.1016/j.towns.2006.02.022",
        "Digital Object Identifier 10.1016/j.towns.2006.02.022",
    ],
)
def test_it_can_be_at_the_foot_of_the_page(footer: str) -> None:
    assert find(HEAD, (*TEXT, footer)) == "10.1016/j.towns.2006.02.022"


def test_it_can_end_the_citation_of_the_paper_above_columns() -> None:
    """As in the journals of the Public Library of Science."""
    citation = (
        "Citation: Smith A (2012) Towns and Work. PLoS Towns 8(3):",
        "e10. doi:10.1371/t.10",
    )
    assert find(HEAD, (*TEXT, *citation, *TEXT)) == "10.1371/t.10"
    assert find(HEAD, (*TEXT, *citation[1:], *TEXT)) == ""


def test_it_can_be_in_the_margin_beside_the_text() -> None:
    assert find(HEAD, (*TEXT, "DOI: 10.1016/1", *TEXT)) == "10.1016/1"


@pytest.mark.parametrize(
    "note",
    [
        "This paper was published in Journal of Towns as doi:10.1234/other.",
        "This is a comment on doi 10.1234/other.",
        "Replication of Jones (2001), https://doi.org/10.1234/other",
        "Erratum to: Towns and Work, doi:10.1234/other",
        "All data are archived at Zenodo (doi.org/10.1234/other).",
        "Dataverse data: https://doi.org/10.1234/other",
        "Presented in part at the Symposium on Towns [DOI: 10.1234/other]",
        "Code is available at https://example.org/1 - DOI 10.1234/other.",
    ],
)
def test_that_of_another_paper_is_left_out(note: str) -> None:
    assert find((*HEAD, note)) == ""
    assert find((*HEAD, note, "doi:10.1016/1")) == "10.1016/1"


@pytest.mark.parametrize(
    "placeholder",
    [
        "10.1145/nnnnnnn.nnnnnnn",
        "10.1145/XXXXXXX.XXXXXXX",
        "10.1145/1122445.1122456",
        "10.1177/ToBeAssigned",
    ],
)
def test_that_of_a_template_is_left_out(placeholder: str) -> None:
    assert find((*HEAD, f"https://doi.org/{placeholder}")) == ""


def test_it_can_be_behind_other_text_in_the_margin() -> None:
    margin = "979-8-3503-2148-7/23/$31.00 ©2023 IEEE | DOI: 10.1109/1"
    assert find(HEAD, (*TEXT, margin, *TEXT)) == "10.1109/1"


def test_it_can_be_on_a_cover_that_the_title_page_follows(tmp_path: Path) -> None:
    cover = [centred(400, 12, "Journal of Towns"), centred(60, 9, "https://doi.org/10.1016/1")]
    first = [centred(720, 16, "Towns and Work in the World"), centred(690, 11, "Anna Smith"), *BODY]
    assert read(tmp_path / "paper.pdf", cover, first).doi == "10.1016/1"


def test_it_is_not_that_of_data_in_the_text(tmp_path: Path) -> None:
    first = [centred(720, 16, "Towns and Work in the World"), centred(690, 11, "Anna Smith"), *BODY]
    data = centred(400, 9, "The data were downloaded from https://doi.org/10.1016/1 by Anna Smith")
    assert read(tmp_path / "paper.pdf", first, [*BODY, data]).doi == ""


def test_it_can_be_below_the_name_of_an_annual_review() -> None:
    note = "The Annual Review of Rivers is online at rivers.example.org"
    head = (*HEAD, *TEXT, note, "This article’s doi:", "10.1146/1")
    assert find(head, TEXT) == "10.1146/1"


def test_it_can_be_at_the_end_above_the_citation(tmp_path: Path) -> None:
    first = [centred(720, 16, "Towns and Work in the World"), centred(690, 11, "Anna Smith"), *BODY]
    cited = [
        centred(400, 9, "doi:10.1186/1"),
        centred(385, 9, "Cite this article as: Smith: Towns"),
    ]
    assert read(tmp_path / "paper.pdf", first, [*BODY, *cited]).doi == "10.1186/1"


def test_it_is_not_that_of_a_funder() -> None:
    assert not find(HEAD, (*TEXT, "funded by MCIN/AEI/10.13039/501100011033"))


def test_it_is_not_that_of_data_sets() -> None:
    assert not find((*HEAD, "Data sets can be found on Zenodo (https://doi.org/10.5281/1)."))


def test_it_can_be_that_of_a_chapter_whose_underscore_is_drawn() -> None:
    assert find(HEAD, (*TEXT, "DOI: 10.1007/978-3-319-25554-5 3")) == "10.1007/978-3-319-25554-5_3"


def test_it_can_be_on_the_page_behind_a_cover(tmp_path: Path) -> None:
    names = [centred(720, 16, "Towns and Work in the World"), centred(690, 11, "Anna Smith")]
    page = [*names, *BODY, centred(60, 9, "https://doi.org/10.1016/1")]
    assert read(tmp_path / "paper.pdf", names, page).doi == "10.1016/1"


def test_it_ends_before_a_text_that_is_joined_to_it() -> None:
    """As in the journals of Academic Press."""
    head = "doi:10.1006/jagm.2001.1172,available online at http://www.idealibrary.com on"
    assert find((head, *HEAD), TEXT) == "10.1006/jagm.2001.1172"


def test_it_ends_before_the_characters_that_springer_draws_behind_it() -> None:
    footer = "https://doi.org/10.1007/s11238-021-0(0123456789().,-volV)(0123456789().,-volV)"
    assert find(HEAD, (*TEXT, footer)) == "10.1007/s11238-021-0"
