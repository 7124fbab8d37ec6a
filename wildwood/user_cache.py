"""Where Wildwood keeps what it can make again, for each user."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Return the directory of Wildwood in the user's cache; it need not exist.

    Raises:
        RuntimeError: the user has no home directory.
    """
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "wildwood"
