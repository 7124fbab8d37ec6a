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


@pytest.mark.parametrize(
    ("related_parts", "place"),
    [
        # catalogues of theology and medicine, the Library of Congress, Brazil, Spain
        (["Vol. 49, no. 2 (October 1998), p. 553-581"], ("49", "2", "553-581")),
        (["Vol. 24, pt. B no. 9 (Sept. 1993), p. 235-48"], ("24", "9", "235-248")),
        (["v. 10, n. 2 (2019), p. 33-50"], ("10", "2", "33-50")),
        (["v. 25, no. 111 (mar.-abr. 1998), p. 10-11"], ("25", "111", "10-11")),
        # Zurich, RERO, the German National Library, K10plus
        (["Bd. 16, Nr. 3, S. 411-413 (2002)"], ("16", "3", "411-413")),
        (["Vol. 22 (2004), Nr. 4, S. 485-512"], ("22", "4", "485-512")),
        (["17, Heft 1 (2013), 185-193"], ("17", "1", "185-193")),
        (["185 (2018), 24, Seite 18-19"], ("185", "24", "18-19")),
        (["(2021), Seite 79-93"], ("", "", "79-93")),
        (["volume:185", "year:2018", "number:24", "pages:18-19"], ("185", "24", "18-19")),
        (["yr:2011", "no:16"], ("", "16", "")),
        # what has no such parts
        (["October 1998"], ("", "", "")),
        (["1998"], ("", "", "")),
        (["2015///"], ("", "", "")),
        (["2015/1"], ("", "", "")),
        (["Vol. 12:3 (2015)"], ("", "", "")),
    ],
)
def test_an_article_has_its_place_in_the_host_item(
    related_parts: list[str], place: tuple[str, str, str]
) -> None:
    parts = "".join(f'<subfield code="g">{text}</subfield>' for text in related_parts)
    host = f'<datafield tag="773" ind1="0" ind2="8">{parts}</datafield>'
    series = entry(field("245", a="Trade"), field("773", t="Growth"), host).series
    assert (series.title, series.volume, series.issue, series.pages) == ("Growth", *place)


@pytest.mark.parametrize(
    ("role", "names"),
    [("inventor", ("Ann Ng", "Al Ek")), ("creator", ("Ann Ng", "Al Ek")), ("trl", ("Ann Ng",))],
)
def test_roles_of_authors_are_those_of_mods(role: str, names: tuple[str, ...]) -> None:
    fields = (field("100", a="Ng, Ann"), field("700", a="Ek, Al", e=role))
    assert entry(field("245", a="Trade"), *fields).names == names


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
