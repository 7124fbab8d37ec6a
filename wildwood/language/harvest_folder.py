"""The pages of a harvest in a folder, and how far it is, so that it can be resumed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from wildwood.atomic_write import write_atomically
from wildwood.errors import ScreenError

_STATE = "harvest.json"
_PAGE = "page-{:06}.xml"
_PAGES = "page-*.xml"
_SUCCESSOR = "anew"


@dataclass(frozen=True, slots=True)
class HarvestState:
    """How far a harvest is."""

    url: str
    pages: int = 0
    token: str | None = None
    """Where the next page is; None before the first and after the last."""

    @property
    def complete(self) -> bool:
        """Whether the last page is there."""
        return self.pages > 0 and self.token is None


@dataclass(frozen=True, slots=True)
class HarvestFolder:
    """The pages of one source as they came, and how far it is."""

    path: Path

    def pages(self) -> list[Path]:
        """The pages fetched so far, in their order."""
        progress = self.state()
        pages = progress.pages if progress else 0
        return [self.path / _PAGE.format(number) for number in range(1, pages + 1)]

    def state(self) -> HarvestState | None:
        """How far the harvest is; None where none was begun.

        Raises:
            ScreenError: the record of it is damaged.
        """
        file = self.path / _STATE
        try:
            return HarvestState(**json.loads(file.read_bytes()))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError) as error:
            raise ScreenError(f"Cannot read {file}: {error}; remove it to begin anew.") from error

    def replacement(self) -> "HarvestFolder":
        """Where a harvest begun anew is kept until it is whole."""
        return HarvestFolder(self.path / _SUCCESSOR)

    def replace_with(self, successor: "HarvestFolder") -> None:
        """Put a whole harvest in the place of this one; broken off, it can be done again."""
        with self._writing():
            for page in successor.path.glob(_PAGES):
                page.replace(self.path / page.name)
            self._write(_STATE, (successor.path / _STATE).read_bytes())
        kept = self.pages()
        with self._writing():
            for page in set(self.path.glob(_PAGES)).difference(kept):
                page.unlink()
        successor.discard()

    def discard(self) -> None:
        """Remove the record and the pages."""
        with self._writing():
            (self.path / _STATE).unlink(missing_ok=True)
            for page in self.path.glob(_PAGES):
                page.unlink()
        with suppress(OSError):  # what else there is stays
            self.path.rmdir()

    def add(self, content: bytes, progress: HarvestState) -> None:
        """Keep a page, then the record that counts it: broken off between, it comes again."""
        with self._writing():
            self.path.mkdir(parents=True, exist_ok=True)
            self._write(_PAGE.format(progress.pages), content)
            record = {"url": progress.url, "pages": progress.pages, "token": progress.token}
            self._write(_STATE, json.dumps(record).encode())

    def _write(self, name: str, content: bytes) -> None:
        write_atomically(self.path / name, content)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ScreenError(f"Cannot write to {self.path}: {error.strerror}.") from error
