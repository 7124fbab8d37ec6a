"""GROBID in the place of our own models."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from wildwood.extraction.errors import (
    BusyError,
    ExtractionError,
    NothingToExtractError,
    UnreachableError,
)
from wildwood.extraction.fields import tei
from wildwood.extraction.fields.grobid import Grobid
from wildwood.extraction.model import Author, Citation, Header

from tests.support.extraction_server import DUST, TITLE, Place, token
from tests.support.grobid_server import HEADER, REFERENCES, GrobidServer, grobid_server
from tests.support.paths import PAPERS

EMPTY = b'<TEI xmlns="http://www.tei-c.org/ns/1.0"/>'


@pytest.fixture
def server() -> Iterator[GrobidServer]:
    with grobid_server() as running:
        yield running


@pytest.fixture
def grobid(server: GrobidServer) -> Grobid:
    return Grobid(server.url, timeout_s=5)


def drip(server: socket.socket) -> None:
    """Answer one request, a blank every twentieth of a second."""
    peer, _ = server.accept()
    with peer, suppress(OSError):
        peer.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(1000):
            peer.sendall(b" ")
            time.sleep(0.05)


class TestItsTei:
    def test_of_a_header(self) -> None:
        assert tei.header(HEADER) == Header(
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
        assert tei.citations(REFERENCES) == [
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

    def test_without_anything_is_an_empty_header_and_no_citations(self) -> None:
        assert tei.header(EMPTY) == Header()
        assert tei.citations(EMPTY) == []

    @pytest.mark.parametrize("page", [b"<html><body>Log in</body></html>", b"<p/>"])
    def test_is_nothing_else(self, page: bytes) -> None:
        for read in (tei.header, tei.citations):
            with pytest.raises(UnreachableError, match="GROBID answers with what is no TEI"):
                read(page)

    def test_that_declares_an_entity_is_not_expanded(self) -> None:
        spying = HEADER.replace(
            b"<TEI", b'<!DOCTYPE TEI [<!ENTITY x SYSTEM "/etc/hostname">]><TEI', 1
        ).replace(b"Cities and", b"&x;Cities and")
        assert tei.header(spying).title == "&x;Cities and the Matching of Workers"


class TestTheServer:
    def test_is_sent_the_file_and_asked_for_xml(self, server: GrobidServer, grobid: Grobid) -> None:
        grobid.header(DUST)
        ((path, accept, body),) = server.asked
        assert (path, accept) == ("/api/processHeaderDocument", "application/xml")
        assert b'name="input"' in body
        assert DUST.read_bytes() in body

    def test_may_have_an_address_that_ends_with_a_slash(self, server: GrobidServer) -> None:
        assert len(Grobid(f"{server.url}/", 5).citations(DUST)) == 2

    def test_that_finds_nothing_is_believed(self, server: GrobidServer, grobid: Grobid) -> None:
        server.status = 204
        assert grobid.header(DUST) == Header()
        assert grobid.citations(DUST) == []

    @pytest.mark.parametrize(
        ("status", "error", "sentence"),
        [
            (503, BusyError, "GROBID at {} is busy; try again in a moment."),
            (500, NothingToExtractError, "GROBID cannot read the document."),
            (404, UnreachableError, "GROBID at {} answers 404."),
        ],
    )
    def test_that_refuses_is_told_in_a_sentence(
        self, server: GrobidServer, grobid: Grobid,
        status: int, error: type[ExtractionError], sentence: str,
    ) -> None:  # fmt: skip
        server.status = status
        with pytest.raises(error) as caught:
            grobid.header(DUST)
        assert str(caught.value) == sentence.format(server.url)

    def test_that_answers_no_xml_is_not_believed(
        self, server: GrobidServer, grobid: Grobid
    ) -> None:
        server.answers["/api/processHeaderDocument"] = b"@misc{-1,"
        with pytest.raises(UnreachableError, match="GROBID answers with what is no XML"):
            grobid.header(DUST)

    def test_that_is_not_there_is_named(self) -> None:
        with pytest.raises(UnreachableError, match=r"GROBID at http://127\.0\.0\.1:1 does not"):
            Grobid("http://127.0.0.1:1", 5).header(DUST)

    def test_that_never_answers_is_given_up(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            with pytest.raises(UnreachableError, match="does not answer"):
                Grobid(url, 0.2).header(DUST)

    def test_that_says_too_much_is_given_up(self, server: GrobidServer, grobid: Grobid) -> None:
        server.answers["/api/processHeaderDocument"] = b" " * (65 << 20)
        with pytest.raises(UnreachableError, match="does not end its answer"):
            grobid.header(DUST)

    def test_that_says_it_too_slowly_is_given_up(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as dripping:
            threading.Thread(target=drip, args=(dripping,)).start()
            url = f"http://127.0.0.1:{dripping.getsockname()[1]}"
            with pytest.raises(UnreachableError, match="does not end its answer"):
                Grobid(url, 0.3).header(DUST)


class TestTheService:
    @pytest.fixture
    def place(self, place: Place, server: GrobidServer) -> Place:
        """One that asks the stub."""
        place.configure(f'grobid_url = "{server.url}"\ntime_s = 10')
        return place

    def test_has_header_and_citations_of_a_pdf_from_it(self, place: Place) -> None:
        with place.serving() as client:
            made = token(client, DUST.read_bytes())
            header = client.get(f"/extractor/{made}/header?output=json").json()
            found = client.get(f"/extractor/{made}/citations?output=json").json()["citations"]
        assert header["title"] == "Cities and the Matching of Workers"
        assert [one["title"] for one in found] == ["Sand and Dust Storms", "inDust"]
        assert "environmental degradation (Barcelona" in found[1]["contexts"][0]

    def test_reads_other_documents_itself(self, place: Place, server: GrobidServer) -> None:
        with place.serving() as client:
            made = token(client, (PAPERS / "onepage.ps").read_bytes(), filter="0")
            header = client.get(f"/extractor/{made}/header?output=json").json()
        assert header["title"] == "A One-Page Guide to Finding Repeats"
        assert server.asked == []

    def test_asks_again_where_it_found_nothing(self, place: Place, server: GrobidServer) -> None:
        answers = dict(server.answers)
        server.answers = dict.fromkeys(answers, EMPTY)
        with place.serving() as client:
            made = token(client, DUST.read_bytes())
            before = client.get(f"/extractor/{made}/header").status_code
            server.answers = answers
            after = client.get(f"/extractor/{made}/header").status_code
        assert (before, after) == (422, 200)

    def test_says_that_it_does_not_answer(self, place: Place, server: GrobidServer) -> None:
        server.status = 404
        with place.serving() as client:
            made = token(client, DUST.read_bytes())
            answer = client.get(f"/extractor/{made}/header?output=json")
            text = client.get(f"/extractor/{made}/text").text
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert answer.json()["detail"] == f"GROBID at {server.url} answers 404."
        assert TITLE in text
