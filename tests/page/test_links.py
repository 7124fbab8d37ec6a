"""Where a paper can be read or looked up."""

import pytest

from wildwood.page.page import links_of

from tests.support.shown_pairs import MakePaper

IDEAS, ECONPAPERS = "https://ideas.repec.org", "https://econpapers.repec.org"


@pytest.mark.parametrize(
    ("handle", "kind", "page"),
    [
        ("RePEc:nbr:nberwo:29172", "", "p/nbr/nberwo/29172.html"),
        ("repec:NBR:nberwo:29172", "", "p/nbr/nberwo/29172.html"),
        ("RePEc:gbl:wpaper:2019-06", "", "p/gbl/wpaper/2019-06.html"),
        ("RePEc:arx:papers:1208.1189", "", "p/arx/papers/1208.1189.html"),
        ("RePEc:eee:econom:v:99:y:2000:i:1:p:39-61", "", "a/eee/econom/v99y2000i1p39-61.html"),
        ("RePEc:wsi:wschap:9789814293501_0036", "chapter", "h/wsi/wschap/9789814293501_0036.html"),
        ("RePEc:boc:bocode:s457985", "software", "c/boc/bocode/s457985.html"),
        ("RePEc:oup:obooks:1", "Book", "b/oup/obooks/1.html"),
        ("RePEc:aaa:journl:x1", "JOUR", "a/aaa/journl/x1.html"),
    ],
)
def test_a_repec_handle_is_a_page_on_ideas(
    paper: MakePaper, handle: str, kind: str, page: str
) -> None:
    assert ("IDEAS", f"{IDEAS}/{page}") in links_of(paper(handle, kind=kind))


@pytest.mark.parametrize(
    "handle", ["RePEc:nbr:nberwo:29172", "RePEc:eee:econom:v:99:y:2000:i:1:p:39-61"]
)
def test_econpapers_finds_any_handle(paper: MakePaper, handle: str) -> None:
    assert ("EconPapers", f"{ECONPAPERS}/{handle}") in links_of(paper(handle))


def test_a_handle_with_unusual_characters_is_quoted(paper: MakePaper) -> None:
    links = links_of(paper('RePEc:abc:wpaper:1/2"><x'))
    assert links == [("EconPapers", f"{ECONPAPERS}/RePEc:abc:wpaper:1%2F2%22%3E%3Cx")]


@pytest.mark.parametrize(
    "handle", ["smith2020", "RePEc:nbr", "10.1000/1", "xRePEc:nbr:nberwo:1", "RePEc:nbr:nberwo: 1"]
)
def test_another_identifier_has_no_repec_page(paper: MakePaper, handle: str) -> None:
    assert links_of(paper(handle)) == []


def test_a_doi_is_given_once(paper: MakePaper) -> None:
    found = links_of(paper("doi:10.3386/w29172", dois=("10.3386/w29172", "10.1000/a<b>#c")))
    assert found == [
        ("doi:10.3386/w29172", "https://doi.org/10.3386/w29172"),
        ("doi:10.1000/a<b>#c", "https://doi.org/10.1000/a%3Cb%3E%23c"),
    ]


def test_only_addresses_that_a_browser_fetches_are_links(paper: MakePaper) -> None:
    urls = ("https://example.org/a", "javascript:alert(1)", "data:text/html,x", "http://x.org b")
    assert links_of(paper("a", urls=urls)) == [("example.org", "https://example.org/a")]
