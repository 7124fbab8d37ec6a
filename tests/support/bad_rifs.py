"""Bad and odd rifs, each with its expected outcome: a table for test_bad_rifs.py."""

import codecs
from dataclasses import dataclass
from itertools import pairwise
from xml.sax.saxutils import escape

AMF = '<amf xmlns="http://amf.openlib.org">'
END = "</amf>"

Record = tuple[str, list[str], list[str]]
"""Handle, names and titles."""


@dataclass(frozen=True)
class Refused:
    """A rif that is refused, with a message that matches this regular expression."""

    data: bytes
    pattern: str


@dataclass(frozen=True)
class Read:
    """A rif that is read, with these records."""

    data: bytes
    records: list[Record]


def rif(content: str, *, before: str = "", after: str = "") -> str:
    return f"{before}{AMF}{content}{END}{after}"


def paper(inner: str = "<title>T</title>", handle: str = "a") -> str:
    return f'<text id="{handle}">{inner}</text>'


def declared(encoding: str, title: str = "T") -> str:
    """Make a rif that declares an encoding."""
    return rif(
        paper(f"<title>{title}</title>"), before=f'<?xml version="1.0" encoding="{encoding}"?>\n'
    )


def refused(content: str | bytes, pattern: str) -> Refused:
    return Refused(content.encode() if isinstance(content, str) else content, pattern)


def read(content: str | bytes, *records: Record) -> Read:
    return Read(content.encode() if isinstance(content, str) else content, list(records))


def with_title(markup: str, title: str) -> Read:
    """Make a rif of one paper with this markup of its title, which is read as `title`."""
    return read(rif(paper(f"<title>{markup}</title>")), ("a", [], [title]))


def with_name(name: str) -> Read:
    markup = f"<hasauthor><person><name>{escape(name)}</name></person></hasauthor>"
    return read(rif(paper(markup)), ("a", [name], []))


def with_handle(written: str, handle: str) -> Read:
    return read(rif(paper(handle=written)), (handle, [], ["T"]))


PLAIN: Record = ("a", [], ["T"])
MALFORMED = r"^is malformed XML at line \d+: "
ENCODED_OTHERWISE = r"^is not [A-Z0-9-]+ at line \d+; convert it, or declare its encoding$"
DECLARES = (
    r"^declares the entity 'x', which is not allowed in a rif; write the text itself instead$"
)
NOT_READ = r"^is in an encoding that cannot be read \(.+\); convert it to UTF-8$"
REFERS = r"refers to &eacute;|undefined entity"
TOO_DEEP = r"^nests elements more than 256 levels deep at line 1; no real rif does$"
TOO_LONG = r"^has a text or an attribute value of more than 10 MB at line 1; no real rif does$"
NO_AMF = r"^is not AMF: its root is {}, not \{{http://amf\.openlib\.org\}}amf$".format

ENCODINGS: dict[str, Refused | Read] = {
    "UTF-8": read(declared("UTF-8", "é日"), ("a", [], ["é日"])),
    "UTF-8 in lower case": read(declared("utf-8", "é日"), ("a", [], ["é日"])),
    "UTF-8 by its other name": read(declared("utf8", "é日"), ("a", [], ["é日"])),
    "UTF-8 by its other name, plain": read(declared("UTF8"), PLAIN),
    "UTF-8 with a mark": read(codecs.BOM_UTF8 + declared("UTF-8").encode(), PLAIN),
    "UTF-8 with two marks": refused(codecs.BOM_UTF8 * 2 + declared("UTF-8").encode(), MALFORMED),
    "a mark only": refused(codecs.BOM_UTF8, MALFORMED),
    "ISO-8859-1": read(declared("ISO-8859-1", "é").encode("iso-8859-1"), ("a", [], ["é"])),
    "ISO-8859-1 declared as UTF-8": refused(
        declared("UTF-8", "café").encode("iso-8859-1"), ENCODED_OTHERWISE
    ),
    "ISO-8859-1 without declaration": refused(
        rif(paper("<title>café</title>")).encode("iso-8859-1"), ENCODED_OTHERWISE
    ),
    "UTF-8 declared as ISO-8859-1": read(declared("ISO-8859-1", "café"), ("a", [], ["cafÃ©"])),
    "UTF-8 with a mark, declared as ISO-8859-1": read(
        codecs.BOM_UTF8 + declared("ISO-8859-1", "café").encode(), ("a", [], ["café"])
    ),
    "windows-1252": read(
        declared("windows-1252", "“é”").encode("windows-1252"), ("a", [], ["“é”"])
    ),
    "windows-1252 declared as ISO-8859-1": read(
        declared("ISO-8859-1", "“é”").encode("windows-1252"), ("a", [], ["\x93é\x94"])
    ),
    "a byte that windows-1252 lacks": refused(
        declared("windows-1252", "?").encode().replace(b">?<", b">\x81<"), ENCODED_OTHERWISE
    ),
    "KOI8-R": read(declared("KOI8-R", "Экономика").encode("koi8-r"), ("a", [], ["Экономика"])),
    "a high byte in US-ASCII": refused(
        declared("US-ASCII", "é").encode("iso-8859-1"), ENCODED_OTHERWISE
    ),
    "UTF-16 LE": read(
        codecs.BOM_UTF16_LE + declared("UTF-16", "é日").encode("utf-16-le"), ("a", [], ["é日"])
    ),
    "UTF-16 BE": read(
        codecs.BOM_UTF16_BE + declared("UTF-16", "é日").encode("utf-16-be"), ("a", [], ["é日"])
    ),
    "UTF-16 without declaration": read(
        codecs.BOM_UTF16_BE + rif(paper()).encode("utf-16-be"), PLAIN
    ),
    "UTF-16 LE by its full name": read(declared("UTF-16LE").encode("utf-16-le"), PLAIN),
    "UTF-16 BE by its full name": read(declared("UTF-16BE").encode("utf-16-be"), PLAIN),
    "UTF-16 LE without a mark": read(declared("UTF-16").encode("utf-16-le"), PLAIN),
    "UTF-16 BE without a mark": read(declared("UTF-16").encode("utf-16-be"), PLAIN),
    "UTF-16 with the mark of the other byte order": refused(
        codecs.BOM_UTF16_BE + declared("UTF-16").encode("utf-16-le"), MALFORMED
    ),
    "UTF-16 declared as UTF-8": refused(
        codecs.BOM_UTF16_LE + declared("UTF-8").encode("utf-16-le"), MALFORMED
    ),
    "UTF-8 declared as UTF-16": refused(declared("UTF-16"), MALFORMED),
    "half a character of UTF-16": refused(
        codecs.BOM_UTF16_LE + declared("UTF-16").encode("utf-16-le") + b"\n", ENCODED_OTHERWISE
    ),
    "a lone surrogate of UTF-16": refused(
        codecs.BOM_UTF16_LE + declared("UTF-16", "\ud800").encode("utf-16-le", "surrogatepass"),
        ENCODED_OTHERWISE,
    ),
    "UTF-32": refused(declared("UTF-32").encode("utf-32"), f"{MALFORMED}|{NOT_READ}"),
    "UTF-7": refused(declared("UTF-7"), NOT_READ),
    "Shift_JIS": refused(declared("Shift_JIS", "経済").encode("shift_jis"), NOT_READ),
    "EUC-JP": refused(declared("EUC-JP", "経済").encode("euc-jp"), NOT_READ),
    "ISO-2022-JP": refused(declared("ISO-2022-JP", "経済").encode("iso-2022-jp"), NOT_READ),
    "ISO-2022-JP, all ASCII": refused(declared("ISO-2022-JP"), NOT_READ),
    "GB18030": refused(declared("GB18030", "经济").encode("gb18030"), NOT_READ),
    "GBK": refused(declared("GBK", "经济").encode("gbk"), NOT_READ),
    "HZ, all ASCII": refused(declared("HZ"), NOT_READ),
    "Big5": refused(declared("Big5", "經濟").encode("big5"), NOT_READ),
    "EUC-KR": refused(declared("EUC-KR", "경제").encode("euc-kr"), NOT_READ),
    "a multi-byte encoding, all ASCII": refused(declared("Shift_JIS"), NOT_READ),
    "an unknown encoding": refused(declared("x-none"), NOT_READ),
    "an unknown encoding with a long name": refused(declared("x" * 2_000), NOT_READ),
    "a codec of Python that is not an encoding": refused(declared("rot13"), NOT_READ),
    "a codec of Python that compresses": refused(declared("zlib"), NOT_READ),
    "a codec of Python that always fails": refused(declared("undefined"), NOT_READ),
    "a codec of Python for host names": refused(declared("idna"), NOT_READ),
    "a module of Python that is not a codec": refused(declared("aliases"), NOT_READ),
    "EBCDIC": refused(declared("cp037").encode("cp037"), ENCODED_OTHERWISE),
    "an instruction that looks like the declaration": read(
        f'<?xmlx encoding="ISO-8859-1"?>{rif(paper("<title>é日</title>"))}', ("a", [], ["é日"])
    ),
    "an encoding without a name": refused(declared(""), MALFORMED),
}

CONTROLS: dict[str, Refused | Read] = {
    f"the control character {ord(character)}": refused(rif(f"{character}{paper()}"), MALFORMED)
    for character in "\0\x01\x08\x0b\x0c\x1b\x1f"
}

CHARACTERS: dict[str, Refused | Read] = {
    "a reference to a control character": refused(rif("&#1;"), MALFORMED),
    "a reference to 0": refused(rif("&#0;"), MALFORMED),
    "a reference to a surrogate": refused(rif("&#xD800;"), MALFORMED),
    "a reference beyond Unicode": refused(rif("&#x110000;"), MALFORMED),
    "a reference with many digits": refused(rif(f"&#{'9' * 10_000};"), MALFORMED),
    "U+FFFE": refused(rif("\ufffe"), MALFORMED),
    "U+FFFF": refused(rif("\uffff"), MALFORMED),
    "a surrogate in UTF-8": refused(
        rif("\ud800").encode("utf-8", "surrogatepass"), ENCODED_OTHERWISE
    ),
    "an overlong form": refused(rif("?").encode().replace(b"?", b"\xc0\xaf"), ENCODED_OTHERWISE),
    "half a character": refused(rif("é").encode().replace(b"\xa9", b""), ENCODED_OTHERWISE),
    "zeros after the end": refused(rif(paper(), after="\0\0"), MALFORMED),
    "the end-of-file character of DOS": refused(rif(paper(), after="\x1a"), MALFORMED),
    "delete": with_title("a\x7fb", "a\x7fb"),
    "the next line of C1": with_title("a\x85b", "a\x85b"),
    "a reference to a carriage return": with_title("a&#13;b", "a\rb"),
    "Windows line ends": with_title("a\r\nb\rc", "a\nb\nc"),
    "the last character": with_title("\U0010ffff", "\U0010ffff"),
    "a character outside plane 0": with_title("\U0001f4b0", "\U0001f4b0"),
    "double-encoded UTF-8": with_title("cafÃ©", "cafÃ©"),
    "soft hyphens": with_title("eco\xadno\xadmy", "eco\xadno\xadmy"),
    "zero-width characters": with_title("a\u200bb\u200d\ufeffc", "a\u200bb\u200d\ufeffc"),
    "double-encoded twice": with_title("cafÃ\x83Â©", "cafÃ\x83Â©"),
    "a replacement character": with_title("caf\ufffd", "caf\ufffd"),
    "a private character": with_title("\ue000", "\ue000"),
    "a reference to half of a surrogate pair": refused(
        rif(paper("<title>&#xDC00;</title>")), MALFORMED
    ),
    "a byte order mark in the middle": with_title("a\ufeffb", "a\ufeffb"),
    "line and paragraph separators": with_title("a\u2028b\u2029c", "a\u2028b\u2029c"),
    "a title printed twice": with_title("On Trade On Trade", "On Trade On Trade"),
    "a title printed twice in two elements": read(
        rif(paper("<title>On Trade</title>" * 2)), ("a", [], ["On Trade", "On Trade"])
    ),
    "Hebrew and English with embeddings": with_title(
        "\u202bכלכלה\u202c GDP \u2067עוני\u2069", "\u202bכלכלה\u202c GDP \u2067עוני\u2069"
    ),
    "Persian with a zero-width non-joiner": with_title("می\u200cخواهم", "می\u200cخواهم"),
    "Thai": with_title("เศรษฐศาสตร์", "เศรษฐศาสตร์"),
    "Devanagari": with_title("अर्थशास्त्र", "अर्थशास्त्र"),
    "half-width katakana": with_title("ｹｲｻﾞｲ", "ｹｲｻﾞｲ"),
    "decomposed Hangul": with_title("\u1100\u1167\u11bc", "\u1100\u1167\u11bc"),
    "a hundred marks on a letter": with_title("e" + "\u0301" * 100, "e" + "\u0301" * 100),
    "characters of mathematics": with_title("𝛽-convergence ≤ ½", "𝛽-convergence ≤ ½"),
    "right to left, with marks": with_title("\u200fכלכלה\u202e", "\u200fכלכלה\u202e"),
    "Arabic": with_title("الاقتصاد", "الاقتصاد"),
    "Chinese, Japanese, Korean": with_title("经济 経済 경제", "经济 経済 경제"),
    "combining marks": with_title("e\u0301\u0323\u0301", "e\u0301\u0323\u0301"),
    "a combining mark alone": with_title("\u0301", "\u0301"),
    "no-break spaces": with_title("\xa0a\u202fb\u3000", "\xa0a\u202fb\u3000"),
    "text that looks like markup": with_title("&lt;b>&amp;amp;&lt;/b>", "<b>&amp;</b>"),
    "text that looks like LaTeX": with_title(r"$\alpha$ &amp; \'e", r"$\alpha$ & \'e"),
}


def doctype(declarations: str, content: str = "") -> str:
    return rif(content, before=f"<!DOCTYPE amf [{declarations}]>")


def laughs(entity: str = "<!ENTITY ", reference: str = "&") -> str:
    """Make ten entities, each ten times the one before: 10 GB from 1 kB."""
    names = ["x", *(f"e{n}" for n in range(1, 10))]
    return f'{entity}x "{"ha" * 5}">' + "".join(
        f'{entity}{name} "{f"{reference}{before};" * 10}">' for before, name in pairwise(names)
    )


LARGE = f'<!ENTITY x "{"y" * 100_000}">'
DECLARED_BOMBS = {
    "billion laughs": doctype(laughs(), paper("<title>&e9;</title>")),
    "billion laughs in an attribute": doctype(laughs(), paper(handle="&e9;")),
    "billion laughs in a default": doctype(laughs() + '<!ATTLIST text id CDATA "&e9;">', "<text/>"),
    "billion laughs in parameters": doctype(laughs("<!ENTITY % ", "&#37;") + "%e9;"),
    "quadratic blowup": doctype(LARGE, paper(f"<title>{'&x;' * 100_000}</title>")),
    "quadratic blowup in an attribute": doctype(LARGE, paper(handle="&x;" * 100_000)),
    "quadratic blowup over elements": doctype(LARGE, paper(handle="&x;") * 100_000),
    "quadratic blowup in a default": doctype(
        LARGE + f'<!ATTLIST text id CDATA "{"&x;" * 1_000}">', "<text/>" * 100_000
    ),
    "an entity that contains itself": doctype('<!ENTITY x "&x;">', "&x;"),
}
BOMBS: dict[str, Refused | Read] = {
    **{name: refused(bomb, DECLARES) for name, bomb in DECLARED_BOMBS.items()},
    "billion laughs after an unknown parameter": refused(
        doctype("%unknown;" + laughs(), paper(handle="&e9;")), "entity"
    ),
    "10 GB of defaults": refused(
        doctype(f'<!ATTLIST text id CDATA "{"x" * 100_000}">', "<text/>" * 100_000), ""
    ),
}

DTDS: dict[str, Refused | Read] = {
    "a bomb of parameter entities": refused(
        rif("", before="<!DOCTYPE amf [<!ENTITY % x '&#37;y;&#37;y;'><!ENTITY % y '&#37;x;'>%x;]>"),
        DECLARES,
    ),
    "an entity with a long name": refused(
        rif("", before=f'<!DOCTYPE amf [<!ENTITY {"x" * 2_000} "y">]>'),
        "^declares the entity 'x{100}…'",
    ),
    "a default attribute": read(
        rif(paper(), before='<!DOCTYPE amf [<!ATTLIST text x CDATA "y">]>'), PLAIN
    ),
    "a bare DOCTYPE": read(rif(paper(), before="<!DOCTYPE amf>"), PLAIN),
    "a system DTD": read(rif(paper(), before='<!DOCTYPE amf SYSTEM "amf.dtd">'), PLAIN),
    "a DTD on the web": read(
        rif(paper(), before='<!DOCTYPE amf PUBLIC "-//A//B" "http://127.0.0.1:9/a.dtd">'), PLAIN
    ),
    "a DOCTYPE of another root": read(rif(paper(), before="<!DOCTYPE html>"), PLAIN),
    "an entity from a device": refused(
        rif("&x;", before='<!DOCTYPE amf [<!ENTITY x SYSTEM "/dev/zero">]>'), DECLARES
    ),
    "an undefined entity": refused(rif("&eacute;"), REFERS),
    "an undefined entity in an attribute": refused(rif(paper(handle="&eacute;")), REFERS),
    "an undefined entity with a bare DOCTYPE": refused(
        rif("&eacute;", before="<!DOCTYPE amf>"), REFERS
    ),
    "an undefined entity with a DTD": refused(
        rif("&eacute;", before='<!DOCTYPE amf SYSTEM "amf.dtd">'), REFERS
    ),
    "an undefined entity in an attribute with a DTD": refused(
        rif(paper(handle="caf&eacute;"), before='<!DOCTYPE amf SYSTEM "amf.dtd">'), "eacute"
    ),
    "a DTD that is cut off": refused("<!DOCTYPE amf [", MALFORMED),
    "a DOCTYPE after the root": refused(rif("", after="<!DOCTYPE amf>"), MALFORMED),
    "two DOCTYPEs": refused(rif("", before="<!DOCTYPE amf><!DOCTYPE amf>"), MALFORMED),
    "XInclude of a text": read(
        rif(
            paper(
                '<title>T<include xmlns="http://www.w3.org/2001/XInclude" parse="text"'
                ' href="file:///etc/passwd"/></title>'
            )
        ),
        PLAIN,
    ),
    "XInclude of papers": read(
        rif(
            '<include xmlns="http://www.w3.org/2001/XInclude" href="file:///tmp/more.xml">'
            "<fallback/></include>" + paper()
        ),
        PLAIN,
    ),
    "a style sheet": read(
        rif(paper(), before='<?xml-stylesheet href="http://127.0.0.1:9/x.xsl"?>'), PLAIN
    ),
    "a schema": read(
        rif(
            '<x xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
            ' xsi:schemaLocation="u http://127.0.0.1:9/x.xsd"/>' + paper()
        ),
        PLAIN,
    ),
}

NOT_RIFS: dict[str, Refused | Read] = {
    "nothing": refused("", MALFORMED),
    "white space": refused(" \n", MALFORMED),
    "only a declaration": refused('<?xml version="1.0" encoding="UTF-8"?>', MALFORMED),
    "only a comment": refused("<!-- amf -->", MALFORMED),
    "white space before the declaration": refused(
        '\n<?xml version="1.0"?>' + rif(paper()), MALFORMED
    ),
    "HTML": refused("<!DOCTYPE html><html><body><p>No<br>rif</body></html>", MALFORMED),
    "XHTML": refused(
        '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
        NO_AMF(r"\{http://www\.w3\.org/1999/xhtml\}html"),
    ),
    "JSON": refused('{"amf": []}', MALFORMED),
    "ReDIF": refused("Template-Type: ReDIF-Paper 1.0\nTitle: T\n", MALFORMED),
    "a PDF": refused(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", MALFORMED),
    "compressed": refused(b"\x1f\x8b\x08\x00\x00\x00\x00\x00", MALFORMED),
    "two roots": refused(rif(paper()) * 2, MALFORMED),
    "text after the root": refused(rif(paper(), after="x"), MALFORMED),
    "text before the root": refused(rif(paper(), before="x"), MALFORMED),
    "a cut off tag": refused(rif(paper())[:-2], MALFORMED),
    "a cut off title": refused(AMF + '<text id="a"><title>Some', MALFORMED),
    "a cut off comment": refused(rif("<!-- "), MALFORMED),
    "a cut off CDATA": refused(rif("<![CDATA["), MALFORMED),
    "overlapping tags": refused(rif("<text><title></text></title>"), MALFORMED),
    "a bare ampersand": refused(rif(paper("<title>R&D</title>")), MALFORMED),
    "a bare less-than sign": refused(rif(paper("<title>a < b</title>")), MALFORMED),
    "an attribute twice": refused(rif('<text id="a" id="b"/>'), MALFORMED),
    "an attribute without quotes": refused(rif("<text id=a/>"), MALFORMED),
    "two hyphens in a comment": refused(rif("<!-- -- -->"), MALFORMED),
    "an undeclared prefix": refused(rif("<x:text/>"), MALFORMED),
    "an attribute twice by namespace": refused(
        rif('<text xmlns:x="u" xmlns:y="u" x:a="" y:a=""/>'), MALFORMED
    ),
    "a namespace of two lines": refused(
        '<amf xmlns="http://amf.openl&#10;g"><b xmlns="b"/></amf>',
        r"^is malformed XML at line 1: xmlns: 'http://amf\.openl g' is not a valid URI$",
    ),
    "a namespace with a terminal control sequence": refused(
        '<amf xmlns="a\N{CONTROL SEQUENCE INTRODUCER}2J"/>',
        "xmlns: 'a\N{REPLACEMENT CHARACTER}2J' is not a valid URI",
    ),
    "AMF without namespace": refused("<amf><text id='a'/></amf>", NO_AMF("amf")),
    "AMF with a similar namespace": refused(
        '<amf xmlns="https://amf.openlib.org"/>', NO_AMF(r"\{https://amf\.openlib\.org\}amf")
    ),
    "only a text": refused(
        '<text xmlns="http://amf.openlib.org" id="a"/>',
        NO_AMF(r"\{http://amf\.openlib\.org\}text"),
    ),
    "XML 2.0": refused(rif("", before='<?xml version="2.0"?>'), MALFORMED),
    "XML 1.1": read(rif(paper(), before='<?xml version="1.1"?>'), PLAIN),
    "AMF without papers": read(rif("")),
    "self-closing AMF": read(AMF[:-1] + "/>"),
    "an xml:id twice": refused(
        rif('<text xml:id="i" id="a"/><text xml:id="i" id="b"/>'), MALFORMED
    ),
    "an xml:id that is not a name": refused(rif('<text xml:id="1 2" id="a"/>'), MALFORMED),
    "a namespace with a relative address": read(rif('<x:e xmlns:x="rel/ative"/>' + paper()), PLAIN),
}

SIZES: dict[str, Refused | Read] = {
    "200 levels": read(rif("<x>" * 200 + paper() + "</x>" * 200), PLAIN),
    "the deepest paper whose marks can be read": read(
        rif("<x>" * 252 + paper("") + "</x>" * 252), ("a", [], [])
    ),
    "a high paper and a deep place to which it could move": refused(
        rif("<x>" * 200 + paper() + "</x>" * 200 + paper("<x>" * 60 + "</x>" * 60, "b")),
        "^has a text 202 levels deep at line 1; no real rif does$",
    ),
    "a paper too deep for its marks to be read": refused(
        rif("<x>" * 253 + paper("") + "</x>" * 253),
        "^has a text 255 levels deep at line 1; no real rif does$",
    ),
    "a title of 200 levels": with_title("<i>" * 200 + "T" + "</i>" * 200, "T"),
    "1,000 levels": refused(rif("<x>" * 1_000 + paper() + "</x>" * 1_000), TOO_DEEP),
    "a million levels": refused(rif("<x>" * 1_000_000 + "</x>" * 1_000_000), TOO_DEEP),
    "a million levels that stay open": refused(AMF + "<x>" * 1_000_000, MALFORMED),
    "a title of 9 MB": with_title("word " * 1_800_000, "word " * 1_800_000),
    "a title of 10 MB": with_title("word " * 2_000_000, "word " * 2_000_000),
    "a title of 10 MB without white space": with_title("x" * 10_000_000, "x" * 10_000_000),
    "a title of 11 MB": refused(rif(paper(f"<title>{'word ' * 2_200_000}</title>")), TOO_LONG),
    "a name of 11 MB": refused(
        rif(paper(f"<hasauthor><person><name>{'x' * 11_000_000}</name></person></hasauthor>")),
        TOO_LONG,
    ),
    "a handle of 11 MB": refused(rif(paper(handle="x" * 11_000_000)), TOO_LONG),
    "a namespace of 11 MB": refused(rif(f'<x xmlns="{"x" * 11_000_000}"/>'), TOO_LONG),
    "a file of 10 MB": read(
        rif("".join(paper(f"<title>{'word ' * 20_000}</title>", f"h{n}") for n in range(100))),
        *((f"h{n}", [], ["word " * 20_000]) for n in range(100)),
    ),
    "a paper of 10 MB": read(
        rif(paper("<title>A title of ten words or so, again and again</title>" * 200_000)),
        ("a", [], ["A title of ten words or so, again and again"] * 200_000),
    ),
    "40,000 texts": read(
        rif("".join(f'<text id="{n}"/>' for n in range(40_000))),
        *((str(n), [], []) for n in range(40_000)),
    ),
    "100,000 attributes": read(
        rif("<x " + " ".join(f"a{n}=''" for n in range(100_000)) + "/>" + paper()), PLAIN
    ),
    "5,000 namespaces": read(
        rif("<x " + " ".join(f"xmlns:p{n}='urn:{n}'" for n in range(5_000)) + "/>" + paper()),
        PLAIN,
    ),
    "200,000 comments": read(rif("<!-- - -->" * 200_000 + paper()), PLAIN),
    "a comment of 11 MB": refused(rif(f"<!--{'x ' * 5_500_000}-->"), MALFORMED),
    "an element name of 60 kB": refused(rif(f"<{'x' * 60_000}/>"), MALFORMED),
    "5,000 authors": read(
        rif(paper("<hasauthor><person><name>Ann Lee</name></person></hasauthor>" * 5_000)),
        ("a", ["Ann Lee"] * 5_000, []),
    ),
    "5,000 titles": read(rif(paper("<title>T</title>" * 5_000)), ("a", [], ["T"] * 5_000)),
    "a title of 20,000 elements": with_title("<i>a</i>" * 20_000, "a" * 20_000),
    "a title of a million lines": with_title("\n" * 1_000_000, "\n" * 1_000_000),
}

NAMES: dict[str, Refused | Read] = {
    f"the name {name[:40]!r}": with_name(name)
    for name in (
        "Keen,M.",
        "Josep.Rialp",
        "J.E.",
        "KEEN,M.",
        "Keen , M .",
        "Anna-Lena O'Brien-van der Berg Jr., Ph.D.",
        "Ann Lee (University of X)",
        "Lee\nAnn",
        "Iva\u00adnov",
        "I\u200bvanov",
        "S\u0327en, \u0141ukasz",
        "\u05db\u05d4\u05df, \u05d3\u05df",
        "\u0645\u062d\u0645\u062f",
        "1234",
        "???",
        "N.N.",
        "\U0001d400nna",
        "O&#39;Neill",
        "<b>Lee</b>",
        "Dieppe,Alistair Matthew,Matsuoka,Hideaki",
        r"Garc\'ia-P\'erez",
        "O\N{ACUTE ACCENT}Neill",
        "O\N{RIGHT SINGLE QUOTATION MARK}Neill",
        "-",
        ".",
        "",
        " ",
        "et al.",
        "Lee, Ann & Lee, Bob",
        "Lee; Ann <ann@example.org>",
        "李",
        "李 明",
        "Ng",
        "D'Artagnan, Ch.",
        "Müller (née Öz), Ü.",
        "Mu\u0308ller",
        "M\xfcller\xad-Lu\u0308",
        "GarcÃ\xada",
        "\ufb01scher \uff21\uff4e\uff4e",
        "Iva\u0301\u0301n \u200f\u05db\u05d4\u05df",
        "\u0130stanbul \u0131I",
        "\u1e9etra\xdfe",
        "\N{ZERO WIDTH SPACE}",
        "x" * 10_000,
    )
}

HANDLES: dict[str, Refused | Read] = {
    "a handle with dots": with_handle("RePEc:a.b:c.d:1.2", "RePEc:a.b:c.d:1.2"),
    "a handle with a dollar sign": with_handle("$where", "$where"),
    "a handle that is a dollar sign": with_handle("$", "$"),
    "a handle with quotes": with_handle("a&quot;b'c", "a\"b'c"),
    "a handle with markup": with_handle("&lt;a>&amp;amp;", "<a>&amp;"),
    "a handle with a line end": with_handle("a\nb", "a b"),
    "a handle with references to line ends": with_handle("a&#10;b&#13;c&#9;d", "a\nb\rc\td"),
    "a handle of 2,000 characters": with_handle("x" * 2_000, "x" * 2_000),
    "a handle with white space around": with_handle("&#10; a \t", "a"),
    "a handle with non-ASCII characters": with_handle("é日\U0001f4b0", "é日\U0001f4b0"),
    "a handle with braces and percent signs": with_handle("{a}%s%(b)s\\n", "{a}%s%(b)s\\n"),
    "a handle with a slash": with_handle("../../etc/passwd", "../../etc/passwd"),
    "a handle that differs in case": read(
        rif(paper(handle="A") + paper()), ("A", [], ["T"]), PLAIN
    ),
    "a handle twice": read(rif(paper() * 2), PLAIN, PLAIN),
    "no handle": read(rif("<text><title>T</title></text>")),
}

CASES = ENCODINGS | CONTROLS | CHARACTERS | BOMBS | DTDS | NOT_RIFS | SIZES | NAMES | HANDLES
