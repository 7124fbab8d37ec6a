"""The settings: read from configuration files, checked and typed."""

import ipaddress
import os
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path, PosixPath
from typing import Any, TypeVar

from wildwood.kernel import files
from wildwood.kernel.errors import ConfigError
from wildwood.kernel.model import Limits, Punctuation
from wildwood.kernel.strength import Formula

Tables = dict[str, dict[str, Any]]
Choice = TypeVar("Choice", bound=Enum)

MB = 1024 * 1024
_NUMBERS = tomllib.loads(Path(__file__).with_name("numbers.toml").read_text(encoding="utf-8"))
_RANGES, _INTEGERS = _NUMBERS["ranges"], _NUMBERS["whole"]
KEY_NAME = r"[\w.@-]{1,64}"  # matches the names of API keys
_API_KEY = re.compile(rf"({KEY_NAME}) (\d{{1,9}}) ([0-9a-f]{{64}})")
_LANGUAGES = re.compile(r"(?:[A-Za-z]\w*(?:\+[A-Za-z]\w*)*)?")


class UnknownPath(PosixPath):
    """A path in an unknown home directory; an error only if used, since defaults are such paths."""

    __slots__ = ()

    def __fspath__(self) -> str:
        cure = "set $HOME, or write the whole path in the configuration."
        raise ConfigError(f"The home directory in {self} is unknown; {cure}")


@dataclass(frozen=True, slots=True)
class Paths:
    us: Path
    ps: Path
    db: Path
    decisions: Path | None = None  # the editor's decisions on pairs; the file need not exist yet


@dataclass(frozen=True, slots=True)
class MongoSettings:
    """The connection to MongoDB; an empty `uri` means a private server."""

    uri: str = field(repr=False)  # it can contain a password
    database: str
    connect_timeout_s: float
    timeout_s: float


class Doubtful(Enum):
    AS_JUDGED = "as judged"
    KEEP = "keep"
    LEAVE_OUT = "leave out"


@dataclass(frozen=True, slots=True)
class OwnListPaths:
    allow: Path | None = None
    deny: Path | None = None
    corrections: Path | None = None


@dataclass(frozen=True, slots=True)
class LanguageSettings:
    mark: bool
    doubtful: Doubtful
    english_share: float | None  # of records; None to learn it from each list
    pause_s: float
    contact: str = ""  # where the operator of an archive can reach the user
    own: OwnListPaths = OwnListPaths()


@dataclass(frozen=True, slots=True)
class ApiKey:
    name: str
    documents_a_day: int  # 0 for no limit
    digest: str  # the SHA-256 of the key, in hexadecimal


class KeepSince(Enum):
    """When the time begins after which a document is removed."""

    UPLOAD = "upload"
    ACCESS = "access"  # with the last request for the document or what is extracted from it


class Reuse(Enum):
    VERIFIED = "verified"  # only what would be extracted again
    NEAR = "near"  # also the data of the most similar text


@dataclass(frozen=True, slots=True)
class ExtractionSettings:
    files: Path
    host: str
    port: int
    public_url: str  # the address of the service for clients; empty for the one that each uses
    proxies: tuple[str, ...]  # addresses and networks of proxies, which name the client
    cors_origins: tuple[str, ...]
    keys: tuple[ApiKey, ...]  # of clients that can send documents; without any, everyone can
    max_mb: float
    ocr: str  # Tesseract's codes of the languages of scans; empty for no OCR
    keep_hours: float
    keep_since: KeepSince
    citations_hours: float
    reuse: Reuse
    files_mb: float
    store_mb: float
    workers: int
    waiting: int
    time_s: float
    memory_mb: int

    @property
    def max_bytes(self) -> int:
        return int(self.max_mb * MB)


@dataclass(frozen=True, slots=True)
class Config:
    paths: Paths
    mongodb: MongoSettings
    limits: Limits
    rif_bytes: int
    index_bytes: int  # about how much memory the index of a rebuild can take
    formula: Formula
    punctuation: Punctuation
    presort: bool
    report: Path | None  # the folder of the reports on issues
    late_days: int  # after how many days without an issue the next is late; 0 to learn it
    language: LanguageSettings
    extraction: ExtractionSettings
    file: Path = field(compare=False)
    has_file: bool = field(compare=False)  # whether the configuration file exists
    client: Any = field(default=None, compare=False, repr=False)  # in place of `mongodb`
    overridden: frozenset[str] = frozenset()  # settings of ps rifs that this command alone has

    def cure(self, key: str) -> str:
        """Return what to do about a path that cannot be used, as a clause."""
        if self.has_file:
            return f"check {key}"
        return f"there is no configuration yet: set us, ps and db under [paths] in {self.file}"


def checked(tables: Tables, file: Path, *, has_file: bool = True) -> Config:
    """Check and convert a complete configuration; raise `ValueError`, which names the key."""
    for name, (minimum, maximum) in _RANGES.items():
        value = _place(tables, name)
        if not minimum <= value <= maximum:
            raise ValueError(f"{name} must be between {minimum} and {maximum}, not {value}")
        if name in _INTEGERS and type(value) is not int:
            raise ValueError(f"{name} must be an integer, not {value}")
    folder, limits = file.parent, tables["limits"]
    us, ps, db = (_path(f"paths.{name}", tables, folder) for name in ("us", "ps", "db"))
    return Config(
        paths=Paths(us, ps, db, _path_or_none("paths.decisions", tables, folder)),
        mongodb=MongoSettings(**tables["mongodb"]),
        limits=Limits(float(limits["external"]), float(limits["internal"]), limits["most"]),
        rif_bytes=int(limits["rif_mb"] * MB),
        index_bytes=int(limits["index_mb"] * MB),
        formula=_choice(Formula, "strength.formula", tables),
        punctuation=_choice(Punctuation, "features.punctuation", tables),
        presort=tables["output"]["presort"],
        report=_path_or_none("output.report", tables, folder),
        late_days=tables["alarm"]["late_days"],
        language=_language(tables, folder),
        extraction=_extraction(tables, folder),
        file=file,
        has_file=has_file,
    )


def _place(tables: Tables, name: str) -> Any:
    table, key = name.split(".")
    return tables[table][key]


def _language(tables: Tables, folder: Path) -> LanguageSettings:
    table = tables["language"]
    lists = (f"language.{name}" for name in ("allow", "deny", "corrections"))
    own = OwnListPaths(*(_path_or_none(name, tables, folder) for name in lists))
    doubtful = _choice(Doubtful, "language.doubtful", tables)
    share = table["english_share"] or None
    if not (table["contact"].isascii() and table["contact"].isprintable()):
        raise ValueError(f"language.contact must be printable ASCII, not {table['contact']!r}")
    return LanguageSettings(table["mark"], doubtful, share, table["pause_s"], table["contact"], own)


def _extraction(tables: Tables, folder: Path) -> ExtractionSettings:
    table = tables["extraction"]
    if table["public_url"] and not _is_url(table["public_url"]):
        allowed = "be empty or start with http:// or https://"
        raise ValueError(f"extraction.public_url must {allowed}, not {table['public_url']!r}")
    if not _LANGUAGES.fullmatch(table["ocr"]):
        allowed = "empty or language codes of Tesseract, such as eng or eng+deu"
        raise ValueError(f"extraction.ocr must be {allowed}, not {table['ocr']!r}")
    for proxy in table["proxies"]:
        try:
            ipaddress.ip_network(str(proxy))
        except ValueError:
            fault = f"extraction.proxies must contain IP addresses or networks, not {proxy!r}"
            raise ValueError(fault) from None
    for origin in table["cors_origins"]:
        if origin != "*" and not _is_url(origin):
            allowed = '"*" and addresses that start with http:// or https://'
            raise ValueError(f"extraction.cors_origins can contain {allowed}, not {origin!r}")
    if not table["host"]:
        raise ValueError("extraction.host must not be empty; for all addresses, set 0.0.0.0")
    changed = {
        "files": _path("extraction.files", tables, folder),
        "public_url": table["public_url"].rstrip("/"),
        "keys": tuple(map(_api_key, table["keys"])),
        "keep_since": _choice(KeepSince, "extraction.keep_since", tables),
        "reuse": _choice(Reuse, "extraction.reuse", tables),
        **{name: tuple(table[name]) for name in ("proxies", "cors_origins")},
    }
    return ExtractionSettings(**{**table, **changed})


def _api_key(value: object) -> ApiKey:
    match = _API_KEY.fullmatch(str(value))
    if match is None:
        form = '"NAME DOCUMENTS-A-DAY SHA-256", as `wildwood serve --new-key NAME` prints it'
        raise ValueError(f"extraction.keys must contain {form}, not {value!r}")
    return ApiKey(match[1], int(match[2]), match[3])


def _is_url(value: object) -> bool:
    return isinstance(value, str) and value.startswith(("http://", "https://"))


def _choice(choices: type[Choice], name: str, tables: Tables) -> Choice:
    return member_of(choices, name, _place(tables, name))


def member_of(choices: type[Choice], name: str, value: object) -> Choice:
    """Return the member; the `ValueError` for an unknown value lists the choices."""
    try:
        return choices(value)
    except ValueError:
        *words, last = (f'"{choice.value}"' for choice in choices)
        raise ValueError(f"{name} must be {', '.join(words)} or {last}, not {value!r}") from None


def _path_or_none(name: str, tables: Tables, folder: Path) -> Path | None:
    return _path(name, tables, folder) if _place(tables, name) else None


def _path(name: str, tables: Tables, folder: Path) -> Path:
    path = _place(tables, name)
    if not path or "\0" in path:
        raise ValueError(f"{name} must be a path, not {path!r}")
    try:
        return folder / Path(path).expanduser()
    except RuntimeError as error:
        if path.startswith("~/"):  # as in the defaults
            return UnknownPath(path)
        fault = f"{name}: the home directory in {path} is unknown; write the whole path"
        raise ValueError(fault) from error


CONFIG_VARIABLE = "WILDWOOD_CONFIG"
URI_VARIABLE = "WILDWOOD_MONGODB_URI"
_OTHER_US = "~/ernad/var/reports/source/us"  # another spelling of the specification

_KINDS: dict[type, str] = {bool: "true or false", list: "an array", str: "a string"}
_KINDS |= dict.fromkeys((float, int), "a number")


def load_config(path: Path | None = None, environment: Mapping[str, str] = os.environ) -> Config:
    """Read the configuration, or raise `ConfigError`.

    The file is `path`, else `$WILDWOOD_CONFIG`, else the user's, if it exists. It overrides the
    defaults; paths are relative to its directory. `$WILDWOOD_MONGODB_URI` overrides `mongodb.uri`.
    """
    tables = {name: {**table} for name, table in _defaults().items()}
    with suppress(RuntimeError, OSError):
        usual, other = (Path(us).expanduser() for us in (tables["paths"]["us"], _OTHER_US))
        if other.is_dir() and not usual.exists():
            tables["paths"]["us"] = _OTHER_US
    chosen = path or _default_file(environment)
    if chosen is not None:
        _overlay(tables, _read(chosen), chosen)
    if uri := environment.get(URI_VARIABLE):
        tables["mongodb"]["uri"] = uri
    file = chosen or _users_file(environment)
    try:
        return checked(tables, file.absolute(), has_file=chosen is not None)
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
    folder = Path(environment.get("XDG_CONFIG_HOME") or "~/.config")
    with suppress(RuntimeError):  # a user without a home directory has none
        folder = folder.expanduser()
    return folder / "wildwood" / "wildwood.toml"


def _read(path: Path) -> Tables:
    try:
        with files.input_errors(f"read the configuration file {path}", kind=ConfigError):
            return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"The configuration file {path} is not valid TOML: {error}.") from error


@cache
def _defaults() -> Tables:
    return _read(files.folder("config") / "wildwood.toml")


def _overlay(tables: Tables, changes: Tables, file: Path) -> None:
    """Replace defaults; the keys of changes must exist and have the default's type."""
    for name, table in changes.items():
        if name not in tables:
            names = ", ".join(f"[{key}]" for key in tables)
            raise ConfigError(f"{file}: unknown table or key {name!r}; the tables are {names}.")
        if not isinstance(table, dict):
            raise ConfigError(f"{file}: {name!r} must be a table, written as [{name}].")
        for key, value in table.items():
            if key not in tables[name]:
                names = ", ".join(tables[name])
                raise ConfigError(f"{file}: unknown key {name}.{key}; [{name}] has {names}.")
            kind = type(tables[name][key])
            if type(value) is not kind and {type(value), kind} != {int, float}:
                raise ConfigError(f"{file}: {name}.{key} must be {_KINDS[kind]}, not {value!r}.")
            tables[name][key] = value
