"""The directory of unsorted rifs."""

import datetime
from dataclasses import dataclass, replace
from pathlib import Path

from wildwood.errors import RifError
from wildwood.rif.listing import Listing, list_rifs, rifs_below
from wildwood.rif.rif_file import MAX_BYTES, DigestOf, RifFile, digest_of, read_rif


@dataclass(frozen=True, slots=True)
class UsFolder:
    """The directory of unsorted rifs, and the size of the largest one to read."""

    path: Path
    max_bytes: int = MAX_BYTES
    digest_of: DigestOf = digest_of
    cure: str = "check paths.us"
    """What to do if it cannot be read or has no rifs, as a clause."""
    ps: Path = Path()
    """The directory of ps rifs, whose files are no us rifs even if it is in this one."""

    def listing(self) -> Listing:
        """List the rifs of the directory.

        Raises:
            RifError: the directory cannot be read.
        """
        listing = list_rifs(self.path, self.cure)
        read = {path.name for paths in listing.paths.values() for path in paths}
        listing.unread.extend(
            path for path in rifs_below(self.path, self.ps) if path.name not in read
        )
        return listing

    def has_no_rifs(self) -> RifError:
        """Make the error of a directory without rifs, to be raised where some are needed."""
        return RifError(f"No rifs in {self.path}; {self.cure}.")

    def read(self, date: datetime.date) -> RifFile:
        """Read and parse the rif of a date.

        Raises:
            RifError: the date has no rif or more than one, or the rif is invalid.
        """
        return self.read_listed(self.listing(), date)

    def read_listed(self, rifs: Listing, date: datetime.date) -> RifFile:
        """Read and parse the rif of a date in a listing of this directory; see `read`."""
        rif_file = read_rif(date, rifs.path(date), self.max_bytes)
        older = tuple(path.name for path in rifs.superseded(date))
        return replace(rif_file, superseded=older)

    def read_name(self, date: datetime.date, name: str) -> RifFile:
        """Read and parse the rif of a date from the file of this name; see `read`."""
        return read_rif(date, self.path / name, self.max_bytes)

    def digest(self, path: Path) -> str:
        """Return the digest of a rif; see `digest_of`."""
        return self.digest_of(path, self.max_bytes)
