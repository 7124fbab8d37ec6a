"""MARCXML as catalogues write it."""

import io

import pytest

from wildwood.biblio.entry import Entry
from wildwood.kernel.errors import InputError
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list

from tests.support import binary_lists, catalogue_lists

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
        '<metadata><datafield tag="local"/></metadata>',
    ],
)
def test_xml_without_marc_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is XML with the root '\w+', an unknown format\."):
        read_list(io.BytesIO(text.encode()))


def test_xml_that_declares_a_namespace_and_has_no_record_of_it_is_refused() -> None:
    text = f'<tei xmlns="http://www.tei-c.org/ns/1.0" xmlns:marc="{SLIM}"/>'
    with pytest.raises(InputError, match=r"^the list has no MARC records\.$"):
        read_list(io.BytesIO(text.encode()))


MARC_JSON = """[{"leader": "x", "fields": [{"245": {"ind1": " ", "ind2": " ",
 "subfields": [{"a": "Trade"}]}}]},
 {"fields": [{"245": "Trade"}]}, {"leader": ""}, 7]"""


def test_json_that_is_no_marc_costs_the_record_alone() -> None:
    read = read_list(io.BytesIO(MARC_JSON.encode()), needs=ANY_RECORD)
    assert [entry.title for entry in read.entries] == ["Trade"]
    invalid = "is not valid MARC"
    assert [fault.reason for fault in read.faults] == [invalid, invalid, invalid]


def test_lines_of_marc_in_json_are_records() -> None:
    lines = (
        catalogue_lists.MARC_JSON.replace("\n", "")
        .strip("[]")
        .replace('}, {"leader', '}\n{"leader')
    )
    assert [entry.id for entry in read_list(io.BytesIO(lines.encode())).entries] == [
        "RePEc:abc:wpaper:1", "two",
    ]  # fmt: skip


def test_aleph_marks_what_is_deleted_and_breaks_lines() -> None:
    text = catalogue_lists.ALEPH.replace("000000002 FMT   L BK", "000000002 DEL   L $$aY")
    read = read_list(io.BytesIO(text.encode()))
    assert [entry.title for entry in read.entries] == ["Außenhandel und Löhne"]
    assert [(fault.place, fault.is_expected) for fault in read.faults] == [("line 9", True)]


def test_aleph_without_a_title_is_told() -> None:
    text = catalogue_lists.ALEPH.replace("24510 L $$a", "24510 L ")
    assert read_list(io.BytesIO(text.encode())).messages == [
        "the list, line 1: RePEc:abc:wpaper:1 has no title; it is left out.",
        "the list, line 9: two has no title; it is left out.",
    ]


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
