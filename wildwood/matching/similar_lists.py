"""The similar papers of each paper of an issue, as they are found."""

from wildwood.model import Similar, SimilarityType

_Kept = dict[tuple[SimilarityType, str], Similar]


class SimilarLists:
    """For each paper of an issue, its similar papers of each type, once each."""

    def __init__(self, papers: int, most: int = 0) -> None:
        """Start with empty lists.

        Args:
            papers: the number of papers of the issue.
            most: how many similar papers to keep for a paper, the strongest; 0 keeps all.
        """
        self._most = most
        self._kept: list[_Kept] = [{} for _ in range(papers)]

    def add(self, position: int, similar: Similar) -> None:
        """Add a similar paper; of versions with the same handle, the strongest counts."""
        kept, key = self._kept[position], (similar.type, similar.handle)
        before = kept.get(key)
        if before is not None and _rank(before) >= _rank(similar):
            return
        kept[key] = similar
        if self._most and len(kept) > 2 * self._most:
            self._prune(position)

    def lists(self) -> list[list[Similar]]:
        """Return the similar papers of each paper, in the order of the ps rif."""
        return [self._strongest(kept) for kept in self._kept]

    def _prune(self, position: int) -> None:
        """Drop what cannot be listed; a stronger version of it comes back by itself."""
        strongest = self._strongest(self._kept[position])
        self._kept[position] = {(similar.type, similar.handle): similar for similar in strongest}

    def _strongest(self, kept: _Kept) -> list[Similar]:
        ordered = sorted(kept.values(), key=_print_order)
        return ordered[: self._most] if self._most else ordered


def _rank(similar: Similar) -> tuple[float, float, float]:
    """Order the versions of a handle as `_print_order` does, and then by their exact strength."""
    return float(similar.printed), similar.tie, similar.strength


def _print_order(similar: Similar) -> tuple[float, float, str, str]:
    """Order by printed strength, then by the tie-breaker, then `ext` first, then by handle."""
    return -float(similar.printed), -similar.tie, similar.type.value, similar.handle
