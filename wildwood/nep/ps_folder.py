"""The directory of presorted rifs; files in it that no record names are never touched."""

import datetime
import gzip
import os
import secrets
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wildwood.kernel.errors import RifError
from wildwood.kernel.files import make_folder, sync_folder, write_atomically
from wildwood.kernel.model import WrittenFile
from wildwood.nep.rif import (
    MAX_BYTES,
    DigestOf,
    RifFile,
    digest_of,
    read_rif,
    sha256,
    translated_errors,
)
from wildwood.nep.us_folder import Listing, list_rifs

_STAGING = ".wildwood_all-{}"
_TEMPORARY = ".wildwood-{}-{}.tmp"

Admit = Callable[[], None]  # called before a file is put in place; raises if writing is not allowed


@dataclass(frozen=True, slots=True)
class PsFolder:
    path: Path
    digest_of: DigestOf = digest_of

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
            return read_rif(date, self.path / name)
        return read_rif(date, self.require(date).path(date))

    def require(self, date: datetime.date) -> Listing:
        """Return the files of a date; `RifError` without any."""
        listing = self.listing(date)
        if date not in listing.paths:
            raise RifError(f"There is no ps rif of {date} in {self.path}; run wildwood {date}.")
        return listing

    def holds(self, written: WrittenFile) -> bool:
        path = self.path / written.name
        try:
            has_size = path.stat().st_size == written.size
            return has_size and self.digest_of(path, MAX_BYTES) == written.digest
        except (OSError, RifError):
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
        return WrittenFile(name, sha256(content), len(content)), content

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
