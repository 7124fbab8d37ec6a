"""Check what a program gives, so that a mistake is one sentence."""

from collections.abc import Iterable
from pathlib import Path

from wildwood.errors import InputError


def checked_path(given: object) -> Path:
    """Return a path, with the home directory in the place of `~`.

    Raises:
        InputError: it is not a path.
    """
    if not isinstance(given, str | Path) or str(given) == "" or "\0" in str(given):
        raise InputError(f"{given!r} is not the path of a file.")
    try:
        return Path(given).expanduser()
    except RuntimeError as error:
        raise InputError(
            f"The home directory in {given} is unknown; write the whole path."
        ) from error


def checked_text(name: str, given: object) -> str:
    """Return a text.

    Raises:
        InputError: it is not a text.
    """
    if not isinstance(given, str):
        raise _no_text(name, given)
    return given


def checked_texts(name: str, given: object) -> list[str]:
    """Return texts: one, or several.

    Raises:
        InputError: it is neither.
    """
    if isinstance(given, str):
        return [given]
    if isinstance(given, bytes) or not isinstance(given, Iterable):
        raise _no_text(name, given)
    return [checked_text(name, one) for one in given]


def _no_text(name: str, given: object) -> InputError:
    return InputError(f"The {name} is of the type {type(given).__name__}; give a text.")


def check_seconds(name: str, given: object) -> None:
    """Check that a time is a number of seconds.

    Raises:
        InputError: it is not.
    """
    if not (isinstance(given, int | float) and given >= 0):
        raise InputError(f"{name} is {given!r}; give a number of seconds.")
