"""Pair papers that an identifier, a place or a whole title connects, whatever their names."""

import re
from array import array
from collections.abc import Iterator

import numpy as np

from wildwood.lists.evidence import Field, RecordEvidence, Titles
from wildwood.lists.stated_facts import EAST_ASIAN, StatedFacts
from wildwood.lists.versions import have_near_titles

_NEIGHBOURS = 4  # papers that each is paired with, of those with one key, as of a book's chapters
_MIN_TITLE = 4  # characters of an East Asian title, which has no spaces between words
_SMALL = re.compile(r"\D*\d{1,3}")  # numbers that programs give the records of each list


def _keys_of(facts: StatedFacts) -> Iterator[tuple[str, str]]:
    paper = facts.paper
    yield from (("doi", doi) for doi in facts.dois)
    for kind, numbers in (("pmid", (paper.pmid,)), *facts.identifiers.items()):
        yield from ((kind, each) for each in numbers if each and not _SMALL.fullmatch(each))
    if paper.series.volume and facts.pages:
        yield from (("", f"{place} {facts.pages.first} {facts.year}") for place in facts.volumes)
    if EAST_ASIAN.search("".join(paper.record.titles[:1])) and len(facts.title) >= _MIN_TITLE:
        yield "title", facts.title


def are_connected(left: StatedFacts, right: StatedFacts) -> bool:
    """Return whether a key is the same; at one place, also the journal, and nearly the titles."""
    kinds = {kind for kind, _ in {*_keys_of(left)} & {*_keys_of(right)}}
    if kinds - {""}:
        return True
    evidence = RecordEvidence(left, right)
    are_near = evidence.titles is not Titles.OTHER or have_near_titles(left, right)
    return bool(kinds) and are_near and Field.JOURNAL in evidence.agree


class KeyIndex:
    def __init__(self) -> None:
        self._hashes, self._papers = array("q"), array("q")

    def add(self, number: int, facts: StatedFacts) -> None:
        for key in _keys_of(facts):
            self._hashes.append(hash(key))
            self._papers.append(number)

    def pairs(self) -> set[tuple[int, int]]:
        """Return papers with one key, the later first."""
        order = np.argsort(self._hashes, kind="stable")
        hashes, papers = np.array(self._hashes)[order], np.array(self._papers)[order]
        pairs: set[tuple[int, int]] = set()
        for step in range(1, _NEIGHBOURS):
            equal = hashes[step:] == hashes[:-step]
            pairs.update(
                zip(papers[step:][equal].tolist(), papers[:-step][equal].tolist(), strict=True)
            )
        return pairs
