"""Which files of a directory are rifs, and of which date."""

import datetime
import os
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from wildwood.display import printable
from wildwood.errors import RifError
from wildwood.rif.rif_file import translated_errors

_NAME = re.compile(r"(\d{4}-\d{2}-\d{2}|\d{8}).*\.xml(\.gz)?", re.DOTALL)
_TIME_STAMP = re.compile(r"(?<=_)\d{9,}(?=\.|$)")
"""The seconds since 1970 that ernad puts after the date."""
_XML = (".xml", ".xml.gz")
_DATED = re.compile(
    r"(?:.*\D)?(?:19|20)\d\d[-_.]?\d{1,2}[-_.]?\d{1,2}(?!\d).*\.(?:amf|rif|xml)"
    r"(?:\.(?:7z|br|bz2|gz|lz4|lzma|xz|z|zip|zst))?",
    re.DOTALL | re.IGNORECASE,
)
"""Names with a date that end as those of rifs, or of compressed ones."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The rifs of a directory by date, at the time when it was listed."""

    folder: Path
    paths: dict[datetime.date, list[Path]]
    misnamed: list[Path] = field(default_factory=list)
    """Files named like rifs whose date does not exist, such as 2015-02-30."""
    undated: list[Path] = field(default_factory=list)
    """Other XML files, whose names have no date."""
    unread: list[Path] = field(default_factory=list)
    """Other files that look like rifs: with a date in another place or form, or compressed in
    another way; of the us directory, also those in folders below it."""

    def dates(self) -> list[datetime.date]:
        """Return the dates that have a rif, oldest first."""
        return sorted(self.paths)

    def of(self, date: datetime.date) -> list[Path]:
        """Return all files of a date."""
        return self.paths.get(date, [])

    def path(self, date: datetime.date) -> Path:
        """Return the path of the rif of a date.

        Of files that differ only in ernad's time stamp, the newest is the rif.

        Raises:
            RifError: the date has no rif, or more than one, or its name is not UTF-8.
        """
        paths = self.of(date)
        if not paths:
            raise RifError(f"There is no rif of {date} in {self.folder}.")
        if len({_TIME_STAMP.sub("", path.name) for path in paths}) > 1:
            raise RifError(
                f"{date} has more than one rif: {' and '.join(map(_shown, paths))};"
                " move all but one away."
            )
        newest = max(paths, key=_time_stamp)
        if not _is_utf8(newest.name):
            raise RifError(f"The name of {_shown(newest)} is not UTF-8; rename the file.")
        return newest

    def name(self, date: datetime.date) -> str:
        """Return the name of the rif of a date for messages, even if it cannot be told."""
        return " and ".join(_shown(Path(path.name)) for path in self.of(date)) or f"rif of {date}"

    def superseded(self, date: datetime.date) -> list[Path]:
        """Return the files of a date that are older than its rif by their time stamp."""
        newest = self.path(date)
        return [path for path in self.of(date) if path != newest]

    def without(self, date: datetime.date) -> "Listing":
        """Return the listing without the rifs of a date."""
        return replace(self, paths={day: self.paths[day] for day in self.paths if day != date})

    def only(self, dates: Collection[datetime.date]) -> "Listing":
        """Return the listing of the rifs of these dates alone."""
        return Listing(self.folder, {day: self.paths[day] for day in self.paths if day in dates})

    def size(self) -> int:
        """Return the size of all rifs in bytes.

        Rifs that have been removed since and links that lead nowhere do not count.
        """
        total = 0
        for path in chain.from_iterable(self.paths.values()):
            with suppress(OSError):
                total += path.stat().st_size
        return total


def shape(name: str) -> str:
    """Return what the names of rifs have in common: without date, time stamp and compression."""
    match = _NAME.fullmatch(name)
    return _TIME_STAMP.sub("", name[match.end(1) :]).strip("_").removesuffix(".gz") if match else ""


def list_rifs(folder: Path, cure: str, only: datetime.date | None = None) -> Listing:
    """List the rifs of a directory.

    Args:
        folder: the directory.
        cure: what to do if it cannot be read, as a clause.
        only: the only date to look for, if not for all.

    Raises:
        RifError: the directory cannot be read.
    """
    listing = Listing(folder, {})
    with translated_errors(f"read the directory {folder}", f"; {cure}"):
        for path in _candidates(folder, _prefixes(only)):
            match = _NAME.fullmatch(path.name)
            if match is None:
                (listing.unread if _DATED.fullmatch(path.name) else listing.undated).append(path)
            elif (date := _date(match[1])) is None:
                listing.misnamed.append(path)
            else:
                listing.paths.setdefault(date, []).append(path)
    return listing


def _prefixes(date: datetime.date | None) -> tuple[str, ...]:
    """Return how the names of rifs of a date begin, or of any."""
    return ("",) if date is None else (str(date), str(date).replace("-", ""))


def rifs_below(folder: Path, apart: Path) -> Iterator[Path]:
    """Yield the files that look like rifs in the folders below one, but not in the one `apart`."""
    for place, folders, names in os.walk(folder):
        here = Path(place)
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and here / name != apart
        )
        if here != folder:
            yield from (here / name for name in sorted(names) if _looks_like_rif(name))


def _looks_like_rif(name: str) -> bool:
    is_dated = _DATED.fullmatch(name) or _NAME.fullmatch(name)
    return is_dated is not None and not name.startswith(".")


def _candidates(folder: Path, prefixes: tuple[str, ...]) -> Iterator[Path]:
    found = (entry for entry in os.scandir(folder) if entry.name.startswith(prefixes))
    return (
        Path(entry.path)
        for entry in sorted(found, key=lambda entry: entry.name)
        if (entry.name.lower().endswith(_XML) or _DATED.fullmatch(entry.name))
        and not entry.name.startswith(".")
        and _is_file_or_broken_link(entry)
    )


def _is_file_or_broken_link(entry: "os.DirEntry[str]") -> bool:
    """Return whether an entry is to be read; for a link that leads nowhere, that says why."""
    try:
        return entry.is_file() or (entry.is_symlink() and not Path(entry.path).exists())
    except OSError:
        return True


def _date(text: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def _time_stamp(path: Path) -> int:
    found = _TIME_STAMP.search(path.name)
    return int(found[0]) if found else 0


def _is_utf8(name: str) -> bool:
    """Return whether a file name was decoded without surrogate escapes."""
    return name == name.encode("utf-8", "replace").decode()


def _shown(path: Path) -> str:
    return printable(str(path).encode(errors="replace").decode())
