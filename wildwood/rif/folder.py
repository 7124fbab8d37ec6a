"""The us and ps directories: rifs by date, read whole and written whole or not at all."""

import datetime
import gzip
import hashlib
import io
import os
import re
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from wildwood.errors import RifError
from wildwood.rif.document import Rif, parse_rif

_NAME = re.compile(r"(\d{4}-\d{2}-\d{2}|\d{8}).*\.xml(\.gz)?", re.DOTALL)
_MAX_BYTES = 1 << 30
_STAGING = ".wildwood_all"
_TEMPORARY = ".wildwood.tmp"


@dataclass(frozen=True, slots=True)
class RifFile:
    """A rif on disk that was read: its name, the digest of its bytes, and its content."""

    date: datetime.date
    name: str
    digest: str
    rif: Rif


@dataclass(frozen=True, slots=True)
class UsFolder:
    """The directory of unsorted rifs."""

    path: Path

    def dates(self) -> list[datetime.date]:
        """The dates that have a rif, oldest first.

        Raises:
            RifError: the directory cannot be read, or a name's date is none.
        """
        return sorted(_by_date(self.path))

    def digest(self, date: datetime.date) -> str:
        """The SHA-256 of the date's rif as it lies on disk.

        Raises:
            RifError: there is no rif of the date, more than one, or it cannot be read.
        """
        return _sha256(_bytes(_find(self.path, date)))

    def read(self, date: datetime.date) -> RifFile:
        """Read and parse the rif of a date.

        Raises:
            RifError: there is none, there are two, or it is not a good rif.
        """
        return _read(date, _find(self.path, date))


@dataclass(frozen=True, slots=True)
class PsFolder:
    """The directory of presorted rifs."""

    path: Path

    def prepare(self) -> None:
        """Make the directory where it is missing, and see that it takes files.

        Raises:
            RifError: it cannot be made or written to.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.path):
                pass
        except OSError as error:
            raise RifError(f"Cannot write ps rifs to {self.path}: {error.strerror}.") from error

    def has(self, date: datetime.date) -> bool:
        """Whether there is a ps rif of the date."""
        return self.path.is_dir() and bool(_by_date(self.path).get(date))

    def read(self, date: datetime.date) -> RifFile:
        """Read and parse the ps rif of a date; see `UsFolder.read`."""
        return _read(date, _find(self.path, date))

    def write(self, date: datetime.date, name: str, content: bytes) -> Path:
        """Write the ps rif of a date, compressed where its name says so, in one step.

        Any other ps rif of the date goes.

        Raises:
            RifError: it cannot be written; what was there before stays whole.
        """
        target = self.path / name
        if name.endswith(".gz"):
            content = gzip.compress(content, mtime=0)
        try:
            _write_in_one_step(target, content)
            self._remove(date, keep=name)
        except OSError as error:
            raise RifError(f"Cannot write {target}: {error.strerror}.") from error
        return target

    def remove(self, date: datetime.date) -> None:
        """Remove the ps rif of a date, if there is one.

        Raises:
            RifError: it cannot be removed.
        """
        if not self.path.is_dir():
            return
        try:
            self._remove(date, keep=None)
        except OSError as error:
            raise RifError(
                f"Cannot remove the ps rif of {date} in {self.path}: {error.strerror}."
            ) from error

    def staging(self) -> "PsFolder":
        """A hidden directory inside this one, where a rebuild's ps rifs wait."""
        return PsFolder(self.path / _STAGING)

    def empty(self) -> None:
        """Remove this directory with the rifs in it, if it exists."""
        if self.path.is_dir():
            for path in self.path.iterdir():
                path.unlink()
            self.path.rmdir()

    def publish(self) -> None:
        """Move all rifs of the staging directory here; repeated, it does the rest.

        Raises:
            RifError: a file cannot be moved.
        """
        staging = self.staging()
        if not staging.path.is_dir():
            return
        try:
            for date, paths in sorted(_by_date(staging.path).items()):
                for path in paths:
                    path.replace(self.path / path.name)
                    self._remove(date, keep=path.name)
            _sync(self.path)
            staging.empty()
        except OSError as error:
            raise RifError(
                f"Cannot move ps rifs from {staging.path} to {self.path}: {error.strerror}."
            ) from error

    def _remove(self, date: datetime.date, *, keep: str | None) -> None:
        for path in _by_date(self.path).get(date, []):
            if path.name != keep:
                path.unlink()


def _by_date(folder: Path) -> dict[datetime.date, list[Path]]:
    found: dict[datetime.date, list[Path]] = {}
    try:
        for path in _rifs(folder):
            found.setdefault(_date_of(path), []).append(path)
    except OSError as error:
        raise RifError(f"Cannot read the directory {folder}: {error.strerror}.") from error
    return found


def _rifs(folder: Path) -> Iterator[Path]:
    return (
        Path(entry.path)
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name)
        if _NAME.fullmatch(entry.name) and entry.is_file()
    )


def _date_of(path: Path) -> datetime.date:
    match = _NAME.fullmatch(path.name)
    if match is None:
        raise AssertionError(path)
    try:
        return datetime.date.fromisoformat(match[1])
    except ValueError as error:
        raise RifError(
            f"{path} is named for a day that is none; rename it or move it away."
        ) from error


def _find(folder: Path, date: datetime.date) -> Path:
    paths = _by_date(folder).get(date, [])
    if not paths:
        raise RifError(f"There is no rif of {date} in {folder}.")
    if len(paths) > 1:
        raise RifError(
            f"{date} has more than one rif: {' and '.join(map(str, paths))}; move all but one away."
        )
    return paths[0]


def _read(date: datetime.date, path: Path) -> RifFile:
    stored = _bytes(path)
    try:
        rif = parse_rif(_decompressed(path, stored))
    except RifError as error:
        raise RifError(f"{path} {error}.") from error
    return RifFile(date, path.name, _sha256(stored), rif)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise RifError(f"Cannot read {path}: {error.strerror}.") from error


def _decompressed(path: Path, stored: bytes) -> bytes:
    if path.suffix != ".gz":
        return stored
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(stored)) as stream:
            data = stream.read(_MAX_BYTES + 1)
    except (EOFError, OSError, zlib.error) as error:
        raise RifError(f"is not a whole gzip file ({error}); fetch it again") from error
    if len(data) > _MAX_BYTES:
        raise RifError("unpacks to more than 1 GiB, which no rif does")
    return data


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _write_in_one_step(target: Path, content: bytes) -> None:
    """Write beside the target, flush to disk, rename; on failure leave nothing behind.

    The temporary name is always the same, so that what a killed run left is overwritten.
    """
    temporary = target.parent / _TEMPORARY
    try:
        with temporary.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync(target.parent)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
