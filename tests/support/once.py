"""What takes seconds to make, made by one of the processes that run the tests."""

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(
    factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object], worker: str
) -> Path:
    """Return a folder that `make` has filled, in this process or in another of the same run.

    Args:
        factory: where the folder is made; processes of pytest-xdist have a common parent.
        name: the folder's name.
        make: fills the folder; when it raises, the next process tries again.
        worker: the `worker_id` of pytest-xdist, "master" without it.
    """
    base = factory.getbasetemp()
    shared = base if worker == "master" else base.parent
    folder, marker = shared / name, shared / f"{name}.made"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not marker.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            marker.touch()
    return folder
