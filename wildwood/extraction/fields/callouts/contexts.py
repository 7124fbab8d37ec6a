"""Add to citations the excerpts of the text that cite them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from wildwood.extraction.extracted import Citation
from wildwood.extraction.fields.callouts.bibliography import Bibliography, CitedList
from wildwood.extraction.fields.callouts.callouts import Callouts
from wildwood.extraction.full_text import Passage

_CHARACTERS_AROUND = 120
"""Characters of a context before and after the place."""
_MAX_CONTEXTS = 5


def with_contexts(lists: Sequence[CitedList]) -> list[Citation]:
    """Add to each citation the excerpts of the text with its number, or its author and year.

    A place belongs to the list of its own text, if that has such an entry, and to the others
    otherwise.
    """
    found: dict[int, list[str]] = {}
    for number, place in _called(lists):
        found.setdefault(number, []).append(place)
    citations = [citation for one in lists for citation in one.citations]
    return [
        replace(citation, contexts=tuple(found.get(number, ())[:_MAX_CONTEXTS]))
        for number, citation in enumerate(citations)
    ]


def _called(lists: Sequence[CitedList]) -> Iterator[tuple[int, str]]:
    """Yield the number of each citation that is called, among those of all lists, and the place."""
    starts = accumulate((len(one.citations) for one in lists), initial=0)
    places = [range(*span) for span in pairwise(starts)]
    for number, one in enumerate(lists):
        order = sorted(range(len(lists)), key=lambda other: other != number)
        targets = [place for other in order for place in places[other]]
        text, bibliography = Passage(one.text), Bibliography([lists[other] for other in order])
        for callout in Callouts([text], bibliography, ()).cited(text):
            for target in callout.targets:
                yield targets[target], _excerpt(one.text, callout.start)


def _excerpt(text: str, place: int) -> str:
    """Return the text around a place, in whole words."""
    start, end = max(place - _CHARACTERS_AROUND, 0), place + _CHARACTERS_AROUND
    piece = text[start:end]
    if start:
        piece = piece.partition(" ")[2]
    if end < len(text):
        piece = piece.rpartition(" ")[0]
    return piece.strip()
