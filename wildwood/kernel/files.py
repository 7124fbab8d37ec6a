"""Write files atomically and durably, and find the folders of Wildwood."""

import os
import sys
from collections.abc import Callable
from pathlib import Path


def write_atomically(
    target: Path,
    content: bytes,
    temporary: Path | None = None,
    admit: Callable[[], None] | None = None,
) -> None:
    """Write, flush and rename a temporary file; on an error, also of `admit`, nothing changes."""
    temporary = temporary or target.with_name(f".{target.name}.tmp")
    temporary.unlink(missing_ok=True)
    try:
        with temporary.open("xb") as stream:  # "x" does not follow a link
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if admit is not None:
            admit()
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def make_folder(folder: Path) -> None:
    """Create a folder and its parents, and flush their entries to disk."""
    if not folder.exists():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    if sys.platform == "win32":  # where a folder cannot be opened
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


PACKAGE = Path(__file__).parents[1]


def folder(name: str) -> Path:
    """Return `config` or `migrations`, of an installed package or of the checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def cache_folder() -> Path:
    """Return the user's cache, or raise `RuntimeError` without a home directory."""
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "wildwood"
