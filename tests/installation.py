"""A wildwood of a test's own."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from pymongo.database import Database

from wildwood.cli import group
from wildwood.model import Record

from amf import rif


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
