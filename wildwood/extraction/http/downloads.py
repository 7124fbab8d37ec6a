"""The names under which programs save what is extracted, and all of it in one file."""

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import PurePath
from urllib.parse import quote

_NOT_IN_NAMES = re.compile(r"[^\w.() -]+")
_OTHERWISE = "document"


def stem(name: str) -> str:
    """Return the name of a file without its extension and what no name can have."""
    return _NOT_IN_NAMES.sub("_", PurePath(name).stem).strip(" .") or _OTHERWISE


def named(name: str, *parts: str) -> dict[str, str]:
    """Return the header that names a response after a document, as in `paper.header.bib`."""
    whole = ".".join((stem(name), *parts))
    plain = whole.encode("ascii", "replace").decode().replace("?", "_")
    shown = f"inline; filename=\"{plain}\"; filename*=UTF-8''{quote(whole)}"
    return {"Content-Disposition": shown}


def zipped(contents: Mapping[str, bytes]) -> bytes:
    """Return a ZIP file with these contents by their names."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return written.getvalue()
