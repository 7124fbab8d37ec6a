"""The configuration: a TOML file over the defaults that ship with the package."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

from wildwood import resources
from wildwood.errors import ConfigError
from wildwood.settings import URI_VARIABLE, Config, Tables, checked

CONFIG_VARIABLE = "WILDWOOD_CONFIG"


def load(path: Path | None = None, environment: Mapping[str, str] = os.environ) -> Config:
    """Read the configuration.

    The file is `path`, else `$WILDWOOD_CONFIG`, else the user's, else none; the shipped
    defaults serve for what it leaves out, and `$WILDWOOD_MONGODB_URI` goes before its uri.

    Raises:
        ConfigError: the file is missing or malformed, or a key is unknown or ill-typed.
    """
    tables = _read(resources.folder("config") / "wildwood.toml")
    chosen = path or _default_file(environment)
    if chosen is not None:
        _overlay(tables, _read(chosen), chosen)
    if uri := environment.get(URI_VARIABLE):
        tables["mongodb"]["uri"] = uri
    try:
        return checked(tables)
    except ValueError as error:
        raise ConfigError(f"{chosen or 'The configuration'}: {error}.") from error


def _default_file(environment: Mapping[str, str]) -> Path | None:
    if named := environment.get(CONFIG_VARIABLE):
        return Path(named)
    home = environment.get("XDG_CONFIG_HOME") or "~/.config"
    users = Path(home).expanduser() / "wildwood" / "wildwood.toml"
    return users if users.exists() else None


def _read(path: Path) -> Tables:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(
            f"Cannot read the configuration file {path}: {error.strerror}."
        ) from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"The configuration file {path} is not good TOML: {error}.") from error


def _overlay(tables: Tables, changes: Tables, source: Path) -> None:
    """Put the changes over the defaults; each key must be known and of the default's type."""
    for name, table in changes.items():
        if name not in tables or not isinstance(table, dict):
            known = ", ".join(f"[{known}]" for known in tables)
            raise ConfigError(f"{source}: unknown table or key {name!r}; there are {known}.")
        for key, value in table.items():
            if key not in tables[name]:
                known = ", ".join(tables[name])
                raise ConfigError(f"{source}: unknown key {name}.{key}; [{name}] has {known}.")
            if not _same_kind(tables[name][key], value):
                kind = type(tables[name][key]).__name__
                raise ConfigError(f"{source}: {name}.{key} must be a {kind}, not {value!r}.")
            tables[name][key] = value


def _same_kind(default: object, value: object) -> bool:
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(default, bool) and isinstance(value, bool)
    if isinstance(default, int | float):
        return isinstance(value, int | float)
    return isinstance(value, type(default))
