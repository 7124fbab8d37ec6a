"""Tables that a person corrects on the page, and what every representation then returns."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from lxml import etree
from pymongo.database import Database

from tests.extraction.http.test_corrections import shown
from tests.extraction.http.test_pages import wait_for_page
from tests.support import made_floats
from tests.support.browser import AXE, PHONE, Browser, Page
from tests.support.extraction_server import Place, problem, token

ROWS = [list(row) for row in made_floats.ROWS]
CORRECTED = [*ROWS[:2], ["Bergen", "90", "10"], ["Voss", "1", ""], ROWS[3]]
CORRECTED_CSV = "City,2001,2002\nOslo,17,18\nBergen,90,10\nVoss,1,\nTromso,4,3\n"
REFERENCE = (
    "Page 1, table 1: Wells by city. City 2001 2002 Oslo 17 18 Bergen 9 10 Tromso 4 3"
)  # fmt: skip


@pytest.fixture
def paper(client: httpx2.Client, shared_database: Database[dict[str, Any]]) -> Iterator[str]:
    """Send a paper with a table, and forget its corrections afterwards."""
    yield token(client, made_floats.paper(), filter="0")
    shared_database["corrections"].delete_many({})


def correct(client: httpx2.Client, paper: str, rows: Any, number: int = 0) -> dict[str, Any]:
    """Correct a table; return it as it then is."""
    response = client.patch(f"/extractor/{paper}/tables/{number}", json={"rows": rows})
    assert response.status_code == 200, response.text
    table: dict[str, Any] = response.json()["tables"][number]
    return table


def tables(client: httpx2.Client, paper: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/extractor/{paper}/tables?output=json").json()[
        "tables"
    ]
    return found


class TestACorrectedTable:
    def test_is_marked_with_what_was_read(self, client: httpx2.Client, paper: str) -> None:
        table = correct(client, paper, CORRECTED)
        assert table["corrected"] == {"rows": ROWS}
        assert [cell["text"] for cell in table["cells"] if cell["row"] == 3] == ["Voss", "1"]
        assert table == tables(client, paper)[0]

    def test_keeps_the_places_of_cells_where_no_row_is_added(
        self, client: httpx2.Client, paper: str
    ) -> None:
        (before,) = tables(client, paper)
        places = [cell["box"] for cell in before["cells"]]
        after = correct(client, paper, [["Town", *ROWS[0][1:]], *ROWS[1:]])["cells"]
        assert [cell["box"] for cell in after] == places
        assert not any(cell["box"] for cell in correct(client, paper, CORRECTED)["cells"])

    def test_is_in_every_representation(self, client: httpx2.Client, paper: str) -> None:
        correct(client, paper, CORRECTED)
        address = f"/extractor/{paper}"
        assert client.get(f"{address}/tables/1.csv").text == CORRECTED_CSV
        xml = etree.fromstring(client.get(f"{address}/tables").content)
        assert xml.findtext(".//corrected/rows/row/cell") == "City"
        for written in (
            client.get(f"{address}/tei").content,
            client.post(
                "/api/processFulltextDocument", files={"input": made_floats.paper()}
            ).content,
        ):
            root = etree.fromstring(written)
            rows = [[cell.text or "" for cell in row] for row in root.iter("{*}row")]
            assert rows == CORRECTED
            assert root.findtext(".//{*}figure/{*}note[@type='corrected']") == "rows"
        with zipfile.ZipFile(io.BytesIO(client.get(f"{address}/zip").content)) as archive:
            assert archive.read("tables/1.csv").decode() == CORRECTED_CSV
            assert json.loads(archive.read("tables.json"))[0]["corrected"] == {"rows": ROWS}

    def test_is_kept_when_the_document_is_sent_again(
        self, client: httpx2.Client, paper: str
    ) -> None:
        correct(client, paper, CORRECTED)
        client.delete(f"/extractor/{paper}")
        again = token(client, made_floats.paper(), filter="0")
        assert client.get(f"/extractor/{again}/tables/1.csv").text == CORRECTED_CSV

    @pytest.mark.parametrize("value", [None, ROWS])
    def test_is_as_it_was_read_once_the_correction_is_withdrawn(
        self, client: httpx2.Client, paper: str, value: list[list[str]] | None
    ) -> None:
        before = tables(client, paper)[0]
        correct(client, paper, CORRECTED)
        assert correct(client, paper, value) == before
        assert client.get(f"/extractor/{paper}/corrections").content == b""

    def test_is_exported(self, client: httpx2.Client, paper: str) -> None:
        correct(client, paper, CORRECTED)
        (line,) = client.get(f"/extractor/{paper}/corrections").text.splitlines()
        exported = json.loads(line)
        assert (exported["field"], exported["reference"]) == ("rows", REFERENCE)
        assert (exported["value"], exported["read"]) == (CORRECTED, ROWS)

    def test_whose_cells_were_not_found_has_a_file(
        self, client: httpx2.Client, shared_database: Database[dict[str, Any]]
    ) -> None:
        paper = token(client, made_floats.labelled_paper(), filter="0")
        (table,) = tables(client, paper)
        assert table["cells"] == []
        correct(client, paper, [["City", "Wells"], ["Oslo", "17"]])
        name = f"/extractor/{paper}/tables/{table['label']}.csv"
        assert client.get(name).text == "City,Wells\nOslo,17\n"
        shared_database["corrections"].delete_many({})

    @pytest.mark.parametrize(
        ("number", "content", "said"),
        [
            (
                0,
                {"cells": []},
                "The fields that can be corrected are label, caption, rows, not 'cells'.",
            ),
            (0, {"rows": ["Oslo"]}, "The field rows is a list of rows, which are lists of texts."),
            (0, {"rows": "Oslo"}, "The field rows is a list of rows, which are lists of texts."),
            (0, {"rows": [["Oslo", 17]]}, "The field rows is a list of rows"),
            (0, {"rows": [[""] * 100_001]}, "A field can have at most 100000 characters."),
            (1, {"rows": []}, "The document has 1 table."),
        ],
    )
    def test_has_to_exist_and_to_have_rows_of_texts(
        self, client: httpx2.Client, paper: str, number: int, content: Any, said: str
    ) -> None:
        response = client.patch(f"/extractor/{paper}/tables/{number}", json=content)
        assert problem(response, 400).startswith(said)


def test_the_command_has_the_corrected_table(place: Place, tmp_path: Path) -> None:
    file = tmp_path / "paper.pdf"
    file.write_bytes(made_floats.paper())
    with place.serving() as client:
        correct(client, token(client, file.read_bytes(), filter="0"), CORRECTED)
    out = tmp_path / "out"
    assert place.run("extract", str(file), "--no-filter", "--into", str(out)).exit_code == 0
    assert (out / "paper.tables" / "1.csv").read_text() == CORRECTED_CSV


def opened(browser: Browser, client: httpx2.Client, paper: str, **options: Any) -> Page:
    """Open the page of a paper with the fields of its table."""
    page = shown(browser, client, paper, **options)
    page.evaluate("document.querySelector('.captions .edit').open = true")
    wait_for_page(lambda: page.evaluate("document.querySelector('.cells input') !== null"))
    return page


def typed(page: Page) -> Any:
    return page.evaluate(
        "[...document.querySelector('.edit .cells table').rows].map(row =>"
        " [...row.cells].map(cell => cell.firstElementChild.value))"
    )


def focus(page: Page, row: int, column: int) -> None:
    page.evaluate(f"document.querySelector('[aria-label=\"Row {row}, column {column}\"]').focus()")


def use(page: Page, tool: str) -> None:
    page.evaluate(f"document.querySelector('[data-tool={tool}]').click()")


class TestThePage:
    def test_takes_a_cell_and_a_row_by_the_keyboard(
        self, client: httpx2.Client, browser: Browser, paper: str
    ) -> None:
        page = opened(browser, client, paper)
        focus(page, 2, 2)
        page.press("ArrowDown")
        page.evaluate("document.activeElement.select()")
        page.call("keyboard.type", "90")
        use(page, "addRow")
        assert page.texts("#status") == ["Row 4 is added."]
        assert page.evaluate("document.activeElement.ariaLabel") == "Row 4, column 2"
        page.call("keyboard.type", "1")
        focus(page, 4, 1)
        page.call("keyboard.type", "Voss")
        page.evaluate("document.querySelector('.captions [type=submit]').focus()")
        page.press("Enter")
        wait_for_page(lambda: page.texts("#status") == ["The correction is stored."])
        assert page.evaluate("document.activeElement.textContent") == "Correct the cells of Table 1"
        assert client.get(f"/extractor/{paper}/tables/1.csv").text == CORRECTED_CSV
        assert page.complaints == []

    def test_undoes_each_change(self, client: httpx2.Client, browser: Browser, paper: str) -> None:
        page = opened(browser, client, paper)
        focus(page, 1, 1)
        page.call("keyboard.type", "A ")
        for tool in ("removeRow", "addColumn", "removeColumn", "addRow"):
            use(page, tool)
        for _ in range(3):
            use(page, "undo")
        assert typed(page) == ROWS[1:]
        page.call("keyboard.down", "Control")
        page.press("z", "z")
        page.call("keyboard.up", "Control")
        assert typed(page) == ROWS
        assert page.evaluate("document.querySelector('[data-tool=undo]').disabled")

    def test_posts_a_table_only_if_it_was_changed(
        self, client: httpx2.Client, browser: Browser, paper: str
    ) -> None:
        page = opened(browser, client, paper)
        focus(page, 2, 2)
        page.call("keyboard.type", "1")
        page.press("Backspace")
        page.evaluate("document.querySelector('.captions [type=submit]').click()")
        wait_for_page(lambda: page.texts("#status") == ["The correction is stored."])
        assert client.get(f"/extractor/{paper}/corrections").content == b""

    def test_shows_what_was_read_and_withdraws_a_correction(
        self, client: httpx2.Client, browser: Browser, paper: str
    ) -> None:
        correct(client, paper, CORRECTED)
        page = opened(browser, client, paper)
        page.evaluate("document.querySelector('.captions details.by').open = true")
        assert page.texts(".captions details.by td")[7] == "9"
        page.click(".captions .withdraw")
        wait_for_page(lambda: page.texts("#status") == ["The correction is stored."])
        assert tables(client, paper)[0]["corrected"] == {}

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_can_be_corrected_on_a_phone_and_with_a_screen_reader(
        self, client: httpx2.Client, browser: Browser, paper: str, scheme: str
    ) -> None:
        correct(client, paper, [[*row, *["one more column"] * 5] for row in CORRECTED])
        page = opened(browser, client, paper, size=(375, PHONE[1]))
        page.call("emulateMediaFeatures", [{"name": "prefers-color-scheme", "value": scheme}])
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run().then(({ violations }) => violations)")
        assert [violation["help"] for violation in found] == []
