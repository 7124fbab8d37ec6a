"""Read lists of papers and compare them: one or several new ones, and older ones if there are."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wildwood.analysis.list_pairs import PaperLists
from wildwood.display import counted
from wildwood.lists import STDIN, Entry, Need, ReadList, read_list, told_apart
from wildwood.model import PairVerdict
from wildwood.progress import Progress, no_progress
from wildwood.report.shown import Report, ReportPair
from wildwood.scoring.formulas import Formula

LIMIT = 0.6
"""The limit for lists, if none is given."""
FORMULA = Formula.TOLERANT
"""The formula for lists, if none is given."""

_NEEDS = frozenset({Need.TITLE})


@dataclass(frozen=True, slots=True)
class ComparedList:
    """A list whose papers are compared."""

    name: str
    """Of its file; empty for the papers of a program."""
    papers: int

    def __str__(self) -> str:
        return counted(self.papers, "paper")


@dataclass(frozen=True, slots=True)
class ComparedFile(ComparedList):
    """A list that was read from a file."""

    read: ReadList
    """Without its entries, unless they are kept."""

    @property
    def messages(self) -> list[str]:
        """A sentence on each record that is not compared."""
        faults = [fault for fault in self.read.faults if not fault.is_expected]
        return [f"{self.read.about(fault)}; it is not compared." for fault in faults]

    def __str__(self) -> str:
        form = ", ".join(filter(None, (self.read.format.value, self.read.encoding)))
        return f"{counted(self.papers, 'paper')} of {self.name} ({form})"


class Comparison:
    """Lists of papers to be compared, which are read one by one, the older ones first."""

    def __init__(
        self,
        columns: Mapping[str, str] | None = None,
        *,
        keeps: bool = False,
        together: bool = False,
    ) -> None:
        """Take how lists are read.

        Args:
            columns: the column of a field, if its name is unusual.
            keeps: whether the entries of files are needed again.
            together: whether the papers of all lists are told apart by their handles.
        """
        self._papers, self._columns, self._keeps = PaperLists(), columns, keeps
        self._handles: dict[str, int] | None = {} if together else None

    def read(self, file: Path) -> ComparedFile:
        """Add the papers of a file; the path `-` is standard input.

        Raises:
            InputError: the file cannot be read, or has no known format.
            WildwoodError: the format needs the extra `lists`, which is not installed.
        """
        before, name, entries = len(self._papers), name_of(file), list[Entry]()

        def take(entry: Entry) -> None:
            entry = entry if entry.id else replace(entry, id=entry.place)
            entry = entry if self._handles is None else told_apart(entry, self._handles)
            self._papers.add(entry, name)
            if self._keeps:
                entries.append(entry)

        read = read_list(file, self._columns, _NEEDS, details=self._keeps, take=take)
        kept = replace(read, entries=tuple(entries))
        return ComparedFile(name, len(self._papers) - before, kept)

    def add(self, entries: Iterable[Entry]) -> ComparedList:
        """Add the papers of a program, which have handles of their own."""
        before = len(self._papers)
        for entry in entries:
            self._papers.add(entry)
        return ComparedList("", len(self._papers) - before)

    def report(
        self,
        new: Sequence[ComparedList],
        older: Sequence[ComparedList],
        limit: float = LIMIT,
        formula: Formula = FORMULA,
        progress: Progress = no_progress,
    ) -> Report:
        """Find the pairs of papers of the new lists with those of any list.

        Args:
            new: the lists that were read last.
            older: those that were read before.
            limit: only stronger pairs are found.
            formula: the formula of the strength.
            progress: shows how far it is.

        Raises:
            TooManyPairsError: there are more than a million pairs.
        """
        known = sum(one.papers for one in older)
        pairs = list(self._papers.pairs(known, limit, formula, progress))
        names = " and ".join(filter(None, dict.fromkeys(one.name for one in (*new, *older))))
        notes = [*map(_running_number, sorted(self._papers.running_numbers)), *_against(pairs)]
        facts = [_what_was_compared(new, older), f"Formula {formula.value}, limit {limit:g}."]
        title = f"Likely repeats in {names}" if names else "Likely repeats"
        return Report(title, [*facts, *notes], limit, pairs, notes)


def name_of(file: Path) -> str:
    """Return what a list is called: the name of its file."""
    return "standard input" if file == STDIN else file.name


def _running_number(column: tuple[str, str]) -> str:
    source, name = column
    return f"{name} numbers the records of {source or 'the list'}, so it is not compared."


def _against(pairs: Sequence[ReportPair]) -> Iterator[str]:
    """Yield a sentence on the field that contradicts in most pairs that are not the same record."""
    others = [pair for pair in pairs if pair.verdict is not PairVerdict.SAME]
    fields = Counter(field for pair in others for field in pair.against)
    for field, count in fields.most_common(1):
        most = f"{count:,} of {counted(len(others), 'other pair')}"
        yield f"Against the same record most often: {field} ({most})."


def _what_was_compared(new: Sequence[ComparedList], older: Sequence[ComparedList]) -> str:
    if not older:
        return f"{' and '.join(map(str, new))}, compared with each other."
    known, own = " and ".join(map(str, older)), new[0].name or "the first list"
    return f"{new[0]} compared with {known}; the papers of {own} also with each other."
