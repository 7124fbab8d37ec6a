"""Read and write report issue files (rifs), the AMF XML files of the software ernad."""

from wildwood.rif.digest_cache import known_digests
from wildwood.rif.document import Rif, parse_rif
from wildwood.rif.listing import Listing, shape
from wildwood.rif.ps_folder import PsFolder
from wildwood.rif.rif_file import RifFile, digest_of, read_rif
from wildwood.rif.us_folder import UsFolder

__all__ = [
    "Listing",
    "PsFolder",
    "Rif",
    "RifFile",
    "UsFolder",
    "digest_of",
    "known_digests",
    "parse_rif",
    "read_rif",
    "shape",
]
