"""The extraction over HTTP: real servers, a real database, real clients."""

import datetime
import json
import re
import socket
import stat
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import httpx2
import pytest
from lxml import etree
from pymongo import MongoClient
from pymongo.database import Database

from wildwood.biblio.entry import Record
from wildwood.extraction import pdf
from wildwood.extraction.http.keys import digest
from wildwood.extraction.lines import paragraphs
from wildwood.extraction.service import store
from wildwood.kernel.extras import installation

from tests.support.amf import rif
from tests.support.extraction_server import (
    AUTHORS,
    DUST,
    ENDLESS,
    TITLE,
    Place,
    problem,
    run_without,
    token,
    upload,
)
from tests.support.fork_server import ForkServer
from tests.support.hostile_pdfs import HOSTILE, paper_with_word
from tests.support.paths import CHECKOUT, DOCS, PAPERS
from tests.support.waiting import wait_for

HOUR = datetime.timedelta(hours=1)


@cache
def dust_text() -> str:
    return paragraphs(pdf.read(DUST)[0])


class TestAnUpload:
    def test_returns_a_location_that_works(self, client: httpx2.Client) -> None:
        response = client.post("/extractor", files={"myfile": DUST.read_bytes()})
        assert response.status_code == 201
        again = client.get(response.headers["location"])
        assert again.status_code == 200
        assert again.text == response.text

    def test_is_a_form_in_any_spelling_of_its_type(self, client: httpx2.Client) -> None:
        head = b'Content-Disposition: form-data; name="myfile"; filename="a.txt"'
        body = b"--zz\r\n" + head + b"\r\n\r\nNothing.\r\n--zz--\r\n"
        form = {"Content-Type": "Multipart/Form-Data; boundary=zz"}
        response = client.post("/extractor?filter=0&output=json", content=body, headers=form)
        assert client.get(response.json()["file"]).content == b"Nothing."

    def test_returns_links_like_those_of_citeseerextractor(self, client: httpx2.Client) -> None:
        response = client.post("/extractor", content=DUST.read_bytes())
        root = etree.fromstring(response.content)
        assert response.headers["content-type"] == "application/xml"
        assert root.tag == "CSXAPIMetadata"
        links = {str(link.tag): str(link.text) for link in root}
        kinds = {"file", "header", "citations", "body", "text", "similar", "tei", "zip", "page"}
        assert set(links) == {"token", "acknowledgements", "captions", "tables", "figures", *kinds}
        for kind in kinds:
            assert client.get(links[kind]).status_code == 200

    def test_has_a_token_of_128_bits(self, client: httpx2.Client) -> None:
        tokens = {token(client, DUST.read_bytes()) for _ in range(2)}
        assert len(tokens) == 2
        assert all(re.fullmatch("[0-9a-f]{32}", one) for one in tokens)

    def test_can_be_sent_as_to_citeseerextractor(self, client: httpx2.Client) -> None:
        response = client.post("/extractor/file?output=json", content=DUST.read_bytes())
        assert response.status_code == 201
        assert client.get(response.json()["file"]).content == DUST.read_bytes()

    @pytest.mark.program("gs")
    def test_can_be_postscript(self, client: httpx2.Client) -> None:
        document = token(client, (PAPERS / "onepage.ps").read_bytes(), filter="0")
        header = client.get(f"/extractor/{document}/header?output=json").json()
        assert header["title"] == "A One-Page Guide to Finding Repeats"

    def test_can_be_plain_text(self, client: httpx2.Client) -> None:
        document = token(client, dust_text().encode())
        assert client.get(f"/extractor/{document}/text").text.startswith(TITLE)


class TestExtractedData:
    def test_includes_the_file_as_uploaded(self, client: httpx2.Client, document: str) -> None:
        response = client.get(f"/extractor/{document}/file")
        assert response.content == DUST.read_bytes()
        assert response.headers["content-type"] == "application/pdf"

    def test_includes_a_part_of_the_file(self, client: httpx2.Client, document: str) -> None:
        response = client.get(f"/extractor/{document}/file", headers={"Range": "bytes=0-3"})
        assert (response.status_code, response.content) == (206, DUST.read_bytes()[:4])

    @pytest.mark.parametrize("of", ["lines=0-3", "bytes=3-0", "bytes=x", "bytes", "bytes=-0", ""])
    def test_is_the_whole_file_for_a_range_of_no_bytes(
        self, client: httpx2.Client, document: str, of: str
    ) -> None:
        response = client.get(f"/extractor/{document}/file", headers={"Range": of})
        assert (response.status_code, response.content) == (200, DUST.read_bytes())

    def test_tells_how_large_a_file_without_a_range_is(
        self, client: httpx2.Client, document: str
    ) -> None:
        size = len(DUST.read_bytes())
        beyond = {"Range": f"bytes={size}-", "Accept": "application/json"}
        response = client.get(f"/extractor/{document}/file", headers=beyond)
        assert problem(response, 416) == f"The document has {size:,} bytes."
        assert response.headers["content-range"] == f"bytes */{size}"

    @pytest.mark.parametrize(
        ("address", "unused"),
        [
            ("header?out=json&fresh=1&a=", "a, out"),
            ("captions?k=2&output=json", "k"),
            ("tei?output=json", "output"),
            ("page?x=1", "x"),
        ],
    )
    def test_is_with_the_names_of_parameters_without_effect(
        self, client: httpx2.Client, document: str, address: str, unused: str
    ) -> None:
        response = client.get(f"/extractor/{document}/{address}")
        assert response.status_code == 200
        assert response.headers["warning"] == f'299 - "Without effect: {unused}"'

    def test_has_no_warning_if_each_parameter_has_an_effect(
        self, client: httpx2.Client, document: str
    ) -> None:
        response = client.get(f"/extractor/{document}/header?k=1&fresh=1&output=json")
        assert "warning" not in response.headers

    def test_is_xml_by_default(self, client: httpx2.Client, document: str) -> None:
        root = etree.fromstring(client.get(f"/extractor/{document}/header").content)
        assert root.findtext("title") == TITLE
        assert tuple(name.text for name in root.iterfind("authors/author/name")) == AUTHORS

    def test_is_json_if_accepted(self, client: httpx2.Client, document: str) -> None:
        response = client.get(
            f"/extractor/{document}/citations",
            headers={"Accept": "text/html;q=0.1, application/json"},
        )
        assert response.headers["content-type"] == "application/json"
        assert len(response.json()["citations"]) == 6

    def test_is_not_in_a_refused_format_despite_a_wildcard(
        self, client: httpx2.Client, document: str
    ) -> None:
        refusing = {"Accept": "application/xml;q=0, */*"}
        response = client.get(f"/extractor/{document}/header", headers=refusing)
        assert response.headers["content-type"] == "application/json"

    def test_has_the_format_of_the_parameter_despite_accept(
        self, client: httpx2.Client, document: str
    ) -> None:
        response = client.get(
            f"/extractor/{document}/body?output=xml", headers={"Accept": "application/json"}
        )
        assert response.headers["content-type"] == "application/xml"

    @pytest.mark.parametrize("accepted", ["application/xml", "application/x-bibtex", "image/png"])
    def test_tells_caches_that_its_format_is_by_accept(
        self, client: httpx2.Client, document: str, accepted: str
    ) -> None:
        response = client.get(f"/extractor/{document}/header", headers={"Accept": accepted})
        assert response.headers["Vary"] == "Accept"

    def test_includes_the_plain_text(self, client: httpx2.Client, document: str) -> None:
        response = client.get(f"/extractor/{document}/text")
        assert response.headers["content-type"] == "text/plain; charset=utf-8"
        assert "References" in response.text

    @pytest.mark.parametrize("kind", ["", "/file", "/header", "/text"])
    def test_has_a_head_like_its_get_without_content(
        self, client: httpx2.Client, document: str, kind: str
    ) -> None:
        whole = client.get(f"/extractor/{document}{kind}")
        head = client.head(f"/extractor/{document}{kind}")
        assert (head.status_code, head.content) == (200, b"")
        for name in ("content-type", "content-length"):
            assert head.headers[name] == whole.headers[name]

    def test_is_gone_after_deletion(self, client: httpx2.Client) -> None:
        document = token(client, DUST.read_bytes())
        assert client.delete(f"/extractor/{document}").status_code == 200
        assert client.get(f"/extractor/{document}/file").status_code == 404
        assert client.delete(f"/extractor/{document}").status_code == 404


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE"])
def test_a_document_has_no_other_addresses(client: httpx2.Client, method: str) -> None:
    address = f"/extractor/{token(client, DUST.read_bytes())}"
    for part in ("unknown", "Citations", "header/more"):
        assert client.request(method, f"{address}/{part}").status_code == 404
    assert client.get(address).status_code == 200


@pytest.mark.parametrize(
    ("kind", "empty_data"),
    [
        ("captions", {"captions": []}),
        ("tables", {"tables": []}),
        ("figures", {"figures": []}),
        ("acknowledgements", {"text": "", "funders": []}),
    ],
)
def test_what_many_papers_lack_is_empty(
    client: httpx2.Client, kind: str, empty_data: dict[str, object]
) -> None:
    document = token(client, b"A text without anything.", filter="0")
    response = client.get(f"/extractor/{document}/{kind}?output=json")
    assert (response.status_code, response.json()) == (200, empty_data)


class TestARefusal:
    def test_of_an_unknown_output(self, client: httpx2.Client) -> None:
        response = client.get(f"/extractor/{'0' * 32}/header?output=yaml")
        assert response.status_code == 400
        assert etree.fromstring(response.content).findtext("status") == "400"

    @pytest.mark.parametrize(
        ("path", "methods"),
        [
            ("/extractor", "GET, HEAD, POST"),
            (f"/extractor/{'0' * 32}", "DELETE, GET, HEAD"),
            ("/api/processHeaderDocument", "POST, PUT"),
        ],
    )
    def test_of_another_method_names_those_that_there_are(
        self, client: httpx2.Client, path: str, methods: str
    ) -> None:
        response = client.patch(path)
        assert (response.status_code, response.headers["Allow"]) == (405, methods)
        assert f"This address only has {methods}." in response.text

    def test_of_a_form_without_its_file(self, client: httpx2.Client) -> None:
        response = client.post("/extractor?output=json", files={"other": b"%PDF-1.4"})
        assert problem(response, 400) == "The form has no file `myfile`."

    def test_of_several_files(self, client: httpx2.Client) -> None:
        """No document is left out without a word."""
        files = [("myfile", DUST.read_bytes())] * 2
        response = client.post("/extractor?output=json", files=files)
        assert problem(response, 400) == (
            "The form has several files `myfile`; send each in a request of its own."
        )

    @pytest.mark.parametrize("name", ["0" * 32, "..%2F..%2Fetc%2Fpasswd", "x"])
    def test_of_an_unknown_or_malformed_token(self, client: httpx2.Client, name: str) -> None:
        assert problem(client.get(f"/extractor/{name}/file?output=json"), 404)

    @pytest.mark.parametrize(
        "address",
        ["/nothing", *(f"/extractor/{'0' * 32}/{part}" for part in ("headers", "pages/first"))],
    )
    def test_of_an_unknown_address(self, client: httpx2.Client, address: str) -> None:
        assert problem(client.get(f"{address}?output=json"), 404) == (
            "The service has no such address; /docs lists those that it has."
        )

    def test_of_an_unknown_format(self, client: httpx2.Client) -> None:
        document = token(client, DUST.read_bytes())
        response = client.get(f"/extractor/{document}/body", headers={"Accept": "image/png"})
        assert problem(response, 406) == "The formats are XML and JSON."

    def test_of_a_body_without_length(self, client: httpx2.Client) -> None:
        with socket.create_connection((client.base_url.host, client.base_url.port or 0)) as raw:
            raw.sendall(b"POST /extractor?output=json HTTP/1.1\r\nHost: [::]\r\n\r\n")
            response = raw.recv(1000)
        assert response.startswith(b"HTTP/1.1 411 ")
        assert b"application/problem+json" in response

    def test_of_a_document_that_is_too_large(self, client: httpx2.Client) -> None:
        assert problem(upload(client, b"%PDF-1.4" + b"x" * 2_000_000), 413)

    def test_of_a_document_in_chunks_that_is_too_large(self, client: httpx2.Client) -> None:
        pieces = (b"%PDF-1.4" + b"x" * 100_000 for _ in range(20))
        response = client.post("/extractor?output=json", content=pieces)
        assert problem(response, 413) == "A document can have at most 1 MB."

    def test_of_an_unknown_type(self, client: httpx2.Client) -> None:
        assert problem(upload(client, b"PK\x03\x04\x00\x00"), 415)

    def test_of_a_document_that_is_not_scholarly(self, client: httpx2.Client) -> None:
        letter = b"Dear Sir, this is a letter. " * 100
        for text in (letter[:56], letter):
            assert "; to accept it, tick the box on the page" in problem(upload(client, text), 422)
        assert upload(client, letter, filter="0").status_code == 201

    def test_leaves_no_file(self, empty: httpx2.Client, shared_place: Place) -> None:
        upload(empty, b"PK\x03\x04\x00\x00")
        assert not list(shared_place.files.iterdir())


def test_documents_and_data_survive_a_restart(place: Place) -> None:
    with place.serving() as client:
        document = token(client, DUST.read_bytes())
        before = client.get(f"/extractor/{document}/citations").content
    with place.serving() as client:
        assert client.get(f"/extractor/{document}/file").content == DUST.read_bytes()
        assert client.get(f"/extractor/{document}/citations").content == before


def test_an_expired_document_is_unknown_and_its_files_are_removed(
    empty: httpx2.Client, shared_place: Place, shared_database: Database[dict[str, Any]]
) -> None:
    document = token(empty, DUST.read_bytes())
    assert empty.get(f"/extractor/{document}").status_code == 200
    now = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
    stored = shared_database["resources"].find_one({"_id": document})
    assert stored
    assert abs(stored["expires"] - now - 24 * HOUR) < HOUR
    assert (shared_place.files / document).exists()
    shared_database["resources"].update_one({"_id": document}, {"$set": {"expires": now - HOUR}})
    assert empty.get(f"/extractor/{document}").status_code == 404
    wait_for(lambda: not list(shared_place.files.iterdir()))


class Clock:
    """The clock by which documents expire, put forward."""

    def __init__(self) -> None:
        self._advanced = datetime.timedelta()

    def advance(self, time: datetime.timedelta) -> None:
        self._advanced += time

    def now(self) -> datetime.datetime:
        return datetime.datetime.now(datetime.UTC) + self._advanced


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(store, "_now", clock.now)
    return clock


class TestADocumentThatIsKeptSinceItsLastAccess:
    @pytest.fixture
    def keeping(self, place: Place) -> Iterator[httpx2.Client]:
        place.configure('keep_since = "access"\nkeep_hours = 24')
        with place.serving() as opened:
            yield opened

    def test_is_kept_by_each_request_for_it(self, keeping: httpx2.Client, clock: Clock) -> None:
        address = f"/extractor/{token(keeping, DUST.read_bytes())}"
        for part in ("", "/file", "/header", "/text", "/tei", "/zip", "/page"):
            clock.advance(23 * HOUR)
            assert keeping.get(f"{address}{part}").status_code == 200
            clock.advance(23 * HOUR)
            assert keeping.get(address).status_code == 200, part
        clock.advance(25 * HOUR)
        assert keeping.get(address).status_code == 404

    def test_is_kept_by_no_request_for_another_one(
        self, keeping: httpx2.Client, clock: Clock
    ) -> None:
        used, unused = (token(keeping, DUST.read_bytes()) for _ in range(2))
        for _ in range(2):
            clock.advance(13 * HOUR)
            assert keeping.get(f"/extractor/{used}/header").status_code == 200
        assert keeping.get(f"/extractor/{unused}").status_code == 404

    def test_is_not_kept_by_those_who_have_another_key(self, place: Place, clock: Clock) -> None:
        keys = [f'"{name} 0 {digest(name)}"' for name in ("owner", "other")]
        place.configure(f'keep_since = "access"\nkeys = [{", ".join(keys)}]')
        own, foreign = ({"X-API-Key": name} for name in ("owner", "other"))
        with place.serving() as client:
            sent = client.post("/extractor", content=DUST.read_bytes(), headers=own)
            address = sent.headers["location"]
            clock.advance(13 * HOUR)
            assert client.get(address, headers=foreign).status_code == 404
            clock.advance(13 * HOUR)
            assert client.get(address, headers=own).status_code == 404

    def test_is_not_written_again_by_each_request(
        self, keeping: httpx2.Client, place: Place, clock: Clock
    ) -> None:
        address = f"/extractor/{token(keeping, DUST.read_bytes())}"

        def expiry() -> Any:
            keeping.get(address)
            with MongoClient[dict[str, Any]](place.uri) as opened:
                (document,) = opened[place.database]["resources"].find()
            return document["expires"]

        clock.advance(HOUR)
        first = expiry()
        clock.advance(HOUR / 120)
        assert expiry() == first
        clock.advance(HOUR)
        assert expiry() > first

    def test_says_so_on_the_page_for_an_upload(self, keeping: httpx2.Client) -> None:
        said = " ".join(keeping.get("/").text.split())
        assert "A document is kept for 24 hours after its last access, under" in said


def test_a_document_is_kept_since_its_upload_by_default(place: Place, clock: Clock) -> None:
    with place.serving() as client:
        address = f"/extractor/{token(client, DUST.read_bytes())}"
        clock.advance(23 * HOUR)
        assert client.get(address).status_code == 200
        clock.advance(2 * HOUR)
        assert client.get(address).status_code == 404
        said = " ".join(client.get("/").text.split())
    assert "A document is kept for 24 hours after its upload, under" in said


def test_files_are_only_for_the_user_of_the_service(
    empty: httpx2.Client, shared_place: Place
) -> None:
    token(empty, DUST.read_bytes())
    paths = [shared_place.files, *shared_place.files.rglob("*")]
    assert len(paths) == 4
    assert not [path for path in paths if stat.S_IMODE(path.stat().st_mode) & 0o077]


def test_stored_papers_that_resemble_the_document_are_named(place: Place) -> None:
    known = Record("RePEc:xyz:1", AUTHORS[:2], (TITLE,))
    (place.home / "us" / "2015-03-05.amf.xml").write_bytes(rif(known))
    assert place.run("2015-03-05").exit_code == 0
    with place.serving() as client:
        document = token(client, DUST.read_bytes())
        response = client.get(f"/extractor/{document}/similar?output=json")
    (paper,) = response.json()["similar"]
    assert paper == {
        "id": "RePEc:xyz:1",
        "strength": "1.0000",
        "names": list(AUTHORS[:2]),
        "titles": [TITLE],
        "issues": ["2015-03-05"],
        "common": {
            "authors": ["julia", "sabrina", "szeto", "wagemann"],
            "titles": [
                "aerosol detection monitoring",
                "detection monitoring and",
                "dust aerosol detection",
                "monitoring and forecasting",
            ],
        },
    }


@pytest.mark.parametrize(("formula", "strength"), [("specified", "1.0000"), ("dice", "0.8165")])
def test_their_strength_is_by_the_configured_formula(
    place: Place, formula: str, strength: str
) -> None:
    """2 of 4 and 2 windows in common, and all 8 words of names: (4/6)^(1/2) by Dice."""
    known = Record("RePEc:xyz:1", AUTHORS, ("Dust Aerosol Detection, Monitoring",))
    (place.home / "us" / "2015-03-05.amf.xml").write_bytes(rif(known))
    place.configure(tables=f'[strength]\nformula = "{formula}"')
    assert place.run("2015-03-05").exit_code == 0
    with place.serving() as client:
        document = token(client, DUST.read_bytes())
        (paper,) = client.get(f"/extractor/{document}/similar?output=json").json()["similar"]
    assert paper["strength"] == strength


class TestAHostileDocument:
    @pytest.mark.parametrize("name", HOSTILE)
    def test_affects_only_its_own_request(self, client: httpx2.Client, name: str) -> None:
        response = upload(client, HOSTILE[name](), filter="0")
        assert response.status_code in {201, 422}, response.text
        assert upload(client, DUST.read_bytes()).status_code == 201

    @pytest.mark.parametrize("letters", ["a", "a@", "("])
    def test_with_a_very_long_word_is_extracted(self, client: httpx2.Client, letters: str) -> None:
        word = letters * (300_000 // len(letters))
        address = f"/extractor/{token(client, paper_with_word(word), filter='0')}"
        assert client.get(f"{address}/header?fresh=1").status_code == 200
        client.delete(address)

    @pytest.mark.program("gs")
    def test_that_never_ends_is_refused(self, place: Place) -> None:
        own_workers = replace(place, workers=None)
        own_workers.configure("time_s = 0.5")
        with own_workers.serving() as client:
            response = upload(client, ENDLESS, filter="0")
        assert problem(response, 422) == "The document takes more than 0.5 s to process."


@pytest.mark.program("curl")
def test_the_line_of_the_documentation_extracts_a_paper(client: httpx2.Client) -> None:
    page = (DOCS / "extraction.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^curl .*?(?=^```)", page, re.DOTALL | re.MULTILINE)
    line = line.replace("http://127.0.0.1:8085", str(client.base_url).rstrip("/"))
    done = subprocess.run(["sh", "-c", line], capture_output=True, check=True, cwd=CHECKOUT)
    assert etree.fromstring(done.stdout).findtext("title") == TITLE


@pytest.mark.program("curl")
def test_the_lines_for_programs_send_a_paper_read_and_correct_it(
    place: Place, tmp_path: Path
) -> None:
    page = (DOCS / "service.md").read_text(encoding="utf-8")
    lines = re.findall(r"^curl (?!--json).*", page, re.MULTILINE)
    file = tmp_path / "paper.jsonl"
    words = {
        "paper.pdf": "tests/data/extraction/10.21105.jose.00200.pdf",
        "paper.corrections.jsonl": str(file),
    }

    def run(line: str) -> bytes:
        for name, value in words.items():
            line = line.replace(name, value)
        done = subprocess.run(["sh", "-c", line], capture_output=True, check=True, cwd=CHECKOUT)
        return done.stdout

    with place.serving() as client:
        words["http://127.0.0.1:8085"] = str(client.base_url).rstrip("/")
        words["TOKEN"] = json.loads(run(lines[0]))["token"]
        header, citations, corrected, read, table, figure = map(run, lines[1:7])
        file.write_bytes(client.get(f"/extractor/{words['TOKEN']}/corrections").content)
        loaded, full_text, citation = map(run, lines[7:])
    assert json.loads(header)["title"] == TITLE
    assert citations.startswith(b"@")
    assert json.loads(corrected)["corrected"]["title"] == TITLE
    assert json.loads(read)["citations"][0]["corrected"] == {}
    assert json.loads(table)["detail"] == "The document has 0 tables."
    assert json.loads(figure)["detail"] == "The document has 0 figures."
    assert json.loads(loaded) == {"stored": 2, "kept": []}
    assert b"<s coords=" in full_text
    assert b"<biblStruct" in citation


def test_it_has_a_documentation_page(client: httpx2.Client) -> None:
    assert "swagger" in client.get("/docs").text.lower()


@pytest.mark.parametrize("command", [("serve",), ("extract", str(DUST))])
def test_without_the_extra_the_message_names_it(
    place: Place, fork_server: ForkServer, command: tuple[str, ...]
) -> None:
    """The core works, and both commands report what to install."""
    words = ["wildwood", *command, "--config", str(place.config), "-q"]
    done = fork_server.call(run_without, "pypdfium2", words)
    assert done.returncode == 1
    assert done.stderr == (
        "Error: This needs the extra 'extraction' (pypdfium2 is missing);"
        f" to install it, {installation('extraction')}\n"
    )
