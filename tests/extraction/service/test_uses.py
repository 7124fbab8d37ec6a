"""Uses of extractions that are written together."""

from wildwood.extraction.service.uses import Uses

HEADER, CITATIONS = (1, "header"), (1, "citations")


def test_each_extraction_is_taken_once() -> None:
    uses = Uses()
    for key in (HEADER, CITATIONS, HEADER):
        uses.add(key)
    assert set(uses.taken()) == {HEADER, CITATIONS}
    assert uses.taken() == []


def test_they_are_to_be_taken_when_there_are_many() -> None:
    uses = Uses()
    assert [uses.add((number, "header")) for number in range(500)] == [False] * 499 + [True]
    uses.taken()
    assert not uses.add(HEADER)
