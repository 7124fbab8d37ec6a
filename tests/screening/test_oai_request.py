"""What is asked of an OAI-PMH server whose address has arguments."""

import pytest

from wildwood.kernel.errors import InputError
from wildwood.screening.oai_client import oai_request

ADDRESS = "http://archive.example/oai"


def test_arguments_are_sent_with_the_first_request() -> None:
    request = oai_request(f"{ADDRESS}?set=a&from=2020-01-01")
    assert request.endpoint == ADDRESS
    assert request.list_query("ListRecords", None) == {
        "verb": "ListRecords", "metadataPrefix": "oai_dc", "set": "a", "from": "2020-01-01",
    }  # fmt: skip
    assert request.list_query("ListRecords", "t1") == {
        "verb": "ListRecords",
        "resumptionToken": "t1",
    }


def test_arguments_that_are_the_servers_own_are_sent_with_every_request() -> None:
    request = oai_request(f"{ADDRESS}?page=oai&verb=ListRecords")
    queries = (
        request.list_query("ListRecords", None),
        request.list_query("ListRecords", "t1"),
        request.query("Identify"),
    )
    assert [query["page"] for query in queries] == ["oai"] * 3


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("verb=Identify", "asks for Identify; only ListRecords can be harvested"),
        ("resumptionToken=x", "contains a resumption token"),
    ],
)
def test_arguments_that_cannot_be_used_are_refused(query: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        oai_request(f"{ADDRESS}?{query}")


@pytest.mark.parametrize(
    "address",
    ["archive.example/oai", "http:///oai", "http://a:99999/oai", "http://a:b/oai", "http://[a/oai"],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(InputError, match="is not an address"):
        oai_request(address)
