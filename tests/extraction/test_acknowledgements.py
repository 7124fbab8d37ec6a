"""Acknowledgements and their funders."""

import pytest

from wildwood.extraction import floats
from wildwood.extraction.data import Acknowledgements, Funder
from wildwood.extraction.documents import read_text_lines

BODY = "The model is better than the others.\n" * 20


def extract(text: str) -> Acknowledgements:
    return floats.extract_acknowledgements(read_text_lines(f"{BODY}{text}".encode()))


@pytest.mark.parametrize(
    "heading",
    [
        "Acknowledgements", "ACKNOWLEDGMENT", "7. Acknowledgments", "Remerciements",
        "Podziękowania", "Köszönetnyilvánítás", "謝辞",
    ],
)  # fmt: skip
def test_they_are_below_their_heading_and_before_the_next(heading: str) -> None:
    found = extract(f"{heading}\nWe thank Mary Brown.\nReferences\n[1] A. Smith. One. 2001.\n")
    assert found.text == "We thank Mary Brown."


def test_they_can_begin_on_the_line_of_their_heading() -> None:
    found = extract("Acknowledgements. We thank Mary Brown.\nConflicts of interest: none.\n")
    assert found.text == "We thank Mary Brown."


def test_a_document_without_them_has_none() -> None:
    assert extract("The acknowledgements of others are long.\n") == Acknowledgements()


def test_funders_have_their_awards() -> None:
    found = extract(
        "Funding\nThis work was supported by the National Science Foundation (NSF) under grants "
        "DMS-0407732 and DMS-0707306, and by the Deutsche Forschungsgemeinschaft (RE 4567/2-1).\n"
    )
    assert found.funders == (
        Funder("National Science Foundation", ("DMS-0407732", "DMS-0707306")),
        Funder("Deutsche Forschungsgemeinschaft", ("RE 4567/2-1",)),
    )


def test_who_gives_no_money_is_no_funder() -> None:
    found = extract("Acknowledgements\nWe thank the University of Oslo for its library.\n")
    assert found.funders == ()
