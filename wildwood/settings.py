"""The settings: what each table of the configuration may say, and what it says."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from wildwood.model import Formula, Limits, Punctuation, Ratio, Weights

Table = Mapping[str, Any]
Tables = dict[str, dict[str, Any]]
Choice = TypeVar("Choice", bound=Enum)

URI_VARIABLE = "WILDWOOD_MONGODB_URI"
"""The environment variable that overrides `mongodb.uri`."""

MAX_DISTANCE = 3
"""Bits in which the fingerprints of near duplicates can differ; more join different papers."""

_DAY_S = 24 * 3600
_YEAR_HOURS = 24 * 366
_DOCUMENT_TYPES = ("pdf", "ps", "txt")
_MB = 1024 * 1024
_NUMBERS = {
    "port": (0, 65535),
    "max_mb": (0.001, 1024),
    "min_words": (0, 1_000_000),
    "distance": (0, MAX_DISTANCE),
    "keep_hours": (0.0001, _YEAR_HOURS),
    "citations_hours": (0, _YEAR_HOURS),
    "store_mb": (1, 1_000_000),
    "workers": (1, 1024),
    "waiting": (0, 10_000),
    "time_s": (0.1, 3600),
    "memory_mb": (256, 1_000_000),
}
"""The bounds of the numbers of the table [extraction]."""
_WHOLE_NUMBERS = ("port", "min_words", "distance", "workers", "waiting", "memory_mb")


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
    grobid_url: str
    distance: int
    keep_hours: float
    citations_hours: float
    store_mb: float
    workers: int
    waiting: int
    time_s: float
    memory_mb: int

    @property
    def max_bytes(self) -> int:
        """The size of the largest document accepted."""
        return int(self.max_mb * _MB)

    @property
    def store_bytes(self) -> int:
        """The space that extractions can take in the database."""
        return int(self.store_mb * _MB)

    @property
    def memory_bytes(self) -> int:
        """The memory that a worker process can use."""
        return self.memory_mb * _MB


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


def checked(tables: Tables) -> Config:
    """The settings of tables that have every key, each of its type.

    Raises:
        ValueError: a value is out of its bounds; the sentence names its key.
    """
    return Config(
        paths=_paths(tables["paths"]),
        mongodb=_mongodb(tables["mongodb"]),
        limits=_limits(tables["limits"]),
        formula=_formula(tables["strength"]),
        punctuation=_chosen(Punctuation, "features.punctuation", tables["features"]),
        presort=tables["output"]["presort"],
        language=_language(tables["language"]),
        extraction=_extraction(tables["extraction"]),
    )


def _paths(table: Table) -> Paths:
    paths = Paths(**{name: _expanded(path) for name, path in table.items()})
    if os.path.realpath(paths.us) == os.path.realpath(paths.ps):
        raise ValueError(f"paths.us and paths.ps are both {paths.us}; a ps rif would overwrite it")
    return paths


def _mongodb(table: Table) -> MongoSettings:
    for name in ("connect_timeout_s", "timeout_s"):
        if not 0 < table[name] <= _DAY_S:
            raise ValueError(
                f"mongodb.{name} must be a number of seconds above 0, not {table[name]};"
                " a day at most"
            )
    return MongoSettings(**table)


def _limits(table: Table) -> Limits:
    for name in table:
        _within(f"limits.{name}", table, 0, 1)
    return Limits(**table)


def _formula(table: Table) -> Formula:
    return Formula(
        ratio=_chosen(Ratio, "strength.ratio", table),
        weights=_chosen(Weights, "strength.weights", table),
    )


def _language(table: Table) -> LanguageSettings:
    for name in ("strict", "english", "other"):
        _within(f"language.{name}", table, 0, 1)
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


def _extraction(table: Table) -> ExtractionSettings:
    for kind in table["types"]:
        if kind not in _DOCUMENT_TYPES:
            known = ", ".join(_DOCUMENT_TYPES)
            raise ValueError(f"extraction.types knows {known}, not {kind!r}")
    if table["grobid_url"] and not table["grobid_url"].startswith(("http://", "https://")):
        raise ValueError(
            "extraction.grobid_url must be empty or begin with http:// or https://,"
            f" not {table['grobid_url']!r}"
        )
    for name, (least, most) in _NUMBERS.items():
        _within(f"extraction.{name}", table, least, most)
    for name in _WHOLE_NUMBERS:
        if type(table[name]) is not int:
            raise ValueError(f"extraction.{name} must be a whole number, not {table[name]}")
    changed = {"files": _expanded(table["files"]), "types": tuple(table["types"])}
    return ExtractionSettings(**{**table, **changed})


def _within(name: str, table: Table, least: float, most: float) -> None:
    value = table[name.rpartition(".")[2]]
    if not least <= value <= most:
        raise ValueError(f"{name} must lie within {least} and {most}, not {value}")


def _chosen(choices: type[Choice], name: str, table: Table) -> Choice:
    """The choice that a key names."""
    value = table[name.rpartition(".")[2]]
    try:
        return choices(value)
    except ValueError:
        known = [f'"{choice.value}"' for choice in choices]
        named = f"{', '.join(known[:-1])} or {known[-1]}"
        raise ValueError(f"{name} must be {named}, not {value!r}") from None


def _expanded(path: str) -> Path:
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise ValueError(f"nobody has the home directory of {path}") from error
