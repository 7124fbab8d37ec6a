"""Fields are added to a record in XML where its other fields are."""

from operator import itemgetter

import pytest

from wildwood.biblio.entry import Entry
from wildwood.lists.xml import xml_additions

PLACES = {"date": "dates/year", "pmid": "pmid"}
MORE = Entry("", (), (), date="2010", pmid="7")


@pytest.mark.parametrize(
    ("record", "fills", "added"),
    [
        (
            "<record><dates></dates></record>",
            True,
            "<record><dates><year>2010</year></dates><pmid>7</pmid></record>",
        ),
        (
            "<record><dates></dates></record>",
            False,
            "<record><dates></dates><dates><year>2010</year></dates><pmid>7</pmid></record>",
        ),
        (
            "<record><dates/></record>",
            True,
            "<record><dates/><dates><year>2010</year></dates><pmid>7</pmid></record>",
        ),
        (
            "<a:record><a:dates></a:dates></a:record>",
            True,
            "<a:record><a:dates><a:year>2010</a:year></a:dates><a:pmid>7</a:pmid></a:record>",
        ),
        ("<record/>", True, "<record/>"),
    ],
    ids=["into the parent", "beside it", "no parent", "prefix", "no end tag"],
)
def test_an_element_is_added(record: str, *, fills: bool, added: str) -> None:
    found = xml_additions(PLACES, record, MORE, fills=fills)
    for place, element in sorted(found, reverse=True):
        record = record[:place] + element + record[place:]
    assert record == added


@pytest.mark.parametrize(
    ("record", "added"),
    [
        (
            "<record><notes><style>Read</style></notes><pdfs></pdfs></record>",
            (
                "<record><notes><style>Read</style>; a; b &amp; c</notes>"
                "<pdfs><url>1.pdf</url><url>2.pdf</url></pdfs></record>"
            ),
        ),
        (
            "<record></record>",
            (
                "<record><notes>a; b &amp; c</notes>"
                "<pdfs><url>1.pdf</url><url>2.pdf</url></pdfs></record>"
            ),
        ),
    ],
    ids=["into what is there", "beside it"],
)
def test_notes_are_one_text_and_files_are_several(record: str, added: str) -> None:
    gain = Entry("", (), (), notes=("a", "b & c"), extra=(("L1", "1.pdf"), ("L1", "2.pdf")))
    places = {"note": "notes", "L1": "pdfs/url"}
    found = xml_additions(places, record, gain, fills=True)
    found.sort(key=itemgetter(0))
    for place, element in reversed(found):
        record = record[:place] + element + record[place:]
    assert record == added
