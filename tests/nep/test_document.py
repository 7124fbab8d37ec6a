"""The records of a rif, and its presorted copy."""

import re

import pytest
from lxml import etree

from wildwood.biblio.entry import Record
from wildwood.kernel.model import Similar, SimilarityType
from wildwood.nep.rif import parse_rif

from tests.support.copied_rifs import (
    AMF,
    NAMESPACE,
    copy,
    external,
    inside,
    marked,
    order,
    rif,
    wildwood,
)


def handles(content: str) -> list[str]:
    return [record.handle for record in parse_rif(rif(content)).records]


def record(content: str) -> Record:
    """Return the record of a paper with this content."""
    (found,) = parse_rif(rif(f'<text id="a">{content}</text>')).records
    return found


def internal(handle: str, strength: float) -> Similar:
    return Similar(handle, strength, SimilarityType.INTERNAL)


# Which texts are papers

PAPERS = {
    "none": ("", []),
    "children of the root": ('<text id="a"/><text id="b"/>', ["a", "b"]),
    "in a collection": ('<collection><haspart><text id="a"/></haspart></collection>', ["a"]),
    "at several depths, in the file's order": (
        (
            '<text id="a"/><collection><haspart><text id="b"/><collection><haspart><text id="c"/>'
            '</haspart></collection><text id="d"/></haspart></collection><text id="e"/>'
        ),
        ["a", "b", "c", "d", "e"],
    ),
    "deep": ("<collection>" * 100 + '<text id="a"/>' + "</collection>" * 100, ["a"]),
    "in an element that AMF does not have": ('<odd><text id="a"/></odd>', ["a"]),
    "in an element of another namespace": ('<x:odd xmlns:x="u"><text id="a"/></x:odd>', ["a"]),
    "in a person": ('<person><isauthorof><text id="a"/></isauthorof></person>', ["a"]),
    "not inside another text": (
        '<text id="a"><haspart><text id="b"><text id="c"/></text></haspart></text>',
        ["a"],
    ),
    "not inside a text without handle": ('<text><text id="a"/></text>', []),
    "not in another namespace": ('<x:text xmlns:x="u" id="a"/><text xmlns="v" id="b"/>', []),
    "not without namespace": ('<text xmlns="" id="a"/>', []),
    "not of another name": ('<texts id="a"/><Text id="b"/><collection id="c"/>', []),
    "not in a comment, CDATA or instruction": (
        '<!--<text id="a"/>--><![CDATA[<text id="b"/>]]><?x <text id="c"/>?>',
        [],
    ),
    "those that share a handle": ('<text id="a"/><text id="a"/>', ["a", "a"]),
}


@pytest.mark.parametrize(("content", "expected"), PAPERS.values(), ids=PAPERS)
def test_papers_are_the_texts_in_no_other_text(content: str, expected: list[str]) -> None:
    assert handles(content) == expected


HANDLES = {
    "id": ('id="RePEc:nbr:nberwo:10013"', "RePEc:nbr:nberwo:10013"),
    "ref": ('ref="info:lib/RePEc:nbr:nberwo:10013"', "info:lib/RePEc:nbr:nberwo:10013"),
    "id before ref": ('ref="r" id="i"', "i"),
    "ref, if id is empty": ('id="" ref="r"', "r"),
    "ref, if id is white space": ('id=" &#9; " ref="r"', "r"),
    "without outer white space": ('id=" \n a &#10;"', "a"),
    "with its inner white space": ('id="a  b&#10;c"', "a  b\nc"),
    "in the case as written": ('id="RePEc:AAA:bBb"', "RePEc:AAA:bBb"),
    "with its punctuation": ('id="a.b$c&quot;d\'&lt;&amp;>"', "a.b$c\"d'<&>"),
}


@pytest.mark.parametrize(("attributes", "handle"), HANDLES.values(), ids=HANDLES)
def test_a_handle_is_the_id_or_else_the_ref(attributes: str, handle: str) -> None:
    assert handles(f"<text {attributes}><title>T</title></text>") == [handle]


SKIPPED = {
    "neither id nor ref": ("<text><title>A title</title></text>", "A title"),
    "both empty": ('<text id="" ref=" "><title>A title</title></text>', "A title"),
    "an id of another namespace": (
        '<text xmlns:x="u" x:id="a"><title>A title</title></text>',
        "A title",
    ),
    "an id of a child": ('<text><title id="a">A title</title></text>', "A title"),
    "two titles": ("<text><title>One</title><title>Two</title></text>", "One / Two"),
    "no title": ("<text/>", "(no title)"),
    "an empty title": ("<text><title/></text>", "(no title)"),
}


@pytest.mark.parametrize(("content", "name"), SKIPPED.values(), ids=SKIPPED)
def test_a_text_without_handle_is_skipped_and_named_by_title(content: str, name: str) -> None:
    found = parse_rif(rif(f'<text id="a"/>{content}<text id="b"/>'))
    assert [record.handle for record in found.records] == ["a", "b"]
    assert found.skipped == (name,)


# Names and titles

NAMES = {
    "an author's": ("<hasauthor><person><name>Ann Lee</name></person></hasauthor>", ["Ann Lee"]),
    "authors', in order": (
        (
            "<hasauthor><person><name>B</name></person></hasauthor>"
            "<hasauthor><person><name>A</name></person></hasauthor>"
        ),
        ["B", "A"],
    ),
    "persons' in one hasauthor": (
        "<hasauthor><person><name>A</name></person><person><name>B</name></person></hasauthor>",
        ["A", "B"],
    ),
    "each of an author with two": (
        "<hasauthor><person><name>Lee</name><name>李</name></person></hasauthor>",
        ["Lee", "李"],
    ),
    "twice, if it occurs twice": (
        "<hasauthor><person><name>A</name></person></hasauthor>" * 2,
        ["A", "A"],
    ),
    "as written": (
        "<hasauthor><person><name>\n Keen,M. &amp;  Co\t</name></person></hasauthor>",
        ["\n Keen,M. &  Co\t"],
    ),
    "with the text of child markup": (
        (
            "<hasauthor><person><name>Ann <b>L<i>e</i></b>e<!-- x --><?x y?></name></person>"
            "</hasauthor>"
        ),
        ["Ann Lee"],
    ),
    "not an affiliation's": (
        (
            "<hasauthor><person><name>A</name><ispartof><organization><name>NBER</name>"
            "</organization></ispartof></person></hasauthor>"
        ),
        ["A"],
    ),
    "not an organization's": (
        "<hasauthor><organization><name>NBER</name></organization></hasauthor>",
        [],
    ),
    "not an editor's": ("<haseditor><person><name>A</name></person></haseditor>", []),
    "not a journal's editor's": (
        (
            "<ispartof><collection><haseditor><person><name>A</name></person></haseditor>"
            "</collection></ispartof>"
        ),
        [],
    ),
    "not of a text that this is part of": (
        "<ispartof><text><hasauthor><person><name>A</name></person></hasauthor></text></ispartof>",
        [],
    ),
    "not of a text inside": (
        "<text><hasauthor><person><name>A</name></person></hasauthor></text>",
        [],
    ),
    "not of another namespace": (
        "<hasauthor><person><x:name xmlns:x='u'>A</x:name></person></hasauthor>",
        [],
    ),
    "of the parts of a name": (
        "<hasauthor><person><familyname>B</familyname><givenname>A</givenname></person></hasauthor>",
        ["A B"],
    ),
    "of the parts of a name beside an empty name": (
        "<hasauthor><person><name> </name><familyname>B</familyname></person></hasauthor>",
        ["B"],
    ),
    "not of parts beside a name": (
        "<hasauthor><person><name>A. B</name><givenname>A</givenname></person></hasauthor>",
        ["A. B"],
    ),
}


@pytest.mark.parametrize(("content", "names"), NAMES.values(), ids=NAMES)
def test_names_are_those_of_author_persons(content: str, names: list[str]) -> None:
    assert list(record(content).names) == names


TITLES = {
    "one": ("<title>A title</title>", ["A title"]),
    "several, each by itself": ("<title>One</title><date/><title>Two</title>", ["One", "Two"]),
    "empty": ("<title/>", [""]),
    "as written": ("<title>\n A  &lt;title&gt;\t</title>", ["\n A  <title>\t"]),
    "with the text of child markup": (
        "<title>On <i>the <b>H</b><sub>2</sub>O</i> market</title>",
        ["On the H2O market"],
    ),
    "with only child markup": ("<title><i>Title</i></title>", ["Title"]),
    "with CDATA": ("<title>A <![CDATA[<b> & ]]>title</title>", ["A <b> & title"]),
    "around a comment": ("<title>A<!-- no --> title</title>", ["A title"]),
    "around an instruction": ("<title>A<?no no?> title</title>", ["A title"]),
    "with a comment first": ("<title><!-- no -->A title</title>", ["A title"]),
    "with character references": ("<title>&#233;&#x65E5;&amp;amp;</title>", ["é日&amp;"]),
    "in several languages": (
        '<title xml:lang="de">Titel</title><title xml:lang="en">Title</title>',
        ["Titel", "Title"],
    ),
    "not that of its journal": (
        "<ispartof><collection><title>Journal</title></collection></ispartof>",
        [],
    ),
    "not that of a text inside": (
        "<haspart><text><title>Inner</title></text></haspart><text><title>Inner</title></text>",
        [],
    ),
    "not that of a person": (
        "<hasauthor><person><title>Dr</title></person></hasauthor>",
        [],
    ),
    "not of another namespace": ('<x:title xmlns:x="u">A</x:title><title xmlns="">B</title>', []),
    "not of another name": ("<subtitle>A</subtitle><Title>B</Title>", []),
}


@pytest.mark.parametrize(("content", "titles"), TITLES.values(), ids=TITLES)
def test_titles_are_those_of_the_text_itself(content: str, titles: list[str]) -> None:
    assert list(record(content).titles) == titles


def test_the_prefix_of_the_namespace_does_not_matter() -> None:
    data = (
        f'<p:amf xmlns:p="{NAMESPACE}"><p:text id="a"><p:title>T</p:title>'
        f'<hasauthor xmlns="{NAMESPACE}"><person><p:name>N</p:name></person></hasauthor></p:text>'
        '<text id="b"/></p:amf>'
    )
    assert parse_rif(data.encode()).records == (Record("a", ("N",), ("T",)),)


# The copy: what is added

THREE = '\n <text id="a"/>\n  <text id="b"/>\n   <text id="c"/>\n'


def test_similar_papers_are_listed_in_the_given_order() -> None:
    found = [external("RePEc:a:b:1", 0.9), internal("RePEc:a:b:2", 1.0), external("z", 0.12345)]
    ps = parse_rif(rif('<text id="a"><title>T</title></text>')).annotated([found], presort=True)
    assert inside(ps) == (
        '<text id="a"><title>T</title><wildwood>'
        '<similar id="RePEc:a:b:1" strength="0.9000" type="ext"/>'
        '<similar id="RePEc:a:b:2" strength="1.0000" type="int"/>'
        '<similar id="z" strength="0.1235" type="ext"/>'
        "</wildwood></text>"
    )


def test_nothing_is_added_to_papers_without_similar_papers() -> None:
    content = '<text id="a"><title>T</title></text><text id="b"/>'
    assert copy(content, None, None) == content


def test_wildwood_is_the_last_child_of_its_text() -> None:
    content = '<text id="a"><title>T</title> <text id="n"><x/></text> <!-- c --> x </text>'
    assert copy(content, 0.5) == content.replace(" x </text>", f" x {wildwood('0.5000')}</text>")


def test_wildwood_is_in_the_namespace_of_amf_with_any_prefix() -> None:
    data = (
        f'<p:amf xmlns:p="{NAMESPACE}" xmlns="urn:other"><p:text id="a"><title/></p:text></p:amf>'
    )
    ps = parse_rif(data.encode()).annotated([[external("x", 0.5)]], presort=True)
    (similar,) = etree.fromstring(ps).iterfind("a:text/a:wildwood/a:similar", AMF)
    assert dict(similar.attrib) == {"id": "x", "strength": "0.5000", "type": "ext"}


@pytest.mark.parametrize(
    "handle",
    ["a.b$c", "\"'<>&", "a\nb\tc\rd", "é日\U0001f600", "x" * 2_000, "a  b", "&amp;"],
    ids=["dot and dollar", "markup", "white space", "characters", "long", "spaces", "escape"],
)
def test_every_handle_is_read_back_as_it_was(handle: str) -> None:
    ps = parse_rif(rif('<text id="a"/>')).annotated([[external(handle, 0.5)]], presort=True)
    assert parse_rif(ps).similars() == [[external(handle, 0.5)]]


def test_an_old_wildwood_is_replaced() -> None:
    old = '<wildwood><similar id="old" strength="1.0000" type="int"/></wildwood>'
    content = f'<text id="a"><title>T</title>{old}</text>'
    assert copy(content, 0.5) == f'<text id="a"><title>T</title>{wildwood("0.5000")}</text>'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<text{}><title/><wildwood/></text>", "<text{}><title/></text>"),
        ("<text{}>\n <wildwood/>\n</text>", "<text{}>\n \n</text>"),
        ("<text{}><title/>1<wildwood/>2</text>", "<text{}><title/>12</text>"),
        ("<text{}><!--c-->1<wildwood/>2<x/></text>", "<text{}><!--c-->12<x/></text>"),
        ("<text{}><wildwood/>1<wildwood/>2</text>", "<text{}>12</text>"),
    ],
    ids=["last", "white space", "text", "comment", "two"],
)
@pytest.mark.parametrize("attributes", [' id="a"', ""], ids=["paper", "skipped text"])
def test_an_old_wildwood_is_removed_and_the_text_around_it_stays(
    old: str, new: str, attributes: str
) -> None:
    nothing = [None] if attributes else []
    assert copy(old.format(attributes), *nothing) == new.format(attributes)


@pytest.mark.parametrize(
    "content",
    [
        '<text id="a"><x:wildwood xmlns:x="u"/></text>',
        '<text id="a"><text id="b"><wildwood/></text></text>',
        '<text id="a"><extension><wildwood/></extension></text>',
    ],
    ids=["of another namespace", "of a text inside", "of another element"],
)
def test_a_wildwood_that_is_not_ours_stays(content: str) -> None:
    assert copy(content, None) == content


# The copy: the order of papers


def test_papers_come_strongest_first() -> None:
    assert copy(THREE, 0.7, 0.9, 0.8) == (
        f'\n <text id="b">{wildwood("0.9000")}</text>'
        f'\n  <text id="c">{wildwood("0.8000")}</text>'
        f'\n   <text id="a">{wildwood("0.7000")}</text>\n'
    )


ORDERS: dict[str, tuple[list[float | None], str]] = {
    "none": ([], ""),
    "one": ([0.5], "a"),
    "already sorted": ([0.9, 0.8, 0.7], "abc"),
    "reversed": ([0.7, 0.8, 0.9], "cba"),
    "papers without similar papers come last": ([None, 0.1, None, 0.2], "dbac"),
    "papers without similar papers keep the file's order": ([None, None, 0.5, None], "cabd"),
    "ties keep the file's order": ([0.5, 0.9, 0.5, 0.9], "bdac"),
    "equal printed strengths tie": ([0.83291, 0.83294, 0.83289], "abc"),
    "the higher printed strength goes first": ([0.83294, 0.83296], "ba"),
    "a printed strength of 0 counts as none": ([None, 0.00004], "ab"),
}


@pytest.mark.parametrize(("strengths", "expected"), ORDERS.values(), ids=ORDERS)
def test_papers_are_ordered_by_printed_strength(
    strengths: list[float | None], expected: str
) -> None:
    assert order(*strengths) == expected


def test_a_paper_ranks_by_its_strongest_similar_paper_of_either_type() -> None:
    similars = [
        [external("x", 0.8)],
        [external("x", 0.3), internal("y", 0.9)],
        [internal("x", 0.5), external("y", 0.85), external("z", 0.1)],
    ]
    ps = parse_rif(rif(THREE)).annotated(similars, presort=True)
    assert re.findall(r'<text id="(\w)"', inside(ps)) == ["b", "c", "a"]


def test_papers_change_places_over_bare_wrappers() -> None:
    places = """
        <collection id="one"> <haspart>{}</haspart> <haspart>{}</haspart>
        {}<!-- after the third place --><haspart>{}</haspart></collection>"""
    a, b, c, d = (f'<text id="{handle}"><title/></text>' for handle in "abcd")
    ps = copy(places.format(a, b, c, d), None, 0.5, None, 0.75)
    assert ps == places.format(marked(d, "0.7500"), marked(b, "0.5000"), a, c)


def test_papers_stay_in_their_container() -> None:
    places = """
        <collection><haspart>{}</haspart> <haspart>{}</haspart></collection>
        {}
        <collection xml:lang="fr"><haspart>{}</haspart> <haspart>{}</haspart></collection>
        <collection><haspart type="a">{}</haspart> <haspart type="a">{}</haspart></collection>"""
    a, b, c, d, e, f, g = (f'<text id="{handle}"><title/></text>' for handle in "abcdefg")
    ps = copy(places.format(a, b, c, d, e, f, g), 0.1, 0.2, 0.9, 0.3, 0.4, 0.5, 0.6)
    strong = [
        marked(*pair)
        for pair in zip(
            (b, a, c, e, d, f, g),
            ("0.2000", "0.1000", "0.9000", "0.4000", "0.3000", "0.5000", "0.6000"),
            strict=True,
        )
    ]
    assert ps == places.format(*strong)


POINTERS = {
    "without content": '<text ref="r"/>',
    "with other elements": '<text ref="r"><date>2015</date></text>',
    "with an empty title": '<text ref="r"><title> </title></text>',
    "with an empty id": '<text ref="r" id=" "/>',
}


@pytest.mark.parametrize("pointer", POINTERS.values(), ids=POINTERS)
def test_a_pointer_is_no_paper_and_stays_where_it_is(pointer: str) -> None:
    places = f"{{}}{pointer}{{}}"
    a, b = (f'<text id="{handle}"><title/></text>' for handle in "ab")
    assert handles(places.format(a, b)) == ["a", "b"]
    assert copy(places.format(a, b), None, 0.5) == places.format(marked(b, "0.5000"), a)


@pytest.mark.parametrize(
    "content",
    [
        '<text id="r"/>',
        '<text ref="r"><title>T</title></text>',
        '<text ref="r"><hasauthor><person><name>N</name></person></hasauthor></text>',
    ],
)
def test_a_text_with_an_id_a_title_or_a_name_is_a_paper(content: str) -> None:
    assert handles(content) == ["r"]


def test_a_paper_moves_with_its_content() -> None:
    inner = '\n<title>T</title><!-- c --><?p i?><text id="n"/> x '
    content = f'<text id="a"/> <text id="b" x="y">{inner}</text>\n'
    assert copy(content, None, 0.5) == (
        f'<text id="b" x="y">{inner}{wildwood("0.5000")}</text> <text id="a"/>\n'
    )


def test_other_content_keeps_its_place() -> None:
    content = (
        '<!-- 1 --><text id="a"/><?two 2?><text><title>No handle</title></text>'
        '<person id="p"/><text id="b"/>&amp;<x:text xmlns:x="u" id="c"/>'
    )
    assert copy(content, None, 0.5) == (
        f'<!-- 1 --><text id="b">{wildwood("0.5000")}</text><?two 2?>'
        "<text><title>No handle</title></text>"
        '<person id="p"/><text id="a"/>&amp;<x:text xmlns:x="u" id="c"/>'
    )


def test_without_presort_every_paper_keeps_its_place() -> None:
    assert copy(THREE, None, 0.8, 0.9, presort=False) == (
        '\n <text id="a"/>'
        f'\n  <text id="b">{wildwood("0.8000")}</text>'
        f'\n   <text id="c">{wildwood("0.9000")}</text>\n'
    )
