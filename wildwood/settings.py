"""The settings, and the checks of the tables of a configuration file."""

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path, PosixPath
from typing import Any, TypeVar

from wildwood.errors import ConfigError
from wildwood.model import Limits, Punctuation
from wildwood.scoring.formulas import Formula

Table = Mapping[str, Any]
Tables = dict[str, dict[str, Any]]
Choice = TypeVar("Choice", bound=Enum)

URI_VARIABLE = "WILDWOOD_MONGODB_URI"
"""The environment variable that overrides `mongodb.uri`."""

MAX_DISTANCE = 3
"""The greatest distance in bits between the fingerprints of near duplicates; with more, different
papers would count as near duplicates."""

_DAY_S = 24 * 3600
_MOST_HOSTS = 1000
_YEAR_HOURS = 24 * 366
_DOCUMENT_TYPES = ("pdf", "ps", "txt")
_MB = 1024 * 1024
_MOST_MB = 1_000_000
_MOST_SIMILARS = 1_000_000
_RANGES = {
    "port": (0, 65535),
    "max_mb": (0.001, 1024),
    "min_words": (0, 1_000_000),
    "distance": (0, MAX_DISTANCE),
    "keep_hours": (0.0001, _YEAR_HOURS),
    "citations_hours": (0, _YEAR_HOURS),
    "files_mb": (1, 100_000_000),
    "store_mb": (1, 1_000_000),
    "workers": (1, 1024),
    "waiting": (0, 10_000),
    "time_s": (0.1, 3600),
    "memory_mb": (256, 1_000_000),
}
"""The smallest and largest values of the numbers in the table [extraction]."""
_API_KEY = re.compile(r"([\w.@-]{1,64}) (\d{1,9}) ([0-9a-f]{64})")
_LANGUAGES = re.compile(r"(?:[A-Za-z]\w*(?:\+[A-Za-z]\w*)*)?")
"""Codes of languages for Tesseract, or nothing."""
_INTEGERS = ("port", "min_words", "distance", "workers", "waiting", "memory_mb")


class UnknownPath(PosixPath):
    """A path below the home directory of a user who has none.

    The defaults are such paths, and few commands use all of them, so only their use is an error.
    """

    __slots__ = ()

    def __fspath__(self) -> str:
        """Refuse to be used.

        Raises:
            ConfigError: always.
        """
        raise ConfigError(
            f"The home directory in {self} is unknown; set $HOME, or write the whole path in the"
            " configuration."
        )


@dataclass(frozen=True, slots=True)
class Paths:
    """The directories of the rifs and the private database, and the file of decisions."""

    us: Path
    ps: Path
    db: Path
    decisions: Path | None = None
    """The editor's decisions on pairs, which need not exist yet; None for none."""


@dataclass(frozen=True, slots=True)
class MongoSettings:
    """The connection to MongoDB; an empty `uri` means a private server."""

    uri: str = field(repr=False)  # it can contain a password
    database: str
    connect_timeout_s: float
    timeout_s: float


class Doubtful(Enum):
    """What becomes of records whose language is doubtful."""

    AS_JUDGED = "as judged"
    KEEP = "keep"
    LEAVE_OUT = "leave out"


@dataclass(frozen=True, slots=True)
class OwnListPaths:
    """The files of a user's own word lists and corrections; None for none."""

    allow: Path | None = None
    deny: Path | None = None
    corrections: Path | None = None


NO_OWN_LIST_PATHS = OwnListPaths()


@dataclass(frozen=True, slots=True)
class LanguageSettings:
    """The settings of the language screening."""

    mark: bool
    doubtful: Doubtful
    """What becomes of a record whose language is doubtful."""
    english_share: float | None
    """The share of records that are expected in English; None to learn it from each list."""
    pause_s: float
    """The pause between two requests to an OAI-PMH server."""
    hosts: int
    """The number of servers that are asked at the same time."""
    own: OwnListPaths = NO_OWN_LIST_PATHS


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key that lets a client send documents to the extraction service."""

    name: str
    documents_a_day: int
    """0: as many as it wants."""
    digest: str
    """The SHA-256 of the key, in hexadecimal."""


class KeepSince(Enum):
    """When the time begins after which a document is removed."""

    UPLOAD = "upload"
    ACCESS = "access"
    """With the last request for the document or what is extracted from it."""


@dataclass(frozen=True, slots=True)
class ExtractionSettings:
    """What the extraction service accepts, how long it keeps it, and its resource limits."""

    files: Path
    host: str
    port: int
    public_url: str
    """The address under which clients see the service; empty for the one that each uses."""
    proxies: tuple[str, ...]
    """The addresses and networks of proxies, which say for whom a request is."""
    cors_origins: tuple[str, ...]
    """The sites whose scripts can use the service."""
    keys: tuple[ApiKey, ...]
    """The keys of those who can send documents; without any, everyone can."""
    types: tuple[str, ...]
    max_mb: float
    min_words: int
    needs_references: bool
    ocr: str
    """Tesseract's codes of the languages in which it reads scans; empty if it reads none."""
    grobid_url: str
    distance: int
    keep_hours: float
    keep_since: KeepSince
    citations_hours: float
    files_mb: float
    store_mb: float
    workers: int
    waiting: int
    time_s: float
    memory_mb: int

    @property
    def max_bytes(self) -> int:
        """The maximum size of an uploaded document in bytes."""
        return int(self.max_mb * _MB)

    @property
    def files_bytes(self) -> int:
        """The maximum size of all uploaded documents in bytes."""
        return int(self.files_mb * _MB)

    @property
    def store_bytes(self) -> int:
        """The maximum size of all extractions in the database in bytes."""
        return int(self.store_mb * _MB)

    @property
    def memory_bytes(self) -> int:
        """The maximum memory of a worker process in bytes."""
        return self.memory_mb * _MB


@dataclass(frozen=True, slots=True)
class Config:
    """All settings, checked."""

    paths: Paths
    mongodb: MongoSettings
    limits: Limits
    rif_bytes: int
    """The size of the largest rif to read, in bytes."""
    index_bytes: int
    """About how much memory the index of a rebuild can take, in bytes."""
    formula: Formula
    punctuation: Punctuation
    presort: bool
    language: LanguageSettings
    extraction: ExtractionSettings
    file: Path = field(compare=False)
    """The configuration file."""
    has_file: bool = field(compare=False)
    """Whether it exists; if not, every setting is the default."""

    def cure(self, key: str) -> str:
        """Return what to do about a path that cannot be used, as a clause."""
        if self.has_file:
            return f"check {key}"
        return f"there is no configuration yet: set us, ps and db under [paths] in {self.file}"


def checked(tables: Tables, file: Path, *, has_file: bool = True) -> Config:
    """Check the values of a configuration, and return its settings.

    Args:
        tables: all tables, each with every key and values of the right types.
        file: the configuration file; relative paths are relative to its directory.
        has_file: whether it exists.

    Raises:
        ValueError: a value is not allowed; the message names its key.
    """
    folder = file.parent
    return Config(
        paths=_paths(tables["paths"], folder),
        mongodb=_mongodb(tables["mongodb"]),
        limits=_limits(tables["limits"]),
        rif_bytes=int(tables["limits"]["rif_mb"] * _MB),
        index_bytes=int(tables["limits"]["index_mb"] * _MB),
        formula=_choice(Formula, "strength.formula", tables["strength"]),
        punctuation=_choice(Punctuation, "features.punctuation", tables["features"]),
        presort=tables["output"]["presort"],
        language=_language(tables["language"], folder),
        extraction=_extraction(tables["extraction"], folder),
        file=file,
        has_file=has_file,
    )


def _paths(table: Table, folder: Path) -> Paths:
    return Paths(
        **{
            name: _path(f"paths.{name}", table, folder)
            for name in table
            if name != "decisions" or table[name]
        }
    )


def _mongodb(table: Table) -> MongoSettings:
    for name in ("connect_timeout_s", "timeout_s"):
        if not 0 < table[name] <= _DAY_S:
            raise ValueError(
                f"mongodb.{name} must be greater than 0 and at most {_DAY_S} seconds (a day),"
                f" not {table[name]}"
            )
    return MongoSettings(**table)


def _limits(table: Table) -> Limits:
    for name in ("external", "internal"):
        _check_range(f"limits.{name}", table, 0, 1)
    _check_integer("limits.most", table)
    _check_range("limits.most", table, 0, _MOST_SIMILARS)
    for name in ("rif_mb", "index_mb"):
        _check_range(f"limits.{name}", table, 1, _MOST_MB)
    return Limits(float(table["external"]), float(table["internal"]), table["most"])


def _language(table: Table, folder: Path) -> LanguageSettings:
    if not 0 <= table["pause_s"] <= _DAY_S:
        raise ValueError(
            f"language.pause_s must be between 0 and {_DAY_S} seconds (a day),"
            f" not {table['pause_s']}"
        )
    if not (isinstance(table["hosts"], int) and 0 < table["hosts"] <= _MOST_HOSTS):
        raise ValueError(
            f"language.hosts must be an integer from 1 to {_MOST_HOSTS}, not {table['hosts']}"
        )
    if not 0 <= table["english_share"] < 1:
        raise ValueError(
            f"language.english_share must be at least 0 and below 1, not {table['english_share']}"
        )
    own = OwnListPaths(
        **{
            name: _path(f"language.{name}", table, folder) if table[name] else None
            for name in ("allow", "deny", "corrections")
        }
    )
    doubtful = _choice(Doubtful, "language.doubtful", table)
    share = table["english_share"] or None
    return LanguageSettings(table["mark"], doubtful, share, table["pause_s"], table["hosts"], own)


def _extraction(table: Table, folder: Path) -> ExtractionSettings:
    for kind in table["types"]:
        if kind not in _DOCUMENT_TYPES:
            known = ", ".join(_DOCUMENT_TYPES)
            raise ValueError(f"extraction.types can contain {known}, not {kind!r}")
    _check_url("extraction.grobid_url", table["grobid_url"])
    _check_url("extraction.public_url", table["public_url"])
    if not _LANGUAGES.fullmatch(table["ocr"]):
        raise ValueError(
            "extraction.ocr must be empty or codes of languages as Tesseract has them, such as eng"
            f" or eng+deu, not {table['ocr']!r}"
        )
    for proxy in table["proxies"]:
        _check_network("extraction.proxies", proxy)
    for origin in table["cors_origins"]:
        if origin != "*" and not _is_url(origin):
            raise ValueError(
                'extraction.cors_origins can contain "*" and addresses that start with http:// or'
                f" https://, not {origin!r}"
            )
    if not table["host"]:
        raise ValueError("extraction.host must not be empty; for all addresses, set 0.0.0.0")
    for name, (minimum, maximum) in _RANGES.items():
        _check_range(f"extraction.{name}", table, minimum, maximum)
    for name in _INTEGERS:
        _check_integer(f"extraction.{name}", table)
    changed = {
        "files": _path("extraction.files", table, folder),
        "public_url": table["public_url"].rstrip("/"),
        "keys": tuple(map(_api_key, table["keys"])),
        "keep_since": _choice(KeepSince, "extraction.keep_since", table),
        **{name: tuple(table[name]) for name in ("types", "proxies", "cors_origins")},
    }
    return ExtractionSettings(**{**table, **changed})


def _api_key(value: object) -> ApiKey:
    match = _API_KEY.fullmatch(str(value))
    if match is None:
        raise ValueError(
            'extraction.keys must contain "NAME DOCUMENTS-A-DAY SHA-256", as'
            f" `wildwood serve --new-key NAME` prints it, not {value!r}"
        )
    return ApiKey(match[1], int(match[2]), match[3])


def _check_network(name: str, value: object) -> None:
    try:
        ipaddress.ip_network(str(value))
    except ValueError:
        raise ValueError(f"{name} must contain IP addresses or networks, not {value!r}") from None


def _is_url(value: object) -> bool:
    return isinstance(value, str) and value.startswith(("http://", "https://"))


def _check_url(name: str, value: str) -> None:
    if value and not _is_url(value):
        raise ValueError(f"{name} must be empty or start with http:// or https://, not {value!r}")


def _check_integer(name: str, table: Table) -> None:
    value = table[name.rpartition(".")[2]]
    if type(value) is not int:
        raise ValueError(f"{name} must be an integer, not {value}")


def _check_range(name: str, table: Table, minimum: float, maximum: float) -> None:
    value = table[name.rpartition(".")[2]]
    if not minimum <= value <= maximum:
        raise ValueError(f"{name} must be between {minimum} and {maximum}, not {value}")


def _choice(choices: type[Choice], name: str, table: Table) -> Choice:
    """Return the member of `choices` that is the value of a key."""
    return member_of(choices, name, table[name.rpartition(".")[2]])


def member_of(choices: type[Choice], name: str, value: object) -> Choice:
    """Return the member of an enumeration with a value, that of `name`.

    Raises:
        ValueError: there is none; the message names those that there are.
    """
    try:
        return choices(value)
    except ValueError:
        raise ValueError(f"{name} must be {_listed(choices)}, not {value!r}") from None


def _listed(choices: type[Enum]) -> str:
    known = [f'"{choice.value}"' for choice in choices]
    return f"{', '.join(known[:-1])} or {known[-1]}"


def _path(name: str, table: Table, folder: Path) -> Path:
    """Return the path that a key has; a relative one is relative to the folder."""
    path = table[name.rpartition(".")[2]]
    if not path or "\0" in path:
        raise ValueError(f"{name} must be a path, not {path!r}")
    try:
        return folder / Path(path).expanduser()
    except RuntimeError as error:
        if path.startswith("~/"):  # as in the defaults
            return UnknownPath(path)
        raise ValueError(
            f"{name}: the home directory in {path} is unknown; write the whole path"
        ) from error
