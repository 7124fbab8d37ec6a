"""GROBID in place of our models."""

import socket
from collections.abc import Iterator

import httpx2
import pytest

from wildwood.extraction.data import (
    Author,
    BusyError,
    Citation,
    ExtractionError,
    Header,
    Kind,
    NothingToExtractError,
    UnreachableError,
)
from wildwood.extraction.grobid_client import Grobid
from wildwood.extraction.grobid_server import read_citations, read_header
from wildwood.extraction.service.processes import Workers

from tests.support.databases import Databases
from tests.support.extraction_server import (
    DUST,
    ROKEM,
    TITLE,
    make_place,
    problem,
    token,
)
from tests.support.grobid_server import HEADER, REFERENCES, GrobidServer, grobid_server
from tests.support.paths import PAPERS
from tests.support.waiting import TIMEOUT_S

EMPTY = b'<TEI xmlns="http://www.tei-c.org/ns/1.0"/>'


@pytest.fixture(scope="module")
def running_server() -> Iterator[GrobidServer]:
    with grobid_server() as running:
        yield running


@pytest.fixture
def server(running_server: GrobidServer) -> GrobidServer:
    running_server.reset()
    return running_server


@pytest.fixture
def grobid(server: GrobidServer) -> Grobid:
    return Grobid(server.url, TIMEOUT_S)


class TestItsTei:
    def test_of_a_header(self) -> None:
        assert read_header(HEADER) == Header(
            title="Cities and the Matching of Workers",
            authors=(Author("Anna B Smith"), Author("Robert Jones")),
            abstract="Cities match workers better.",
            venue="Journal of Cities",
            date="2014-03",
            doi="10.1234/cities.5",
            keywords="cities, matching",
            affiliations=("1 University of Oslo, Norway", "University of Bergen, Norway"),
            emails=("anna@example.org",),
        )

    def test_of_references(self) -> None:
        assert read_citations(REFERENCES) == [
            Citation(
                raw="Knuth, D. E. (2008). Sand and Dust Storms.",
                authors=("D E Knuth",),
                title="Sand and Dust Storms",
                year="2008",
                venue="Journal of Sand",
                volume="5",
                issue="1",
                pages="75–84",
                publisher="Sand Press",
                doi="10.1000/182",
                url="https://example.org/storms",
            ),
            Citation(
                raw="",
                authors=("Barcelona Supercomputing Center",),
                title="inDust",
                year="2022",
                pages="7",
            ),
        ]

    def test_without_content_is_an_empty_header_and_no_citations(self) -> None:
        assert read_header(EMPTY) == Header()
        assert read_citations(EMPTY) == []

    def test_that_is_not_xml_is_reported(self) -> None:
        with pytest.raises(UnreachableError, match="GROBID's response is not XML"):
            read_header(b"@misc{-1,")

    @pytest.mark.parametrize("page", [b"<html><body>Log in</body></html>", b"<p/>"])
    def test_is_not_another_document(self, page: bytes) -> None:
        for read in (read_header, read_citations):
            with pytest.raises(UnreachableError, match="GROBID's response is not TEI"):
                read(page)

    def test_with_an_entity_is_not_expanded(self) -> None:
        spying = HEADER.replace(
            b"<TEI", b'<!DOCTYPE TEI [<!ENTITY x SYSTEM "/etc/hostname">]><TEI', 1
        ).replace(b"Cities and", b"&x;Cities and")
        assert read_header(spying).title == "&x;Cities and the Matching of Workers"


class TestTheServer:
    def test_receives_the_file_and_is_asked_for_xml(
        self, server: GrobidServer, grobid: Grobid
    ) -> None:
        grobid.answer(Kind.HEADER, DUST)
        ((path, accept, body),) = server.requests
        assert (path, accept) == ("/api/processHeaderDocument", "application/xml")
        assert b'name="input"' in body
        assert DUST.read_bytes() in body

    def test_can_have_a_url_that_ends_with_a_slash(self, server: GrobidServer) -> None:
        assert Grobid(f"{server.url}/", TIMEOUT_S).answer(Kind.CITATIONS, DUST) == REFERENCES

    def test_can_find_nothing(self, server: GrobidServer, grobid: Grobid) -> None:
        server.status = 204
        assert grobid.answer(Kind.HEADER, DUST) == b""
        assert grobid.answer(Kind.CITATIONS, DUST) == b""

    @pytest.mark.parametrize(
        ("status", "error", "message"),
        [
            (503, BusyError, "GROBID at {} is busy; try again in a moment."),
            (500, NothingToExtractError, "GROBID cannot read the document."),
            (404, UnreachableError, "GROBID at {} answers with status 404."),
        ],
    )
    def test_that_refuses_is_reported(
        self, server: GrobidServer, grobid: Grobid,
        status: int, error: type[ExtractionError], message: str,
    ) -> None:  # fmt: skip
        server.status = status
        with pytest.raises(error) as caught:
            grobid.answer(Kind.HEADER, DUST)
        assert str(caught.value) == message.format(server.url)

    def test_that_does_not_run_is_named(self) -> None:
        with pytest.raises(UnreachableError, match=r"GROBID at http://127\.0\.0\.1:1 does not"):
            Grobid("http://127.0.0.1:1", TIMEOUT_S).answer(Kind.HEADER, DUST)

    def test_that_never_answers_is_given_up(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            with pytest.raises(UnreachableError, match="does not answer"):
                Grobid(url, 0.2).answer(Kind.HEADER, DUST)


@pytest.fixture(scope="module")
def with_grobid(
    tmp_path_factory: pytest.TempPathFactory,
    databases: Databases,
    shared_workers: Workers,
    running_server: GrobidServer,
) -> Iterator[httpx2.Client]:
    """Start a service that uses the stub."""
    home = tmp_path_factory.mktemp("grobid")
    with make_place(home, databases, shared_workers) as place:
        place.configure(f'grobid_url = "{running_server.url}"\ntime_s = {TIMEOUT_S}')
        with place.serving() as opened:
            yield opened


class TestTheService:
    def test_has_header_and_citations_of_a_pdf_from_it(
        self, with_grobid: httpx2.Client, server: GrobidServer
    ) -> None:
        document = token(with_grobid, DUST.read_bytes())
        header = with_grobid.get(f"/extractor/{document}/header?output=json&fresh=1").json()
        response = with_grobid.get(f"/extractor/{document}/citations?output=json&fresh=1")
        citations = response.json()["citations"]
        assert len(server.requests) == 2
        assert header["title"] == "Cities and the Matching of Workers"
        assert [one["title"] for one in citations] == ["Sand and Dust Storms", "inDust"]
        assert "environmental degradation (Barcelona" in citations[1]["contexts"][0]

    @pytest.mark.program("gs")
    def test_reads_other_documents_itself(
        self, with_grobid: httpx2.Client, server: GrobidServer
    ) -> None:
        document = token(with_grobid, (PAPERS / "onepage.ps").read_bytes(), filter="0")
        header = with_grobid.get(f"/extractor/{document}/header?output=json&fresh=1").json()
        assert header["title"] == "A One-Page Guide to Finding Repeats"
        assert server.requests == []

    def test_asks_again_if_it_found_nothing(
        self, with_grobid: httpx2.Client, server: GrobidServer
    ) -> None:
        """A paper that no other test uses, so that nothing is stored for it."""
        answers = dict(server.answers)
        server.answers = dict.fromkeys(answers, EMPTY)
        document = token(with_grobid, ROKEM.read_bytes())
        before = with_grobid.get(f"/extractor/{document}/header").status_code
        server.answers = answers
        after = with_grobid.get(f"/extractor/{document}/header").status_code
        assert (before, after) == (422, 200)

    def test_reports_that_it_does_not_answer(
        self, with_grobid: httpx2.Client, server: GrobidServer
    ) -> None:
        server.status = 404
        document = token(with_grobid, DUST.read_bytes())
        response = with_grobid.get(f"/extractor/{document}/header?output=json&fresh=1")
        text = with_grobid.get(f"/extractor/{document}/text").text
        message = f"GROBID at {server.url} answers with status 404."
        assert problem(response, 503) == message
        assert response.headers["retry-after"] == "2"
        assert TITLE in text
