"""Read the configuration: a TOML file whose values replace the shipped defaults."""

import os
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from wildwood import resources
from wildwood.errors import ConfigError
from wildwood.settings import URI_VARIABLE, Config, Tables, checked

CONFIG_VARIABLE = "WILDWOOD_CONFIG"
"""The environment variable that names the configuration file."""

_KINDS = {
    bool: "true or false",
    float: "a number",
    int: "a number",
    list: "an array",
    str: "a string",
}


def load(path: Path | None = None, environment: Mapping[str, str] = os.environ) -> Config:
    """Read the configuration.

    The file is `path`, or else `$WILDWOOD_CONFIG`, or else the user's file, if it exists. The
    shipped defaults apply to keys that it does not have, and relative paths are relative to its
    directory. `$WILDWOOD_MONGODB_URI` overrides `mongodb.uri`.

    Raises:
        ConfigError: the file cannot be read or is not valid TOML, a key is unknown, or a value
            has the wrong type or is not allowed.
    """
    tables = _read(resources.folder("config") / "wildwood.toml")
    chosen = path or _default_file(environment)
    if chosen is not None:
        _overlay(tables, _read(chosen), chosen)
    if uri := environment.get(URI_VARIABLE):
        tables["mongodb"]["uri"] = uri
    try:
        if chosen is None:
            return checked(tables, _users_file(environment), has_file=False)
        return checked(tables, chosen.absolute())
    except ValueError as error:
        raise ConfigError(f"{chosen or 'The configuration'}: {error}.") from error


def _default_file(environment: Mapping[str, str]) -> Path | None:
    if path := environment.get(CONFIG_VARIABLE):
        return Path(path)
    users_file = _users_file(environment)
    try:
        users_file.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        pass  # reading it says why it cannot be seen
    return users_file


def _users_file(environment: Mapping[str, str]) -> Path:
    """Return where a user's configuration is, if there is one."""
    folder = Path(environment.get("XDG_CONFIG_HOME") or "~/.config")
    with suppress(RuntimeError):  # a user without a home directory has none
        folder = folder.expanduser()
    return folder / "wildwood" / "wildwood.toml"


def _read(path: Path) -> Tables:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError(
            f"Cannot read the configuration file {path}: {error.strerror}."
        ) from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"The configuration file {path} is not valid TOML: {error}.") from error


def _overlay(tables: Tables, changes: Tables, file: Path) -> None:
    """Replace defaults by changes, whose keys must be known and have the default's type."""
    for name, table in changes.items():
        if name not in tables:
            known = ", ".join(f"[{known}]" for known in tables)
            raise ConfigError(f"{file}: unknown table or key {name!r}; the tables are {known}.")
        if not isinstance(table, dict):
            raise ConfigError(f"{file}: {name!r} must be a table, written as [{name}].")
        for key, value in table.items():
            if key not in tables[name]:
                known = ", ".join(tables[name])
                raise ConfigError(f"{file}: unknown key {name}.{key}; [{name}] has {known}.")
            if not _same_kind(tables[name][key], value):
                kind = _KINDS[type(tables[name][key])]
                raise ConfigError(f"{file}: {name}.{key} must be {kind}, not {value!r}.")
            tables[name][key] = value


def _same_kind(default: object, value: object) -> bool:
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(default, bool) and isinstance(value, bool)
    if isinstance(default, int | float):
        return isinstance(value, int | float)
    return isinstance(value, type(default))
