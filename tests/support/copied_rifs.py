"""Rifs of any shape, and what a copy of one must keep."""

import re
from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape, quoteattr

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from lxml import etree

from wildwood.kernel.model import Similar, SimilarityType
from wildwood.kernel.safe_xml import Element
from wildwood.nep.rif import parse_rif

from tests.support.amf import HEAD, TAIL

NAMESPACE = "http://amf.openlib.org"
AMF = {"a": NAMESPACE}


def rif(content: str) -> bytes:
    """Make a rif whose root has this content."""
    return (HEAD + content + TAIL).encode()


def inside(data: bytes) -> str:
    """Return the content of the root of a rif made by `rif`."""
    text = data.decode()
    assert text.startswith(HEAD)
    assert text.endswith(TAIL)
    return text[len(HEAD) : -len(TAIL)]


def external(handle: str, strength: float) -> Similar:
    return Similar(handle, strength, SimilarityType.EXTERNAL)


def copy(content: str, *strengths: float | None, presort: bool = True) -> str:
    """Return the content of a ps rif; for each paper, its strength with `x`, if any."""
    similars = [[] if strength is None else [external("x", strength)] for strength in strengths]
    return inside(parse_rif(rif(content)).annotated(similars, presort=presort))


def wildwood(printed: str) -> str:
    """Return the element that `copy` adds to a paper."""
    return f'<wildwood><similar id="x" strength="{printed}" type="ext"/></wildwood>'


def order(*strengths: float | None) -> str:
    """Return the handles of papers a, b, c … in the order of the ps rif."""
    content = "".join(f'<text id="{chr(ord("a") + n)}"/>' for n in range(len(strengths)))
    return "".join(re.findall(r'<text id="(\w)"', copy(content, *strengths)))


def marked(paper: str, strength: str) -> str:
    return paper.replace("</text>", wildwood(strength) + "</text>")


TAG = re.compile(
    rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE.*?>"
    rb"|<[^\"'>]*(?:(?:\"[^\"]*\"|'[^']*')[^\"'>]*)*>",
    re.DOTALL,
)
TEXT = "//a:text[not(ancestor::a:text)]"
DESCRIBED = "a:title | a:hasauthor/a:person/*[self::a:name|self::a:givenname|self::a:familyname]"
OURS = "//a:text[not(ancestor::a:text)]/a:wildwood"


Span = tuple[int, int]


def spans(data: bytes, elements: str | Callable[[Element], list[Element]]) -> list[Span]:
    """Return the offsets of the elements that an XPath or a function finds in a UTF-8 file."""
    all_spans: list[Span] = []
    open_elements: list[int] = []
    for tag in TAG.finditer(data):
        if tag[0].startswith((b"<!", b"<?")):
            continue
        if tag[0].startswith(b"</"):
            number = open_elements.pop()
            all_spans[number] = (all_spans[number][0], tag.end())
            continue
        all_spans.append(tag.span())
        if not tag[0].endswith(b"/>"):
            open_elements.append(len(all_spans) - 1)
    root = etree.fromstring(data)
    found = select(root, elements) if isinstance(elements, str) else elements(root)
    return [
        span for span, element in zip(all_spans, root.iter("*"), strict=True) if element in found
    ]


def select(element: Element, xpath: str) -> list[Element]:
    found = element.xpath(xpath, namespaces=AMF)
    assert isinstance(found, list)
    return found


def papers(root: Element) -> list[Element]:
    """Return the texts with an id, or with a ref and some words about the paper."""
    return [
        text
        for text in select(root, TEXT)
        if text.get("id", "").strip()
        or (
            text.get("ref", "").strip()
            and any("".join(part.itertext()).strip() for part in select(text, DESCRIBED))
        )
    ]


def containers(data: bytes) -> list[list[Element]]:
    """Return, for each paper, its ancestors without bare wrappers."""
    return [
        [a for a in paper.iterancestors() if a.attrib or a.tag != f"{{{NAMESPACE}}}haspart"]
        for paper in papers(etree.fromstring(data))
    ]


def with_spans(data: bytes, replaced: Sequence[Span], contents: Sequence[bytes]) -> bytes:
    """Return the data with each of these spans, in order, replaced."""
    pieces, position = [], 0
    for (start, end), content in zip(replaced, contents, strict=True):
        pieces += [data[position:start], content]
        position = end
    return b"".join([*pieces, data[position:]])


def without_ours(data: bytes) -> bytes:
    found = spans(data, OURS)
    return with_spans(data, found, [b""] * len(found))


def papers_back(data: bytes, taken: Sequence[int]) -> bytes:
    """Return the data with its papers back in place; `taken[k]` is the paper in place k."""
    places = spans(data, papers)
    contents = {paper: data[start:end] for paper, (start, end) in zip(taken, places, strict=True)}
    return with_spans(data, places, [contents[paper] for paper in sorted(contents)])


def c14n(data: bytes) -> bytes:
    return etree.tostring(etree.fromstring(data).getroottree(), method="c14n", with_comments=True)


def expected_order(us: bytes, similars: Sequence[Sequence[Similar]]) -> list[int]:
    """Return the paper for each place, by repeatedly taking the strongest of the container."""
    strongest = [
        max((round(similar.strength, 4) for similar in found), default=0.0) for found in similars
    ]
    container = containers(us)
    left, order = list(range(len(similars))), []
    for place in range(len(similars)):
        candidates = [paper for paper in left if container[paper] == container[place]]
        order.append(max(candidates, key=lambda paper: (strongest[paper], -paper)))
        left.remove(order[-1])
    return order


TEXTS = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"),
        st.sampled_from("\n\t <>&\"'-?]"),
    ),
    max_size=8,
)
COMMENTS = TEXTS.map(lambda text: f"<!--{text.replace('-', ' ')}-->")
INSTRUCTIONS = TEXTS.map(lambda text: f"<?i {text.replace('?', ' ')}?>")
CDATA_SECTIONS = TEXTS.map(lambda text: f"<![CDATA[{text.replace(']', ' ')}]]>")
MIXED = st.one_of(TEXTS.map(escape), COMMENTS, INSTRUCTIONS, CDATA_SECTIONS)
TAGS = ["text", "text", "text", "collection", "haspart", "title", "note", "p:note", "wildwood"]
PREFIXES = ["", "", ' xmlns:p="urn:1"', ' xmlns:p="urn:2"']
ALIASED = [*TAGS, "a:text", "a:title"]
ALIASES = [*PREFIXES, *(f' {n}="{NAMESPACE}"' for n in ("xmlns", "xmlns:a", "xmlns:p"))]
DEFAULTS = [*ALIASES, ' xmlns="urn:3"', ' xmlns=""']
ATTRIBUTES = st.fixed_dictionaries(
    {"id": st.sampled_from(["", " h\n", "RePEc:a:b:1", "é\"&<'"])},
    optional={"ref": st.just("r"), "x": TEXTS, "p:x": TEXTS, "a:y": TEXTS, "xml:lang": TEXTS},
).map(lambda found: "".join(f" {name}={quoteattr(value)}" for name, value in found.items()))


def element(tag: str, declarations: str, attributes: str, content: str) -> str:
    return f"<{tag}{declarations}{attributes}" + (f">{content}</{tag}>" if content else "/>")


def documents(tags: Sequence[str], declarations: Sequence[str]) -> st.SearchStrategy[bytes]:
    """Generate odd rifs of elements with these tags and namespace declarations."""
    content = st.recursive(
        MIXED,
        lambda inner: st.builds(
            element,
            st.sampled_from(tags),
            st.sampled_from(declarations),
            ATTRIBUTES,
            st.lists(inner, max_size=5).map("".join),
        ),
        max_leaves=20,
    )
    root = st.builds(
        element,
        st.just("amf"),
        st.just(f' xmlns="{NAMESPACE}" xmlns:a="{NAMESPACE}" xmlns:p="urn:0"'),
        ATTRIBUTES,
        st.lists(content, max_size=6).map("".join),
    )
    around = st.lists(st.one_of(st.just("\n \t"), COMMENTS, INSTRUCTIONS), max_size=3).map("".join)
    declaration = st.sampled_from(["", '<?xml version="1.0"?>', "<?xml version='1.0' ?>\r\n"])
    doctype = st.sampled_from(["", "<!DOCTYPE amf>", "<!DOCTYPE amf SYSTEM 'a.dtd'>\n"])
    return st.tuples(declaration, around, doctype, root, around).map(
        lambda parts: "".join(parts).encode()
    )


SIMILARS = st.lists(
    st.builds(
        Similar,
        st.sampled_from(["x", "RePEc:a:b:1", "é\"&<'\n"]),
        st.sampled_from([0.00001, 0.5, 0.50001, 0.50006, 0.9, 1.0]),
        st.sampled_from(SimilarityType),
    ),
    max_size=3,
)


thorough = settings(
    max_examples=150,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)


def assert_that_its_papers_are_the_texts_in_no_other_text(us: bytes) -> None:
    found = parse_rif(us)
    assert len(found.records) == len(spans(us, papers))
    others = len(found.pointers) + len(found.skipped)
    assert len(found.records) + others == len(spans(us, TEXT))


def assert_that_the_copy_is_complete(us: bytes, similars: Sequence[Sequence[Similar]]) -> None:
    ps = parse_rif(us).annotated(similars, presort=True)
    order = expected_order(us, similars)
    ((start, end),), ((ps_start, ps_end),) = spans(us, "/*"), spans(ps, "/*")
    assert (ps[:ps_start], ps[ps_end:]) == (us[:start], us[end:])
    assert c14n(papers_back(without_ours(ps), order)) == c14n(without_ours(us))
    shown = [[(s.handle, s.printed, s.type) for s in found] for found in parse_rif(ps).similars()]
    assert shown == [[(s.handle, s.printed, s.type) for s in similars[paper]] for paper in order]


ODD_RIFS = st.one_of(
    documents(TAGS, [""]),
    documents(TAGS, PREFIXES),  # that change
    documents(ALIASED, ALIASES),  # two prefixes of AMF
    documents(ALIASED, DEFAULTS),  # that change
)
