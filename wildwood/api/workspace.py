"""Lists in a folder, compared with each other, as `wildwood open` shows them."""

import io
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from pathlib import Path

from wildwood.biblio.entry import Entry
from wildwood.kernel import decisions
from wildwood.kernel.errors import InputError
from wildwood.kernel.files import input_errors, make_folder, read_file, write_file
from wildwood.kernel.pairs import Report
from wildwood.kernel.relation import DisjointSets
from wildwood.kernel.text import counted, one_line, write_rows
from wildwood.lists import writing
from wildwood.lists.comparison import ComparedFile, Comparison
from wildwood.lists.content import Need, decoded
from wildwood.lists.deduplication import Deduplicated, Preference, Survivor, sources_of
from wildwood.lists.formats import Format, Syntax
from wildwood.lists.reading import read_list
from wildwood.page.page import count_open, page, rendered
from wildwood.page.server import TEXT, Answer, Review, Reviewed

YOU, RICHEST = "you", Survivor.RICHEST.value
_FILE = "application/octet-stream"
_HEAD = 1 << 16
_LONGEST = 60  # characters of a name of a file, which has at most 255 bytes


@dataclass(frozen=True)
class ComparedLists:
    files: Sequence[ComparedFile]
    report: Report
    faults: Mapping[str, str] = field(default_factory=dict)  # by the names of unreadable files

    @cached_property
    def abstracts(self) -> dict[str, str]:
        """The abstracts by the key of the paper, which is its place among all entries."""
        entries = (entry for file in self.files for entry in file.read.entries)
        texts = ("\n\n".join(abstract.text for abstract in entry.abstracts) for entry in entries)
        return {str(number): text for number, text in enumerate(texts) if text}

    def cleaned(self, report: Report, keep: str = RICHEST) -> Deduplicated:
        reads = [file.read for file in self.files]
        return writing.deduplicated_lists(reads, report.pairs, Preference.parse(keep))

    def suffixes(self, report: Report) -> list[str]:
        """The suffixes with which the clean list can be written, the lists' own first."""
        reads = [file.read for file in self.files]
        suffix = writing.own_suffix(reads[0].name, reads[0].format)
        kinds = {read.format for read in reads}
        is_text = all(kind.traits.syntax is Syntax.TEXT for kind in kinds)
        is_joinable = len(reads) == 1 or (is_text and kinds != {Format.CSV})
        has_own = len(kinds) == 1 and is_joinable and all(read.original for read in reads)
        has_own &= suffix in writing.CONVERTED or not any(pair.values for pair in report.pairs)
        return list(dict.fromkeys([*([suffix] if has_own else []), *writing.CONVERTED]))


_FLOW = ("records", "list", "number")


def flow_of(
    lists: ComparedLists, report: Report, cleaned: Deduplicated
) -> Iterator[tuple[str, str, int]]:
    """Yield the numbers of a PRISMA diagram: what, the list or nothing, and how many records."""
    removed = Counter(removal.removed.source for removal in cleaned.removals)
    unread = Counter({file.name: len(file.read.faults) for file in lists.files})
    read = Counter({file.name: file.papers for file in lists.files}) + unread
    left = {name: count - removed[name] for name, count in read.items()}
    counts = {"identified": read, "not compared": +unread, "duplicates removed": removed}
    for what, by_list in {**counts, "left": left}.items():
        yield what, "", sum(by_list.values())
        yield from ((what, name, by_list[name]) for name in read if by_list.get(name))
    yield "of these, further versions of a work", "", _versions(cleaned)
    yield "pairs still to decide", "", count_open(report.pairs)


def _versions(cleaned: Deduplicated) -> int:
    """Return how many of the records that stay are a version of another one that stays."""
    sets, joined = DisjointSets[str](), 0
    for versions in cleaned.versions:
        left, right = map(sets.root, versions)
        joined += left != right
        sets.join(left, right)
    return joined


class Workspace(Reviewed):
    """A folder with lists, `decisions.csv`, and what two people contradict each other on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lists, self._removed = folder / "lists", folder / "removed"
        self._decisions, self._contested = folder / "decisions.csv", folder / "contested.csv"
        self._lock = threading.RLock()
        self._compared: ComparedLists | None = None
        with input_errors(f"make {self._lists}"):
            make_folder(self._lists)

    @property
    def files(self) -> list[Path]:
        return sorted(file for file in self._lists.glob("[!.]*") if file.is_file())

    def page(self) -> bytes:
        """Return the page of the lists."""
        with self._lock:
            lists, report = self._lists_compared(), self._review().decided()
            decided = {frozenset(pair.ids) for pair in decisions.read_stored(self._decisions)}
            contested = {frozenset(pair.ids) for pair in decisions.read_stored(self._contested)}
            papers = {file.name: file.papers for file in lists.files}
            return rendered(
                "open",
                is_stored=True,
                title="Lists to compare",
                folder=str(self.folder),
                lists=lists,
                suffixes=lists.suffixes(report) if lists.files else [],
                sources=sources_of(papers, report.pairs),
                pairs=len(report.pairs),
                undecided=count_open(report.pairs),
                contested=len(contested - decided),
                flow=list(flow_of(lists, report, lists.cleaned(report))),
                keeps=[*(rule.value for rule in Survivor), *papers],
            )

    def store(self, text: str) -> None:
        self._review().store(text)

    def get(self, name: str, query: Mapping[str, str]) -> Answer | None:
        with self._lock:
            if name == "pairs":
                report = self._review().decided()
                abstracts = self._lists_compared().abstracts
                return Answer(page(report, is_stored=True, abstracts=abstracts))
            if name == "abstract":
                text = self._lists_compared().abstracts.get(query.get("of", ""))
                return None if text is None else Answer(text.encode(errors="replace"), TEXT)
            folder, _, file = name.partition("/")
            if folder == "download" and self._lists_compared().files:
                return self._download(file, query)
            return super().get(name, query)

    def post(self, name: str, query: Mapping[str, str], content: bytes) -> str | None:
        given = query.get("name", "")
        taken: dict[str, Callable[[], str]] = {
            "lists": lambda: self._add(given, content),
            "remove": lambda: self._remove(given),
            "join": lambda: self._join(given, content),
        }
        with self._lock:
            return taken[name]() if name in taken else super().post(name, query, content)

    def add(self, lists: Iterable[Path]) -> None:
        """Copy the lists that are not there yet."""
        for file in lists:
            if not self._holds(content := read_file(file)):
                self._add(file.name, content)

    def _holds(self, content: bytes) -> str:
        return next((file.name for file in self.files if file.read_bytes() == content), "")

    def _add(self, given: str, content: bytes) -> str:
        """Store a list that can be read."""
        last = one_line(given.replace("\\", "/").rpartition("/")[2])
        name = last.lstrip(". ")[-_LONGEST:] or "list"
        if decisions.has_decisions(decoded(content[:_HEAD]).text):
            return self._join(name, content)
        entries, upload = list[Entry](), io.BytesIO(content)
        upload.name = name
        read_list(upload, needs=frozenset({Need.TITLE}), details=False, take=entries.append)
        if not entries:
            raise InputError(f"{name} has no record with a title; export it again as RIS.")
        if held := self._holds(content):
            raise InputError(f"{name} is there already, as {held}.")
        write_file(_free(self._lists, name), content, keeps_decisions=False)
        self._compared = None
        return f"{name}: {counted(len(entries), 'record')}."

    def _remove(self, name: str) -> str:
        """Move a list out of the comparison; its file stays in the folder."""
        if name not in {file.name for file in self.files}:
            raise InputError(f"There is no list {name}.")
        make_folder(self._removed)
        (self._lists / name).replace(_free(self._removed, name))
        self._compared = None
        return f"{name} is now in {self._removed}."

    def _join(self, given: str, content: bytes) -> str:
        name = one_line(given) or "the other"
        theirs = decisions.parse_decisions(decoded(content).text, name)
        by_person = {YOU: decisions.read_stored(self._decisions), name: theirs}
        of_lists = self._lists_compared().report.pairs
        agreed, contested = decisions.join_decisions(by_person, of_lists)
        every = decisions.decisions_as_csv([*decisions.read_stored(self._contested), *contested])
        write_file(self._contested, every, keeps_decisions=False)  # first: none is ever lost
        write_file(self._decisions, decisions.decisions_as_csv(agreed), keeps_decisions=False)
        pairs = len({frozenset(pair.ids) for pair in contested})
        on_others = len(theirs) - sum(map(decisions.PairFinder(of_lists).finds, theirs))
        return (
            f"{counted(len(theirs), 'decision')} of {name} joined with yours"
            f"{f', {on_others:,} on other pairs' if on_others else ''};"
            f" {counted(pairs, 'pair')} with contradictions to decide."
        )

    def _lists_compared(self) -> ComparedLists:
        if self._compared is None:
            comparison = Comparison(keeps=True, together=True)
            files, faults = list[ComparedFile](), dict[str, str]()
            for file in self.files:
                try:
                    files.append(comparison.read(file))
                except InputError as error:
                    faults[file.name] = str(error)
            self._compared = ComparedLists(files, comparison.report(files, []), faults)
        return self._compared

    def _review(self) -> Review:
        report = self._lists_compared().report
        contested = decisions.contest(report, decisions.read_stored(self._contested))
        return Review(contested, self._decisions)

    def _download(self, file: str, query: Mapping[str, str]) -> Answer | None:
        lists, report = self._lists_compared(), self._review().decided()
        reads = [file.read for file in lists.files]
        cleaned = lists.cleaned(report, query.get("keep", RICHEST))
        flow = (dict(zip(_FLOW, row, strict=True)) for row in flow_of(lists, report, cleaned))
        made: dict[str, Callable[[], bytes]] = {
            "removed.csv": lambda: writing.removed_as_csv(reads, cleaned),
            "prisma.csv": lambda: write_rows(_FLOW, flow).encode(errors="replace"),
            "decisions.csv": lambda: decisions.decisions_as_csv(
                decisions.read_stored(self._decisions)
            ),
        }
        if file in made:
            return Answer(made[file](), _FILE)
        if file not in {f"clean{suffix}" for suffix in lists.suffixes(report)}:
            return None
        return Answer(writing.list_again(reads, Path(file), report.pairs, cleaned), _FILE)


def _free(folder: Path, name: str) -> Path:
    """Return a path in a folder that no file has."""
    stem, suffix = Path(name).stem, Path(name).suffix
    names = chain([name], (f"{stem} ({number}){suffix}" for number in count(2)))
    return next(path for path in map(folder.joinpath, names) if not path.exists())
