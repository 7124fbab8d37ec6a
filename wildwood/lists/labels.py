"""Read pairs that are labelled as the same work: a CSV, decisions, or links that RePEc declares."""

import csv
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wildwood.biblio.entry import Record
from wildwood.kernel.decisions import DecidedPaper, has_decisions, parse_decisions
from wildwood.kernel.errors import InputError
from wildwood.kernel.pairs import Decision
from wildwood.kernel.text import counted, is_no_csv, read_text, rows_in
from wildwood.lists.content import ANY_RECORD, content_of
from wildwood.lists.redif import links_in

HandlePair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Labels:
    same: Sequence[HandlePair]
    different: Collection[HandlePair] | None = None  # as decided; None: all pairs but the same
    unsure: int = 0
    papers: Sequence[Record] = ()
    declared: int | None = None  # the number of links, of which `same` are those between papers

    def all(self) -> list[HandlePair]:
        return [*self.same, *(self.different or ())]

    def between(self, handles: Iterable[str]) -> "Labels":
        """Return the links between papers, whose case can differ; other labels as they are."""
        if self.declared is None:
            return self
        linked = {handle for link in self.same for handle in link}
        own = {handle.casefold(): handle for handle in handles if handle.casefold() in linked}
        same = [(own[left], own[right]) for left, right in self.same if {left, right} <= own.keys()]
        if not same:
            raise InputError(f"Of {counted(self.declared, 'link')}, none is between stored papers.")
        return replace(self, same=same)


def read_labels(file: Path, *, by_id: bool) -> Labels:
    """Read labels or decisions; if not `by_id`, with their papers, or links."""
    if not by_id and (links := _read_links(file)) is not None:
        return Labels(sorted(links), (), declared=len(links))
    text = read_text(file)
    if not has_decisions(text):
        rows = rows_in(text)
        try:
            return Labels(pairs_of(rows, f"{file}: "))
        except csv.Error as error:
            raise is_no_csv(str(file), rows, error) from error
    pairs = parse_decisions(text, str(file))
    papers = [paper for pair in pairs for paper in pair.papers]
    has_papers = not by_id and any(paper.title for paper in papers)
    handles = _handles(papers) if has_papers else {paper: paper.id for paper in papers}
    decisions = {
        (handles[left], handles[right]): pair.decision
        for pair in pairs
        for left, right in [pair.papers]
    }
    same, different = (
        [pair for pair, decided in decisions.items() if decided is decision]
        for decision in (Decision.SAME, Decision.DIFFERENT)
    )
    if not same:
        raise InputError(f"{file} has no pair that is decided to be the same; decide at least one.")
    unsure = len(decisions) - len(same) - len(different)
    records = (Record.parse(handle, of.authors, of.title) for of, handle in handles.items())
    return Labels(same, different, unsure, list(records) if has_papers else ())


def _handles(papers: Iterable[DecidedPaper]) -> dict[DecidedPaper, str]:
    """Return handles that tell papers with one id apart."""
    handles: dict[DecidedPaper, str] = {}
    times: Counter[str] = Counter()
    for paper in dict.fromkeys(papers):
        times[paper.id] += 1
        number = times[paper.id]
        handles[paper] = paper.id if number == 1 else f"{paper.id} ({number})"
    return handles


def pairs_of(rows: Iterable[Any], name: str = "") -> list[HandlePair]:
    """Return labelled pairs, each two ids, or a dictionary with the keys `left` and `right`."""
    pairs: list[HandlePair] = []
    for number, row in enumerate(rows, 1):
        ids = [row.get("left"), row.get("right")] if isinstance(row, Mapping) else row
        match ids:
            case (left, right) if left is not None and right is not None:
                pairs.append((str(left), str(right)))
            case _:
                raise InputError(
                    f"{name}Labelled pair {number} is {row!r}; give two ids, or columns left and"
                    " right."
                )
    if not pairs:
        raise InputError(f"{name}There are no labelled pairs; each is two ids.")
    return pairs


def _read_links(path: Path) -> set[HandlePair] | None:
    """Read the links that a file or folder declares, each once in lower case; None if it cannot."""
    inside = [file for end in ("rdf", "redif", "dat") for file in path.rglob(f"*.{end}")]
    links: set[HandlePair] = set()
    declares = path.is_dir()
    for file in inside if path.is_dir() else [path]:
        declared = links_in(content_of(file, None, ANY_RECORD, details=False).text)
        declares |= declared is not None
        links |= {(left.casefold(), right.casefold()) for left, right in declared or ()}
    return {(min(link), max(link)) for link in links if link[0] != link[1]} if declares else None
