"""Read, write and apply decisions on pairs, in a CSV with the columns of the pairs."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TypeVar

from wildwood.kernel.errors import InputError
from wildwood.kernel.features import normalise
from wildwood.kernel.files import DECISION, ID, KEEP, SIMILAR_ID
from wildwood.kernel.model import PairVerdict, SimilarityType
from wildwood.kernel.pairs import COLUMNS, VALUES, Keep, Report, ReportPair, ReportPaper
from wildwood.kernel.relation import Decision, Pair, Relation, values_by_key
from wildwood.kernel.text import (
    counted,
    csv_error,
    listed,
    printable,
    quoted,
    read_text,
    rows_in,
    write_rows,
)

_Word = TypeVar("_Word", Decision, Keep)
_NEEDED = (ID, SIMILAR_ID, DECISION)
_CURE = "write same, version, different or unsure, or leave it empty"
_LACKING = ((), (KEEP,), (DECISION, KEEP))  # Excel omits last cells that 16 lines lack


@dataclass(frozen=True, slots=True)
class DecidedPaper:
    id: str
    title: str
    authors: str
    date: str

    @property
    def content(self) -> tuple[str, str, str]:
        """Identifies the paper if its id has changed; empty if the file has only ids."""
        return normalise(printable(self.title)), normalise(printable(self.authors)), self.date

    def can_be(self, paper: "DecidedPaper") -> bool:
        """Return whether a paper with its id is this one: title or authors are the same."""
        title, authors, _ = self.content
        paper_title, paper_authors, _ = paper.content
        if not (title and paper_title) or title == paper_title:
            return True
        return bool(authors) and authors == paper_authors


@dataclass(frozen=True, slots=True)
class PairRow:
    row: Mapping[str, str]

    @property
    def ids(self) -> tuple[str, str]:
        return self.row[ID], self.row[SIMILAR_ID]

    @property
    def papers(self) -> tuple[DecidedPaper, DecidedPaper]:
        return self._paper(""), self._paper("similar_")

    @property
    def strength(self) -> float | None:
        try:
            shown = float(self.row.get("strength", "").replace(",", "."))
        except ValueError:
            return None
        return shown if 0 < shown <= 1 else None

    @property
    def is_internal(self) -> bool:
        return self.row.get("type") == SimilarityType.INTERNAL.value

    def _paper(self, prefix: str) -> DecidedPaper:
        names = ("id", "title", "authors", "date")
        return DecidedPaper(*(self.row.get(prefix + name, "") for name in names))


@dataclass(frozen=True, slots=True)
class DecidedPair(PairRow):
    decision: Decision
    choices: Mapping[str, Keep] = field(default_factory=dict)
    """The sides of the values to keep by their names, and of the record itself by an empty one."""

    def __str__(self) -> str:
        kept = (
            f"keep {f'{name} of ' * bool(name)}{self.ids[side is Keep.SECOND]}"
            for name, side in self.choices.items()
        )
        return ", ".join((self.decision.value, *kept))


def read_decisions(file: Path) -> list[DecidedPair]:
    """Read decisions, without empty ones, or raise `InputError`."""
    return parse_decisions(read_text(file), str(file))


def read_stored(file: Path) -> list[DecidedPair]:
    return read_decisions(file) if file.exists() else []


def read_all_decisions(files: Sequence[Path]) -> list[DecidedPair]:
    """Read the decisions of several files, or raise `InputError` if they contradict each other."""
    by_file = {str(file): read_decisions(file) for file in files}
    agreed, contested = join_decisions(by_file)
    if contested and len(by_file) > 1:
        pairs = [f"{' and '.join(pair.ids)} ({pair} in {pair.row[BY]})" for pair in contested]
        raise InputError(f"Files of decisions contradict each other, so agree on {listed(pairs)}.")
    return [*agreed, *contested]


def parse_decisions(text: str, name: str) -> list[DecidedPair]:
    decisions, faults = decisions_and_faults(text, name)
    if faults:
        raise InputError(faults[0])
    return decisions


def decisions_and_faults(text: str, name: str) -> tuple[list[DecidedPair], list[str]]:
    rows, decisions, faults = rows_in(text), list[DecidedPair](), list[str]()
    try:
        if missing := [column for column in _NEEDED if column not in (rows.fieldnames or ())]:
            raise InputError(
                f"{name}: line 1 lacks {', '.join(map(repr, missing))}; use the columns of the file"
                " that the page downloads, or that wildwood compare --out pairs.csv writes."
            )
        for row in rows:
            try:
                decisions += _decided(row, f"{name}: line {rows.line_num}")
            except InputError as error:
                faults.append(str(error))
    except csv.Error as error:
        raise csv_error(name, rows, error) from error
    return decisions, faults


def changed_decisions(
    pairs: Iterable[DecidedPair], text: str, finder: "PairFinder"
) -> list[DecidedPair]:
    """Return decisions after the rows of a page; an empty decision in one takes it back."""
    decided = parse_decisions(text, "The page")
    changed = set(map(finder.subject_of, map(PairRow, rows_in(text))))
    return [*(pair for pair in pairs if finder.subject_of(pair) not in changed), *decided]


def has_decisions(text: str) -> bool:
    with suppress(csv.Error):
        return set(_NEEDED) <= set(rows_in(text).fieldnames or ())
    return False


def decisions_as_csv(pairs: Iterable[DecidedPair]) -> bytes:
    rows = [pair.row for pair in pairs]
    columns = dict.fromkeys([*COLUMNS, *chain.from_iterable(rows)])
    return write_rows(list(columns), rows).encode(errors="replace")


def _decided(row: Mapping[str, str | None], place: str) -> Iterator[DecidedPair]:
    missing = tuple(name for name, cell in row.items() if cell is None)
    if None in row or missing not in _LACKING:
        fault = f"{place} does not have the same number of cells as line 1"
        raise InputError(f"{fault}; add or remove commas, or quote the cell that contains one.")
    cells = {name: cell or "" for name, cell in row.items()}
    decision = _member(Decision, cells[DECISION], f"{place} has the decision", _CURE)
    choices = dict(_choices(cells.get(KEEP, ""), place))
    if decision is not None:
        yield DecidedPair(cells, decision, choices)


def _choices(cell: str, place: str) -> Iterator[tuple[str, Keep]]:
    """Yield what is kept of which side, as in "2; title 1"."""
    for item in cell.split(";"):
        name, _, side = item.strip().lower().rpartition(" ")
        if name not in ("", *VALUES):
            raise InputError(f"{place} keeps {quoted(name)}; use one of {', '.join(VALUES)}.")
        if keep := _member(Keep, side, f"{place} keeps", "write 1, 2 or nothing"):
            yield name, keep


def _member(words: type[_Word], cell: str, place: str, cure: str) -> _Word | None:
    word = cell.strip().lower()
    if not word:
        return None
    try:
        return words(word)
    except ValueError:
        raise InputError(f"{place} {quoted(cell)}; {cure}.") from None


def relation_of_ids(pairs: Iterable[DecidedPair]) -> Relation:
    """Relate handles, which never change; the last decision on a pair counts."""
    return Relation({frozenset(pair.ids): pair.decision for pair in pairs})


def applied(
    report: Report, pairs: Sequence[DecidedPair], *, with_different: bool = False
) -> Report:
    """Apply decisions by id, else by content, and what follows; the last on a pair counts."""
    papers = PairFinder(report.pairs)
    decided_pairs = {keys: pair for pair in pairs if (keys := papers.keys_of(pair))}
    relation = Relation({frozenset(keys): pair.decision for keys, pair in decided_pairs.items()})
    chosen = {frozenset(keys): (keys[0], pair.choices) for keys, pair in decided_pairs.items()}
    decided = [_add_decision(pair, relation, chosen) for pair in report.pairs]
    counts = Counter(pair.decision for pair in decided)
    remarks = {} if with_different else {Decision.DIFFERENT: " (left out)"}
    words = [f"{counts[d]:,} {d.value}{remarks.get(d, '')}" for d in Decision if counts[d]]
    fact = f"{counted(len(pairs), 'decision')}: {', '.join(words) or 'none on these pairs'}."
    shown = [pair for pair in decided if with_different or pair.decision is not Decision.DIFFERENT]
    shown_keys = {pair.keys for pair in shown}
    others = [pair.row for pair in pairs if frozenset(papers.keys_of(pair) or ()) not in shown_keys]
    lines = write_rows(COLUMNS, others, named=False)
    return replace(report, pairs=shown, facts=[*report.facts, fact], other_decisions=lines)


def _add_decision(
    pair: ReportPair, relation: Relation, chosen: Mapping[Pair, tuple[str, Mapping[str, Keep]]]
) -> ReportPair:
    decision = relation.decision(pair.left.key, pair.right.key)
    if decision is None:
        return pair
    first, choices = chosen.get(pair.keys, ("", {}))
    if first != pair.left.key:
        choices = {name: side.opposite for name, side in choices.items()}
    values = tuple((name, side) for name, side in choices.items() if name)
    return replace(pair, decision=decision, keep=choices.get(""), values=values)


class PairFinder:
    """Finds the pair that a decision is about, by ids, else by content."""

    def __init__(self, pairs: Sequence[ReportPair]) -> None:
        papers = [paper for pair in pairs for paper in (pair.left, pair.right)]
        decided = list(map(_read_decided, papers))
        self._by_id = values_by_key(zip((each.id for each in decided), papers, strict=True))
        contents = (each.content for each in decided)
        self._by_content = values_by_key(zip(contents, papers, strict=True))
        self._pairs = {pair.keys for pair in pairs}

    def subject_of(self, pair: PairRow) -> Pair:
        """Return the keys of the pair that a row is about; without one, the ids."""
        return frozenset(self.keys_of(pair) or pair.ids)

    def finds(self, pair: PairRow) -> bool:
        return frozenset(self.keys_of(pair) or ()) in self._pairs

    def keys_of(self, pair: PairRow) -> tuple[str, str] | None:
        first, second = pair.papers
        left, right = self._found(first, is_new=True), self._found(second, is_new=pair.is_internal)
        if left == right and len(left) == 2:  # noqa: PLR2004 - both of the same content
            return left[0], left[1]
        if len(left) == len(right) == 1 and (left != right or first.id == second.id):
            return left[0], right[0]
        return None

    def _found(self, paper: DecidedPaper, *, is_new: bool) -> list[str]:
        named = self._by_id.get(printable(paper.id), ())
        named = [match for match in named if paper.can_be(_read_decided(match))]
        papers = named if paper.id and named else self._by_content.get(paper.content, [])
        keys = list(dict.fromkeys(match.key for match in papers))
        if len(keys) == 1:
            return keys
        return list(dict.fromkeys(match.key for match in papers if match.is_new == is_new)) or keys


BY = "by"  # the column that says whose decision it is
_CAUTIOUS = (Decision.DIFFERENT, Decision.VERSION, Decision.SAME, Decision.UNSURE)


def join_decisions(
    by_person: Mapping[str, Sequence[DecidedPair]], pairs: Sequence[ReportPair] = ()
) -> tuple[list[DecidedPair], list[DecidedPair]]:
    """Join the decisions of people; return what they agree on, and what contradicts, with `by`.

    A person who is unsure leaves a pair to the others. Without the pairs of a report, ids tell
    what is decided on. Decisions on a pair are also contested if those on other pairs imply
    another one.
    """
    finder = PairFinder(pairs)
    rows: dict[Pair, list[DecidedPair]] = {}
    for person, decided in by_person.items():
        own = {finder.subject_of(pair): pair for pair in decided}
        for keys, pair in own.items():
            rows.setdefault(keys, []).append(replace(pair, row={**pair.row, BY: person}))
    made = ((keys, [row.decision for row in of_pair]) for keys, of_pair in rows.items())
    decisions = {keys: min(of_pair, key=_CAUTIOUS.index) for keys, of_pair in made}
    relation = Relation(decisions)
    agreed, contested = list[DecidedPair](), list[DecidedPair]()
    for keys, of_pair in rows.items():
        sure = [row for row in of_pair if row.decision is not Decision.UNSURE] or of_pair[:1]
        if _do_agree(sure, finder) and not relation.contradicts(keys):
            agreed.append(max(sure, key=lambda row: len(row.choices)))
        else:
            contested.extend(of_pair)
    return agreed, contested


def _do_agree(rows: Sequence[DecidedPair], finder: PairFinder) -> bool:
    """Return whether decisions on a pair are the same, and one keeps all that any of them does."""
    chosen = [
        {(name, keys[side is Keep.SECOND]) for name, side in row.choices.items()}
        for row in rows
        for keys in [finder.keys_of(row) or row.ids]
    ]
    is_one = len({row.decision for row in rows}) == 1
    return is_one and set().union(*chosen) == max(chosen, key=len)


def contest(report: Report, contested: Iterable[DecidedPair]) -> Report:
    """Make contested pairs unsure, with what each person decided among their reasons."""
    finder = PairFinder(report.pairs)
    votes: dict[Pair, dict[str, None]] = {}
    for pair in contested:
        words = f"{pair.row.get(BY, '')}: {pair}"
        votes.setdefault(frozenset(finder.keys_of(pair) or ()), {})[words] = None
    pairs = [
        replace(pair, verdict=PairVerdict.UNSURE, reasons=(*votes[pair.keys], *pair.reasons))
        if pair.keys in votes
        else pair
        for pair in report.pairs
    ]
    return replace(report, pairs=pairs)


def _read_decided(paper: ReportPaper) -> DecidedPaper:
    record = paper.record
    return DecidedPaper(printable(record.handle), record.title_line, record.name_line, paper.date)
