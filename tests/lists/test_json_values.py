"""Titles in JSON have many forms; what is none is told."""

import io
import json

import pytest

from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list

from tests.support.read_text import handles_and_messages


@pytest.mark.parametrize(
    ("title", "texts"),
    [
        ({"value": "Trade", "language": "en"}, [("Trade", "en")]),
        ({"@value": "Trade", "@language": "en"}, [("Trade", "en")]),
        ({"rendered": "Trade"}, [("Trade", "")]),
        ({"en": "Trade", "pt-BR": ["Comércio"]}, [("Trade", "en"), ("Comércio", "pt-BR")]),
        ({"lang": "de", "title": {"text": "Handel"}}, [("Handel", "de")]),
    ],
)
@pytest.mark.parametrize("form", ["lines", "array", "CSL"])
def test_a_title_in_json_can_be_an_object(
    title: object, texts: list[tuple[str, str]], form: str
) -> None:
    record = {"id": 1, "title": title, "author": [{"family": "Keen"}] if form == "CSL" else "Keen"}
    text = json.dumps(record if form == "lines" else [record])
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert list(entry.titles) == texts


@pytest.mark.parametrize(
    "title", [{"sort": "Trade"}, [{"weight": 3}], {"value": {"x": 1}}, None, []]
)
@pytest.mark.parametrize("form", ["lines", "array", "CSL"])
def test_a_title_in_json_of_another_form_is_told(title: object, form: str) -> None:
    record = {"id": "a", "title": title, "author": [{"family": "K"}] if form == "CSL" else "K"}
    text = json.dumps(record if form == "lines" else [record])
    read = read_list(io.BytesIO(text.encode()), needs=ANY_RECORD)
    if title:
        assert not read.entries
        (message,) = read.messages
        assert message.endswith(
            "line 1: a has a title that is neither a text nor an object with one; it is left out."
        )
    else:
        assert (len(read.entries), read.messages) == (1, [])


@pytest.mark.parametrize(
    ("text", "handles", "messages"),
    [
        ('[{"id": 1, "title": "T", "author": [{"literal": "A B"}]}, {"id"', ["1"],
         ["line 1: the record is not JSON, so nothing from there on is read"]),
        ("[7]", [], ["line 1: the record is not an object"]),
        ('{"message": {"items": [{"DOI": "10.1/1", "title": ["T"], "author": [{"name": "B"}]}]}}',
         ["10.1/1"], []),
    ],
)  # fmt: skip
def test_broken_json_is_told(text: str, handles: list[str], messages: list[str]) -> None:
    assert handles_and_messages(text) == (handles, messages)


@pytest.mark.parametrize("form", ["lines", "array"])
@pytest.mark.parametrize(
    ("item", "id_"),
    [
        (
            {
                "handle": "10986/1",
                "metadata": {
                    "dc.title": [{"value": "Trade", "language": None}],
                    "dc.contributor.author": [{"value": "Keen, Michael"}, {"value": "World Bank"}],
                    "dc.date.issued": [{"value": "2010-05"}],
                },
            },
            "10986/1",
        ),
    ],
    ids=["DSpace"],
)
def test_an_item_of_a_repository_is_a_paper(item: object, id_: str, form: str) -> None:
    text = json.dumps(item if form == "lines" else [item], indent=None if form == "lines" else 1)
    read = read_list(io.BytesIO(text.encode()))
    (entry,) = read.entries
    assert entry.record == (id_, ("Michael Keen", "World Bank"), ("Trade",))
    assert entry.date == "2010-05"
