"""A folder with the pages of a harvest and its progress, from which it can be resumed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from wildwood.atomic_write import write_atomically
from wildwood.errors import InputError

_STATE = "harvest.json"
_PAGE = "page-{:06}.xml"
_PAGES = "page-*.xml"
_REPLACEMENT = "replacement"


Range = tuple[str, str]
"""The first and the last of some days."""


@dataclass(frozen=True, slots=True)
class HarvestState:
    """The progress of a harvest."""

    url: str
    pages: int = 0
    """Number of pages fetched."""
    token: str | None = None
    """Resumption token of the next page; None after the last page of a list."""
    before: int = 0
    """Number of pages of earlier lists."""
    since: str | None = None
    """Date from which the list that was fetched last has records; None if it has all."""
    dated: str | None = None
    """When that list was asked for, by the server's clock, in UTC; None if that is unknown."""
    within: Range | None = None
    """The days of the records that `token` continues, if the list is fetched by days."""
    ranges: tuple[Range, ...] = ()
    """The days whose records are still to be fetched, if a page of the list is broken."""
    gaps: tuple[str, ...] = ()
    """The days of which records are missing, because their pages are broken."""

    @property
    def complete(self) -> bool:
        """Whether the last page has been fetched."""
        return self.pages > 0 and self.token is None and not self.ranges


@dataclass(frozen=True, slots=True)
class HarvestFolder:
    """The pages of one OAI-PMH server, as received, and the progress of the harvest."""

    path: Path

    def pages(self) -> list[Path]:
        """Return the paths of the pages fetched so far, in order."""
        state = self.state()
        count = state.pages if state else 0
        return [self.path / _PAGE.format(number) for number in range(1, count + 1)]

    def state(self) -> HarvestState | None:
        """Return the progress, or None if no harvest was started.

        Raises:
            InputError: the file with the progress is damaged.
        """
        file = self.path / _STATE
        try:
            fields = json.loads(file.read_bytes())
            return HarvestState(**{name: _tuples(value) for name, value in fields.items()})
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError) as error:
            raise InputError(f"Cannot read {file}: {error}; remove it to start again.") from error

    def replacement(self) -> "HarvestFolder":
        """Return the folder for a harvest from the start, until that is complete."""
        return HarvestFolder(self.path / _REPLACEMENT)

    def replace_with(self, replacement: "HarvestFolder") -> None:
        """Replace this harvest by a complete one; can be repeated after an interruption."""
        with self._write_errors():
            for page in replacement.path.glob(_PAGES):
                page.replace(self.path / page.name)
            self._write(_STATE, (replacement.path / _STATE).read_bytes())
        current = self.pages()
        with self._write_errors():
            for page in set(self.path.glob(_PAGES)).difference(current):
                page.unlink()
        replacement.discard()

    def discard(self) -> None:
        """Remove the progress and the pages, then the folder if it is empty."""
        with self._write_errors():
            (self.path / _STATE).unlink(missing_ok=True)
            for page in self.path.glob(_PAGES):
                page.unlink()
        with suppress(OSError):  # files of others remain
            self.path.rmdir()

    def add(self, content: bytes, state: HarvestState) -> None:
        """Write a page, then the progress that counts it.

        After an interruption between the two, the page is fetched again.
        """
        with self._write_errors():
            self.path.mkdir(parents=True, exist_ok=True)
            self._write(_PAGE.format(state.pages), content)
        self.write_state(state)

    def write_state(self, state: HarvestState) -> None:
        """Write the progress."""
        with self._write_errors():
            self._write(_STATE, json.dumps(asdict(state)).encode())

    def _write(self, name: str, content: bytes) -> None:
        write_atomically(self.path / name, content)

    @contextmanager
    def _write_errors(self) -> Iterator[None]:
        """Raise an InputError in place of an OSError."""
        try:
            yield
        except OSError as error:
            raise InputError(f"Cannot write to {self.path}: {error.strerror}.") from error


def _tuples(value: Any) -> Any:
    """Return tuples for the lists of JSON."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
