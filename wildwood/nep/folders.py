"""The directories of rifs: us, whose files have dates and digests, and ps.

Files in ps that no record names are never touched.
"""

import datetime
import gzip
import json
import os
import re
import secrets
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from wildwood.kernel.errors import RifError
from wildwood.kernel.files import cache_folder, make_folder, sync_folder, write_atomically
from wildwood.kernel.model import WrittenFile
from wildwood.kernel.text import printable
from wildwood.nep import rif
from wildwood.nep.rif import RifFile, digest_and_status, translated_errors

_NAME = re.compile(r"(\d{4}-\d{2}-\d{2}|\d{8}).*\.xml(\.gz)?", re.DOTALL)
_TIME_STAMP = re.compile(r"(?<=_)\d{9,}(?=\.|$)")  # seconds since 1970, put there by ernad
_XML = (".xml", ".xml.gz")
_DATED = re.compile(
    r"(?:.*\D)?(?:19|20)\d\d[-_.]?\d{1,2}[-_.]?\d{1,2}(?!\d).*\.(?:amf|rif|xml)"
    r"(?:\.(?:7z|br|bz2|gz|lz4|lzma|xz|z|zip|zst))?",
    re.DOTALL | re.IGNORECASE,
)  # names with a date and the end of a rif or a compressed file


@dataclass(frozen=True, slots=True)
class Listing:
    folder: Path
    paths: dict[datetime.date, list[Path]]
    misnamed: list[Path] = field(default_factory=list)  # with a date that does not exist
    undated: list[Path] = field(default_factory=list)  # other XML files
    unread: list[Path] = field(default_factory=list)
    """Files that look like rifs, but with an odd date or compression, or in a subfolder."""

    def dates(self) -> list[datetime.date]:
        return sorted(self.paths)

    def files(self, date: datetime.date) -> list[Path]:
        return self.paths.get(date, [])

    def path(self, date: datetime.date) -> Path:
        """Return the rif with the newest time stamp; `RifError` for none, a tie or a bad name."""
        paths = self.files(date)
        if not paths:
            raise RifError(f"There is no rif of {date} in {self.folder}.")
        if len({_TIME_STAMP.sub("", path.name) for path in paths}) > 1:
            names = " and ".join(map(_shown, paths))
            raise RifError(f"{date} has more than one rif: {names}; move all but one away.")
        newest = max(paths, key=_time_stamp)
        if newest.name != newest.name.encode("utf-8", "replace").decode():  # surrogate escapes
            raise RifError(f"The name of {_shown(newest)} is not UTF-8; rename the file.")
        return newest

    def name(self, date: datetime.date) -> str:
        """Return the name of the rif of a date for messages, even without a rif."""
        names = [_shown(Path(path.name)) for path in self.files(date)]
        return " and ".join(names) or f"rif of {date}"

    def only(self, dates: Collection[datetime.date]) -> "Listing":
        return Listing(self.folder, {day: self.paths[day] for day in self.paths if day in dates})

    def size(self) -> int:
        """Return the bytes of all rifs that still exist."""
        total = 0
        for path in chain.from_iterable(self.paths.values()):
            with suppress(OSError):
                total += path.stat().st_size
        return total


def shape(name: str) -> str:
    """Return what names of rifs share: all but date, time stamp and compression."""
    match = _NAME.fullmatch(name)
    return _TIME_STAMP.sub("", name[match.end(1) :]).strip("_").removesuffix(".gz") if match else ""


def list_rifs(folder: Path, cure: str, only: datetime.date | None = None) -> Listing:
    """List rifs, of all dates or `only` one; `RifError` with the clause `cure` if unreadable."""
    listing = Listing(folder, {})
    prefixes = ("",) if only is None else (str(only), str(only).replace("-", ""))
    with translated_errors(f"read the directory {folder}", f"; {cure}"):
        for name in _candidates(folder, prefixes):
            path, match = folder / name, _NAME.fullmatch(name)
            if match is None:
                (listing.unread if _DATED.fullmatch(name) else listing.undated).append(path)
            elif (date := _date(match[1])) is None:
                listing.misnamed.append(path)
            else:
                listing.paths.setdefault(date, []).append(path)
    return listing


def rifs_below(folder: Path, apart: Path) -> Iterator[Path]:
    """Yield files that look like rifs in subfolders, except in `apart`."""
    for place, folders, names in os.walk(folder):
        here = Path(place)
        shown = (name for name in folders if not name.startswith("."))
        folders[:] = sorted(name for name in shown if here / name != apart)
        if here != folder:
            rifs = (name for name in names if _DATED.fullmatch(name) or _NAME.fullmatch(name))
            yield from (here / name for name in sorted(rifs) if not name.startswith("."))


def _candidates(folder: Path, prefixes: tuple[str, ...]) -> list[str]:
    return sorted(
        entry.name
        for entry in os.scandir(folder)
        if entry.name.startswith(prefixes)
        and (entry.name.lower().endswith(_XML) or _DATED.fullmatch(entry.name))
        and not entry.name.startswith(".")
        and _is_file_or_broken_link(entry)
    )


def _is_file_or_broken_link(entry: "os.DirEntry[str]") -> bool:
    """Return whether to read an entry; reading a broken link says what is wrong."""
    try:
        return entry.is_file() or (entry.is_symlink() and not Path(entry.path).exists())
    except OSError:
        return True


def _date(text: str) -> datetime.date | None:
    with suppress(ValueError):
        return datetime.date.fromisoformat(text)
    return None


def _time_stamp(path: Path) -> int:
    stamp = _TIME_STAMP.search(path.name)
    return int(stamp[0]) if stamp else 0


def _shown(path: Path) -> str:
    return printable(str(path).encode(errors="replace").decode())


@dataclass(frozen=True, slots=True)
class UsFolder:
    path: Path
    max_bytes: int = rif.MAX_BYTES
    digest_of: rif.DigestOf = rif.digest_of
    cure: str = "check paths.us"  # what to do if it cannot be read or has no rifs, as a clause
    ps: Path = Path()  # the directory of ps rifs, which is skipped if it is inside this one

    def listing(self) -> Listing:
        listing = list_rifs(self.path, self.cure)
        names = {path.name for paths in listing.paths.values() for path in paths}
        below = rifs_below(self.path, self.ps)
        listing.unread.extend(path for path in below if path.name not in names)
        return listing

    def no_rifs_error(self) -> RifError:
        return RifError(f"No rifs in {self.path}; {self.cure}.")

    def read(self, date: datetime.date) -> RifFile:
        return self.read_listed(self.listing(), date)

    def read_listed(self, rifs: Listing, date: datetime.date) -> RifFile:
        rif_file = rif.read_rif(date, rifs.path(date), self.max_bytes)
        names = (path.name for path in rifs.files(date))
        return replace(rif_file, superseded=tuple(name for name in names if name != rif_file.name))


_FORMAT = b"wildwood digests 1"
_YOUNG_NS = 60 * 10**9  # a younger file can change and keep its time: ticks of 2 s, clocks behind

_State = list[int]  # see `_state`
_Entry = tuple[_State, str]


class KnownDigests:
    """Cached digests of files; unchanged files are not read again."""

    def __init__(self, folder: Path) -> None:
        self._folder = os.path.realpath(folder)
        self._known = _loaded(self._folder)
        self._current: dict[str, _Entry] = {}

    def __call__(self, path: Path, max_bytes: int = rif.MAX_BYTES) -> str:
        entry = self._known.get(path.name)
        if entry is None or entry[0][0] > max_bytes or entry[0] != _state_of(path):
            now_ns = time.time_ns()
            digest, status = digest_and_status(path, max_bytes)
            entry = _state(status), digest
            if max(status.st_mtime_ns, status.st_ctime_ns) > now_ns - _YOUNG_NS:
                return digest
        self._current[path.name] = entry
        return entry[1]

    def save(self) -> None:
        if self._current != self._known:
            with suppress(OSError, RuntimeError):
                _save(self._folder, self._current)


@contextmanager
def known_digests(folder: Path) -> Iterator[KnownDigests]:
    digests = KnownDigests(folder)
    yield digests
    digests.save()


def _state(status: os.stat_result) -> _State:
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev]


def _state_of(path: Path) -> _State | None:
    """Return the state of a file, or None if reading must explain why there is none."""
    with suppress(OSError):
        return _state(path.stat())
    return None


def _file(folder: str) -> Path:
    return cache_folder() / f"digests-{rif.sha256(os.fsencode(folder))[:16]}"


def _loaded(folder: str) -> dict[str, _Entry]:
    """Return the entries of a cache by file name; none if damaged or not ours."""
    with suppress(OSError, RuntimeError), _file(folder).open("rb") as stream:
        if os.fstat(stream.fileno()).st_uid == os.getuid():
            head, _, content = stream.read().partition(b"\n")
            if head == _head(content):
                cache = json.loads(content)
                if cache["folder"] == folder:
                    return {name: (state, digest) for name, state, digest in cache["files"]}
    return {}


def _save(folder: str, entries: dict[str, _Entry]) -> None:
    files = [(name, *entry) for name, entry in entries.items()]
    content = json.dumps({"folder": folder, "files": files}).encode()
    file = _file(folder)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_atomically(file, _head(content) + b"\n" + content)


def _head(content: bytes) -> bytes:
    """Return the first line of a cache, which shows whether it is damaged."""
    return b"%s %s" % (_FORMAT, rif.sha256(content).encode())


_STAGING = ".wildwood_all-{}"
_TEMPORARY = ".wildwood-{}-{}.tmp"

Admit = Callable[[], None]  # called before a file is put in place; raises if writing is not allowed


@dataclass(frozen=True, slots=True)
class PsFolder:
    path: Path
    digest_of: rif.DigestOf = rif.digest_of

    def prepare(self) -> None:
        """Create the directory, and check that files can be created in it."""
        with translated_errors(f"write ps rifs to {self.path}", "; check paths.ps"):
            make_folder(self.path)
            with tempfile.TemporaryFile(dir=self.path):
                pass

    def check_apart(self, us: Path) -> None:
        """Check by a file that the us directory is another one; mounts can show one twice."""
        begin, end = _TEMPORARY.format("probe", "|").split("|")
        with (
            suppress(OSError),  # where no file can be made, none is overwritten
            tempfile.NamedTemporaryFile(dir=self.path, prefix=begin, suffix=end) as probe,
        ):
            if (us / Path(probe.name).name).exists():
                raise RifError(
                    f"paths.us ({us}) and paths.ps ({self.path}) are the same directory; set two"
                    " different ones, because a ps rif would overwrite its us rif."
                )

    def listing(self, only: datetime.date | None = None) -> Listing:
        """List the rifs, of one date if given; a missing directory has none."""
        if not self.path.is_dir():
            return Listing(self.path, {})
        return list_rifs(self.path, "check paths.ps", only)

    def read(self, date: datetime.date, name: str = "") -> RifFile:
        """Read the ps rif of a date, the one of this name if it exists."""
        if name and (self.path / name).exists():
            return rif.read_rif(date, self.path / name)
        return rif.read_rif(date, self.require(date).path(date))

    def require(self, date: datetime.date) -> Listing:
        """Return the files of a date; `RifError` without any."""
        listing = self.listing(date)
        if date not in listing.paths:
            raise RifError(f"There is no ps rif of {date} in {self.path}; run wildwood {date}.")
        return listing

    def holds(self, written: WrittenFile) -> bool:
        path = self.path / written.name
        with suppress(OSError, RifError):
            has_size = path.stat().st_size == written.size
            return has_size and self.digest_of(path, rif.MAX_BYTES) == written.digest
        return False

    def held(self, name: str, content: bytes) -> WrittenFile | None:
        """Return a ps rif that is there with this content, which is not to be written again."""
        written, _ = self.pack(name, content)
        return written if self.holds(written) else None

    def add(
        self, date: datetime.date, name: str, content: bytes, admit: Admit | None = None
    ) -> WrittenFile:
        """Write a ps rif atomically, gzipped if `name` ends in `.gz`.

        A unique temporary name stops a suspended writer whose leftovers another one has removed.
        """
        target = self.path / name
        written, content = self.pack(name, content)
        temporary = self.path / _TEMPORARY.format(date, secrets.token_hex(4))
        with translated_errors(f"write {target}"):
            write_atomically(target, content, temporary, admit)
        return written

    @staticmethod
    def pack(name: str, content: bytes) -> tuple[WrittenFile, bytes]:
        if name.endswith(".gz"):
            content = gzip.compress(content, mtime=0)
        return WrittenFile(name, rif.sha256(content), len(content)), content

    def remove(self, *names: str) -> None:
        with translated_errors(f"remove {' and '.join(names)} in {self.path}"):
            self._remove(self.path / name for name in names)

    def remove_leftovers(self) -> None:
        with translated_errors(f"remove unfinished ps rifs in {self.path}"):
            for folder in self.path.glob(_STAGING.format("*")):
                _remove_with_files(folder)
            self._remove(self.path.glob(_TEMPORARY.format("*", "*")))

    def staging(self, mark: str) -> "PsFolder":
        """Return the hidden subdirectory for the ps rifs of a rebuild."""
        return PsFolder(self.path / _STAGING.format(mark))

    def delete(self) -> None:
        with translated_errors(f"remove {self.path}"):
            _remove_with_files(self.path)

    def publish(
        self, staging: "PsFolder", replaced: Mapping[datetime.date, str], admit: Admit | None = None
    ) -> None:
        """Move all staged rifs here and remove those `replaced`; if interrupted, call it again."""
        with translated_errors(f"move ps rifs from {staging.path} to {self.path}"):
            for date, paths in staging.listing().paths.items():
                for path in paths:
                    if admit is not None:
                        admit()
                    if (old := replaced.get(date)) and old != path.name:
                        (self.path / old).unlink(missing_ok=True)
                    path.replace(self.path / path.name)
            if staging.path.is_dir():
                sync_folder(self.path)
                _remove_with_files(staging.path)

    def _remove(self, paths: Iterable[Path]) -> None:
        removed = [path for path in paths if os.path.lexists(path)]
        for path in removed:
            path.unlink(missing_ok=True)
        if removed:
            sync_folder(self.path)


def _remove_with_files(folder: Path) -> None:
    if folder.is_symlink():
        folder.unlink()  # the target of the link is not ours
    elif folder.is_dir():
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()
    else:
        return
    sync_folder(folder.parent)
