"""A wildwood of a test's own."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner, Result
from pymongo.database import Database

from wildwood.cli.program import group
from wildwood.model import Record

from tests.support.amf import rif


@dataclass(frozen=True)
class Installation:
    """A wildwood with directories and a database of its own, driven by its commands."""

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
        """Write a us rif of these records."""
        path = self.us / f"{date}.amf.xml"
        path.write_bytes(rif(*records))
        return path

    def run(self, *arguments: str) -> Result:
        """Run a command in this process, as `wildwood ARGUMENTS`."""
        return CliRunner().invoke(group, [*arguments, "--config", str(self.config)])


def understood(words: list[str]) -> click.Context:
    """What the program makes of a command line; a bad one raises."""
    program, *arguments = words
    context = click.Context(group)
    if Path(program).name == "wildwood_all":
        arguments = ["rebuild", *arguments]
    else:
        assert Path(program).name == "wildwood"
    name, command, rest = group.resolve_command(context, arguments)
    assert command is not None
    inner: click.Context = command.make_context(name, rest, parent=context)
    return inner
