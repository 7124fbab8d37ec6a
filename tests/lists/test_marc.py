"""MARCXML as catalogues write it."""

import io

import pytest

from wildwood.biblio.entry import Entry
from wildwood.kernel.errors import InputError
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list

from tests.support import binary_lists

SLIM = "http://www.loc.gov/MARC21/slim"


def field(tag: str, **subfields: str) -> str:
    inner = "".join(
        f'<subfield code="{code}">{text}</subfield>' for code, text in subfields.items()
    )
    return f'<datafield tag="{tag}" ind1=" " ind2=" ">{inner}</datafield>'


def entry(*fields: str, namespace: str = SLIM) -> Entry:
    record = f'<controlfield tag="001">1</controlfield>{"".join(fields)}'
    text = f'<record xmlns="{namespace}">{record}</record>'
    (found,) = read_list(io.BytesIO(text.encode()), needs=ANY_RECORD).entries
    return found


@pytest.mark.parametrize(
    "written",
    [
        "&lt;&lt;The&gt;&gt; Wealth :",
        "\x98The\x9c Wealth :",
        "\x88The \x89Wealth :",
        "The Wealth :",
    ],
)
def test_marks_around_an_article_are_no_part_of_a_title(written: str) -> None:
    found = entry(field("245", a=written, b="of nations /"), field("490", a=written))
    assert found.titles[0].text == "The Wealth : of nations"
    assert found.series.title == "The Wealth"


def test_the_namespace_can_end_with_a_slash() -> None:
    assert entry(field("245", a="Trade"), namespace=f"{SLIM}/").titles[0].text == "Trade"


@pytest.mark.parametrize(
    "text",
    [
        "<collection><paper/></collection>",
        '<collection xmlns="info:srw/schema/5/picaXML-v1.0"><record/></collection>',
        f'<tei xmlns="http://www.tei-c.org/ns/1.0" xmlns:marc="{SLIM}"/>',
    ],
    ids=["none", "PICA", "TEI"],
)
def test_xml_without_marc_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"^the list has no MARC records\.$"):
        read_list(io.BytesIO(text.encode()))


def test_a_collection_can_be_empty() -> None:
    read = read_list(io.BytesIO(f'<collection xmlns="{SLIM}"/>'.encode()))
    assert (read.entries, read.faults) == ((), ())


def test_binary_marc_that_is_damaged_costs_the_record_alone() -> None:
    whole = binary_lists.marc()
    found = read_list(io.BytesIO(b"\n" + whole + b"00011nam a" + whole))
    assert [entry.number for entry in found.entries] == [1, 1, 2]
    assert [fault.place for fault in found.faults] == ["record 3"]
    unimarc = whole.replace(b"245", b"200")
    (fault, _) = read_list(io.BytesIO(unimarc)).faults
    assert fault.reason == "is UNIMARC, not MARC 21"
