"""Report issue files (rifs): AMF XML as the software ernad writes it."""

from wildwood.rif.document import Rif, parse_rif
from wildwood.rif.folder import PsFolder, UsFolder

__all__ = ["PsFolder", "Rif", "UsFolder", "parse_rif"]
