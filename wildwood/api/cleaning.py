"""Remove repeats from a list, and write lists."""

from dataclasses import dataclass
from pathlib import Path

from wildwood.api.comparing import Decisions, add_papers, apply_decisions, choice_of
from wildwood.api.given import Columns, Papers, check_lists, checked_path, given_entries
from wildwood.biblio.entry import Entry
from wildwood.kernel.errors import InputError
from wildwood.kernel.files import check_outputs, write_file
from wildwood.lists.comparison import Comparison
from wildwood.lists.deduplication import Preference, Survivor, deduplicated
from wildwood.lists.writing import CONVERTED, entries_as, removal_cells


@dataclass(frozen=True)
class CleanList:
    papers: tuple[Entry, ...]
    """What stays, each with what only its repeats have."""
    removed: tuple[dict[str, str], ...]
    """What went for what, and why: the columns of the CSV that `--keep` writes."""
    undecided: tuple[tuple[str, str], ...]
    """Pairs for a person to decide; both papers stay."""
    left_out: tuple[str, ...]
    """A sentence on each paper that could not be compared."""


def deduplicate(
    papers: Papers,
    older: Papers | None = None,
    *,
    keep: str = "first",
    decisions: Decisions = (),
    columns: Columns = None,
) -> CleanList:
    """Remove what is certainly the same record, as `wildwood compare --keep` does.

    >>> import wildwood
    >>> paper = {"title": "Trade and Tariffs", "authors": "Dora L. Costa", "doi": "10.1000/1"}
    >>> clean = wildwood.deduplicate([{"id": "a", **paper}, {"id": "b", **paper}])
    >>> [paper.handle for paper in clean.papers]
    ['a']
    >>> [(row["removed_id"], row["kept_id"]) for row in clean.removed]
    [('b', 'a')]

    Args:
        papers: what `pairs` takes.
        older: papers whose repeats go as well.
        keep: of the same record, the `first`, the `last` or the `richest` in fields stays.
        decisions: CSV files that the page has downloaded.
        columns: see `pairs`.

    Raises:
        InputError: a list or a file cannot be read, or an argument has another value.
    """
    check_lists(papers, older, columns)
    preference = Preference(choice_of(Survivor, "keep", keep))
    comparison, left_out = Comparison(columns, keeps=True), list[str]()
    before = [] if older is None else [add_papers(comparison, older, columns, left_out)]
    entries = given_entries(papers, columns, left_out)
    new = [add_papers(comparison, entries, None, left_out)]
    report = apply_decisions(comparison.report(new, before), decisions, with_different=True)
    compared = comparison.entries[sum(older_list.papers for older_list in before) :]
    final = deduplicated(compared, report.pairs, preference)
    stay = final.staying(entries)
    joined = (e.joined(final.gains[e.handle]) if e.handle in final.gains else e for e in stay)
    removed = map(removal_cells, final.removals)
    return CleanList(tuple(joined), tuple(removed), tuple(final.undecided), tuple(left_out))


def write_list(papers: Papers, file: str | Path) -> None:
    """Write papers, such as those of `deduplicate`, into a `.ris` or `.bib` file.

    Raises:
        InputError: the file has another suffix, was read, or cannot be written.
    """
    path = checked_path(file)
    if path.suffix not in CONVERTED:
        raise InputError(f"{path} must end in {' or '.join(CONVERTED)}.")
    if isinstance(papers, str | Path):
        check_outputs([path], [checked_path(papers)])
    write_file(path, entries_as(CONVERTED[path.suffix], given_entries(papers, None, [])))
