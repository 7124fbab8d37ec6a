"""Report issue files (rifs): AMF XML as the software ernad writes it."""

from wildwood.rif.document import Rif, parse_rif
from wildwood.rif.entries import entries_of
from wildwood.rif.folder import Listing, PsFolder, RifFile, UsFolder, digest_of, read_rif

__all__ = [
    "Listing",
    "PsFolder",
    "Rif",
    "RifFile",
    "UsFolder",
    "digest_of",
    "entries_of",
    "parse_rif",
    "read_rif",
]
