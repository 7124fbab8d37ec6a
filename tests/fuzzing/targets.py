"""Checks that must pass for any input; tests/promises tries known ones: see README.md."""

import unicodedata
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from lxml import etree

from wildwood.kernel.errors import RifError
from wildwood.kernel.features import normalise, paper_of, title_features
from wildwood.kernel.model import Punctuation, Similar, SimilarityType
from wildwood.kernel.safe_xml import Element
from wildwood.nep.rif import Rif, parse_rif

from tests.support.restatement import author_features as restated_author_features
from tests.support.restatement import title_features as restated_title_features
from tests.support.strengths import author_features

Tree = tuple[Any, ...]

_AMF = "{http://amf.openlib.org}"
_NAMES = (f"{_AMF}name", f"{_AMF}givenname", f"{_AMF}familyname")
_PLACEHOLDER: Tree = ("a paper",)
_SIMILARS = [
    [],
    [Similar("RePEc:a:b:1", 0.5, SimilarityType.EXTERNAL)],
    [Similar("é日\"&<'\n", 0.9, SimilarityType.INTERNAL)],
    [
        Similar("a", 0.50001, SimilarityType.EXTERNAL),
        Similar("b", 0.00001, SimilarityType.INTERNAL),
    ],
]


def rif(data: bytes) -> None:
    """Check that a rif is refused with one sentence, or that its ps rif is a correct copy.

    A copy is correct if it equals the input without our elements and in the input's order.
    """
    try:
        parsed = parse_rif(data)
    except RifError as error:
        sentence = str(error)
        assert sentence.splitlines() == [sentence], sentence
        assert not sentence.endswith("."), sentence
        assert len(sentence) < 500, sentence
        return
    for record in parsed.records:
        assert record.handle
        paper_of(record)
    similars = [
        _SIMILARS[(zlib.crc32(data) >> 2 * (k % 16)) & 3] for k in range(len(parsed.records))
    ]
    _check_unchanged(data, parsed)
    for presort in (False, True):
        _check_copy(data, parsed.annotated(similars, presort=presort), similars, presort=presort)


def _check_unchanged(data: bytes, parsed: Rif) -> None:
    """Check that every byte stays if there is nothing to report and no old mark."""
    nothing: list[list[Similar]] = [[] for _ in parsed.records]
    if not _marks(_parsed(data)):
        assert parsed.annotated(nothing, presort=True) == data


def _check_copy(
    us: bytes, ps: bytes, similars: Sequence[Sequence[Similar]], *, presort: bool
) -> None:
    old, new = _parsed(us), _parsed(ps)
    order = list(range(len(similars)))
    if presort:
        order = _presorted(_papers(old), similars)
    old_papers, new_papers = _papers(old), _papers(new)
    assert len(old_papers) == len(new_papers) == len(similars)
    assert _skeleton(new) == _skeleton(old)
    for place, number in enumerate(order):
        before, after = old_papers[number], new_papers[place]
        assert _tree(after, _marks(after)) == _tree(before, _marks(before))
        for prefix, uri in before.nsmap.items():
            assert after.nsmap.get(prefix) == uri
    again = parse_rif(ps)
    written = [[(s.handle, s.printed, s.type) for s in similar] for similar in again.similars()]
    assert written == [[(s.handle, s.printed, s.type) for s in similars[n]] for n in order]


def _presorted(papers: Sequence[Element], similars: Sequence[Sequence[Similar]]) -> list[int]:
    """Return the paper for each place: of those left in the same container, the strongest."""
    strongest = [max((float(s.printed) for s in found), default=0) for found in similars]
    containers = [
        [a for a in paper.iterancestors() if a.attrib or a.tag != f"{_AMF}haspart"]
        for paper in papers
    ]
    left, order = list(range(len(papers))), []
    for place in range(len(papers)):
        candidates = [paper for paper in left if containers[paper] == containers[place]]
        order.append(max(candidates, key=lambda paper: (strongest[paper], -paper)))
        left.remove(order[-1])
    return order


def _parsed(data: bytes) -> Element:
    parser = etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=True, strip_cdata=False
    )
    return etree.fromstring(data, parser)


def _outer_texts(root: Element) -> Iterator[Element]:
    for text in root.iter(f"{_AMF}text"):
        if next(text.iterancestors(f"{_AMF}text"), None) is None:
            yield text


def _papers(root: Element) -> list[Element]:
    return [
        text
        for text in _outer_texts(root)
        if text.get("id", "").strip() or (text.get("ref", "").strip() and _is_described(text))
    ]


def _is_described(text: Element) -> bool:
    """Return whether a text has a title or an author's name, or parts of one, that is not blank."""
    parts = list(text.iterfind(f"{_AMF}title"))
    for person in text.iterfind(f"{_AMF}hasauthor/{_AMF}person"):
        parts += (part for tag in _NAMES for part in person.iterfind(tag))
    return any("".join(part.itertext(with_tail=False)).strip() for part in parts)


def _marks(root: Element) -> frozenset[Element]:
    """Return the `<wildwood>` elements of the papers, and of the texts without a handle."""
    return frozenset(
        mark for text in _outer_texts(root) for mark in text.iterfind(f"{_AMF}wildwood")
    )


def _skeleton(root: Element) -> Tree:
    """Return the whole file with a placeholder for each paper."""
    around = [_tree(sibling, frozenset()) for sibling in root.itersiblings(preceding=True)]
    around += [_tree(sibling, frozenset()) for sibling in root.itersiblings()]
    return (_tree(root, _marks(root), frozenset(_papers(root))), *around)


def _tree(
    element: Element, cut: frozenset[Element], papers: frozenset[Element] = frozenset()
) -> Tree:
    """Return an element as a value, without prefixes and without the elements in `cut`."""
    if element in papers:
        return _PLACEHOLDER
    if not isinstance(element.tag, str):
        return (str(element.tag), getattr(element, "target", None), element.text)
    content: list[Any] = [element.text or ""]
    for child in element:
        if child not in cut:
            content += [_tree(child, cut, papers), ""]
        content[-1] += child.tail or ""
    return (element.tag, tuple(sorted(element.attrib.items())), *content)


def text(data: bytes) -> None:
    """Check that the features of a text are those of the restated specification."""
    decoded = data.decode("utf-8", "replace")
    for punctuation in Punctuation:
        normal = normalise(decoded, punctuation)
        assert " ".join(normal.split()) == normal
        assert normal.lower() == normal
        for character in normal:
            category = unicodedata.category(character)
            assert category[0] not in "PS", ascii(character)
            assert category != "Cf", ascii(character)
        parts = decoded.split("\n")
        assert list(author_features(parts, punctuation)) == restated_author_features(
            parts, punctuation
        )
        assert list(title_features(parts, punctuation)) == restated_title_features(
            parts, punctuation
        )


TARGETS: dict[str, Callable[[bytes], None]] = {"rif": rif, "text": text}
