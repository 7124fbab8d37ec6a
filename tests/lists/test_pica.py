"""PICA+ as union catalogues and their clients write it."""

import io
import re

from wildwood.biblio.entry import Entry
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.formats import Format
from wildwood.lists.reading import read_list

from tests.lists.test_formats import check_papers, read
from tests.support.catalogue_lists import PICA, PICA_XML

ARTICLE = """003@ $0123
021A $aDer @Handel$$$dein Überblick
028A $8Voß, Jakob *1980-*
039B $aIn$tVierteljahrshefte
031A $j2010$d79$e2$h5-20
004V $010.1000/1
"""


def entry(text: str) -> Entry:
    (only,) = read_list(io.BytesIO(text.encode()), needs=ANY_RECORD).entries
    return only


def test_fields_are_read_where_catalogues_have_them() -> None:
    article = entry(ARTICLE)
    assert (article.title, article.names) == ("Der Handel$ : ein Überblick", ("Jakob Voß",))
    assert (article.date, article.dois) == ("2010", ("10.1000/1",))
    series = article.series
    assert (series.title, series.volume, series.issue, series.pages) == (
        "Vierteljahrshefte", "79", "2", "5-20",
    )  # fmt: skip


def test_a_volume_is_named_by_the_whole_and_its_number() -> None:
    assert entry("003@ $01\n036C $aGesammelte Werke$l2\n").title == "Gesammelte Werke : 2"


def test_subfields_can_begin_with_another_mark() -> None:
    check_papers(read(PICA.replace("$", "ƒ").encode()))


def normalised(text: str) -> bytes:
    records = [record.strip() for record in text.replace("$", "\x1f").split("\n\n")]
    return "".join(record.replace("\n", "\x1e") + "\x1e\n" for record in records).encode()


def test_normalised_records_stand_in_a_line_each() -> None:
    text = normalised(PICA).decode()
    found = read(text.encode())
    assert found.format is Format.PICA
    check_papers(found)
    written = [slice(*entry.span) for entry in found.entries if entry.span]
    assert [text[one] for one in written] == text[:-1].split("\n")


def test_xml_needs_neither_its_namespace_nor_a_search() -> None:
    first, *_ = re.findall(r"<record .*?</record>", PICA_XML, re.DOTALL)
    written = first.replace(' xmlns="info:srw/schema/5/picaXML-v1.0"', "")
    found = read(written.encode())
    assert found.format is Format.PICA_XML
    (paper,) = found.entries
    assert (paper.title, paper.names) == ("Außenhandel und Löhne", ("Michael Keen", "Joël Slemrod"))
    assert paper.span == (0, len(written.encode()))


def test_a_record_without_a_title_is_told() -> None:
    read = read_list(io.BytesIO(PICA.replace("021A $a@", "021B $a").encode()))
    assert [fault.reason for fault in read.faults] == ["has no title"]
