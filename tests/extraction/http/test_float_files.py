"""Tables and figures of a document, from its upload to the files that a person gets."""

import io
import zipfile

import httpx2
import pytest
from lxml import etree

from tests.support import made_floats
from tests.support.extraction_server import token


@pytest.fixture
def paper(client: httpx2.Client) -> str:
    return f"/extractor/{token(client, made_floats.paper(), filter='0')}"


class TestATable:
    def test_is_returned_with_its_cells(self, client: httpx2.Client, paper: str) -> None:
        (table,) = client.get(f"{paper}/tables?output=json").json()["tables"]
        assert (table["label"], table["caption"]) == ("1", "Wells by city.")
        texts = {(cell["row"], cell["column"]): cell["text"] for cell in table["cells"]}
        rows = enumerate(made_floats.ROWS)
        assert texts == {(n, m): text for n, row in rows for m, text in enumerate(row)}

    def test_is_returned_as_xml(self, client: httpx2.Client, paper: str) -> None:
        root = etree.fromstring(client.get(f"{paper}/tables").content)
        assert root.findtext("tables/table/cells/cell/text") == "City"

    def test_is_returned_as_csv(self, client: httpx2.Client, paper: str) -> None:
        response = client.get(f"{paper}/tables/1.csv")
        assert response.text == made_floats.ROWS_CSV
        assert response.headers["content-type"].startswith("text/csv")
        assert "document.tables.1.csv" in response.headers["content-disposition"]

    def test_has_rows_in_tei(self, client: httpx2.Client, paper: str) -> None:
        root = etree.fromstring(client.get(f"{paper}/tei").content)
        rows = [[cell.text for cell in row] for row in root.iter("{*}row")]
        assert rows == [list(row) for row in made_floats.ROWS]


class TestAFigure:
    def test_is_returned_with_its_place(self, client: httpx2.Client, paper: str) -> None:
        (figure,) = client.get(f"{paper}/figures?output=json").json()["figures"]
        assert (figure["label"], figure["page"]) == ("1", 1)
        assert figure["box"] == pytest.approx(
            {"left": 99, "bottom": 485, "right": 301, "top": 591}, abs=3
        )

    def test_is_returned_as_a_picture(self, client: httpx2.Client, paper: str) -> None:
        response = client.get(f"{paper}/figures/1.png")
        assert response.headers["content-type"] == "image/png"
        assert response.content.startswith(b"\x89PNG")

    def test_has_its_own_place_in_tei(self, client: httpx2.Client) -> None:
        response = client.post(
            "/api/processFulltextDocument",
            files={"input": ("paper.pdf", made_floats.paper())},
            data={"teiCoordinates": "figure"},
        )
        figures = etree.fromstring(response.content).iter("{*}figure")
        (place,) = (one.get("coords") for one in figures if one.get("type") == "figure")
        page, left, top, width, height = map(float, str(place).split(","))
        assert (page, left, top) == pytest.approx((1, 99, 792 - 591), abs=3)
        assert (width, height) == pytest.approx((202, 106), abs=3)


def test_all_are_in_the_zip_file(client: httpx2.Client, paper: str) -> None:
    content = client.get(f"{paper}/zip").content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert {"tables/1.csv", "figures/1.png", "tables.json"} <= set(archive.namelist())


@pytest.mark.parametrize("part", ["tables/2.csv", "figures/9.png"])
def test_another_label_does_not_exist(client: httpx2.Client, paper: str, part: str) -> None:
    assert client.get(f"{paper}/{part}").status_code == 404


def test_a_text_has_none(client: httpx2.Client) -> None:
    document = token(client, b"A text about Table 1.\n\nTable 1: Wells\n\nEnd.", filter="0")
    (table,) = client.get(f"/extractor/{document}/tables?output=json").json()["tables"]
    assert (table["caption"], table["box"], table["cells"]) == ("Wells", None, [])
