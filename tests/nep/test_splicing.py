"""A copy of a rif keeps its bytes; only annotations and the order of papers change."""

import codecs
from dataclasses import MISSING, fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from wildwood.kernel.model import Annotation, Similar, SimilarityType
from wildwood.kernel.safe_xml import Element
from wildwood.nep.rif import parse_rif

from tests.support.copied_rifs import (
    NAMESPACE,
    ODD_RIFS,
    SIMILARS,
    assert_that_its_papers_are_the_texts_in_no_other_text,
    assert_that_the_copy_is_complete,
    c14n,
    containers,
    copy,
    external,
    inside,
    rif,
    thorough,
    wildwood,
    without_ours,
)

AROUND = {
    "nothing": ("", ""),
    "a declaration": ('<?xml version="1.0"?>', ""),
    "a declaration in single quotes": ("<?xml version='1.0'  encoding='utf-8' ?>\n", "\n"),
    "a bare DOCTYPE": ("<?xml version='1.0'?>\n<!DOCTYPE  amf >\n", ""),
    "a DOCTYPE with identifiers": ("<!DOCTYPE amf PUBLIC '-//A//B'\n \"x.dtd\">", ""),
    "comments and instructions": ("<!--1--> <?x  2 ?>\n\n", "\n<!-- 3 -->\n<?y 4?>\t"),
    "Windows line ends": ("<!--1-->\r\n<?x 2?>\r\n", "\r\n<!--3-->\r\n"),
    "old Mac line ends": ("<!--1-->\r", "\r<!--2-->\r"),
    "characters beyond ASCII": ("<!--é日\U0001f600-->", "<!--é日\U0001f600-->"),
    "a byte order mark": ("\ufeff<!-- x -->", ""),
}


@pytest.mark.parametrize(("before", "after"), AROUND.values(), ids=AROUND)
def test_the_bytes_before_and_after_the_root_stay(before: str, after: str) -> None:
    us = f'{before}<amf xmlns="{NAMESPACE}"><text id="a"/><text id="b"/></amf>{after}'
    similars = [[], [external("x", 0.5)]]
    assert parse_rif(us.encode()).annotated(similars, presort=True).decode() == (
        f'{before}<amf xmlns="{NAMESPACE}"><text id="b">{wildwood("0.5000")}</text>'
        f'<text id="a"/></amf>{after}'
    )


ENCODINGS = {
    "UTF-8": (b"", "utf-8", "UTF-8"),
    "UTF-8 with a mark": (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    "UTF-16 LE with a mark": (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    "UTF-16 BE with a mark": (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
    "UTF-16 LE without": (b"", "utf-16-le", "UTF-16"),
    "UTF-16 BE without": (b"", "utf-16-be", "UTF-16"),
    "ISO-8859-1": (b"", "iso-8859-1", "ISO-8859-1"),
    "ISO-8859-15": (b"", "iso-8859-15", "iso-8859-15"),
    "windows-1252": (b"", "windows-1252", "windows-1252"),
    "a mark that contradicts the declaration": (codecs.BOM_UTF8, "utf-8", "ISO-8859-1"),
}


@pytest.mark.parametrize(("mark", "codec", "name"), ENCODINGS.values(), ids=ENCODINGS)
def test_the_encoding_stays(mark: bytes, codec: str, name: str) -> None:
    before = f'<?xml version="1.0" encoding="{name}"?>\n<!-- é -->\n<amf xmlns="{NAMESPACE}">\n'
    after = "\n<!-- ü -->é</amf>\n<!-- à -->\n"
    us = f'{before}<text id="a"/>\n <text id="ö"><title>é</title></text>{after}'
    ps = (
        f'{before}<text id="ö"><title>é</title><wildwood><similar id="ñ" strength="0.5000"'
        f' type="ext"/></wildwood></text>\n <text id="a"/>{after}'
    )
    found = parse_rif(mark + us.encode(codec)).annotated([[], [external("ñ", 0.5)]], presort=True)
    assert found == mark + ps.encode(codec)


@pytest.mark.parametrize("name", ["ISO-8859-1", "windows-1252", "US-ASCII"])
def test_characters_that_the_encoding_lacks_are_written_as_references(name: str) -> None:
    us = f'<?xml version="1.0" encoding="{name}"?><amf xmlns="{NAMESPACE}"><text id="a"/></amf>'
    ps = parse_rif(us.encode(name)).annotated([[external("日", 0.5)]], presort=True)
    assert b'<similar id="&#26085;"' in ps
    assert parse_rif(ps).similars() == [[external("日", 0.5)]]


CDATA = {
    "in a title": '<text id="a"><title>A <![CDATA[<b> & ]]>c</title></text>{}<text id="b"/>',
    "in the root": '<![CDATA[<]]><text id="a"/>{}<text id="b"/>',
    "in a paper": '<text id="a"/>{}<text id="b"><![CDATA[<]]><title/><![CDATA[<]]></text>',
    "after a paper": '<text id="a"/><![CDATA[<]]>{}<text id="b"/>',
    "before an old wildwood": '<text id="a"><![CDATA[<]]><wildwood/></text>{}<text id="b"/>',
    "after an old wildwood": '<text id="a"><title/><wildwood/><![CDATA[<]]></text>{}<text id="b"/>',
}


@pytest.mark.parametrize("content", CDATA.values(), ids=CDATA)
def test_cdata_stays_cdata(content: str) -> None:
    content = content.format("<x/>")
    assert copy(content, None, None) == content.replace("<wildwood/>", "")


MOVED = {
    "one prefix, two namespaces": (
        '<haspart xmlns:x="urn:1"><text id="a" x:k="v"><x:e/></text></haspart>'
        '<haspart xmlns:x="urn:2"><text id="b" x:k="v"><x:e/></text></haspart>'
    ),
    "a prefix of only one place": (
        '<haspart xmlns:x="urn:1"><text id="a" x:k="v"><x:e/></text></haspart><text id="b"/>'
    ),
    "a prefix that the paper declares": (
        '<haspart xmlns:x="urn:1"><text id="a"/></haspart>'
        '<text xmlns:x="urn:1" id="b" x:k="v"><x:e/></text>'
    ),
    "a prefix of each place for AMF": (
        f'<p:haspart xmlns:p="{NAMESPACE}"><p:text id="a"><title/></p:text></p:haspart>'
        f'<q:text xmlns:q="{NAMESPACE}" id="b"><title/></q:text>'
    ),
    "a default namespace of one place": (
        f'<p:haspart xmlns="urn:1" xmlns:p="{NAMESPACE}"><p:text id="a"><e/></p:text>'
        '</p:haspart><text id="b"><title/></text>'
    ),
    "a default namespace of a paper": (
        f'<text id="a"/><p:text xmlns:p="{NAMESPACE}" xmlns="urn:1" id="b"><e/></p:text>'
    ),
    "no namespace": (
        f'<p:haspart xmlns="" xmlns:p="{NAMESPACE}"><p:text id="a"><e/></p:text>'
        '</p:haspart><text id="b"><title/></text>'
    ),
}


def names_inside(paper: Element) -> list[str]:
    """Return the expanded names of a paper's elements and attributes, without our own."""
    return [
        str(name)
        for element in paper.iter("*")
        if not {f"{{{NAMESPACE}}}wildwood", f"{{{NAMESPACE}}}similar"} & {element.tag}
        for name in (element.tag, *sorted(map(str, element.attrib)))
    ]


@pytest.mark.parametrize("content", MOVED.values(), ids=MOVED)
def test_a_paper_that_moves_keeps_its_namespaces(content: str) -> None:
    ps = parse_rif(rif(content)).annotated([[], [external("x", 0.5)]], presort=True)
    old, new = (
        {paper.get("id"): names_inside(paper) for paper in etree.fromstring(data).iter("{*}text")}
        for data in (rif(content), ps)
    )
    assert new == old
    assert list(new) == ["b", "a"]


def test_a_paper_that_moves_below_a_default_namespace_keeps_that_it_has_none() -> None:
    bare, below = '<p:text id="b"><e/></p:text>', '<p:text id="a"/>'
    us = f'<p:amf xmlns:p="{NAMESPACE}"><p:haspart xmlns="urn:1">{below}</p:haspart>{bare}</p:amf>'
    ps = parse_rif(us.encode()).annotated([[], [external("x", 0.5)]], presort=True).decode()
    assert '<p:haspart xmlns="urn:1"><p:text xmlns="" id="b"><e/>' in ps
    assert '<p:text xmlns="urn:1" id="a"/></p:amf>' in ps


@thorough
@given(us=ODD_RIFS, draw=st.data())
def test_an_odd_rif_is_read_and_copied_completely(us: bytes, draw: st.DataObject) -> None:
    number = len(containers(us))
    similars = draw.draw(st.lists(SIMILARS, min_size=number, max_size=number))
    assert_that_its_papers_are_the_texts_in_no_other_text(us)
    assert_that_the_copy_is_complete(us, similars)
    in_its_own_order = parse_rif(us).annotated(similars, presort=False)
    assert c14n(without_ours(in_its_own_order)) == c14n(without_ours(us))


MARK = Annotation("language", (("code", "en"), ("reason", "a < b")))


def annotated(content: str, mark: Annotation | None = MARK) -> str:
    """Return the content of a ps rif whose only paper has at most an annotation added."""
    return inside(parse_rif(rif(content)).annotated([[]], presort=True, annotations=[mark]))


@pytest.mark.parametrize(
    ("paper", "marked"),
    [
        ('<text id="a"/>', '<text id="a">{}</text>'),
        ('<text id="a"><title>T</title> </text>', '<text id="a"><title>T</title> {}</text>'),
        (
            '<x:text xmlns:x="http://amf.openlib.org" id="a"/>',
            '<x:text xmlns:x="http://amf.openlib.org" id="a">{x}</x:text>',
        ),
        (
            '<text id="a"><language>en</language><language code="" reason=""/></text>',
            '<text id="a"><language>en</language>{}</text>',
        ),
    ],
    ids=["empty element", "after all other content", "prefix", "in place of an old one"],
)
def test_an_annotation_is_an_empty_element_at_the_end(paper: str, marked: str) -> None:
    attributes = 'code="en" reason="a &lt; b"/>'
    plain, prefixed = f"<language {attributes}", f"<x:language {attributes}"
    assert annotated(paper) == marked.format(plain, x=prefixed)


@pytest.mark.parametrize(
    "mark", [None, Annotation("language", (("code", "en"), ("reason", "x"), ("unknown", "0.1")))]
)
@pytest.mark.parametrize(
    "old",
    ['<language code="fr" reason="declared"/>', '<language code="" reason="" unknown="0.5"/>'],
)
def test_an_old_annotation_is_removed_with_any_new_one(old: str, mark: Annotation | None) -> None:
    assert annotated(f'<text id="a">{old}</text>', mark) == annotated('<text id="a"></text>', mark)


def test_an_old_annotation_of_a_text_without_handle_is_removed() -> None:
    content = '<text id="a"></text><text><language code="fr" reason="declared"/></text>'
    assert annotated(content, None) == '<text id="a"></text><text></text>'


def test_an_old_annotation_stays_if_there_are_no_new_ones() -> None:
    paper = '<text id="a"><language code="en" reason="x"/></text>'
    assert inside(parse_rif(rif(paper)).annotated([[]], presort=True)) == paper


NOT_WRITTEN = {"tie"}  # orders equal strengths, before they are written
UNUSUAL = Similar("a<b>&\"c\" 'd'", 0.8293, SimilarityType.INTERNAL, tie=0.5, is_same=True)


@pytest.mark.parametrize("field", fields(Similar), ids=lambda field: field.name)
def test_every_field_of_a_similar_paper_is_read_as_it_was_written(field: Any) -> None:
    """A field that is added needs an unusual value here, and a place in the ps rif."""
    written = getattr(UNUSUAL, field.name)
    assert field.default is MISSING or written != field.default
    ps = parse_rif(rif('<text id="x"/>')).annotated([[UNUSUAL]], presort=True)
    [[similar]] = parse_rif(ps).similars()
    expected = field.default if field.name in NOT_WRITTEN else written
    assert getattr(similar, field.name) == expected
