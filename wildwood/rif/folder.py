"""The us and ps directories: find rifs by date, read them, and write ps rifs atomically."""

import datetime
import gzip
import hashlib
import io
import os
import re
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from wildwood.atomic_write import sync_folder, write_atomically
from wildwood.errors import RifError
from wildwood.rif.document import Rif, parse_rif

_NAME = re.compile(r"(\d{4}-\d{2}-\d{2}|\d{8}).*\.xml(\.gz)?", re.DOTALL)
_MAX_BYTES = 1 << 30
_STAGING = ".wildwood_all-{}"
_TEMPORARY = ".wildwood-{}.tmp"


@dataclass(frozen=True, slots=True)
class RifFile:
    """A rif that was read from disk: its name, the digest of its bytes, and its content."""

    date: datetime.date
    name: str
    digest: str
    rif: Rif


@dataclass(frozen=True, slots=True)
class Listing:
    """The rifs of a directory by date, at the time when it was listed."""

    folder: Path
    paths: dict[datetime.date, list[Path]]
    misnamed: list[Path] = field(default_factory=list)
    """Files named like rifs whose date does not exist, such as 2015-02-30."""

    def dates(self) -> list[datetime.date]:
        """Return the dates that have a rif, oldest first."""
        return sorted(self.paths)

    def path(self, date: datetime.date) -> Path:
        """Return the path of the only rif of a date.

        Raises:
            RifError: the date has no rif, or more than one.
        """
        paths = self.paths.get(date, [])
        if not paths:
            raise RifError(f"There is no rif of {date} in {self.folder}.")
        if len(paths) > 1:
            raise RifError(
                f"{date} has more than one rif: {' and '.join(map(str, paths))};"
                " move all but one away."
            )
        return paths[0]

    def size(self) -> int:
        """Return the size of all rifs in bytes; rifs that have been removed since do not count."""
        total = 0
        for path in chain.from_iterable(self.paths.values()):
            with _translated_errors(f"read {path}"), suppress(FileNotFoundError):
                total += path.stat().st_size
        return total


@dataclass(frozen=True, slots=True)
class UsFolder:
    """The directory of unsorted rifs."""

    path: Path

    def listing(self) -> Listing:
        """List the rifs of the directory.

        Raises:
            RifError: the directory cannot be read.
        """
        return _listing(self.path)

    def read(self, date: datetime.date) -> RifFile:
        """Read and parse the rif of a date.

        Raises:
            RifError: the date has no rif or more than one, or the rif is invalid.
        """
        return read_rif(date, self.listing().path(date))


@dataclass(frozen=True, slots=True)
class PsFolder:
    """The directory of presorted rifs."""

    path: Path

    def prepare(self) -> None:
        """Create the directory if it is missing, and check that files can be created in it.

        Raises:
            RifError: it cannot be created or written to.
        """
        with _translated_errors(f"write ps rifs to {self.path}"):
            self.path.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.path):
                pass

    def listing(self) -> Listing:
        """List the rifs of the directory; a missing directory has none."""
        return _listing(self.path) if self.path.is_dir() else Listing(self.path, {})

    def read(self, date: datetime.date) -> RifFile:
        """Read and parse the ps rif of a date; see `UsFolder.read`."""
        listing = self.listing()
        if date not in listing.paths:
            raise RifError(f"There is no ps rif of {date} in {self.path}; run wildwood {date}.")
        return read_rif(date, listing.path(date))

    def write(self, date: datetime.date, name: str, content: bytes) -> Path:
        """Write the ps rif of a date, and remove all others of that date.

        Raises:
            RifError: it cannot be written; the old ps rif is unchanged.
        """
        before = self.listing()
        target = self.add(date, name, content)
        with _translated_errors(f"remove the ps rifs that {target} replaces"):
            _remove_others(before, date, target)
        return target

    def add(self, date: datetime.date, name: str, content: bytes) -> Path:
        """Write a ps rif atomically, compressed if `name` ends in `.gz`.

        Raises:
            RifError: it cannot be written; an old file of that name is unchanged.
        """
        target = self.path / name
        if name.endswith(".gz"):
            content = gzip.compress(content, mtime=0)
        with _translated_errors(f"write {target}"):
            write_atomically(target, content, self.path / _TEMPORARY.format(date))
        return target

    def remove(self, date: datetime.date) -> None:
        """Remove the ps rif of a date, if it exists.

        Raises:
            RifError: it cannot be removed.
        """
        with _translated_errors(f"remove the ps rif of {date} in {self.path}"):
            _remove_others(self.listing(), date, None)

    def clear(self) -> None:
        """Remove the temporary files and staging directories of commands that were killed.

        Raises:
            RifError: one of them cannot be removed.
        """
        with _translated_errors(f"remove unfinished ps rifs in {self.path}"):
            for folder in self.path.glob(_STAGING.format("*")):
                _remove_with_files(folder)
            for file in self.path.glob(_TEMPORARY.format("*")):
                file.unlink()

    def staging(self, mark: str) -> "PsFolder":
        """Return the hidden directory inside this one for the ps rifs of the rebuild `mark`."""
        return PsFolder(self.path / _STAGING.format(mark))

    def empty(self) -> None:
        """Remove this directory with the rifs in it, if it exists.

        Raises:
            RifError: a file in it cannot be removed.
        """
        with _translated_errors(f"empty {self.path}"):
            _remove_with_files(self.path)

    def publish(self, staging: "PsFolder") -> None:
        """Move all rifs of a staging directory here; if interrupted, call it again to finish.

        Raises:
            RifError: a file cannot be moved.
        """
        with _translated_errors(f"move ps rifs from {staging.path} to {self.path}"):
            before = self.listing()
            for date, paths in staging.listing().paths.items():
                for path in paths:
                    _remove_others(before, date, self.path / path.name)
                    path.replace(self.path / path.name)
            if staging.path.is_dir():
                sync_folder(self.path)
            _remove_with_files(staging.path)


def _remove_others(listing: Listing, date: datetime.date, kept: Path | None) -> None:
    for path in listing.paths.get(date, []):
        if path != kept:
            path.unlink(missing_ok=True)


def _remove_with_files(folder: Path) -> None:
    if folder.is_symlink():
        folder.unlink()  # the target of the link is not ours
    elif folder.is_dir():
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()


def read_rif(date: datetime.date, path: Path) -> RifFile:
    """Read and parse a rif.

    Raises:
        RifError: the file cannot be read or is not a valid rif.
    """
    stored = _bytes(path)
    try:
        rif = parse_rif(_decompressed(path, stored))
    except RifError as error:
        raise RifError(f"{path} {error}.") from error
    return RifFile(date, path.name, _sha256(stored), rif)


def digest_of(path: Path) -> str:
    """Return the SHA-256 digest of the bytes of a rif on disk.

    Raises:
        RifError: the file cannot be read.
    """
    return _sha256(_bytes(path))


@contextmanager
def _translated_errors(action: str) -> Iterator[None]:
    """Turn `OSError` into `RifError`; `action` continues the message "Cannot …"."""
    try:
        yield
    except OSError as error:
        raise RifError(f"Cannot {action}: {error.strerror}.") from error


def _listing(folder: Path) -> Listing:
    listing = Listing(folder, {})
    with _translated_errors(f"read the directory {folder}"):
        for path in _rifs(folder):
            date = _date_of(path)
            if date is None:
                listing.misnamed.append(path)
            else:
                listing.paths.setdefault(date, []).append(path)
    return listing


def _rifs(folder: Path) -> Iterator[Path]:
    return (
        Path(entry.path)
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name)
        if _NAME.fullmatch(entry.name) and entry.is_file()
    )


def _date_of(path: Path) -> datetime.date | None:
    match = _NAME.fullmatch(path.name)
    if match is None:
        raise AssertionError(path)
    try:
        return datetime.date.fromisoformat(match[1])
    except ValueError:
        return None


def _bytes(path: Path) -> bytes:
    with _translated_errors(f"read {path}"):
        return path.read_bytes()


def _decompressed(path: Path, stored: bytes) -> bytes:
    if path.suffix != ".gz":
        return stored
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(stored)) as stream:
            data = stream.read(_MAX_BYTES + 1)
    except (EOFError, OSError, zlib.error) as error:
        raise RifError(f"is not a valid gzip file ({error}); fetch it again") from error
    if len(data) > _MAX_BYTES:
        raise RifError("unpacks to more than 1 GiB; no real rif does")
    return data


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
