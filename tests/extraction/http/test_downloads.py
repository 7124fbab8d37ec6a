"""Files of the service, and their names."""

import io
import json
import re
import zipfile
from urllib.parse import unquote

import httpx2
import pytest

from tests.support.extraction_server import DUST, TITLE, token


class TestADownload:
    @pytest.mark.parametrize(
        ("part", "name"),
        [
            ("file", "Früher & später.pdf"),
            ("header?output=bibtex", "Früher _ später.header.bib"),
            ("citations?output=ris", "Früher _ später.citations.ris"),
            ("citations?output=tei", "Früher _ später.citations.tei.xml"),
            ("captions?output=json", "Früher _ später.captions.json"),
            ("text", "Früher _ später.text.txt"),
            ("tei", "Früher _ später.tei.xml"),
            ("zip", "Früher _ später.zip"),
        ],
    )
    def test_is_named_after_the_document(
        self, client: httpx2.Client, document: str, part: str, name: str
    ) -> None:
        said = client.get(f"/extractor/{document}/{part}").headers["content-disposition"]
        assert said.startswith("inline;")
        assert unquote(re.findall(r"filename\*=[uU][tT][fF]-8''(\S+)", said)[0]) == name

    @pytest.mark.parametrize("folder", ["../../etc/", "C:\\papers\\", "a" * 300])
    def test_has_the_end_of_a_name_without_its_folder(
        self, client: httpx2.Client, folder: str
    ) -> None:
        form = {"myfile": (f"{folder}paper.pdf", DUST.read_bytes())}
        address = client.post("/extractor", files=form).headers["location"]
        for part, end in (("file", "paper.pdf"), ("text", "paper.text.txt")):
            said = unquote(client.get(f"{address}/{part}").headers["content-disposition"])
            assert said.rstrip('"').endswith(end)
            assert not {"/", "\\"} & set(said)
            assert len(said) < 500

    def test_of_a_document_without_a_name_has_one(self, client: httpx2.Client) -> None:
        document = token(client, DUST.read_bytes())
        said = client.get(f"/extractor/{document}/header").headers["content-disposition"]
        assert 'filename="document.header.xml"' in said

    def test_of_everything_is_a_zip_file(self, client: httpx2.Client, document: str) -> None:
        response = client.get(f"/extractor/{document}/zip")
        assert response.headers["content-type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
            assert {"header.json", "header.bib", "citations.ris", "tei.xml"} <= set(
                archive.namelist()
            )
            assert json.loads(archive.read("header.json"))["title"] == TITLE
            assert len(json.loads(archive.read("citations.json"))) == 6
