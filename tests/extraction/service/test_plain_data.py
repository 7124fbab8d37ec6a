"""Plain data and the objects that it stands for."""

from dataclasses import asdict
from typing import Any

import pytest

from wildwood.extraction.data import Author, Citation, Header, Kind
from wildwood.extraction.service.kinds import pack, typed, unpack

HEADER = Header(
    "Sand", (Author("Anna Smith", "Anna", "Smith", ("Oslo",)),), confidence={"title": 0.9}
)
CITATIONS = (Citation("[1] A. Smith. Sand.", ("Smith, A.",), "Sand", contexts=("as in [1]",)),)


def test_data_that_was_stored_is_what_was_extracted() -> None:
    assert typed(Kind.HEADER, unpack(pack(asdict(HEADER)))) == HEADER
    assert typed(Kind.CITATIONS, unpack(pack([asdict(one) for one in CITATIONS]))) == CITATIONS


def test_keys_that_are_missing_or_unknown_do_no_harm() -> None:
    assert typed(Kind.HEADER, {"title": "Sand", "colour": "red"}) == Header("Sand")


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (Kind.HEADER, []),
        (Kind.HEADER, {"authors": [{"name": {"$ne": ""}}]}),
        (Kind.HEADER, {"confidence": {"title": "sure"}}),
        (Kind.CITATIONS, {}),
        (Kind.CITATIONS, [{"title": "Sand"}]),
        (Kind.CAPTIONS, [None]),
        (Kind.ACKNOWLEDGEMENTS, "Thanks"),
        (Kind.TEXT, ["a text"]),
    ],
)
def test_data_of_another_form_is_refused(kind: Kind, data: Any) -> None:
    """As of a process that was taken over."""
    with pytest.raises(ValueError, match="validation error"):
        typed(kind, data)
