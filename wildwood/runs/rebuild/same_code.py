"""What must be the same in all processes that work on a rebuild: the code and what it runs on."""

import hashlib
import platform
import unicodedata
from collections.abc import Callable
from importlib.metadata import version
from typing import TypeVar

from wildwood import resources
from wildwood.errors import WorkerError

Item = TypeVar("Item")
Result = TypeVar("Result")


def _digest() -> str:
    digest = hashlib.sha256()
    for path in sorted(resources.PACKAGE.rglob("*.py")):
        digest.update(f"{path.relative_to(resources.PACKAGE)}\n".encode())
        digest.update(path.read_bytes())
    platforms = platform.python_version_tuple()[:2], unicodedata.unidata_version, version("lxml")
    digest.update(repr(platforms).encode())
    return digest.hexdigest()


CODE = _digest()
"""A digest of Wildwood's files, and of the versions of Python, Unicode and lxml. It is taken when
this module is loaded, so a process that runs older code than the files have now has another one."""


def by_same_code(code: str, function: Callable[[Item], Result], item: Item) -> Result:
    """Call a function if this process has the code of the one that asks for it.

    Raises:
        WorkerError: it has other code.
    """
    if code != CODE:
        raise WorkerError("Wildwood was updated while it ran; run the command again.")
    return function(item)
