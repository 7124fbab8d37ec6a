"""Measure formulas and limits on pairs that are labelled as the same paper."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from wildwood.api import given
from wildwood.api.comparing import choice_of
from wildwood.biblio.entry import Record
from wildwood.kernel.errors import InputError
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Paper, Punctuation
from wildwood.kernel.strength import Formula
from wildwood.lists.content import Need
from wildwood.lists.evaluation import Labels, SideBySide, evaluate_pairs, pairs_of, read_labels
from wildwood.lists.reading import read_list

LabelledPairs = str | Path | given.Frame | Iterable[tuple[str, str]]
"""A CSV or a data frame with the columns `left` and `right`, or pairs of ids."""


def evaluate(
    labelled: LabelledPairs,
    left: given.Papers | None = None,
    right: given.Papers | None = None,
    *,
    formula: str = "specified",
    columns: given.Columns = None,
) -> SideBySide:
    """Measure precision and recall of each formula on labelled pairs, with 95 % intervals.

    >>> import wildwood
    >>> title = "Trade and Tariffs in the Long Run"
    >>> left = [{"id": "a", "title": title, "authors": "Dora L. Costa"}]
    >>> right = [{"id": "b", "title": title, "authors": "Costa, D."}]
    >>> measured = wildwood.evaluate([("a", "b")], left, right)
    >>> measured.recommended.formula.value, measured.recommended.f1.value
    ('specified', 1.0)

    All pairs that are not labelled count as false, unless the file has decisions, as the page of
    pairs downloads them: then only the pairs count that are decided.

    Args:
        labelled: a CSV or a data frame with the columns `left` and `right`, or pairs of ids; or a
            file of decisions, which needs no papers.
        left: the papers of the left ids; see `pairs`.
        right: those of the right ids; without them, the pairs are within `left`.
        formula: the formula in use, which stays `recommended` if no other has a better F1, or if
            there are fewer than 50 labelled works.
        columns: the column or key of a field of the papers, if its name is unusual.

    Returns:
        A row for each formula, the one in use first, with `limit` (the best one), and `precision`,
        `recall` and `f1` there; `recommended` is the row with the best F1, and `as_dicts()` returns
        all as `wildwood evaluate --all --json` does.

    Raises:
        InputError: a file or argument cannot be read, or a labelled paper is unknown.
    """
    used = choice_of(Formula, "The formula", formula)
    given.check_columns(columns)
    if isinstance(labelled, str | Path):
        labels = read_labels(given.checked_path(labelled), by_id=left is not None)
    else:
        labels = Labels(pairs_of(map(given.plain, given.rows_of(labelled, {}))))
    sides = labelled_papers(labels, left, right, columns)
    formulas = dict.fromkeys([used, *Formula])
    return SideBySide([evaluate_pairs(labels, sides, each) for each in formulas])


def labelled_papers(
    labels: Labels,
    left: given.Papers | None,
    right: given.Papers | None,
    columns: given.Columns = None,
    punctuation: Punctuation = Punctuation.SPACE,
) -> list[list[Paper]]:
    """Return the papers of the left ids, and those of the right ones if there are any."""
    if left is None and (right is not None or not labels.papers):
        raise InputError("The labelled pairs have only ids; give their papers as left.")
    equal = [ids[0] for ids in labels.all() if ids[0] == ids[1]]
    if left is not None and right is None and equal:
        fault = f"{equal[0]!r} is labelled as a pair with itself"
        raise InputError(f"{fault}; if the ids are of two lists, give the second one as right.")
    sides = [labels.papers if left is None else _records(left, "left", columns)]
    sides += [] if right is None else [_records(right, "right", columns)]
    return [[paper_of(record, punctuation) for record in side] for side in sides]


def _records(papers: given.Papers, side: str, columns: given.Columns) -> Sequence[Record]:
    """Return papers with distinct ids; labels count even for those without title or names."""
    if isinstance(papers, str | Path):
        read = read_list(given.checked_path(papers), columns, frozenset({Need.ID}), details=False)
        side, entries, messages = read.name, read.entries, read.messages
    else:
        entries, messages = tuple(given.entries_of(papers, columns)), []
    messages += [f"{side}: the id {e.id!r} occurs twice." for e in entries if e.number > 1]
    if not any(entry.authors for entry in entries):
        lack = "no paper has author names" if entries else "it has no papers"
        messages.append(f"{side}: {lack}.")
    if messages:
        raise InputError(messages[0])
    return [entry.record for entry in entries]
