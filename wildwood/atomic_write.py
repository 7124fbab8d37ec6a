"""Files that are replaced whole or not at all, and survive a power cut."""

import os
from pathlib import Path


def write_atomically(target: Path, content: bytes, temporary: Path | None = None) -> None:
    """Write a temporary file beside the target, flush it to disk, and rename it.

    If this fails, the temporary file is removed and the target stays as it was.

    Args:
        target: the file to write or replace.
        content: its new content.
        temporary: the temporary file; by default a hidden one named after the target.

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
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to disk: files that were created, renamed or removed in it.

    Raises:
        OSError: the folder cannot be synced.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
