"""The service's OpenAPI document: what it describes, and clients that others make of it."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings, strategies

from tests.support.extraction_server import AUTHORS, DUST, TITLE, token

NAME = "generated_wildwood_client"


@pytest.fixture(scope="module")
def generated(
    client: httpx2.Client, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ModuleType]:
    """Generate a client and import it."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "openapi.json").write_bytes(client.get("/openapi.json").content)
    (folder / "config.yaml").write_text("post_hooks: []\n")
    done = subprocess.run(
        [Path(sys.executable).parent / "openapi-python-client", "generate", "--meta", "none",
         "--path", folder / "openapi.json", "--output-path", folder / NAME,
         "--config", folder / "config.yaml"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield importlib.import_module(NAME)


@pytest.fixture
def call(client: httpx2.Client, generated: ModuleType) -> Iterator[Any]:
    """Return a function that calls an operation of the generated client."""
    opened = generated.Client(
        base_url=str(client.base_url).rstrip("/"), headers={"Accept": "application/json"}
    )

    def run(operation: str, **arguments: Any) -> Any:
        module = importlib.import_module(f"{NAME}.api.documents.{operation}")
        return module.sync(client=opened, **arguments)

    with opened:
        yield run


def test_a_generated_client_has_typed_headers_and_citations(
    call: Any, client: httpx2.Client
) -> None:
    document = token(client, DUST.read_bytes())
    header = call("header", token=document)
    assert type(header).__name__ == "HeaderData"
    assert header.title == TITLE
    assert tuple(author.name for author in header.authors) == AUTHORS
    (first, *_) = call("citations", token=document).citations
    assert type(first).__name__ == "Citation"
    assert first.year == "2022"


def test_a_generated_client_has_typed_links_and_problems(call: Any, client: httpx2.Client) -> None:
    document = token(client, DUST.read_bytes())
    assert call("links_of", token=document).header.endswith(f"/{document}/header")
    assert call("links_of", token="0" * 32).status == 404


def test_every_operation_is_in_a_group_with_a_sentence(client: httpx2.Client) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    operations = [one for methods in paths.values() for one in methods.values()]
    assert {tag for one in operations for tag in one["tags"]} == {
        "Documents", "GROBID", "Monitoring", "Papers",
    }  # fmt: skip
    assert [one["operationId"] for one in operations if not one["summary"].endswith(".")] == []


def test_every_schema_is_described(client: httpx2.Client) -> None:
    document = client.get("/openapi.json").json()
    assert {"Author", "Citation", "HeaderData", "Problem"} <= set(document["components"]["schemas"])
    assert '"type": "object"}' not in json.dumps(document["paths"])


def test_every_operation_can_have_a_problem(client: httpx2.Client) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    for operation in (one for methods in paths.values() for one in methods.values()):
        content = operation["responses"]["default"]["content"]
        assert set(content) == {"application/problem+json", "application/problem+xml"}
        assert not any(status.startswith(("4", "5")) for status in operation["responses"])


def test_a_generated_client_deletes_a_document_by_any_part(
    call: Any, client: httpx2.Client
) -> None:
    schema = client.get("/openapi.json").json()
    (_, part) = schema["paths"]["/extractor/{token}/{part}"]["delete"]["parameters"][:2]
    assert {"header", "citations", "file", "tei"} < set(part["schema"]["enum"])
    for one in part["schema"]["enum"]:
        document = token(client, b"A text.", filter="0")
        enum = importlib.import_module(f"{NAME}.models").RemoveByPartPart
        assert call("remove_by_part", token=document, part=enum(one)).token == document
        assert call("links_of", token=document).status == 404


@pytest.mark.parametrize("examples", [20, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.program("gs")
@pytest.mark.filterwarnings("ignore:Do not use the `random` module")  # a thread of the server does
def test_the_service_conforms_to_it(client: httpx2.Client, examples: int) -> None:
    # It takes seconds to import, so it is not imported by processes that do not run this test.
    schemathesis = importlib.import_module("schemathesis")
    schema = schemathesis.openapi.from_url(f"{client.base_url}/openapi.json")
    operations = [one.ok() for one in schema.get_all_operations() if hasattr(one, "ok")]
    assert len(operations) == 46
    # Without stored papers, /check has no answer: status 503.
    operations = [operation for operation in operations if operation.path != "/check"]

    @given(strategies.one_of([operation.as_strategy() for operation in operations]))
    @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    def check(case: Any) -> None:
        # A schema cannot express which bytes are a scholarly PDF.
        case.call_and_validate(excluded_checks=[schemathesis.checks.positive_data_acceptance])

    check()


@pytest.mark.parametrize(
    "operation",
    ["processHeaderDocument", "processReferences", "processFulltextDocument",
     "processFulltextAssetDocument", "processHeaderFundingDocument", "referenceAnnotations"],
)  # fmt: skip
def test_what_is_extracted_has_the_described_form(client: httpx2.Client, operation: str) -> None:
    schemathesis = importlib.import_module("schemathesis")
    schema = schemathesis.openapi.from_url(f"{client.base_url}/openapi.json")
    sent = {"body": {"input": DUST.read_bytes()}, "media_type": "multipart/form-data"}
    response = schema[f"/api/{operation}"]["POST"].Case(**sent).call_and_validate()
    assert response.status_code == 200
