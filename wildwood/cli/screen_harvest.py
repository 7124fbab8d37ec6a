"""The commands `wildwood screen harvest` and `wildwood screen archives`."""

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path

import click

from wildwood.biblio.entry import Entry
from wildwood.cli import parameters, screen_text
from wildwood.cli.screen_text import Tally
from wildwood.kernel.errors import InputError
from wildwood.kernel.files import check_outputs, input_errors, write_file, write_lines
from wildwood.kernel.text import counted, one_line
from wildwood.lists.amf import handle_of
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.formats import Format
from wildwood.lists.reading import read_list
from wildwood.nep.folders import UsFolder
from wildwood.nep.job import job_of
from wildwood.screening import screening
from wildwood.screening.annotator import judge_digest
from wildwood.screening.archives import (
    Harvested,
    addresses_to_harvest,
    folders_of,
    harvest_archives,
    read_archives,
)
from wildwood.screening.harvest_folder import HarvestFolder
from wildwood.screening.harvester import Order
from wildwood.screening.harvester import harvest as fetch_pages
from wildwood.screening.kept import KeptFormat, write_json_lines
from wildwood.screening.kept_verdicts import KeptVerdicts
from wildwood.screening.oai_client import add_arguments, oai_request

_DATE = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?")
_LISTS, _REPORT, _NEW = "harvest", "archives.tsv", "new.jsonl"
_REPORT_HEADINGS = (
    "address", "folder", "pages", "records", "kept", "left out", "promised", "missing", "error",
)  # fmt: skip


def _check_address(value: str) -> str:
    try:
        oai_request(value)
    except InputError as error:
        raise click.BadParameter(str(error)) from error
    return value


def _check_date(value: str) -> str:
    with suppress(ValueError):
        datetime.datetime.fromisoformat(value)
        if _DATE.fullmatch(value):
            return value
    fault = f"{value!r} is not a date, such as 2024-01-31 or 2024-01-31T09:30:00Z."
    raise click.BadParameter(fault)


@dataclass(frozen=True, slots=True)
class HarvestListing:
    options: parameters.SharedOptions
    screen: screening.Screen
    kept: KeptFormat | None
    omissions: list[str]
    new: "NewPapers | None" = None

    def write(self, folder: HarvestFolder, messages: list[str]) -> list[screening.ListRow]:
        """Write the lists of a harvest, each record once, as it is now; return their rows."""
        rows = screening.last_of_each(self._rows_of_pages(folder, messages))
        messages.extend(screen_text.damage_messages(self.options, rows))
        if rows:
            screen_text.write_all(self.options, folder.path, _LISTS, rows, self.kept)
        if self.new is not None:
            self.new.add(row.entry for row in rows if row.kept and row.entry is not None)
        return rows

    def _rows_of_pages(
        self, folder: HarvestFolder, messages: list[str]
    ) -> Iterator[screening.ListRow]:
        settings = self.options.config().language
        judge = judge_digest(self.screen.learned, settings, self.screen.own)
        verdicts = KeptVerdicts(folder.path, judge)
        for page in folder.pages():
            try:
                yield from self._rows_of_page(page, verdicts)
            except InputError as error:
                messages.append(f"{error} Its records are left out; fetch all records with --all.")
        verdicts.write()

    def _rows_of_page(self, page: Path, verdicts: KeptVerdicts) -> list[screening.ListRow]:
        judged = verdicts.rows(page)
        needs_entries = self.kept is not None or self.new is not None
        if judged is not None and not needs_entries:
            return judged
        read = read_list(page, needs=ANY_RECORD)
        if read.format is Format.EMPTY:
            raise InputError(f"{page} is empty.")
        if judged is not None:  # records that cannot be read follow the entries
            entries = chain(read.entries, repeat(None))
            return [row._replace(entry=entry) for row, entry in zip(judged, entries, strict=False)]
        rows = screening.list_rows(read, self.screen)
        verdicts.add(page, rows)
        if not needs_entries:  # all pages with their entries would need much memory
            return [row if row.note else row._replace(entry=None) for row in rows]
        return rows


class NewPapers:
    """The papers with names and a title that no us rif before a date has, each once."""

    def __init__(self, us: UsFolder, date: datetime.date, file: Path) -> None:
        """Remove the file, which must not outlast a failure, and read handles of earlier rifs."""
        with input_errors(f"replace {file}"):
            file.unlink(missing_ok=True)
        rifs = us.listing() if us.path.exists() else None
        dates = [earlier for earlier in rifs.dates() if earlier < date] if rifs else []
        self._handles = {handle for earlier in dates for handle in us.read(earlier).rif.handles}
        self._papers: list[Entry] = []
        self._file, self._complete, self._incomplete = file, 0, 0

    def add(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            handle = handle_of(entry)
            if not (entry.titles and entry.authors and handle):
                self._incomplete += 1
                continue
            self._complete += 1
            if handle not in self._handles:
                self._handles.add(handle)
                self._papers.append(entry)

    @property
    def failure(self) -> str:
        """Why there can be no new papers, as a sentence; empty if there can."""
        if self._complete or not self._incomplete:
            return ""
        records = counted(self._incomplete, "record")
        return f"{self._file} is empty: of {records}, none has a title, author names and an id."

    def write(self) -> str:
        write_file(self._file, write_json_lines(self._papers), makes_folder=True)
        lack = f" ({self._incomplete:,} without title, names or id)" if self._incomplete else ""
        return f"{counted(len(self._papers), 'new paper')}{lack}; wrote {self._file}"


@click.command(cls=parameters.Command)
@click.argument("urls", metavar="[URL]...", nargs=-1, type=_check_address)
@click.option(
    "--out", type=parameters.FOLDER, required=True, metavar="DIR",
    help="Write the responses and the lists to DIR; of several archives, to a directory each.",
)  # fmt: skip
@click.option(
    "--archives", type=parameters.LIST_FILE, metavar="FILE",
    help="Harvest the archives of a list by `screen archives`, of OpenDOAR's JSON, or of a text"
    " with an address on each line.",
)  # fmt: skip
@click.option("--set", "set_", metavar="SET", help="Only the records of this set.")
@click.option("--prefix", metavar="PREFIX", help="The metadata format, instead of oai_dc.")
@click.option(
    "--from", "since", metavar="DATE", type=_check_date,
    help="Only records that changed since DATE, instead of since the last harvest.",
)  # fmt: skip
@screen_text.kept_option
@click.option(
    "--new", "new_before", type=parameters.DateType(), metavar="DATE",
    help="Also write the records kept that no us rif before DATE has to new.jsonl.",
)  # fmt: skip
@click.option(
    "--all", "all_records", is_flag=True,
    help="Fetch all records, not only those that are new.",
)  # fmt: skip
def harvest(
    options: parameters.SharedOptions,
    urls: tuple[str, ...],
    out: Path,
    archives: Path | None,
    set_: str | None,
    prefix: str | None,
    since: str | None,
    kept: KeptFormat | None,
    new_before: datetime.date | None,
    *,
    all_records: bool,
) -> None:
    """Fetch what is new on the OAI-PMH servers at URL, and list the verdict on each record.

    The first run fetches all records, a later one those that changed since. If it is
    interrupted, the next run resumes. Example: wildwood screen harvest https://example.org/oai
    --out example
    """
    if archives is None and not urls:
        raise click.UsageError("Give a URL, or a list of archives with --archives FILE.")
    config = options.config()
    language = config.language
    omissions: list[str] = []
    addresses = [*urls, *(_listed_archives(archives, omissions) if archives else ())]
    distinct = [add_arguments(url, set_, prefix) for url in dict.fromkeys(addresses)]
    is_single = archives is None and len(distinct) == 1
    folders = [(distinct[0], HarvestFolder(out))] if is_single else folders_of(distinct, out)
    pause_s, contact = language.pause_s, language.contact
    orders = [Order(*each, pause_s, since, all_records, contact) for each in folders]
    lists = (screen_text.files_of(order.folder.path, _LISTS, kept) for order in orders)
    outs = [out / _REPORT, out / _NEW, *chain.from_iterable(lists)]
    screen_text.check_lists(config, outs, [archives] if archives else [])
    if out.resolve() == config.paths.us.resolve():
        raise InputError(f"{out} is the directory of the us rifs; choose another one.")
    with HarvestFolder(out).locked():
        new = NewPapers(job_of(config).us, new_before, out / _NEW) if new_before else None
        screen = screen_text.configured_screen(config)
        listing = HarvestListing(options, screen, kept, omissions, new)
        if is_single:
            _harvest_one(orders[0], listing)
        else:
            _harvest_many(orders, out, listing)
        if new is not None:
            options.say(new.write())
            omissions.extend(filter(None, [new.failure]))
    screen_text.exit_with_errors(omissions)


def _listed_archives(file: Path, omissions: list[str]) -> Iterator[str]:
    for address in addresses_to_harvest(file):
        try:
            oai_request(address)
        except InputError as error:
            omissions.append(f"{file}: {error}")
        else:
            yield address


def _harvest_one(order: Order, listing: HarvestListing) -> None:
    pages, rows = 0, list[screening.ListRow]()
    try:
        with _collecting(listing.omissions):
            for _ in fetch_pages(order):
                pages += 1
    finally:
        with _collecting(listing.omissions):
            state = order.folder.state()
            if state is None or state.url == order.url:  # not another archive's folder
                rows = listing.write(order.folder, listing.omissions)
        if rows or not listing.omissions:
            listing.options.say(f"{counted(pages, 'new page')}; {Tally().add(rows).line}")


def _harvest_many(orders: Sequence[Order], out: Path, listing: HarvestListing) -> None:
    report: list[tuple[str, ...]] = []
    everything, say = Tally(), listing.options.say
    for harvested in harvest_archives(orders):
        messages = [harvested.error] if harvested.error else []
        tally = Tally()
        with _collecting(messages):
            rows = listing.write(harvested.order.folder, messages)
            tally.add(rows)
            everything.add(rows)
        listing.omissions.extend(messages)
        report.append(_report_row(harvested, tally, messages))
        with _collecting(listing.omissions):
            write_lines(out / _REPORT, _REPORT_HEADINGS, report)
        say(f"{harvested.order.url}: {counted(harvested.pages, 'new page')}; {tally.line}")
    say(f"{counted(len(report), 'archive')}, {everything.line}")


def _report_row(harvested: Harvested, tally: Tally, messages: Sequence[str]) -> tuple[str, ...]:
    order = harvested.order
    state = None
    with suppress(InputError):  # among the messages already
        state = order.folder.state()
    promised = "" if state is None or state.promised is None else state.promised
    missing = len(state.withheld) if state else ""
    figures = (harvested.pages, tally.kept + tally.left_out, tally.kept, tally.left_out)
    columns = map(str, (*figures, promised, missing))
    return (order.url, order.folder.path.name, *columns, " ".join(messages))


@contextmanager
def _collecting(omissions: list[str]) -> Iterator[None]:
    """Add a failure to the omissions, once, and go on."""
    try:
        yield
    except InputError as error:
        if str(error) not in omissions:
            omissions.append(str(error))


@click.command(cls=parameters.Command)
@click.argument("file", type=parameters.LIST_FILE)
@click.option(
    "--out", type=parameters.FOLDER, metavar="DIR", help="Also write lists of them to DIR."
)
def archives(_options: parameters.SharedOptions, file: Path, out: Path | None) -> None:
    """Show which archives of FILE, in OpenDOAR's JSON form, declare English content.

    Example: wildwood screen archives opendoar.json
    """
    if out is not None:
        check_outputs(screening.list_files(out, screen_text.list_name(file)), [file])
    read = read_archives(file)
    for archive in read:
        verdict = "in" if archive.kept else "out"
        languages = " ".join(archive.languages) or "none declared"
        fields = (verdict, languages, archive.name, archive.address)
        click.echo("\t".join(map(one_line, fields)))
    if out is not None:
        rows = [
            screening.ListRow(a.address, " ".join(a.languages), a.reason, title=a.name, kept=a.kept)
            for a in read
        ]
        screening.write_lists(out, screen_text.list_name(file), rows)
