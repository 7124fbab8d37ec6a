"""The excerpts of a text that cite an entry."""

import pytest

from wildwood.extraction.callouts import CitedList, add_excerpts
from wildwood.extraction.data import Citation

GRAFF = Citation("", ("Graff, M.", "Sand, O."), year="2001")
LOPEZ = Citation("", ("García López, A.",), year="2002")


@pytest.mark.parametrize(
    ("labels", "text"),
    [
        (["1", "2"], "Dunes move [1]. Wind [2] carries sand [1, 2]."),
        (["1", "2"], "Dunes move (1). Wind (2) carries sand (1, 2)."),
        (["GS01", "Gar02"], "Dunes move [GS01]. Wind [Gar02] carries sand [GS01, Gar02]."),
        (
            ["", ""],
            (
                "Graff and Sand (2001) say it. Wind (García López 2002) carries sand (Graff & "
                "Sand, 2001; García López, 2002)."
            ),
        ),
    ],
)
def test_are_those_of_the_form_in_which_a_document_cites(labels: list[str], text: str) -> None:
    first, second = add_excerpts([CitedList([GRAFF, LOPEZ], labels, text)])
    assert [len(first.contexts), len(second.contexts)] == [2, 2]
    assert set(first.contexts + second.contexts) == {text}


def test_are_five_at_most_of_whole_words() -> None:
    text = " ".join(f"Number {number} of the dunes is grey and slow [1]." for number in range(9))
    (cited,) = add_excerpts([CitedList([GRAFF], ["1"], text)])
    assert len(cited.contexts) == 5
    words = set(text.split())
    assert all(words.issuperset(context.split()) for context in cited.contexts)
