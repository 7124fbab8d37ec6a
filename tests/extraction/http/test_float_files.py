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


@pytest.mark.parametrize("accepted", ["application/zip", "*/*", "application/xml"])
def test_a_client_of_grobid_gets_tei_that_names_the_pictures_beside_it(
    client: httpx2.Client, accepted: str
) -> None:
    response = client.post(
        "/api/processFulltextAssetDocument",
        files={"input": ("paper.pdf", made_floats.paper())}, headers={"Accept": accepted},
    )  # fmt: skip
    assert response.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(response.content)) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    root = etree.fromstring(contents.pop("tei.xml"))
    figures = {one.findtext("{*}label"): one.find("{*}graphic") for one in root.iter("{*}figure")}
    assert figures["1"] is not None
    assert contents.keys() == {figures["1"].get("url")} == {"figures/1.png"}
    assert contents["figures/1.png"].startswith(b"\x89PNG")


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


def test_a_table_that_goes_on_has_a_file_for_each_page(client: httpx2.Client) -> None:
    paper = f"/extractor/{token(client, made_floats.continued_table(), filter='0')}"
    tables = client.get(f"{paper}/tables?output=json").json()["tables"]
    assert [(one["label"], one["caption"]) for one in tables] == [
        ("3", "Wells by city."), ("3", "(continued)"), ("3", "(continued)"),
    ]  # fmt: skip
    for name in ("3", "3-2", "3-3"):
        assert client.get(f"{paper}/tables/{name}.csv").text == made_floats.ROWS_CSV


class TestALabel:
    """Each form of a label, from the PDF to what names the figure or table with it."""

    @pytest.fixture
    def labelled(self, client: httpx2.Client) -> str:
        return f"/extractor/{token(client, made_floats.labelled_paper(), filter='0')}"

    CALLED = (
        ("Figure 3.1", "Figure 3.1"), ("Table IV", "Table IV"), ("Fig. A5", "Figure A5"),
        ("Figures 2", "Figure 2"), ("3", "Figure 3"),
        ("Figs. 2", "Figure 2"), ("–", "Figure 3"), ("4", "Figure 4"),
    )  # fmt: skip

    def test_is_the_target_of_its_callouts_in_tei(
        self, client: httpx2.Client, labelled: str
    ) -> None:
        root = etree.fromstring(client.get(f"{labelled}/tei").content)
        identifier = "{http://www.w3.org/XML/1998/namespace}id"
        heads = {
            f"#{one.get(identifier)}": one.findtext("{*}head") for one in root.iter("{*}figure")
        }
        body = next(root.iter("{*}body"))
        called = [(one.text, heads[str(one.get("target"))]) for one in body.iter("{*}ref")]
        assert called == list(self.CALLED)

    def test_has_the_places_of_its_callouts(self, client: httpx2.Client, labelled: str) -> None:
        callouts = client.get(f"{labelled}/places").json()["callouts"]
        captions = client.get(f"{labelled}/captions?output=json").json()["captions"]
        heads = [f"{one['type'].capitalize()} {one['label']}" for one in captions]
        called = [heads[int(path.rpartition("/")[2])] for path in callouts]
        assert called == [head for _, head in self.CALLED]

    def test_has_the_excerpts_that_name_it(self, client: httpx2.Client, labelled: str) -> None:
        figures = client.get(f"{labelled}/figures?output=json").json()["figures"]
        (table,) = client.get(f"{labelled}/tables?output=json").json()["tables"]
        counts = {one["label"]: len(one["contexts"]) for one in [*figures, table]}
        assert counts == {"2": 2, "3": 2, "4": 1, "3.1": 1, "A5": 1, "IV": 1}
