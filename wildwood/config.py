"""The configuration: a TOML file over the defaults that ship with the package."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from wildwood import resources
from wildwood.errors import ConfigError
from wildwood.model import Formula, Limits, Punctuation, Ratio, Weights

CONFIG_VARIABLE = "WILDWOOD_CONFIG"
URI_VARIABLE = "WILDWOOD_MONGODB_URI"

_DAY_S = 24 * 3600
_YEAR_HOURS = 24 * 366
_DOCUMENT_TYPES = ("pdf", "ps", "txt")
_EXTRACTION_BOUNDS = {
    "port": (0, 65535),
    "max_mb": (0.001, 1024),
    "min_words": (0, 1_000_000),
    "distance": (0, 3),
    "keep_hours": (0, _YEAR_HOURS),
    "citations_hours": (0, _YEAR_HOURS),
    "store_mb": (1, 1_000_000),
    "workers": (1, 1024),
    "waiting": (0, 10_000),
    "time_s": (0.1, 3600),
    "memory_mb": (256, 1_000_000),
}

Tables = dict[str, dict[str, Any]]
Choice = TypeVar("Choice", bound=Enum)


@dataclass(frozen=True, slots=True)
class Paths:
    """Where the rifs and the private database lie."""

    us: Path
    ps: Path
    db: Path


@dataclass(frozen=True, slots=True)
class MongoSettings:
    """How MongoDB is reached; an empty `uri` means a private server."""

    uri: str = field(repr=False)  # with its password
    database: str
    connect_timeout_s: float
    timeout_s: float


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Shares of unknown words, and the number of entries, that the language test goes by."""

    strict: float
    """An entry with a smaller share teaches words."""
    entries: int
    """A word that so many of these entries have is learnt."""
    english: float
    """A text with a smaller share is English."""
    other: float
    """A text with a larger share is not."""


@dataclass(frozen=True, slots=True)
class LanguageSettings:
    """How the language of papers is screened."""

    mark: bool
    thresholds: Thresholds
    pause_s: float
    """Between two requests to an OAI-PMH server."""


@dataclass(frozen=True, slots=True)
class ExtractionSettings:
    """What the extraction service takes, keeps and may use."""

    files: Path
    host: str
    port: int
    types: tuple[str, ...]
    max_mb: float
    min_words: int
    needs_references: bool
    distance: int
    keep_hours: float
    citations_hours: float
    store_mb: int
    workers: int
    waiting: int
    time_s: float
    memory_mb: int


@dataclass(frozen=True, slots=True)
class Config:
    """All settings, checked."""

    paths: Paths
    mongodb: MongoSettings
    limits: Limits
    formula: Formula
    punctuation: Punctuation
    presort: bool
    language: LanguageSettings
    extraction: ExtractionSettings


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
        return _checked(tables)
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


def _expanded(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise ValueError(f"nobody has the home directory of {path}") from error


def _checked(tables: Tables) -> Config:
    paths = Paths(**{name: _expanded(path) for name, path in tables["paths"].items()})
    if os.path.realpath(paths.us) == os.path.realpath(paths.ps):
        raise ValueError(f"paths.us and paths.ps are both {paths.us}; a ps rif would overwrite it")
    mongodb = MongoSettings(**tables["mongodb"])
    for name in ("connect_timeout_s", "timeout_s"):
        seconds = tables["mongodb"][name]
        if not 0 < seconds <= _DAY_S:
            raise ValueError(
                f"mongodb.{name} must be a number of seconds above 0, not {seconds}; a day at most"
            )
    for name, limit in tables["limits"].items():
        if not 0 <= limit <= 1:
            raise ValueError(f"limits.{name} must lie within 0 and 1, not {limit}")
    return Config(
        paths=paths,
        mongodb=mongodb,
        limits=Limits(**tables["limits"]),
        formula=Formula(
            ratio=_chosen(Ratio, tables, "strength.ratio"),
            weights=_chosen(Weights, tables, "strength.weights"),
        ),
        punctuation=_chosen(Punctuation, tables, "features.punctuation"),
        presort=tables["output"]["presort"],
        language=_language(tables["language"]),
        extraction=_extraction(tables["extraction"]),
    )


def _chosen(choices: type[Choice], tables: Tables, name: str) -> Choice:
    """The choice that a key names."""
    table, _, key = name.partition(".")
    try:
        return choices(tables[table][key])
    except ValueError:
        known = [f'"{choice.value}"' for choice in choices]
        named = f"{', '.join(known[:-1])} or {known[-1]}"
        raise ValueError(f"{name} must be {named}, not {tables[table][key]!r}") from None


def _language(table: dict[str, Any]) -> LanguageSettings:
    for name in ("strict", "english", "other"):
        if not 0 <= table[name] <= 1:
            raise ValueError(f"language.{name} must lie within 0 and 1, not {table[name]}")
    if table["english"] > table["other"]:
        raise ValueError("language.english must not be above language.other")
    if not (isinstance(table["entries"], int) and table["entries"] > 0):
        raise ValueError(f"language.entries must be a whole number above 0, not {table['entries']}")
    if not 0 <= table["pause_s"] <= _DAY_S:
        raise ValueError(
            f"language.pause_s must be a number of seconds from 0, not {table['pause_s']};"
            " a day at most"
        )
    thresholds = Thresholds(*(table[name] for name in ("strict", "entries", "english", "other")))
    return LanguageSettings(table["mark"], thresholds, table["pause_s"])


def _extraction(table: dict[str, Any]) -> ExtractionSettings:
    if unknown := [kind for kind in table["types"] if kind not in _DOCUMENT_TYPES]:
        known = ", ".join(_DOCUMENT_TYPES)
        raise ValueError(f"extraction.types knows {known}, not {unknown[0]!r}")
    for name, (least, most) in _EXTRACTION_BOUNDS.items():
        if not least <= table[name] <= most:
            raise ValueError(
                f"extraction.{name} must lie within {least} and {most}, not {table[name]}"
            )
    changed = {"files": _expanded(table["files"]), "types": tuple(table["types"])}
    return ExtractionSettings(**{**table, **changed})
