"""The extraction over HTTP: a real server, a real database, real clients."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies
from lxml import etree
from schemathesis import checks
from schemathesis.core.result import Ok

from wildwood.model import Record

from tests.support.amf import rif
from tests.support.docs import README
from tests.support.extraction_server import (
    AUTHORS,
    DUST,
    ROKEM,
    TITLE,
    Place,
    make_place,
    token,
    upload,
    wait_for,
)
from tests.support.hostile_pdfs import HOSTILE
from tests.support.paths import CHECKOUT, PAPERS


@pytest.fixture(scope="module")
def shared_place(tmp_path_factory: pytest.TempPathFactory, real_mongod: Any) -> Iterator[Place]:
    with make_place(tmp_path_factory.mktemp("shared"), real_mongod) as made:
        yield made


@pytest.fixture(scope="module")
def client(shared_place: Place) -> Iterator[httpx2.Client]:
    """A client of one server that the tests share; they leave its settings alone."""
    shared_place.configure("max_mb = 1\ntime_s = 3")
    with shared_place.serving() as opened:
        yield opened


def paper_with(*, words: str) -> bytes:
    """The text of a real paper with some words more."""
    text = subprocess.run(
        [sys.executable, "-c", READ, str(DUST)], capture_output=True, check=True
    ).stdout
    return text.replace(b"References\n", words.encode() + b"\nReferences\n")


READ = (
    "import sys; from pathlib import Path; from wildwood.extraction import pdf, text;"
    "sys.stdout.write(text.paragraphs(pdf.read(Path(sys.argv[1]))))"
)


class TestAnUpload:
    def test_gives_a_location_that_works(self, client: httpx2.Client) -> None:
        made = client.post("/extractor", files={"myfile": DUST.read_bytes()})
        assert made.status_code == 201
        again = client.get(made.headers["location"])
        assert again.status_code == 200
        assert again.text == made.text

    def test_is_a_form_however_its_type_is_spelt(self, client: httpx2.Client) -> None:
        head = b'Content-Disposition: form-data; name="myfile"; filename="a.txt"'
        body = b"--zz\r\n" + head + b"\r\n\r\nNothing.\r\n--zz--\r\n"
        form = {"Content-Type": "Multipart/Form-Data; boundary=zz"}
        made = client.post("/extractor?filter=0&output=json", content=body, headers=form)
        assert client.get(made.json()["file"]).content == b"Nothing."

    def test_gives_links_as_the_paper_shows_them(self, client: httpx2.Client) -> None:
        made = client.post("/extractor", content=DUST.read_bytes())
        root = etree.fromstring(made.content)
        assert made.headers["content-type"] == "application/xml"
        assert root.tag == "CSXAPIMetadata"
        links = {str(link.tag): str(link.text) for link in root}
        kinds = {"file", "header", "citations", "body", "text", "similar"}
        assert set(links) == {"token", *kinds}
        for kind in kinds:
            assert client.get(links[kind]).status_code == 200

    def test_has_a_token_of_128_bits(self, client: httpx2.Client) -> None:
        tokens = {token(client, DUST.read_bytes()) for _ in range(2)}
        assert len(tokens) == 2
        assert all(re.fullmatch("[0-9a-f]{32}", one) for one in tokens)

    def test_may_be_postscript(self, client: httpx2.Client) -> None:
        made = token(client, (PAPERS / "onepage.ps").read_bytes(), filter="0")
        header = client.get(f"/extractor/{made}/header?output=json").json()
        assert header["title"] == "A One-Page Guide to Finding Repeats"

    def test_may_be_plain_text(self, client: httpx2.Client) -> None:
        made = token(client, paper_with(words="Plain."))
        assert client.get(f"/extractor/{made}/text").text.startswith(TITLE)


class TestWhatIsExtracted:
    @pytest.fixture
    def made(self, client: httpx2.Client) -> str:
        return token(client, DUST.read_bytes())

    def test_the_file_is_the_one_uploaded(self, client: httpx2.Client, made: str) -> None:
        found = client.get(f"/extractor/{made}/file")
        assert found.content == DUST.read_bytes()
        assert found.headers["content-type"] == "application/pdf"

    @pytest.mark.parametrize("part", ["bytes=0-3", "bytes=abc", "bytes=99999999-"])
    def test_the_file_is_given_whole_whatever_part_is_asked_for(
        self, client: httpx2.Client, made: str, part: str
    ) -> None:
        found = client.get(f"/extractor/{made}/file", headers={"Range": part})
        assert (found.status_code, found.content) == (200, DUST.read_bytes())
        assert found.headers["accept-ranges"] == "none"

    def test_the_header_is_xml_unless_told_otherwise(
        self, client: httpx2.Client, made: str
    ) -> None:
        root = etree.fromstring(client.get(f"/extractor/{made}/header").content)
        assert root.findtext("title") == TITLE
        assert tuple(name.text for name in root.iterfind("authors/author/name")) == AUTHORS

    def test_the_citations_are_json_where_accepted(self, client: httpx2.Client, made: str) -> None:
        found = client.get(
            f"/extractor/{made}/citations", headers={"Accept": "text/html;q=0.1, application/json"}
        )
        assert found.headers["content-type"] == "application/json"
        assert len(found.json()["citations"]) == 6

    def test_what_is_refused_by_name_is_not_meant_by_a_wildcard(
        self, client: httpx2.Client, made: str
    ) -> None:
        refusing = {"Accept": "application/xml;q=0, */*"}
        answer = client.get(f"/extractor/{made}/header", headers=refusing)
        assert answer.headers["content-type"] == "application/json"

    def test_the_parameter_goes_before_what_is_accepted(
        self, client: httpx2.Client, made: str
    ) -> None:
        found = client.get(
            f"/extractor/{made}/body?output=xml", headers={"Accept": "application/json"}
        )
        assert found.headers["content-type"] == "application/xml"

    def test_the_text_is_plain(self, client: httpx2.Client, made: str) -> None:
        found = client.get(f"/extractor/{made}/text")
        assert found.headers["content-type"] == "text/plain; charset=utf-8"
        assert "References" in found.text

    def test_it_is_gone_when_deleted(self, client: httpx2.Client) -> None:
        made = token(client, DUST.read_bytes())
        assert client.delete(f"/extractor/{made}").status_code == 200
        assert client.get(f"/extractor/{made}/file").status_code == 404
        assert client.delete(f"/extractor/{made}").status_code == 404


class TestARefusal:
    def check(self, answer: httpx2.Response, status: int) -> None:
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/problem+json"
        problem = answer.json()
        assert problem["status"] == status
        assert problem["detail"]

    def test_of_an_unknown_output(self, client: httpx2.Client) -> None:
        answer = client.get(f"/extractor/{'0' * 32}/header?output=yaml")
        assert answer.status_code == 400
        assert etree.fromstring(answer.content).findtext("status") == "400"

    def test_of_a_form_without_its_file(self, client: httpx2.Client) -> None:
        answer = client.post("/extractor?output=json", files={"other": b"%PDF-1.4"})
        self.check(answer, 400)

    @pytest.mark.parametrize("name", ["0" * 32, "..%2F..%2Fetc%2Fpasswd", "x"])
    def test_of_a_token_that_is_none(self, client: httpx2.Client, name: str) -> None:
        self.check(client.get(f"/extractor/{name}/file?output=json"), 404)

    def test_of_a_format_that_there_is_not(self, client: httpx2.Client) -> None:
        made = token(client, DUST.read_bytes())
        answer = client.get(f"/extractor/{made}/header", headers={"Accept": "image/png"})
        self.check(answer, 406)

    def test_of_a_body_without_length(self, client: httpx2.Client) -> None:
        with socket.create_connection((client.base_url.host, client.base_url.port or 0)) as raw:
            raw.sendall(b"POST /extractor?output=json HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = raw.recv(1000)
        assert answer.startswith(b"HTTP/1.1 411 ")
        assert b"application/problem+json" in answer

    def test_of_what_is_too_large(self, client: httpx2.Client) -> None:
        self.check(upload(client, b"%PDF-1.4" + b"x" * 2_000_000), 413)

    def test_of_what_is_too_large_in_pieces(self, client: httpx2.Client) -> None:
        pieces = (b"%PDF-1.4" + b"x" * 100_000 for _ in range(20))
        answer = client.post("/extractor?output=json", content=pieces)
        self.check(answer, 413)

    def test_of_a_type_that_is_not_read(self, client: httpx2.Client) -> None:
        self.check(upload(client, b"PK\x03\x04\x00\x00"), 415)

    def test_of_a_document_that_is_not_scholarly(self, client: httpx2.Client) -> None:
        letter = b"Dear Sir, this is a letter. " * 100
        self.check(upload(client, letter), 422)
        assert upload(client, letter, filter="0").status_code == 201

    def test_leaves_no_file(self, client: httpx2.Client, shared_place: Place) -> None:
        before = set((shared_place.home / "files").iterdir())
        upload(client, b"PK\x03\x04\x00\x00")
        assert set((shared_place.home / "files").iterdir()) == before


class TestANearDuplicate:
    @pytest.fixture
    def pair(self, client: httpx2.Client) -> tuple[str, str]:
        """Two versions of a paper, of which the first had its header extracted."""
        words = f"unlike{time.monotonic_ns()} "
        first = token(client, paper_with(words=""))
        client.get(f"/extractor/{first}/header?fresh=1")
        return first, token(client, paper_with(words=words))

    def test_says_where_its_header_came_from(
        self, client: httpx2.Client, pair: tuple[str, str]
    ) -> None:
        found = client.get(f"/extractor/{pair[1]}/header?output=json")
        origin = found.json()["near_duplicate"]
        assert origin["token"] == pair[0]
        assert origin["distance"] <= 3
        shown = f"{origin['token']}; distance={origin['distance']}"
        assert found.headers["x-near-duplicate"] == shown

    def test_is_extracted_again_where_that_is_asked(
        self, client: httpx2.Client, pair: tuple[str, str]
    ) -> None:
        found = client.get(f"/extractor/{pair[1]}/header?fresh=1")
        assert "x-near-duplicate" not in found.headers

    def test_may_not_be_further_than_the_client_says(
        self, client: httpx2.Client, pair: tuple[str, str]
    ) -> None:
        assert client.get(f"/extractor/{pair[1]}/header?k=4").status_code == 400
        near = client.get(f"/extractor/{pair[1]}/header?k=3&output=json").json()
        distance = near["near_duplicate"]["distance"]
        if distance:
            found = client.get(f"/extractor/{pair[1]}/header?k={distance - 1}")
            assert found.headers.get("x-near-duplicate", "").split(";")[0] != pair[0]


def test_different_papers_are_no_near_duplicates(place: Place) -> None:
    with place.serving() as client:
        for paper in (DUST, ROKEM):
            made = token(client, paper.read_bytes())
            assert "x-near-duplicate" not in client.get(f"/extractor/{made}/header").headers


def test_what_a_near_duplicate_lacks_is_extracted_and_serves_both(place: Place) -> None:
    """The paper's text, not its Algorithm 1, which gives nothing then."""
    with place.serving() as client:
        first = token(client, paper_with(words=""))
        second = token(client, paper_with(words="Unlike the first."))
        client.get(f"/extractor/{first}/header")
        missing = client.get(f"/extractor/{second}/citations")
        assert missing.status_code == 200
        assert "x-near-duplicate" not in missing.headers
        origin = {
            kind: client.get(f"/extractor/{asked}/{kind}").headers["x-near-duplicate"][:32]
            for asked, kind in ((first, "citations"), (second, "header"))
        }
    assert origin == {"citations": second, "header": first}


def test_a_paper_that_was_cut_short_takes_nothing_from_the_whole_one(place: Place) -> None:
    with place.serving() as client:
        whole = token(client, ROKEM.read_bytes())
        text = client.get(f"/extractor/{whole}/text").content
        cut = token(client, text[: text.rindex(b"References")], filter="0")
        assert client.get(f"/extractor/{cut}/citations").status_code == 422
        found = client.get(f"/extractor/{whole}/citations?output=json")
        assert len(found.json()["citations"]) > 0
        again = client.get(f"/extractor/{cut}/citations").headers
    assert again["x-near-duplicate"].startswith(whole)


def test_documents_of_which_no_word_counts_are_no_near_duplicates(place: Place) -> None:
    """Their fingerprints are the same, that of nothing."""
    with place.serving() as client:
        for content in (b"such as 1@2.is\n", b"as such 3@4.is\n"):
            made = token(client, content, filter="0")
            found = client.get(f"/extractor/{made}/header")
            assert found.status_code == 200
            assert "x-near-duplicate" not in found.headers


def test_all_is_there_after_a_restart(place: Place) -> None:
    with place.serving() as client:
        made = token(client, DUST.read_bytes())
        before = client.get(f"/extractor/{made}/citations").content
    with place.serving() as client:
        assert client.get(f"/extractor/{made}/file").content == DUST.read_bytes()
        assert client.get(f"/extractor/{made}/citations").content == before


def test_a_document_goes_when_its_time_is_over(place: Place) -> None:
    place.configure("keep_hours = 0.0005")
    with place.serving() as client:
        made = token(client, DUST.read_bytes())
        assert client.get(f"/extractor/{made}").status_code == 200
        wait_for(lambda: client.get(f"/extractor/{made}").status_code == 404)
    assert list((place.home / "files").iterdir())
    with place.serving() as client:
        wait_for(lambda: not list((place.home / "files").iterdir()))


def test_files_are_for_the_services_user_alone(place: Place) -> None:
    with place.serving() as client:
        token(client, DUST.read_bytes())
    made = [place.home / "files", *(place.home / "files").rglob("*")]
    assert len(made) == 4
    assert not [path for path in made if path.stat().st_mode & 0o077]


def test_papers_of_the_memory_that_resemble_it_are_named(place: Place) -> None:
    known = Record("RePEc:xyz:1", AUTHORS[:2], (TITLE,))
    (place.home / "us" / "2015-03-05.amf.xml").write_bytes(rif(known))
    assert place.wildwood("2015-03-05").returncode == 0
    with place.serving() as client:
        made = token(client, DUST.read_bytes())
        found = client.get(f"/extractor/{made}/similar?output=json").json()
    assert found == {"similar": [{"id": "RePEc:xyz:1", "strength": "1.0000"}]}


@pytest.mark.parametrize(("ratio", "strength"), [("overlap", "1.0000"), ("dice", "0.7446")])
def test_they_are_as_strong_as_the_configured_formula_has_it(
    place: Place, ratio: str, strength: str
) -> None:
    """2 of 4 and 2 windows in common, and all 8 words of names: (4/6)^(16/22) by Dice."""
    known = Record("RePEc:xyz:1", AUTHORS, ("Dust Aerosol Detection, Monitoring",))
    (place.home / "us" / "2015-03-05.amf.xml").write_bytes(rif(known))
    place.configure(tables=f'[strength]\nratio = "{ratio}"')
    assert place.wildwood("2015-03-05").returncode == 0
    with place.serving() as client:
        made = token(client, DUST.read_bytes())
        (found,) = client.get(f"/extractor/{made}/similar?output=json").json()["similar"]
    assert found["strength"] == strength


class TestAHostileDocument:
    @pytest.mark.parametrize("name", HOSTILE)
    def test_costs_its_own_request_and_nothing_else(self, client: httpx2.Client, name: str) -> None:
        began = time.monotonic()
        answer = upload(client, HOSTILE[name](), filter="0")
        assert answer.status_code in {201, 422}, answer.text
        assert time.monotonic() - began < 20
        assert upload(client, DUST.read_bytes()).status_code == 201

    def test_that_runs_for_ever_is_ended(self, client: httpx2.Client) -> None:
        answer = upload(client, b"%!PS\n{} loop\n", filter="0")
        assert answer.status_code == 422


def test_under_load_a_request_has_a_place_or_a_503(place: Place) -> None:
    place.configure("workers = 1\nwaiting = 1\ntime_s = 20")
    slow = b"%!PS\n 1 1 6000000 { sqrt pop } for\n"
    with place.serving() as client, ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda _: upload(client, slow, filter="0"), range(12)))
    busy = [answer for answer in answers if answer.status_code == 503]
    assert {answer.status_code for answer in answers} == {422, 503}
    assert busy[0].headers["retry-after"] == "2"


def test_the_line_of_the_readme_extracts_a_paper(client: httpx2.Client) -> None:
    (line,) = re.findall(r"^curl .*?(?=^```)", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    line = line.replace("http://127.0.0.1:8085", str(client.base_url).rstrip("/"))
    done = subprocess.run(["sh", "-c", line], capture_output=True, check=True, cwd=CHECKOUT)
    assert etree.fromstring(done.stdout).findtext("title") == TITLE


def test_metrics_count_the_requests(client: httpx2.Client) -> None:
    client.get("/health")
    found = client.get("/metrics").text
    assert re.search(
        r'wildwood_requests_total\{operation="GET /health",status="200"\} [1-9]', found
    )


def test_metrics_do_not_grow_by_what_clients_make_up(client: httpx2.Client) -> None:
    client.request("M0", "/nowhere")
    before = client.get("/metrics").text.count("\n")
    for number in range(1, 20):
        client.request(f"M{number}", f"/nowhere/{number}")
        client.request(f"M{number}", "/health")
    after = client.get("/metrics").text
    assert "M1" not in after
    assert after.count("\n") - before < 40


def test_its_pages_are_there(client: httpx2.Client) -> None:
    assert "swagger" in client.get("/docs").text.lower()


def test_it_does_what_its_openapi_document_says(client: httpx2.Client) -> None:
    schema = schemathesis.openapi.from_url(f"{client.base_url}/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) == 10

    @given(strategies.one_of([operation.as_strategy() for operation in operations]))
    @settings(max_examples=60, suppress_health_check=list(HealthCheck))
    def check(case: schemathesis.Case[Any]) -> None:
        # No schema says what makes a scholarly PDF of some bytes.
        case.call_and_validate(excluded_checks=[checks.positive_data_acceptance])

    check()


class TestTheCommandExtract:
    def test_writes_all_kinds_beside_the_file(self, place: Place) -> None:
        paper = place.home / "paper.pdf"
        shutil.copyfile(DUST, paper)
        done = place.wildwood("extract", str(paper))
        assert (done.returncode, done.stderr) == (0, "1 of 1 documents extracted\n")
        header = json.loads((place.home / "paper.header.json").read_text(encoding="utf-8"))
        assert header["title"] == TITLE
        citations = json.loads((place.home / "paper.citations.json").read_text(encoding="utf-8"))
        assert len(citations) == 6
        assert (place.home / "paper.similar.json").read_text(encoding="utf-8") == "[]\n"
        assert "Statement of Need" in (place.home / "paper.body.txt").read_text(encoding="utf-8")
        assert TITLE in (place.home / "paper.text.txt").read_text(encoding="utf-8")

    def test_goes_on_after_a_file_that_is_of_no_use(self, place: Place) -> None:
        bad = place.home / "bad.pdf"
        bad.write_bytes(b"%PDF-1.4 broken")
        into = place.home / "into"
        into.mkdir()
        done = place.wildwood("extract", str(bad), str(DUST), "--into", str(into))
        assert done.returncode == 1
        assert f"Error: {bad}: The PDF cannot be read" in done.stderr
        assert len(list(into.iterdir())) == 5

    def test_refuses_to_write_two_documents_to_one_place(self, place: Place) -> None:
        other = place.home / DUST.name
        shutil.copyfile(DUST, other)
        done = place.wildwood("extract", str(DUST), str(other), "--into", str(place.home))
        assert done.returncode == 2
        assert f"More than one FILE would be written to {place.home / DUST.stem}.*." in done.stderr

    def test_names_a_file_that_is_not_there(self, place: Place) -> None:
        done = place.wildwood("extract", str(place.home / "none.pdf"))
        assert done.returncode == 1
        assert done.stderr.startswith(f"Error: {place.home / 'none.pdf'}: No such file")

    def test_leaves_no_document_behind(self, place: Place) -> None:
        place.wildwood("extract", str(DUST), "--into", str(place.home))
        assert list((place.home / "files").iterdir()) == []


@pytest.mark.parametrize("command", [("serve",), ("extract", str(DUST))])
def test_without_the_extra_a_sentence_names_it(place: Place, command: tuple[str, ...]) -> None:
    """The core works, and the two commands say what to install."""
    hidden = place.home / "hidden"
    hidden.mkdir()
    (hidden / "pypdfium2.py").write_text(
        "raise ModuleNotFoundError('no', name='pypdfium2')", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "wildwood", *command, "--config", str(place.config), "-q"],
        env={**os.environ, "PYTHONPATH": str(hidden)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == (
        "Error: This command needs the extra 'extraction' (pypdfium2 is missing);"
        " install it in Wildwood's checkout: pip install '.[extraction]'.\n"
    )
