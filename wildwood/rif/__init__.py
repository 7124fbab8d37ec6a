"""Read and write report issue files (rifs), the AMF XML files of the software ernad."""

from wildwood.rif.catalogue import catalogue_records
from wildwood.rif.document import Rif, parse_rif
from wildwood.rif.folder import Listing, PsFolder, RifFile, UsFolder, digest_of, read_rif

__all__ = [
    "Listing",
    "PsFolder",
    "Rif",
    "RifFile",
    "UsFolder",
    "catalogue_records",
    "digest_of",
    "parse_rif",
    "read_rif",
]
