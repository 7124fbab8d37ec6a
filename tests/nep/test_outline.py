"""The byte offsets of the root, and files that are refused before entities are expanded."""

import codecs
from xml.parsers import expat

import pytest

from wildwood.kernel.errors import RifError
from wildwood.nep.rif import parse_rif
from wildwood.nep.splicing import Span, check, outline

AMF = '<amf xmlns="http://amf.openlib.org">'


def root_of(data: bytes) -> bytes:
    root = outline(data, ["amf"]).spans[0]
    return data[root.start_tag : root.after]


# Where the root is

ENCODINGS = {
    "UTF-8": (b"", "utf-8", "UTF-8"),
    "UTF-8 with a mark": (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    "UTF-16 LE with a mark": (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    "UTF-16 BE with a mark": (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
    "ISO-8859-1": (b"", "iso-8859-1", "ISO-8859-1"),
    "windows-1252": (b"", "windows-1252", "windows-1252"),
}

ROOTS = {
    "with a paper": AMF + '<text id="é">ü</text></amf>',
    "with white space in its end tag": AMF + "é</amf \n>",
    "empty": AMF + "</amf>",
    "self-closing": AMF[:-1] + "/>",
    "self-closing with white space": AMF[:-1] + ' \n x="é" />',
    "self-closing with > in double quotes": AMF[:-1] + ' x=">é>"/>',
    "self-closing with > in single quotes": AMF[:-1] + " x='>é/>'/>",
    "self-closing with quotes in quotes": AMF[:-1] + """ x='">' y="'>é"/>""",
    "with its end tag in a comment": AMF + "<!-- </amf> --></amf>",
    "with its end tag in CDATA": AMF + "<![CDATA[</amf>]]></amf>",
    "with its end tag in an instruction": AMF + "<?x </amf>?></amf>",
    "with > in an attribute inside": AMF + """<text id="/amf>'" ref='>"'/></amf>""",
    "with its own name inside": AMF + "<amf><amf/></amf></amf>",
}


@pytest.mark.parametrize("encoding", ENCODINGS.values(), ids=ENCODINGS)
@pytest.mark.parametrize("root", ROOTS.values(), ids=ROOTS)
def test_the_root_is_found_in_every_encoding(root: str, encoding: tuple[bytes, str, str]) -> None:
    mark, codec, name = encoding
    before = f'<?xml version="1.0" encoding="{name}"?>\n<!-- é > <amf> -->\n'
    after = "\n<!-- é </amf> -->\n"
    data = mark + (before + root + after).encode(codec)
    assert root_of(data) == root.encode(codec)


@pytest.mark.parametrize(
    "character",
    [
        pytest.param("\u3e00", id="high byte >"),
        pytest.param("\u013e", id="low byte >"),
        pytest.param("\u2200", id='high byte "'),
        pytest.param("\u0122", id='low byte "'),
        pytest.param("\u2700", id="high byte '"),
        pytest.param("\u0127", id="low byte '"),
        pytest.param("\U00012322", id="surrogates"),
    ],
)
@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_half_a_character_of_utf_16_is_neither_a_quote_nor_an_end(
    codec: str, character: str
) -> None:
    root = f'{AMF[:-1]} x="{character}>{character}"/>'
    data = ("\ufeff" + root + f"<!--{character}-->").encode(codec)
    assert root_of(data) == root.encode(codec)


SURROUNDINGS = {
    "nothing": ("", ""),
    "white space": ("\n \t\n", "\n\n  "),
    "an XML declaration": ('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>', ""),
    "comments": ("<!-- <amf> --><!-- > -->", "<!-- </amf> --><!-- < -->"),
    "instructions": ("<?amf <amf> ?><?x > ?>", "<?amf </amf> ?>"),
    "a bare DOCTYPE": ("<!DOCTYPE amf>\n", "\n"),
    "a DOCTYPE with a system identifier": ('<!DOCTYPE amf SYSTEM "a>b.dtd">', ""),
    "a DOCTYPE with a public identifier": ('<!DOCTYPE amf PUBLIC "-//A//B" "x.dtd">', ""),
    "characters of two, three and four bytes": ("<!--é日\U0001f600-->", "<!--\U0001f600日é-->"),
    "Windows line ends": ("<!-- x -->\r\n", "\r\n<!-- x -->\r\n"),
}


@pytest.mark.parametrize(("before", "after"), SURROUNDINGS.values(), ids=SURROUNDINGS)
@pytest.mark.parametrize("root", [AMF + "</amf>", AMF[:-1] + "/>"], ids=["tags", "self-closing"])
def test_content_around_the_root_is_not_part_of_it(before: str, after: str, root: str) -> None:
    assert root_of((before + root + after).encode()) == root.encode()


# Where other elements are

INSIDE = {
    "nested": "<text><text/><title/></text><text></text>",
    "with prefixes": '<a:text xmlns:a="x"><é:text xmlns:é="y"/></a:text>',
    "with names that begin alike": "<texts/><text/><text-2/><text.x></text.x><tex/>",
    "with attributes and white space": "<text\n a='>' b=\"/>\" /><text\t></text \n>",
    "in comments, CDATA and instructions": (
        "<!-- <text> --><![CDATA[<text/>]]><?x <text>?><text><![CDATA[]]]]><text/></text>"
    ),
    "beside characters of every length": "é<text>日</text>\U0001f600<text/>",
    "beside characters that end in ASCII": "\u013c\u3c00text\u013e<text\u0131/><text/>",
}


def starts_by_events(data: bytes) -> list[tuple[int, int]]:
    """Return where the tags of each `text` start, by the events of expat.

    For an element that is a single empty-element tag, the second is where it ends.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    starts: list[list[int]] = []
    opened: list[list[int]] = []

    def on_start(name: str, _attributes: dict[str, str]) -> None:
        opened.append([parser.CurrentByteIndex])
        if name.rpartition(" ")[2] == "text":
            starts.append(opened[-1])

    def on_end(_name: str) -> None:
        opened.pop().append(parser.CurrentByteIndex)

    parser.StartElementHandler, parser.EndElementHandler = on_start, on_end
    parser.Parse(data, True)  # noqa: FBT003 - expat accepts it by position only
    return [(start, end) for start, end in starts]


def starts_of(span: Span) -> tuple[int, int]:
    """Return what `starts_by_events` returns of an element."""
    is_empty = span.start_tag == span.end_tag
    return span.start_tag, span.after if is_empty else span.end_tag


@pytest.mark.parametrize("content", INSIDE.values(), ids=INSIDE)
@pytest.mark.parametrize("codec", ["utf-8", "utf-16-le", "utf-16-be"])
def test_elements_are_found_where_expat_finds_them(content: str, codec: str) -> None:
    data = f'\ufeff<!DOCTYPE amf SYSTEM "<text>">{AMF}{content}</amf>'.encode(codec)
    found = outline(data, ["text"]).spans
    assert [starts_of(span) for span in found] == starts_by_events(data)
    assert found


# What is refused

DECLARES = (
    "declares the entity '{}', which is not allowed in a rif; write the text itself instead".format
)

DECLARATIONS = {
    "general": ('<!ENTITY x "y">', "x"),
    "general, unused and empty": ('<!ENTITY x "">', "x"),
    "external, of the system": ('<!ENTITY x SYSTEM "file:///etc/passwd">', "x"),
    "external, public": ('<!ENTITY x PUBLIC "-//A//B" "http://127.0.0.1:9/x">', "x"),
    "unparsed": ('<!NOTATION n SYSTEM "n"><!ENTITY x SYSTEM "x.gif" NDATA n>', "x"),
    "parameter": ('<!ENTITY % x "y">', "x"),
    "external parameter": ('<!ENTITY % x SYSTEM "file:///etc/passwd">%x;', "x"),
    "made by a parameter": ("<!ENTITY % x \"<!ENTITY y 'z'>\">%x;", "x"),
    "used in a default": ('<!ENTITY x "y"><!ATTLIST text id CDATA "&x;">', "x"),
    "after other declarations": ('<!ELEMENT amf ANY><!-- c --><?p i?><!ENTITY x "y">', "x"),
    "with a non-ASCII name": ('<!ENTITY é "y">', "é"),
    "the first of two": ('<!ENTITY first "y"><!ENTITY second "z">', "first"),
}


@pytest.mark.parametrize(("declaration", "name"), DECLARATIONS.values(), ids=DECLARATIONS)
def test_a_declared_entity_is_refused_by_name(declaration: str, name: str) -> None:
    data = f"<!DOCTYPE amf [{declaration}]>{AMF}</amf>".encode()
    with pytest.raises(RifError) as refused:
        outline(data, [])
    assert str(refused.value) == DECLARES(name)


@pytest.mark.parametrize(
    ("declarations", "handle"),
    [
        pytest.param('%unknown; <!ENTITY x "y">', "a", id="after an unknown parameter"),
        pytest.param('%unknown; <!ENTITY x "y">', "&x;", id="after an unknown one, and used"),
        pytest.param('<!ENTITY lt "&#38;#60;">', "a", id="a predefined one of XML"),
    ],
)
def test_no_declaration_of_an_entity_is_missed(declarations: str, handle: str) -> None:
    data = f'<!DOCTYPE amf [{declarations}]>{AMF}<text id="{handle}"/></amf>'.encode()
    with pytest.raises(RifError):
        parse_rif(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "is malformed XML at line 1: no element found", id="nothing"),
        pytest.param(b"<a>\n<b>\n</a>", "is malformed XML at line 3: mismatched tag", id="tag"),
        pytest.param(
            b"<a/><b/>", "is malformed XML at line 1: junk after document element", id="two roots"
        ),
        pytest.param(
            b'<?xml version="1.0" encoding="x-none"?><a/>',
            "is in an encoding that cannot be read (unknown encoding: x-none); convert it to UTF-8",
            id="unknown encoding",
        ),
        pytest.param(
            b'<?xml version="1.0" encoding="x-none" x?><a/>',
            "is malformed XML at line 1: XML declaration not well-formed",
            id="unknown encoding in a broken declaration",
        ),
        pytest.param(
            b'<?xml version="1.0" encoding="Shift_JIS"?><a/>',
            "is in an encoding that cannot be read (multi-byte encodings are not supported);"
            " convert it to UTF-8",
            id="multi-byte encoding",
        ),
    ],
)
def test_a_file_without_outline_is_refused_with_one_sentence(data: bytes, message: str) -> None:
    with pytest.raises(RifError) as refused:
        outline(data, [])
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<amf>\n\n<a>caf\xe9</a></amf>", "is not UTF-8 at line 3"),
        (b'<?xml version="1.0" encoding="utf-8"?>\n<a b="\xff"/>', "is not UTF-8 at line 2"),
        ("\ufeff<a>\n</b>".encode("utf-16-le") + b"\xe9", "is malformed XML at line 2"),
        (b"<a>\n</b>\n\xe9", "is malformed XML at line 2"),
    ],
)
def test_a_byte_in_another_encoding_is_told_from_malformed_xml(data: bytes, message: str) -> None:
    with pytest.raises(RifError) as refused:
        check(data)
    assert str(refused.value).startswith(message)
