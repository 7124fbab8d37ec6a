"""The commands `wildwood compare` and `wildwood open`."""

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import click

from wildwood.api.comparing import as_file
from wildwood.cli import parameters, tables
from wildwood.cli.output import progress_bar, report_errors
from wildwood.cli.reviewing import serve_review, serving_options
from wildwood.kernel.decisions import DecidedPair, applied, read_all_decisions, read_stored
from wildwood.kernel.errors import InputError
from wildwood.kernel.files import check_outputs, write_files
from wildwood.kernel.model import SimilarityType
from wildwood.kernel.pairs import Report, families
from wildwood.kernel.strength import Formula
from wildwood.kernel.text import counted, listed, printable
from wildwood.lists import deduplication, writing
from wildwood.lists.comparison import FORMULA, LIMIT, ComparedFile, Comparison, name_of
from wildwood.lists.content import STDIN
from wildwood.lists.deduplication import MAX_DRAWN, Deduplicated, ListCounts, Preference, Survivor
from wildwood.lists.formats import Format
from wildwood.lists.reading import ReadList
from wildwood.lists.writing import CONVERTED
from wildwood.page.server import Review

_PAIRS, _REMOVED = (".csv", ".json", ".html"), ".removed.csv"
STDOUT = STDIN  # `-`
_MOST_PRINTED = 100  # Pairs; more are for a file


@dataclass(frozen=True, slots=True)
class _Compared:
    new: Sequence[ComparedFile]
    older: Sequence[ComparedFile]
    formula: Formula
    report: Report

    @property
    def lists(self) -> list[ComparedFile]:
        return [*self.new, *self.older]

    @property
    def sources(self) -> list[ListCounts]:
        """How many works each of the new lists has, and has alone."""
        papers = {file.name: file.papers for file in self.new}
        return deduplication.sources_of(papers, self.report.pairs)

    @property
    def messages(self) -> list[str]:
        return [message for file in self.lists for message in file.read.not_compared]

    def as_data(self) -> dict[str, Any]:
        return {
            "lists": [
                {
                    "file": file.read.name,
                    "format": file.read.format.value,
                    "encoding": file.read.encoding,
                    "papers": file.papers,
                    "left_out": len(file.read.faults),
                }
                for file in self.lists
            ],
            **({"sources": list(map(asdict, self.sources))} if len(self.new) > 1 else {}),
            "formula": self.formula.value,
            "limit": self.report.limit,
            "pairs": tables.pairs_as_data(self.report.pairs),
            "families": tables.families_as_data(families(self.report.pairs)),
        }


@dataclass(frozen=True, slots=True)
class _Asked:
    """The parameters of `compare`."""

    new: Path
    older_files: Sequence[Path]
    together: bool
    limit: float
    formula: Formula
    columns: Mapping[str, str]
    outs: Sequence[Path]
    list_outs: Sequence[Path]
    keep: str | None
    sample: Path | None
    decisions: Sequence[Path]
    review: bool
    port: int
    no_browser: bool
    by_family: bool
    as_json: bool

    @property
    def files(self) -> list[Path]:
        return [self.new, *self.older_files]

    @property
    def pairs(self) -> list[Path]:
        return [out for out in self.outs if out.suffix not in CONVERTED]

    @property
    def lists(self) -> list[Path]:
        return [*self.list_outs, *(out for out in self.outs if out.suffix in CONVERTED)]

    @property
    def own_lists(self) -> list[Path]:
        """Those to write in the format of the list itself."""
        return [out for out in self.lists if out.suffix not in CONVERTED and out != STDOUT]

    @property
    def removals(self) -> list[Path]:
        """The files that say what is removed, beside the lists."""
        outs = [out for out in self.lists if out != STDOUT] if self.keep else []
        return [*{out.with_suffix(_REMOVED): None for out in outs}]

    @property
    def reviewed(self) -> Path:
        """The file in which a review stores decisions."""
        if len(self.decisions) > 1:
            raise click.UsageError("--review stores decisions in one file; give --decisions once.")
        if not self.decisions and self.new == STDIN:
            fault = "--review of standard input needs --decisions with a file for them."
            raise click.UsageError(fault)
        return next(iter(self.decisions), self.new.with_name(f"{self.new.stem}.decisions.csv"))

    @property
    def preference(self) -> Preference | None:
        keep, sample = self.keep, self.sample
        if sample and (keep is None or sample.suffix not in (".csv", ".html")):
            fault = f"--sample needs --keep, and a .csv or .html file, not {sample}."
            raise click.UsageError(fault)
        if keep is None:
            return None
        names = (name_of(file, self.files) for file in self.files)
        choices = [*(rule.value for rule in Survivor), *names]
        if keep not in choices:
            raise click.UsageError(f"--keep {keep} is not one of {', '.join(choices)}.")
        return Preference.parse(keep)

    def check(self) -> None:
        """Refuse outputs that do not fit the lists, before these are read."""
        if self.files.count(STDIN) > 1:
            raise click.UsageError("Only one of the lists can be standard input.")
        if [*self.outs, *self.list_outs].count(STDOUT) > 1:
            raise click.UsageError("Only one of --out and --list can be standard output.")
        for out in self.pairs:
            if out != STDOUT and out.suffix not in _PAIRS:
                usage = f"--out writes pairs as .csv, .json or .html, not as {out}"
                raise click.UsageError(f"{usage}; --list writes the list itself.")
        for out in self.own_lists:
            if self.together and self.older_files:
                fault = f"--list writes several lists as .ris or .bib, not as {out}."
                raise click.UsageError(fault)
            own = writing.own_suffix(self.new.name)
            if self.new != STDIN and out.suffix != own:
                formats = " or ".join(filter(None, dict.fromkeys([own, *CONVERTED])))
                raise click.UsageError(f"--list writes {self.new} as {formats}, not as {out}.")
            if self.keep is None:
                fault = f"{out} needs --keep; repeats are marked in .ris and .bib only."
                raise click.UsageError(fault)
        self._check_files()

    def _check_files(self) -> None:
        """Refuse to replace what is read, or the table of a list that is not written again."""
        written = [*self.pairs, *self.lists, *([self.sample] if self.sample else [])]
        outs = [*(out for out in written if out != STDOUT), *self.removals]
        check_outputs(outs, [*self.files, *self.decisions])
        rewritten = (out for out in outs if out.suffix in CONVERTED and out.is_file())
        again = {out.with_suffix(_REMOVED) for out in rewritten}
        for file in self.files:
            table = file.with_suffix(_REMOVED)
            if table in outs and table not in again and table.is_file():
                fault = f"Cannot write {table}: it says what was left out of {file}"
                raise InputError(f"{fault}; name another file for the list.")

    def compared(self) -> _Compared:
        keeps = bool(self.lists or self.keep)
        comparison = Comparison(self.columns, self.files, keeps=keeps, together=self.together)
        count = len(self.files) if self.together else 1
        older = [comparison.read(file) for file in self.files[count:]]
        newer = [comparison.read(file) for file in self.files[:count]]
        read = newer[0].read
        for out in self.own_lists:
            if read.original is None:
                raise InputError(f"{read.name} is {read.format.value}; write it as .ris or .bib.")
            if read.format is Format.SPREADSHEET and out.suffix != ".csv":
                raise InputError(f"{read.name} is a spreadsheet; write it as .csv, .ris or .bib.")
        report = comparison.report(newer, older, self.limit, self.formula, progress_bar)
        return _Compared(newer, older, self.formula, report)

    def contents(
        self, compared: _Compared, deduplicated: Deduplicated | None, drawn: Report
    ) -> dict[Path, bytes]:
        lists, pairs = [file.read for file in compared.new], compared.report.pairs
        contents = {out: _content(out, compared) for out in self.pairs}
        is_own = deduplicated and len(lists) == 1 and lists[0].original
        converted = ".bib" if lists[0].format is Format.BIBTEX else ".ris"
        for out in self.lists:  # standard output has no suffix, which says the format
            target = out if is_own or out != STDOUT else out.with_suffix(converted)
            contents[out] = writing.list_again(lists, target, pairs, deduplicated)
        if deduplicated:
            contents |= dict.fromkeys(self.removals, writing.removed_as_csv(lists, deduplicated))
        return contents | ({self.sample: as_file(drawn, self.sample.suffix)} if self.sample else {})


@click.command(cls=parameters.Command)
@click.argument("new", metavar="FILE", type=parameters.LIST_FILE)
@click.argument("older_files", metavar="[OLDER]...", type=parameters.LIST_FILE, nargs=-1)
@click.option(
    "--together", is_flag=True,
    help="Compare all lists with each other, as one: none is older. Counts what each has alone.",
)  # fmt: skip
@click.option(
    "--limit", type=parameters.LimitType(), default=LIMIT, show_default=True,
    help="List only stronger pairs.",
)  # fmt: skip
@click.option(
    "--formula", type=parameters.ChoiceType(Formula), default=FORMULA.value, show_default=True,
    help="The formula of the strength.",
)  # fmt: skip
@parameters.columns_option
@click.option(
    "--out", "outs", metavar="PAIRS", type=parameters.LIST_FILE, multiple=True,
    help="Write the pairs into a .csv, .json or .html file, or as CSV to standard output (-)."
    " Can be given several times.",
)  # fmt: skip
@click.option(
    "--list", "list_outs", metavar="LIST", type=parameters.LIST_FILE, multiple=True,
    help="Write FILE again: in its own format with --keep, if LIST has its suffix or is standard"
    " output (-); or into a .ris or .bib file, with its likely repeats marked unless --keep is"
    " given.",
)  # fmt: skip
@click.option(
    "--keep", metavar="first|last|richest|NAME",
    help="Of what is the same record, keep only one in LIST: the first, the last, the one with the"
    " most fields, or that of the list NAME. Without --list, show what would be left out.",
)  # fmt: skip
@click.option(
    "--sample", metavar="SAMPLE", type=parameters.LIST_FILE,
    help=f"With --keep: write up to {MAX_DRAWN} random pairs for which papers are left out into a"
    " .csv or .html file. Decide on them, and --decisions says how many works can be lost.",
)  # fmt: skip
@parameters.decisions_option
@click.option(
    "--review", is_flag=True,
    help="Open a page to decide on pairs, before anything is written. The decisions are stored in"
    " the file of --decisions, by default beside FILE.",
)  # fmt: skip
@serving_options
@click.option("--families", "by_family", is_flag=True, help="Group the pairs into families.")
@parameters.json_option
def compare(options: parameters.SharedOptions, **given: Any) -> None:
    """Find likely repeats in a list of papers, within itself and in OLDER lists.

    Needs neither a database nor a configuration. Lists can be RIS, BibTeX, CSV, PubMed's nbib or
    another format of docs/lists.md, gzipped or not; the content of a file tells which. `-` is
    standard input.

    Example: wildwood compare new.ris old.bib --out pairs.html
    """
    began, asked = time.monotonic(), _Asked(**given)
    asked.check()
    preference, reviewed = asked.preference, asked.reviewed if asked.review else None
    decided = [] if reviewed else read_all_decisions(asked.decisions)
    compared = every = by_fields = asked.compared()
    if reviewed:
        serve_review(Review(by_fields.report, reviewed), asked.port, no_browser=asked.no_browser)
        decided = read_stored(reviewed)
        options.say(f"{reviewed} has {counted(len(decided), 'decision')}.")
    if asked.decisions or reviewed:
        every = replace(by_fields, report=applied(by_fields.report, decided, with_different=True))
        compared = replace(by_fields, report=applied(by_fields.report, decided))
    lists, pairs = [file.read for file in compared.new], every.report.pairs
    deduplicated = writing.deduplicated_lists(lists, pairs, preference) if preference else None
    certified = deduplicated if decided or asked.sample else None
    notes, drawn = _certify(by_fields, every, certified, decided)
    written = _write(asked, compared, deduplicated, drawn)
    report_errors(compared.messages)
    is_quiet = options.quiet or asked.as_json or STDOUT in (*asked.outs, *asked.list_outs)
    if asked.together and not is_quiet:
        print_sources(compared.sources)
    lines = _list_lines(compared, asked.lists, deduplicated)
    for line in (*lines, *notes, *compared.report.notes):
        options.say(line)
    wrote = f"; wrote {' and '.join(map(str, written))}" if written else ""
    options.say(f"{_describe(compared)} in {time.monotonic() - began:.1f} s{wrote}")
    if compared.messages:
        raise click.exceptions.Exit(1)


def _write(
    asked: _Asked, compared: _Compared, deduplicated: Deduplicated | None, drawn: Report
) -> list[Path]:
    """Write all files, and print one, or else the pairs or what is left out; return the files."""
    contents = asked.contents(compared, deduplicated, drawn)
    printed = contents.pop(STDOUT, None)
    write_files(contents)
    if printed is not None:
        click.echo(printed, nl=False)
    elif asked.as_json and not contents:
        click.echo(json.dumps(compared.as_data(), indent=1))
    elif not (contents or asked.keep or asked.review):
        _print(compared.report, by_family=asked.by_family)
    if deduplicated and not (asked.removals or asked.as_json):
        for removal in deduplicated.removals:
            removed, kept = (paper.record.handle for paper in (removal.removed, removal.kept))
            line = printable(f"{removed} is left out for {kept}: {removal.why}")
            click.echo(line, err=printed is not None)
    return list(contents)


def _describe(compared: _Compared) -> str:
    pairs = compared.report.pairs
    kinds = [pair.type for pair in pairs]
    by_kind = ", ".join(f"{kinds.count(kind):,} {kind.value}" for kind in SimilarityType)
    joint = " and " if len(compared.new) > 1 else " against "
    return (
        f"{joint.join(map(str, compared.lists))}: {counted(len(pairs), 'pair')} above"
        f" {compared.report.limit:g} ({by_kind}), formula {compared.formula.value},"
    )


def _certify(
    by_fields: _Compared,
    every: _Compared,
    final: Deduplicated | None,
    decided: Sequence[DecidedPair],
) -> tuple[list[str], Report]:
    """Return what is known of works lost, if some can be, and the pairs to decide on."""
    if final is None:
        return [], by_fields.report
    lists = [file.read for file in by_fields.new]
    undecided = writing.deduplicated_lists(lists, by_fields.report.pairs, Preference())
    removed = deduplication.shuffled(undecided.removals)
    sample = deduplication.sample_of(by_fields.report, removed)
    sample = applied(sample, decided, with_different=True) if decided else sample
    certificate = deduplication.certify(removed, every.report.pairs, final.removals)
    return [str(certificate)] if final.removals else [], sample


def _content(out: Path, compared: _Compared) -> bytes:
    if out.suffix == ".json":
        return f"{json.dumps(compared.as_data(), ensure_ascii=False, indent=1)}\n".encode()
    return as_file(compared.report, out.suffix or ".csv")


def _print(report: Report, *, by_family: bool) -> None:
    if not report.pairs:
        click.echo(f"There are no pairs above {report.limit:g}.")
        return
    shown = report.pairs[:_MOST_PRINTED]
    if by_family:
        tables.print_families(families(shown))
    else:
        tables.print_pairs(shown)
    if weaker := len(report.pairs) - len(shown):
        click.echo(f"and {counted(weaker, 'weaker pair')}; write all into a file with --out.")


def print_sources(sources: Iterable[ListCounts]) -> None:
    table = tables.compact_table()
    table.add_column("list", overflow="fold")
    for name in ("papers", "works", "only here"):
        table.add_column(name, justify="right")
    for source in sources:
        counts = (source.papers, source.works, source.alone)
        table.add_row(tables.cell(source.name), *(f"{count:,}" for count in counts))
    tables.output_console().print(table)


_NAMED = 5  # pairs for a person that are named


def _deduplication_lines(deduplicated: Deduplicated) -> Iterator[str]:
    gone, pairs = len(deduplicated.gone), deduplicated.undecided
    repeats = "a repeat of another" if gone == 1 else "repeats of others"
    yield f"{counted(gone, 'paper')} left out as {repeats}."
    if versions := deduplicated.versions:
        yield f"{counted(len(versions), 'pair')} of versions; both stay ({_names_of(versions)})."
    if pairs:
        asked = f"{counted(len(pairs), 'pair')} for you to decide; until then, both stay"
        page = f"({_names_of(pairs)}). --out pairs.html makes a page for it"
        yield f"{asked} {page}, --decisions applies the file that it downloads."


def _names_of(pairs: Sequence[tuple[str, str]]) -> str:
    named = "; ".join(f"{left} and {right}" for left, right in pairs[:_NAMED])
    return f"{named}{'; …' if len(pairs) > _NAMED else ''}"


def _list_lines(
    compared: _Compared, outs: Sequence[Path], deduplicated: Deduplicated | None
) -> Iterator[str]:
    """Yield sentences on what was left out of the lists in `outs`, and what to do by hand."""
    lists = [file.read for file in compared.new]
    if deduplicated is not None:
        yield from _deduplication_lines(deduplicated)
        if compared.older and outs:
            written = " and ".join(map(str, outs))
            yield f"Only papers of {lists[0].name} are in {written}; --together merges all lists."
        is_own = any(out.suffix not in CONVERTED for out in outs)
        if is_own and deduplicated.gains and writing.additions_to(lists[0]) is None:
            lacking = counted(len(deduplicated.gains), "paper")
            reason = f"{lists[0].format.value} has no place for them here; .ris and .bib have."
            yield f"{lacking} did not get the fields that only repeats have: {reason}"
    yield from _repeated_key_lines(lists, outs, deduplicated)


def _repeated_key_lines(
    lists: Sequence[ReadList], outs: Sequence[Path], deduplicated: Deduplicated | None
) -> Iterator[str]:
    first_lists: dict[str, int] = {}
    repeated: dict[str, None] = {}
    for number, read in enumerate(lists):
        for entry in read.entries if read.format is Format.BIBTEX else ():
            stays = deduplicated is None or entry.handle not in deduplicated.gone
            if stays and first_lists.setdefault(entry.id.lower(), number) != number:
                repeated[entry.id] = None
    if repeated and any(out.suffix == ".bib" for out in outs):
        yield f"BibTeX keys that two lists have; rename them in one: {listed(list(repeated))}."


@click.command(cls=parameters.Command)
@click.argument("paths", metavar="[FOLDER] [LIST]...", type=click.Path(path_type=Path), nargs=-1)
@serving_options
def open(  # noqa: A001 - the name of the command
    options: parameters.SharedOptions, paths: Sequence[Path], port: int, *, no_browser: bool
) -> None:
    """Compare lists on a page: drop them, decide, download the clean list.

    Copies each LIST into FOLDER, by default `wildwood` in your home directory. Lists and decisions
    are kept there, and are there again the next time. The page is served to this machine alone,
    until its button Done or Ctrl-C ends it.

    Example: wildwood open review-2026 pubmed.nbib embase.ris
    """
    from wildwood.api.workspace import Workspace  # the page takes longer than the pairs

    names_folder = bool(paths) and not paths[0].is_file()
    folder = paths[0] if names_folder else Path.home() / "wildwood"
    if folder.suffix and not folder.is_dir():
        raise click.UsageError(f"There is no file {folder}; if it is a folder, create it first.")
    workspace = Workspace(folder.absolute())
    workspace.add(paths[names_folder:])
    serve_review(workspace, port, no_browser=no_browser)
    options.say(f"Your work is in {workspace.folder}.")
