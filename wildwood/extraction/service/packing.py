"""Compress plain data."""

import json
import zlib
from typing import Any

_ZLIB_LEVEL = 3
"""As in Williams et al. 2014, section VI.C (docs/specification.md, "Extraction service")."""


def pack(data: Any) -> bytes:
    """Compress data that JSON can represent."""
    return zlib.compress(json.dumps(data, ensure_ascii=False).encode(), _ZLIB_LEVEL)


def unpack(packed: bytes) -> Any:
    """Return the data of `pack`."""
    return json.loads(zlib.decompress(packed))
