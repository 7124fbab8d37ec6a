"""What some tests need that a machine can lack: root, a clone, and programs such as nginx."""

import os
import shutil
from pathlib import Path

import pytest

_SYSTEM = "/usr/sbin:/usr/local/sbin"
"""Where Debian has nginx, which may not be on a user's PATH."""

_CHECKOUT = Path(__file__).parents[2]


def program(name: str) -> str:
    """Return the path of a program, or its name if it is not there."""
    return shutil.which(name) or shutil.which(name, path=_SYSTEM) or name


def lacking(item: pytest.Item) -> str:
    """Return what a test needs and this machine lacks, or an empty string."""
    if item.get_closest_marker("root") and os.geteuid() != 0:
        return "root"
    if item.get_closest_marker("repository") and not (_CHECKOUT / ".git").exists():
        return "a clone of the repository"
    needed = (name for marker in item.iter_markers("program") for name in marker.args)
    return next((name for name in needed if program(name) == name), "")
