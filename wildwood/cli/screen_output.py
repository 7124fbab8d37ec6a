"""What the commands of `wildwood screen` share: the screen, its lists and its closing line."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import click

from wildwood.cli.options import FOLDER, ChoiceType, SharedOptions
from wildwood.cli.output import report_errors
from wildwood.cli.reviewing import file_of_decisions
from wildwood.kernel.files import check_outputs
from wildwood.kernel.settings import Config
from wildwood.kernel.text import counted
from wildwood.lists.content import DAMAGED, STDIN
from wildwood.screening.kept import KeptFormat, kept_file, write_kept
from wildwood.screening.screening import (
    ListRow,
    list_files,
    write_lists,
)

out_option = click.option(
    "--out", type=FOLDER, default=Path(), metavar="DIR",
    help="Write the lists to DIR instead of the current directory.",
)  # fmt: skip
kept_option = click.option(
    "--kept", type=ChoiceType(KeptFormat), metavar="FORMAT",
    help="Also write the records kept, in FORMAT: oai, jsonl or rif.",
)  # fmt: skip
_SUFFIXES = re.compile(r"(\.amf)?\.(xml|jsonl?|ndjson|csv|tsv|txt|ris|bib|rdf|redif)(\.gz)?$")


def corrections_file(config: Config) -> Path:
    stored = config.language.own.corrections
    return file_of_decisions(config, "language", "corrections.tsv", stored)


def list_name(path: Path) -> str:
    return "stdin" if path == STDIN else _SUFFIXES.sub("", path.name)


def write_all(
    options: SharedOptions, folder: Path, name: str, rows: list[ListRow], kept: KeptFormat | None
) -> None:
    """Write the lists and the records kept; warn of earlier ones in other formats."""
    write_lists(folder, name, rows)
    if kept is not None:
        entries = (row.entry for row in rows if row.kept and row.entry is not None)
        write_kept(folder, name, kept, entries)
    for format_ in KeptFormat:
        if format_ is not kept and (old := kept_file(folder, name, format_)).exists():
            again = f"write it again with --kept {format_.value}, or delete it"
            options.say(f"Warning: {old} is older than the lists beside it; {again}.")


def files_of(folder: Path, name: str, kept: KeptFormat | None) -> list[Path]:
    return [*list_files(folder, name), *([kept_file(folder, name, kept)] if kept else [])]


def check_lists(config: Config, outs: Iterable[Path], inputs: Iterable[Path] = ()) -> None:
    """Check that lists overwrite neither what is screened nor what a user keeps by hand."""
    own = config.language.own
    check_outputs(outs, [*inputs, own.allow, own.deny, own.corrections])


def damage_messages(options: SharedOptions, rows: Iterable[ListRow]) -> Iterator[str]:
    """Yield a sentence on each damaged record; print what was repaired in others."""
    for row in rows:
        if row.reason == DAMAGED:
            yield row.note
        elif row.entry is not None and row.note:
            options.say(f"Warning: {row.note}")


def exit_with_errors(messages: Sequence[str]) -> None:
    report_errors(messages)
    if messages:
        raise click.exceptions.Exit(1)


@contextmanager
def summarised(options: SharedOptions) -> Iterator[list[ListRow]]:
    """Yield a list for rows, and print one line about them at the end, even after an error."""
    rows: list[ListRow] = []
    try:
        yield rows
    finally:
        if rows:
            options.say(Tally().add(rows).line)


class Tally:
    def __init__(self) -> None:
        self.kept = 0
        self._reasons: Counter[str] = Counter()

    def add(self, rows: Iterable[ListRow]) -> Self:
        for row in rows:
            self.kept += row.kept
            self._reasons.update([row.reason] if not row.kept else ())
        return self

    @property
    def left_out(self) -> int:
        return self._reasons.total()

    @property
    def line(self) -> str:
        reasons = ", ".join(f"{count:,} {reason}" for reason, count in self._reasons.most_common())
        return (
            f"{counted(self.kept + self.left_out, 'record')}: {self.kept:,} kept,"
            f" {self.left_out:,} left out" + (f" ({reasons})" if reasons else "")
        )
