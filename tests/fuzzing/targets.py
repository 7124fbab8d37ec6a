"""What must hold of any bytes in a rif; `test_fuzzing.py` in promises tries known ones."""

import unicodedata
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from lxml import etree

from wildwood.errors import RifError
from wildwood.model import Punctuation, Similar, SimilarityType
from wildwood.rif import Rif, parse_rif
from wildwood.safe_xml import Element
from wildwood.scoring.features import author_features, normalise, paper_of, title_features

from tests.support.restatement import author_features as restated_author_features
from tests.support.restatement import title_features as restated_title_features

Tree = tuple[Any, ...]

_AMF = "{http://amf.openlib.org}"
_PLACE: Tree = ("a paper's place",)
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
    """A rif is refused with a sentence, or its ps rif is a true copy.

    True means: with our elements taken out and the papers back in their places it is the input.
    """
    try:
        found = parse_rif(data)
    except RifError as error:
        sentence = str(error)
        assert sentence.splitlines() == [sentence], sentence
        assert not sentence.endswith("."), sentence
        assert len(sentence) < 500, sentence
        return
    for record in found.records:
        assert record.handle
        paper_of(record)
    similars = [
        _SIMILARS[(zlib.crc32(data) >> 2 * (k % 16)) & 3] for k in range(len(found.records))
    ]
    _check_untouched(data, found)
    for presort in (False, True):
        _check_copy(data, found.annotated(similars, presort=presort), similars, presort=presort)


def _check_untouched(data: bytes, found: Rif) -> None:
    """Without anything to report, and without old marks, every byte stays."""
    nothing: list[list[Similar]] = [[] for _ in found.records]
    if not _marks(_parsed(data)):
        assert found.annotated(nothing, presort=True) == data


def _check_copy(
    us: bytes, ps: bytes, similars: Sequence[Sequence[Similar]], *, presort: bool
) -> None:
    order = list(range(len(similars)))
    if presort:
        order.sort(key=lambda number: -max((float(s.printed) for s in similars[number]), default=0))
    old, new = _parsed(us), _parsed(ps)
    old_papers, new_papers = _papers(old), _papers(new)
    assert len(old_papers) == len(new_papers) == len(similars)
    assert _skeleton(new) == _skeleton(old)
    for place, number in enumerate(order):
        before, after = old_papers[number], new_papers[place]
        assert _tree(after, _marks(after)) == _tree(before, _marks(before))
        for prefix, uri in before.nsmap.items():
            assert after.nsmap.get(prefix) == uri
    again = parse_rif(ps)
    shown = [[(s.handle, s.printed, s.type) for s in found] for found in again.similars()]
    assert shown == [[(s.handle, s.printed, s.type) for s in similars[n]] for n in order]


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
        if text.get("id", "").strip() or text.get("ref", "").strip()
    ]


def _marks(root: Element) -> frozenset[Element]:
    """The `<wildwood>` elements of the papers, and of the texts that have no handle."""
    return frozenset(
        mark for text in _outer_texts(root) for mark in text.iterfind(f"{_AMF}wildwood")
    )


def _skeleton(root: Element) -> Tree:
    """The whole file, each paper no more than a place."""
    around = [_tree(sibling, frozenset()) for sibling in root.itersiblings(preceding=True)]
    around += [_tree(sibling, frozenset()) for sibling in root.itersiblings()]
    return (_tree(root, _marks(root), frozenset(_papers(root))), *around)


def _tree(
    element: Element, cut: frozenset[Element], papers: frozenset[Element] = frozenset()
) -> Tree:
    """An element as a value, without prefixes, and without what is cut out of it."""
    if element in papers:
        return _PLACE
    if not isinstance(element.tag, str):
        return (str(element.tag), getattr(element, "target", None), element.text)
    content: list[Any] = [element.text or ""]
    for child in element:
        if child not in cut:
            content += [_tree(child, cut, papers), ""]
        content[-1] += child.tail or ""
    return (element.tag, tuple(sorted(element.attrib.items())), *content)


def text(data: bytes) -> None:
    """A text's features are those of the specification, and hold nothing that cannot match."""
    written = data.decode("utf-8", "replace")
    for punctuation in Punctuation:
        normal = normalise(written, punctuation)
        assert " ".join(normal.split()) == normal
        assert normal.lower() == normal
        for character in normal:
            category = unicodedata.category(character)
            assert category[0] not in "PS", ascii(character)
            assert category != "Cf", ascii(character)
        parts = written.split("\n")
        assert list(author_features(parts, punctuation)) == restated_author_features(
            parts, punctuation
        )
        assert list(title_features(parts, punctuation)) == restated_title_features(
            parts, punctuation
        )


TARGETS: dict[str, Callable[[bytes], None]] = {"rif": rif, "text": text}
