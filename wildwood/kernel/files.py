"""Files that are replaced whole or not at all, and survive a power cut."""

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
    """Write a temporary file beside the target, flush it to disk, and rename it.

    If this fails, the temporary file is removed and the target stays as it was.

    Args:
        target: the file to write or replace.
        content: its new content.
        temporary: the temporary file; by default a hidden one named after the target.
        admit: called right before the rename; if it raises, the target stays as it was.

    Raises:
        OSError: the file cannot be written.
    """
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
    """Create a folder with its parents, if they are missing, and flush their entries to disk.

    Raises:
        OSError: it cannot be created.
    """
    if not folder.exists():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to disk: files that were created, renamed or removed in it.

    Raises:
        OSError: the folder cannot be synced.
    """
    if sys.platform == "win32":  # where a folder cannot be opened
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


PACKAGE = Path(__file__).parents[1]


def folder(name: str) -> Path:
    """Return the folder "config" or "migrations": in an installed package, else in the checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def cache_folder() -> Path:
    """Return the directory of what can be made again, in the user's cache; it need not exist.

    Raises:
        RuntimeError: the user has no home directory.
    """
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "wildwood"
