"""A Wildwood installation for one test."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner, Result
from pymongo.database import Database

from wildwood.biblio.entry import Record
from wildwood.cli.program import group

from tests.support.amf import rif
from tests.support.databases import MIGRATIONS, collections_of, delete_documents


@dataclass(frozen=True)
class Installation:
    """A Wildwood with its own directories and database, controlled by its commands."""

    home: Path
    uri: str
    database: Database[dict[str, Any]]

    @property
    def us(self) -> Path:
        return self.home / "us"

    @property
    def ps(self) -> Path:
        return self.home / "ps"

    @property
    def config(self) -> Path:
        return self.home / "wildwood.toml"

    def issue(self, date: str, *records: Record) -> Path:
        """Write the us rif of a date with these records."""
        path = self.us / f"{date}.amf.xml"
        path.write_bytes(rif(*records))
        return path

    def empty(self) -> None:
        """Remove all documents, except those of the schema, and all ps rifs."""
        delete_documents(self.database, {*collections_of(self.database)} - {MIGRATIONS})
        shutil.rmtree(self.ps, ignore_errors=True)

    def run(self, *arguments: str) -> Result:
        """Run `wildwood ARGUMENTS` in this process."""
        return CliRunner().invoke(group, [*arguments, "--config", str(self.config)])


def installed(home: Path, uri: str, database: Database[dict[str, Any]]) -> Installation:
    """Make an installation with an empty us directory."""
    made = Installation(home, uri, database)
    made.us.mkdir()
    made.config.write_text(
        f"""
        [paths]
        us = "{made.us}"
        ps = "{made.ps}"
        db = "{home / "db"}"
        [mongodb]
        uri = "{uri}"
        database = "{database.name}"
        """,
        encoding="utf-8",
    )
    return made


def parse_command_line(words: list[str]) -> click.Context:
    """Parse a command line as the program does; return the context of the command.

    Raises:
        click.UsageError: the command line is invalid.
    """
    program, *arguments = words
    context = click.Context(group, **group.context_settings)
    if Path(program).name == "wildwood_all":
        arguments = ["rebuild", *arguments]
    else:
        assert Path(program).name == "wildwood"
    name, command, rest = group.resolve_command(context, arguments)
    assert command is not None
    inner: click.Context = command.make_context(name, rest, parent=context)
    return inner
