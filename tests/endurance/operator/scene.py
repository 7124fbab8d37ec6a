"""One installation under random operations, and what it must hold after each."""

import json
import random
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import Result
from pymongo import MongoClient
from pymongo.database import Database

from tests.endurance.operator.code_version import CURRENT, CodeVersion, forget_caches
from tests.endurance.operator.configuration import Configuration
from tests.endurance.operator.dumps import Dump
from tests.endurance.operator.rifs import DATES, UsRifs
from tests.support.fork_server import Completed, ForkServer
from tests.support.installation import Installation

USUAL = 0.9
_DEFECT = "a defect of Wildwood ("


class ViolationError(Exception):
    """Something that must never be: its kind, in a few words, and what was seen."""

    def __init__(self, kind: str, seen: object = "") -> None:
        super().__init__(f"{kind}: {seen}")
        self.kind = kind


@dataclass(frozen=True)
class Status:
    """What `wildwood status --json` says."""

    data: dict[str, Any]

    @property
    def is_well(self) -> bool:
        return bool(self.data["well"])

    def listed(self, key: str) -> list[str]:
        """Return the values of a key, or none if this version of Wildwood does not have it."""
        return [str(value) for value in self.data.get(key) or []]

    def troubles(self) -> dict[str, Any]:
        """Return the keys and values that say what is not well."""
        others = ("disk", "last_run", "undated")
        return {
            key: found
            for key, found in self.data.items()
            if isinstance(found, list | dict) and found and key not in others
        }


@dataclass
class Scene:
    """One installation on a real server, with all that operations change."""

    home: Path
    client: MongoClient[dict[str, Any]]
    fork_server: ForkServer
    name: str
    """The name of the database."""
    commands: Counter[str]
    code: CodeVersion = CURRENT
    dumps: list[Dump] = field(default_factory=list)
    taken: list[tuple[str, bytes]] = field(default_factory=list)
    """Names and contents of ps rifs that were taken away."""

    def __post_init__(self) -> None:
        shutil.rmtree(self.home, ignore_errors=True)
        self.client.drop_database(self.name)
        self.us_rifs = UsRifs(self.home / "us")
        self.us_rifs.folder.mkdir(parents=True)
        host, port = self.client.address or ("", 0)
        uri = f"mongodb://{host}:{port}/"
        self.configuration = Configuration(self.home, uri, self.name)
        self.configuration.write()
        self.installation = Installation(self.home, uri, self.database)
        self.run_as(CURRENT)

    @property
    def database(self) -> Database[dict[str, Any]]:
        return self.client[self.name]

    @property
    def us(self) -> Path:
        return self.us_rifs.folder

    @property
    def ps(self) -> Path:
        return self.configuration.folders["ps"]

    def run_as(self, code: CodeVersion) -> None:
        """Run the commands from now on in this version of the code."""
        self.code = code
        code.apply()

    def ps_files(self) -> list[Path]:
        return ps_rifs(self.ps, self.database)

    def run(self, *words: str) -> Result:
        """Run a command in this process; it must end as commands do."""
        forget_caches()
        result = self.installation.run(*words)
        self._count(words)
        error = result.exception
        if error is not None and not isinstance(error, SystemExit):
            raise ViolationError(f"traceback of {_first(words)}: {type(error).__name__}", error)
        _check_end(words, result.exit_code, result.stdout, result.stderr)
        return result

    def check_processes(self, completed: Completed, words: Sequence[str]) -> None:
        """Check how a command ended that ran in a process of its own and was not killed."""
        self._count(words)
        _check_end(words, completed.returncode, completed.stdout, completed.stderr)

    def _count(self, words: Sequence[str]) -> None:
        self.commands[_first(words)] += 1

    def verify(self, *options: str) -> Result:
        """Run `wildwood status --verify`, whose worker processes run this version of the code."""
        with self.code.in_processes(self.home / "site"):
            return self.run("status", "--verify", *options)

    def status(self) -> Status:
        """Run `wildwood status`."""
        result = self.run("status", "--json")
        try:
            status = Status(json.loads(result.stdout))
        except ValueError:
            raise ViolationError("status fails", result.stderr) from None
        if status.is_well is not (result.exit_code == 0):
            raise ViolationError("status and its exit status differ", result.output)
        return status

    def a_date(self, chance: random.Random) -> str:
        """Draw a date, mostly one that has a rif."""
        dates = self.us_rifs.dates()
        return chance.choice(dates if dates and chance.random() < USUAL else DATES)


def ps_rifs(ps: Path, database: Database[dict[str, Any]]) -> list[Path]:
    """Return the files of a ps directory that records name; all others belong to others."""
    names = database["issues"].distinct("ps.file.name")
    return [path for name in sorted(names) if (path := ps / name).is_file()]


def _first(words: Sequence[str]) -> str:
    """Return the name of a command, with the options that make it another one."""
    name = "DATE" if words[0][0].isdigit() else words[0]
    return " ".join([name, *(word for word in words[1:2] if word in ("--stale", "learn"))])


def _check_end(words: Sequence[str], status: int, stdout: str, stderr: str) -> None:
    """Check the exit status and the messages of a command.

    Raises:
        ViolationError: they are not as promised.
    """
    if _DEFECT in stderr:
        raise ViolationError(f"defect in {_first(words)}: {_defect(stderr)}", stderr)
    if "Traceback" in stderr:
        raise ViolationError(f"traceback of {_first(words)}: {_error(stderr)}", stderr)
    if status not in (0, 1, 2):
        raise ViolationError(f"exit status {status} of {_first(words)}", stderr)
    if status and not stderr.strip() and not (words[0] == "status" and stdout.strip()):
        raise ViolationError(f"{_first(words)} fails without a sentence", stdout)


def _defect(stderr: str) -> str:
    return stderr.partition(_DEFECT)[2].partition(":")[0]


def _error(stderr: str) -> str:
    """Return the name of the exception whose traceback was printed."""
    return stderr.strip().splitlines()[-1].partition(":")[0]
