"""What is extracted from one document and used for another, over HTTP."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx2
import pytest
from pymongo.database import Database

from wildwood.extraction import lines
from wildwood.extraction.pdf import read
from wildwood.extraction.service.processes import Workers

from tests.support.databases import Databases
from tests.support.extraction_server import DUST, ROKEM, TITLE, Place, make_place, token
from tests.support.made_pdfs import centred, pdf, text

INVENTED = (
    "Seven Forged Findings on the Invention of Papers\nMallory Malice 1 and Eve Evil 2\n"
    "1 Institute of Invention 2 Nowhere University\nmallory@example.org\n\n"
)
MARKS = (
    ("xml", "<reused>true</reused>"),
    ("json", '"reused": true'),
    ("tei", '<note type="near-duplicate">'),
    ("bibtex", "wildwood = {near duplicate "),
    ("ris", "N1  - near duplicate "),
)
FULL_NAME = re.compile(r"[0-9a-f]{32}")


@cache
def dust_text() -> str:
    return lines.paragraphs(read(DUST)[0])


def paper_with(*, words: str) -> bytes:
    """Return the text of a real paper with some more words before its references."""
    return dust_text().replace("References\n", f"{words}\nReferences\n").encode()


def thesis(abstract: str) -> bytes:
    """Make a PDF of a cover, a page with little on it, an abstract, and pages of a real paper."""
    words = dust_text().encode("ascii", "ignore").decode().split()
    cover = [*centred(600, 20, "Storms of Sand", bold=True), *centred(560, 12, "Anna Smith")]
    third = [*text(72, 720, 12, "Abstract", bold=True), *text(72, 690, 10, abstract)]
    rest = [
        [
            line
            for row in range(40)
            for line in text(
                72, 720 - 15 * row, 10, " ".join(words[page + 9 * row : page + 9 * row + 9])
            )
        ]
        for page in range(0, len(words), 360)
    ]
    return pdf([cover, text(72, 100, 10, "Printed in Oslo, 2001"), third, *rest])


def header(client: httpx2.Client, document: str, query: str = "") -> Any:
    return client.get(f"/extractor/{document}/header?output=json{query}").json()


def extracted(client: httpx2.Client, content: bytes) -> str:
    """Send a document, let header and citations be extracted, and return its token."""
    document = token(client, content, filter="0")
    for kind in ("header", "citations"):
        client.get(f"/extractor/{document}/{kind}")
    return document


def real_beside_forged(client: httpx2.Client) -> str:
    """Extract a forged version of a paper; return the token of the real one."""
    extracted(client, (INVENTED + dust_text()).encode())
    return token(client, dust_text().encode())


class TestByDefault:
    def test_a_forged_header_is_not_given_to_the_real_paper(self, empty: httpx2.Client) -> None:
        extracted(empty, (INVENTED + dust_text()).encode())
        assert header(empty, token(empty, DUST.read_bytes()))["title"] == TITLE

    def test_clients_of_grobid_get_no_forged_header(self, empty: httpx2.Client) -> None:
        extracted(empty, (INVENTED + dust_text()).encode())
        form = {"input": dust_text().encode()}
        found = empty.post("/api/processHeaderDocument", files=form).text
        assert "Forged" not in found

    def test_a_revised_version_has_its_own_title_and_authors(self, empty: httpx2.Client) -> None:
        extracted(empty, dust_text().encode())
        revised = dust_text().replace(TITLE, "Seeing Dust Storms from Space", 1)
        own = header(empty, token(empty, revised.encode()))
        assert own["title"] == "Seeing Dust Storms from Space"

    def test_an_abstract_behind_a_cover_is_that_of_the_paper(self, empty: httpx2.Client) -> None:
        forged, own = "No one has ever seen a storm of sand.", "Each storm of sand is measured."
        extracted(empty, thesis(forged))
        found = header(empty, token(empty, thesis(own), filter="0"))
        assert found["near_duplicate"]["distance"] <= 3
        assert found["abstract"] == own

    def test_a_near_duplicate_is_reported_with_its_distance(self, empty: httpx2.Client) -> None:
        extracted(empty, paper_with(words=""))
        response = empty.get(
            f"/extractor/{token(empty, paper_with(words='unlike'))}/header?output=json"
        )
        near = response.json()["near_duplicate"]
        assert 0 <= near["distance"] <= 3
        assert near["reused"] is False
        shown = f"{near['id']}; distance={near['distance']}"
        assert response.headers["x-near-duplicate"] == shown

    def test_the_same_text_is_not_extracted_again(
        self, empty: httpx2.Client, shared_database: Database[dict[str, Any]]
    ) -> None:
        first = header(empty, extracted(empty, DUST.read_bytes()))
        before = shared_database["extractions"].count_documents({})
        assert header(empty, extracted(empty, DUST.read_bytes())) == first
        assert shared_database["extractions"].count_documents({}) == before

    @pytest.mark.parametrize("kind", ["header", "citations"])
    def test_what_an_earlier_version_extracted_is_not_used(
        self, empty: httpx2.Client, shared_database: Database[dict[str, Any]], kind: str
    ) -> None:
        document = extracted(empty, DUST.read_bytes())
        address = f"/extractor/{document}/{kind}?output=json"
        before = empty.get(address).json()
        stored = shared_database["extractions"].find_one()
        assert stored
        (other,) = {"header", "citations"} - {kind}
        wrong = {**stored[other], "version": "1"}
        shared_database["extractions"].update_one({}, {"$set": {kind: wrong}})
        assert empty.get(address).json() == before

    def test_a_document_that_an_earlier_version_read_is_read_again(
        self, empty: httpx2.Client, shared_database: Database[dict[str, Any]]
    ) -> None:
        document = token(empty, DUST.read_bytes())
        shared_database["resources"].update_one(
            {"_id": document}, {"$set": {"version": "1", "text": "0" * 32}}
        )
        assert header(empty, document)["title"] == TITLE
        stored = shared_database["resources"].find_one({"_id": document})
        assert stored
        assert stored["version"] != "1"

    def test_different_papers_are_not_near_duplicates(self, empty: httpx2.Client) -> None:
        for paper in (DUST, ROKEM):
            document = token(empty, paper.read_bytes())
            assert "near_duplicate" not in header(empty, document)

    def test_documents_without_a_word_that_counts_are_not_near_duplicates(
        self, empty: httpx2.Client
    ) -> None:
        """Their fingerprints are equal."""
        for content in (b"such as 1@2.is\n", b"as such 3@4.is\n"):
            document = token(empty, content, filter="0")
            response = empty.get(f"/extractor/{document}/header")
            assert response.status_code == 200
            assert "x-near-duplicate" not in response.headers


@pytest.fixture(scope="class")
def near(client: httpx2.Client, shared_place: Place) -> str:
    """Make a document and its forged version all that the shared server has."""
    shared_place.empty()
    return real_beside_forged(client)


class TestOnRequest:
    """With `k`, a client gets the data of the closest document, as in Williams et al. 2014."""

    def test_the_data_is_that_of_the_near_duplicate(self, client: httpx2.Client, near: str) -> None:
        found = header(client, near, "&k=3")
        assert found["title"].startswith("Seven Forged Findings")
        assert found["near_duplicate"]["reused"] is True

    @pytest.mark.parametrize("kind", ["header", "citations"])
    @pytest.mark.parametrize(("output", "mark"), MARKS)
    def test_each_format_says_so(
        self, client: httpx2.Client, near: str, kind: str, output: str, mark: str
    ) -> None:
        response = client.get(f"/extractor/{near}/{kind}?k=3&output={output}")
        assert mark in response.text


class TestTheDataOfARequest:
    def test_is_of_a_document_within_the_distance(self, empty: httpx2.Client) -> None:
        near = real_beside_forged(empty)
        assert empty.get(f"/extractor/{near}/header?k=4").status_code == 400
        distance = header(empty, near, "&k=3")["near_duplicate"]["distance"]
        if distance:
            assert "near_duplicate" not in header(empty, near, f"&k={distance - 1}")

    def test_is_extracted_if_the_near_duplicate_lacks_it(self, empty: httpx2.Client) -> None:
        """So the text of Williams et al. 2014; their Algorithm 1 returns nothing then."""
        first = token(empty, paper_with(words=""))
        second = token(empty, paper_with(words="Unlike the first."))
        empty.get(f"/extractor/{first}/header")
        missing = empty.get(f"/extractor/{second}/citations?k=3&output=json").json()
        assert missing["citations"]
        assert "near_duplicate" not in missing

    def test_can_be_the_citations_of_the_whole_of_a_paper_that_is_cut_short(
        self, empty: httpx2.Client
    ) -> None:
        whole = extracted(empty, ROKEM.read_bytes())
        content = empty.get(f"/extractor/{whole}/text").content
        cut = token(empty, content[: content.rindex(b"References")], filter="0")
        assert empty.get(f"/extractor/{cut}/citations").status_code == 422
        found = empty.get(f"/extractor/{cut}/citations?k=3&output=json").json()
        assert found["near_duplicate"]["reused"] is True


@pytest.fixture(scope="module")
def trusting(
    tmp_path_factory: pytest.TempPathFactory, databases: Databases, shared_workers: Workers
) -> Iterator[httpx2.Client]:
    """Start a server that reuses near duplicates, and has extracted a forged version of a paper."""
    with make_place(tmp_path_factory.mktemp("near"), databases, shared_workers) as place:
        place.configure('reuse = "near"')
        with place.serving() as client:
            extracted(client, (INVENTED + dust_text()).encode())
            yield client


@pytest.fixture(scope="module")
def real(trusting: httpx2.Client) -> str:
    """Send the real paper; return its token."""
    return token(trusting, dust_text().encode())


class TestWithTheSettingNear:
    """All requests get the data of the closest document, as in Williams et al. 2014."""

    def test_the_data_is_that_of_the_near_duplicate(
        self, trusting: httpx2.Client, real: str
    ) -> None:
        found = header(trusting, real)
        assert found["title"].startswith("Seven Forged Findings")
        assert found["near_duplicate"]["reused"] is True

    @pytest.mark.parametrize("part", ["header", "citations"])
    @pytest.mark.parametrize(("output", "mark"), MARKS)
    def test_each_format_says_so(
        self, trusting: httpx2.Client, real: str, part: str, output: str, mark: str
    ) -> None:
        response = trusting.get(f"/extractor/{real}/{part}?output={output}")
        assert mark in response.text
        assert "; distance=" in response.headers["x-near-duplicate"]

    @pytest.mark.parametrize(
        ("part", "mark"),
        [
            ("tei", '<note type="near-duplicate">'),
            ("page", "This was extracted from another document, whose text differs in "),
            ("similar?output=json", '"reused": true'),
        ],
    )
    def test_what_is_made_of_the_data_says_so(
        self, trusting: httpx2.Client, real: str, part: str, mark: str
    ) -> None:
        assert mark in trusting.get(f"/extractor/{real}/{part}").text

    def test_the_zip_file_says_so_in_each_format(self, trusting: httpx2.Client, real: str) -> None:
        content = trusting.get(f"/extractor/{real}/zip").content
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            texts = {name: archive.read(name).decode() for name in archive.namelist()}
        assert texts["tei.xml"].count('<note type="near-duplicate">') == 1
        assert json.loads(texts["near_duplicates.json"]).keys() == {"header", "citations"}
        for kind in ("header", "citations"):
            assert "wildwood = {near duplicate " in texts[f"{kind}.bib"]
            assert "N1  - near duplicate " in texts[f"{kind}.ris"]

    def test_nothing_is_extracted_or_stored_for_it(
        self, trusting: httpx2.Client, real: str
    ) -> None:
        header(trusting, real)
        metrics = trusting.get("/metrics").text
        assert 'kind="header",source="closest near duplicate"' in metrics
        assert 'wildwood_data_total{kind="header",source="same text"}' not in metrics

    def test_a_client_can_ask_for_less_distance_or_a_fresh_extraction(
        self, trusting: httpx2.Client
    ) -> None:
        document = token(trusting, paper_with(words="Unlike the first."))
        distance = header(trusting, document)["near_duplicate"]["distance"]
        if distance:
            assert "near_duplicate" not in header(trusting, document, f"&k={distance - 1}")
        assert header(trusting, document, "&fresh=1")["title"] == TITLE

    def test_clients_of_grobid_get_the_header_of_the_document_sent(
        self, trusting: httpx2.Client
    ) -> None:
        form = {"input": dust_text().encode()}
        found = trusting.post("/api/processHeaderDocument", files=form).text
        assert "Forged" not in found


class TestTheNameOfANearDuplicate:
    def test_is_no_token(self, empty: httpx2.Client) -> None:
        first = extracted(empty, paper_with(words=""))
        second = token(empty, paper_with(words="unlike"))
        response = empty.get(f"/extractor/{second}/header?output=json")
        name = response.json()["near_duplicate"]["id"]
        assert FULL_NAME.fullmatch(name)
        for part in ("", "/file", "/page", "/text"):
            assert empty.get(f"/extractor/{name}{part}").status_code == 404
        assert empty.delete(f"/extractor/{name}").status_code == 404
        assert first not in response.text + str(response.headers)

    def test_is_on_no_page_a_link_to_the_document(self, empty: httpx2.Client) -> None:
        first = extracted(empty, paper_with(words=""))
        second = token(empty, paper_with(words="unlike"))
        assert first not in empty.get(f"/extractor/{second}/page").text


class TestADeletedDocument:
    def test_leaves_nothing_that_was_extracted(
        self, empty: httpx2.Client, shared_database: Database[dict[str, Any]]
    ) -> None:
        document = extracted(empty, dust_text().encode())
        empty.delete(f"/extractor/{document}")
        body = dust_text()[dust_text().index("Statement of Need") :]
        stranger = token(empty, body.encode(), filter="0")
        assert header(empty, stranger, "&k=3").get("title") != TITLE
        assert shared_database["extractions"].count_documents({}) == 1

    @pytest.mark.parametrize("part", ["", "/header", "/file"])
    def test_leaves_all_of_other_documents(
        self, empty: httpx2.Client, shared_database: Database[dict[str, Any]],
        shared_place: Place, part: str,
    ) -> None:  # fmt: skip
        def stored() -> dict[str, list[Any]]:
            of_uses = {"used": 0}  # which are written from time to time
            return {
                name: list(shared_database[name].find({}, of_uses).sort("_id"))
                for name in ("resources", "extractions")
            }

        def files() -> list[Path]:
            return sorted(shared_place.files.rglob("*"))

        extracted(empty, paper_with(words=""))
        extracted(empty, ROKEM.read_bytes())
        before = stored(), files()
        document = extracted(empty, paper_with(words="unlike"))
        assert stored() != before[0]
        assert empty.delete(f"/extractor/{document}{part}").status_code == 200
        assert (stored(), files()) == before

    def test_leaves_what_another_document_with_the_same_text_needs(
        self, empty: httpx2.Client, shared_database: Database[dict[str, Any]]
    ) -> None:
        first, _ = (extracted(empty, DUST.read_bytes()) for _ in range(2))
        empty.delete(f"/extractor/{first}")
        assert shared_database["extractions"].count_documents({}) == 1
