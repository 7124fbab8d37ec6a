"""GROBID's operations on single strings."""

import httpx2
import pytest
from lxml import etree

from tests.support.extraction_server import problem

REFERENCE = "Graff, M. (2002). Sand in the wind. Journal of Dunes, 6(1), 103-113."
JSON = {"Accept": "application/json"}
NAMESPACE = {"t": "http://www.tei-c.org/ns/1.0"}


def fragments(content: bytes) -> list[etree._Element]:
    return list(etree.fromstring(b"<all>" + content + b"</all>"))


def texts(root: etree._Element, *names: str) -> list[tuple[str, str | None]]:
    return [
        (etree.QName(one).localname, one.text) for one in root.iter(*(f"{{*}}{n}" for n in names))
    ]


def test_a_reference_is_parsed(client: httpx2.Client) -> None:
    response = client.post("/api/processCitation", data={"citations": REFERENCE})
    assert response.headers["content-type"].startswith("application/xml")
    (struct,) = fragments(response.content)
    assert etree.QName(struct).localname == "biblStruct"
    assert not struct.attrib
    assert texts(struct, "surname", "date") == [("surname", "Graff"), ("date", "2002")]
    assert struct.find(".//t:note", NAMESPACE) is None


def test_a_reference_can_be_bibtex(client: httpx2.Client) -> None:
    response = client.put(
        "/api/processCitation", data={"citations": REFERENCE},
        headers={"Accept": "application/x-bibtex"},
    )  # fmt: skip
    assert response.headers["content-type"].startswith("application/x-bibtex")
    assert "Sand in the wind" in response.text


def test_funders_are_found_in_acknowledgements(client: httpx2.Client) -> None:
    thanks = "We thank Ana. This work was funded by the Sand Foundation under grant 42-17."
    response = client.post("/api/processFundingAcknowledgement", data={"text": thanks})
    assert response.headers["content-type"].startswith("text/plain")
    (funding,) = fragments(response.content)
    assert texts(funding, "orgName", "idno") == [("orgName", "Sand Foundation"), ("idno", "42-17")]
    none = client.post("/api/processFundingAcknowledgement", data={"text": "We thank Ana."})
    assert none.status_code == 204


def test_references_are_parsed_in_their_order(client: httpx2.Client) -> None:
    # More than one job can have.
    sent = [
        f"Graff, M. ({1900 + n}). Sand in the wind. Journal of Dunes, 6." for n in range(100)
    ] * 3
    response = client.post(
        "/api/processCitationList", data={"citations": sent, "includeRawCitations": "1"}
    )
    structs = etree.fromstring(response.content).findall(".//t:listBibl/t:biblStruct", NAMESPACE)
    assert [one.findtext(".//t:note", namespaces=NAMESPACE) for one in structs] == sent


@pytest.mark.parametrize("sent", [["", REFERENCE, " \t"], [REFERENCE, "", REFERENCE], [""]])
def test_each_reference_has_its_answer_even_if_it_is_empty(
    client: httpx2.Client, sent: list[str]
) -> None:
    response = client.post("/api/processCitationList", data={"citations": sent})
    structs = etree.fromstring(response.content).findall(".//t:listBibl/t:biblStruct", NAMESPACE)
    surnames = [one.findtext(".//t:surname", "", NAMESPACE) for one in structs]
    assert surnames == ["Graff" if text == REFERENCE else "" for text in sent]
    bibtex = client.post(
        "/api/processCitationList", data={"citations": sent},
        headers={"Accept": "application/x-bibtex"},
    )  # fmt: skip
    assert bibtex.text.count("\n@") + bibtex.text.startswith("@") == len(sent)


@pytest.mark.parametrize("sent", [{}, {"citations": []}, {"consolidateCitations": "0"}])
def test_an_empty_list_has_no_content(client: httpx2.Client, sent: dict[str, str]) -> None:
    response = client.post("/api/processCitationList", data=sent)
    assert (response.status_code, response.content) == (204, b"")


def test_a_parameter_without_effect_is_named(client: httpx2.Client) -> None:
    form = {"citations": REFERENCE, "includeRawCitations": "1", "consolidateCitations": "1"}
    response = client.post("/api/processCitation", data=form)
    assert response.headers["warning"] == '299 - "Without effect: consolidateCitations"'


@pytest.mark.parametrize("accepted", ["application/xml", "application/x-bibtex"])
def test_of_several_strings_the_first_is_parsed(client: httpx2.Client, accepted: str) -> None:
    sent = [REFERENCE, REFERENCE.replace("Graff", "Stone")]
    response = client.post(
        "/api/processCitation", data={"citations": sent}, headers={"Accept": accepted}
    )
    assert "Graff" in response.text
    assert "Stone" not in response.text


@pytest.mark.parametrize("sent", ["", " ", ["", "2001"]])
def test_an_empty_string_is_a_missing_field(client: httpx2.Client, sent: str | list[str]) -> None:
    response = client.post("/api/processDate", data={"date": sent}, headers=JSON)
    assert problem(response, 400) == "The form has no field `date`."


def test_a_date_is_as_in_iso_8601(client: httpx2.Client) -> None:
    response = client.post("/api/processDate", data={"date": "September 16th, 2001"})
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert fragments(response.content)[0].get("when") == "2001-09-16"


@pytest.mark.parametrize(
    ("operation", "names", "parts"),
    [
        ("processHeaderNames", "John Doe and Jane Smith", [
            ("forename", "John"), ("surname", "Doe"), ("forename", "Jane"), ("surname", "Smith"),
        ]),
        ("processHeaderNames", "Bo ’t Hart1,2, Ph.D., and Ann Lee* (Oslo), Oslo University", [
            ("forename", "Bo"), ("surname", "’t Hart"), ("forename", "Ann"), ("surname", "Lee"),
        ]),
        ("processCitationNames", "Doe, J. and B. M. Jackson", [
            ("forename", "J."), ("surname", "Doe"),
            ("forename", "B."), ("forename", "M."), ("surname", "Jackson"),
        ]),
    ],
)  # fmt: skip
def test_names_are_divided(
    client: httpx2.Client, operation: str, names: str, parts: list[tuple[str, str]]
) -> None:
    response = client.post(f"/api/{operation}", data={"names": names})
    people = fragments(response.content)
    assert [part for one in people for part in texts(one, "forename", "surname")] == parts


def test_an_affiliation_is_divided(client: httpx2.Client) -> None:
    response = client.post(
        "/api/processAffiliations", data={"affiliations": "Stanford University, California, USA"}
    )
    (affiliation,) = fragments(response.content)
    assert texts(affiliation, "orgName", "settlement", "country") == [
        ("orgName", "Stanford University"), ("settlement", "California"), ("country", "USA"),
    ]  # fmt: skip


def test_nothing_found_is_no_content(client: httpx2.Client) -> None:
    response = client.post("/api/processDate", data={"date": "yesterday"})
    assert (response.status_code, response.content) == (204, b"")


def test_a_missing_field_is_named(client: httpx2.Client) -> None:
    response = client.post("/api/processDate", data={"names": "John Doe"}, headers=JSON)
    assert problem(response, 400) == "The form has no field `date`."


def test_a_document_is_no_form(client: httpx2.Client) -> None:
    response = client.post("/api/processDate", content=b"%PDF-1.4", headers=JSON)
    assert problem(response, 400).startswith("Send a form")


@pytest.mark.parametrize("form", ["names=María".encode("latin-1"), b"names=Mar%EDa"])
def test_a_form_in_another_encoding_is_refused(client: httpx2.Client, form: bytes) -> None:
    """No name gets replacement characters."""
    sent = {"Content-Type": "application/x-www-form-urlencoded; charset=ISO-8859-1", **JSON}
    response = client.post("/api/processHeaderNames", content=form, headers=sent)
    assert problem(response, 400) == "Send the form in UTF-8."


@pytest.mark.parametrize(
    ("operation", "field"),
    [
        ("processCitation", "citations"), ("processCitationList", "citations"),
        ("processHeaderNames", "names"), ("processCitationNames", "names"),
        ("processAffiliations", "affiliations"),
    ],
)  # fmt: skip
def test_the_longest_string_can_have_any_characters(
    client: httpx2.Client, operation: str, field: str
) -> None:
    longest = "\N{GRINNING FACE}" * 20_000  # four bytes each
    response = client.post(f"/api/{operation}", data={field: longest})
    assert response.status_code in {200, 204}


def test_long_strings_and_forms_are_refused(client: httpx2.Client) -> None:
    response = client.post("/api/processCitation", data={"citations": "a" * 20_001}, headers=JSON)
    assert problem(response, 413) == "A string can have at most 20000 characters."
    response = client.post(
        "/api/processCitation", data={"citations": ["a" * 9_000] * 200}, headers=JSON
    )
    assert problem(response, 413) == "A form can have at most 1 MB."
