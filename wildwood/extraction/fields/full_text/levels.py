"""Tell the levels of heads, by their numbers and their styles."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from wildwood.extraction.fields.full_text.blocks import Style
from wildwood.extraction.fields.full_text.heads import Head

_Kind = tuple[bool, Style]
"""Whether heads are run in, and their style."""


def levels(heads: Sequence[Head]) -> Iterator[int]:
    """Yield the level of each head, from 1; a section is at most one deeper than that before."""
    ranks = _ranks(heads)
    above: list[float] = []
    for head in heads:
        rank = _rank(head, ranks)
        while above and above[-1] >= rank:
            above.pop()
        above.append(rank)
        yield len(above)


def _rank(head: Head, ranks: dict[_Kind, float]) -> float:
    """Return how deep a head is: by its number, or by its style."""
    if head.depth:
        return head.depth
    if head.is_annex:
        return 1
    return 1 if head.is_known and not head.is_run_in else ranks[_kind(head)]


def _kind(head: Head) -> _Kind:
    return head.is_run_in, head.style


def _ranks(heads: Sequence[Head]) -> dict[_Kind, float]:
    """Return how deep the heads of each style are.

    Those in a style of numbered heads are as deep as most of these, those in that of well-known
    heads of the highest level; the others are below these, and follow one another by how much they
    stand out.
    """
    known: dict[_Kind, Counter[int]] = {}
    for head in heads:
        if head.depth or (head.is_known and not head.is_run_in):
            known.setdefault(_kind(head), Counter())[head.depth or 1] += 1
    ranks: dict[_Kind, float] = {
        kind: depths.most_common(1)[0][0] for kind, depths in known.items()
    }
    last = float(max((head.depth for head in heads), default=0) or bool(ranks))
    kinds = sorted(dict.fromkeys(map(_kind, heads)), key=_prominence, reverse=True)
    for _, alike in groupby(kinds, key=_prominence):
        same = list(alike)
        for kind in same:
            ranks.setdefault(kind, last + 1)
        last = max(last, *(ranks[kind] for kind in same))
    return ranks


def _prominence(kind: _Kind) -> tuple[bool, float, bool, bool]:
    is_run_in, style = kind
    return not is_run_in, style.size, style.bold, style.capitals
