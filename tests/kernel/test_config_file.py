"""The configuration: the shipped file, the keys a file can set, and invalid files."""

import re
import tomllib
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from wildwood.kernel import files as files_module
from wildwood.kernel.errors import ConfigError
from wildwood.kernel.model import Limits, Punctuation
from wildwood.kernel.settings import (
    _RANGES,
    Config,
    Doubtful,
    ExtractionSettings,
    KeepSince,
    LanguageSettings,
    MongoSettings,
    Paths,
    Reuse,
    UnknownPath,
    load_config,
)
from wildwood.kernel.strength import Formula

SHIPPED = files_module.folder("config") / "wildwood.toml"

DEFAULTS: dict[str, dict[str, Any]] = {
    "paths": {
        "us": "~/ernad/var/reports/nep-all/source/us",
        "ps": "~/ernad/var/reports/nep-all/source/ps",
        "db": "~/ernad/var/db/wildwood",
        "decisions": "",
    },
    "mongodb": {"uri": "", "database": "wildwood", "connect_timeout_s": 5, "timeout_s": 30},
    "limits": {"external": 0.6, "internal": 0.6, "most": 0, "rif_mb": 1024, "index_mb": 2048},
    "strength": {"formula": "specified"},
    "features": {"punctuation": "space"},
    "output": {"presort": True, "report": ""},
    "alarm": {"late_days": 0},
    "language": {
        "mark": False,
        "doubtful": "as judged",
        "english_share": 0.5,
        "pause_s": 1,
        "contact": "",
        "allow": "",
        "deny": "",
        "corrections": "",
    },
    "extraction": {
        "files": "~/ernad/var/db/wildwood-files",
        "host": "127.0.0.1",
        "port": 8085,
        "public_url": "",
        "proxies": ["127.0.0.1", "::1"],
        "cors_origins": [],
        "keys": [],
        "max_mb": 20,
        "ocr": "",
        "keep_hours": 24,
        "keep_since": "upload",
        "citations_hours": 6,
        "reuse": "verified",
        "files_mb": 4096,
        "store_mb": 1024,
        "workers": 2,
        "waiting": 250,
        "time_s": 30,
        "memory_mb": 1024,
    },
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home directory."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder


Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A function that writes a configuration file."""

    def write_text(text: str) -> Path:
        path = tmp_path / "some.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write_text


def refusal(path: Path) -> str:
    """Return the message with which a file is refused, without the file's name at its start."""
    with pytest.raises(ConfigError) as caught:
        load_config(path, {})
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    return message.removeprefix(f"{path}: ")


# The shipped file


def test_the_shipped_file_has_every_key_with_its_default() -> None:
    assert tomllib.loads(SHIPPED.read_text(encoding="utf-8")) == DEFAULTS


@pytest.mark.parametrize("key", [key for table in DEFAULTS.values() for key in table])
def test_every_key_of_the_shipped_file_has_a_comment(key: str) -> None:
    line = re.compile(rf"^{key} = .* # \S", re.MULTILINE)
    assert line.search(SHIPPED.read_text(encoding="utf-8"))


def test_the_other_us_directory_of_the_specification_is_read_if_only_that_exists(
    home: Path, write: Write
) -> None:
    usual, other = (
        home / f"ernad/var/reports/{below}/us" for below in ("nep-all/source", "source")
    )
    assert load_config(environment={}).paths.us == usual
    other.mkdir(parents=True)
    assert load_config(environment={}).paths.us == other
    assert load_config(write("[paths]\nus = '~/rifs'")).paths.us == home / "rifs"
    usual.mkdir(parents=True)
    assert load_config(environment={}).paths.us == usual


def test_the_defaults_apply_without_a_file(home: Path) -> None:
    reports = home / "ernad/var/reports/nep-all/source"
    assert load_config(environment={}) == Config(
        paths=Paths(reports / "us", reports / "ps", home / "ernad/var/db/wildwood"),
        mongodb=MongoSettings("", "wildwood", connect_timeout_s=5, timeout_s=30),
        limits=Limits(external=0.6, internal=0.6),
        rif_bytes=1 << 30,
        index_bytes=2 << 30,
        formula=Formula.SPECIFIED,
        punctuation=Punctuation.SPACE,
        presort=True,
        report=None,
        late_days=0,
        language=LanguageSettings(
            mark=False,
            doubtful=Doubtful.AS_JUDGED,
            english_share=0.5,
            pause_s=1,
        ),
        extraction=ExtractionSettings(
            files=home / "ernad/var/db/wildwood-files",
            host="127.0.0.1",
            port=8085,
            public_url="",
            proxies=("127.0.0.1", "::1"),
            cors_origins=(),
            keys=(),
            max_mb=20,
            ocr="",
            keep_hours=24,
            keep_since=KeepSince.UPLOAD,
            citations_hours=6,
            reuse=Reuse.VERIFIED,
            files_mb=4096,
            store_mb=1024,
            workers=2,
            waiting=250,
            time_s=30,
            memory_mb=1024,
        ),
        file=home / ".config/wildwood/wildwood.toml",
        has_file=False,
    )


# The keys that a file can set


@pytest.mark.parametrize(
    ("text", "setting", "value"),
    [
        ('[paths]\nus = "/a"', "paths.us", Path("/a")),
        ('[paths]\nps = "/a"', "paths.ps", Path("/a")),
        ('[paths]\ndb = "/a"', "paths.db", Path("/a")),
        ('[mongodb]\nuri = "mongodb://x/"', "mongodb.uri", "mongodb://x/"),
        ('[mongodb]\ndatabase = "other"', "mongodb.database", "other"),
        ("[mongodb]\nconnect_timeout_s = 0.5", "mongodb.connect_timeout_s", 0.5),
        ("[mongodb]\ntimeout_s = 60", "mongodb.timeout_s", 60),
        ("[limits]\nexternal = 0.7", "limits.external", 0.7),
        ("[limits]\ninternal = 0.7", "limits.internal", 0.7),
        ("[limits]\nmost = 20", "limits.most", 20),
        ("[limits]\nrif_mb = 1.5", "rif_bytes", 3 << 19),
        ("[limits]\nindex_mb = 256", "index_bytes", 1 << 28),
        ('[strength]\nformula = "dice"', "formula", Formula.DICE),
        ('[strength]\nformula = "tolerant"', "formula", Formula.TOLERANT),
        ('[features]\npunctuation = "delete"', "punctuation", Punctuation.DELETE),
        ("[output]\npresort = false", "presort", False),
        ('[output]\nreport = "/a"', "report", Path("/a")),
        ("[alarm]\nlate_days = 10", "late_days", 10),
        ("[language]\nmark = true", "language.mark", True),
        ("[language]\npause_s = 0", "language.pause_s", 0),
        ('[extraction]\nfiles = "/a"', "extraction.files", Path("/a")),
        ('[extraction]\npublic_url = "http://x"', "extraction.public_url", "http://x"),
    ],
)
def test_each_key_changes_only_its_own_setting(
    write: Write, text: str, setting: str, value: object
) -> None:
    settings = [
        *(f"paths.{key}" for key in DEFAULTS["paths"]),
        *(f"extraction.{key}" for key in DEFAULTS["extraction"]),
        *(f"mongodb.{key}" for key in DEFAULTS["mongodb"]),
        *(f"limits.{key}" for key in ("external", "internal", "most")),
        "rif_bytes",
        "index_bytes",
        "formula",
        "punctuation",
        "presort",
        "report",
        "late_days",
        "language.mark",
        "language.pause_s",
        "language.doubtful",
    ]
    changed, default = load_config(write(text), {}), load_config(environment={})
    assert attrgetter(setting)(changed) == value
    assert [key for key in settings if attrgetter(key)(changed) != attrgetter(key)(default)] == [
        setting
    ]


def test_an_empty_file_changes_nothing(write: Write) -> None:
    assert load_config(write(""), {}) == load_config(environment={})


def test_a_byte_order_mark_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "from_windows.toml"
    path.write_bytes(b"\xef\xbb\xbf[limits]\r\nexternal = 0.7\r\n")
    assert load_config(path, {}).limits.external == 0.7


def test_the_shipped_file_itself_changes_nothing() -> None:
    assert load_config(SHIPPED, {}) == load_config(environment={})


@pytest.mark.parametrize("limit", ["0", "0.0", "1", "1.0"])
@pytest.mark.parametrize("key", ["external", "internal"])
def test_a_limit_can_be_0_or_1(write: Write, key: str, limit: str) -> None:
    loaded = load_config(write(f"[limits]\n{key} = {limit}"), {})
    assert getattr(loaded.limits, key) == float(limit)


def test_a_file_of_decisions_is_relative_to_the_configuration(write: Write) -> None:
    path = write('[paths]\ndecisions = "mine/decisions.csv"')
    assert load_config(path, {}).paths.decisions == path.parent / "mine" / "decisions.csv"
    assert load_config(write("[paths]"), {}).paths.decisions is None


@pytest.mark.parametrize("key", ["us", "ps", "db"])
def test_a_tilde_is_the_home_directory(write: Write, home: Path, key: str) -> None:
    loaded = load_config(write(f'[paths]\n{key} = "~/some where"'), {})
    assert getattr(loaded.paths, key) == home / "some where"


# Which file is read

FILES = ["the argument", "the environment", "XDG_CONFIG_HOME", "the home directory"]


@pytest.fixture
def files(tmp_path: Path, home: Path) -> list[Path]:
    """The files of `FILES`; each has its own name as `mongodb.database`."""
    paths = [
        tmp_path / "argument.toml",
        tmp_path / "environment.toml",
        tmp_path / "xdg/wildwood/wildwood.toml",
        home / ".config/wildwood/wildwood.toml",
    ]
    for path, name in zip(paths, FILES, strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'[mongodb]\ndatabase = "{name}"', encoding="utf-8")
    return paths


@pytest.mark.parametrize(
    ("by_argument", "variables", "expected"),
    [
        (True, ["WILDWOOD_CONFIG", "XDG_CONFIG_HOME"], "the argument"),
        (False, ["WILDWOOD_CONFIG", "XDG_CONFIG_HOME"], "the environment"),
        (False, ["XDG_CONFIG_HOME"], "XDG_CONFIG_HOME"),
        (False, [], "the home directory"),
    ],
    ids=FILES,
)
def test_the_file_with_the_highest_priority_is_read(
    files: list[Path], tmp_path: Path, *, by_argument: bool, variables: list[str], expected: str
) -> None:
    values = {"WILDWOOD_CONFIG": str(files[1]), "XDG_CONFIG_HOME": str(tmp_path / "xdg")}
    environment = {name: values[name] for name in variables}
    assert load_config(files[0] if by_argument else None, environment).mongodb.database == expected


def test_a_missing_user_file_is_not_an_error(home: Path) -> None:
    environment = {"XDG_CONFIG_HOME": str(home / "nowhere")}
    assert load_config(environment=environment) == load_config(environment={})


def test_a_user_without_a_home_directory_has_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_path: Path) -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "expanduser", unknown)
    assert isinstance(load_config(environment={}).paths.us, UnknownPath)


def test_a_user_file_that_cannot_be_seen_is_named(home: Path) -> None:
    looping = home / ".config"
    looping.symlink_to(looping)
    file = looping / "wildwood" / "wildwood.toml"
    with pytest.raises(ConfigError) as caught:
        load_config(environment={})
    assert str(caught.value) == (
        f"Cannot read the configuration file {file}: Too many levels of symbolic links."
    )


def test_a_user_file_whose_target_is_gone_is_named(home: Path) -> None:
    file = home / ".config" / "wildwood" / "wildwood.toml"
    file.parent.mkdir(parents=True)
    file.symlink_to(home / "gone")
    with pytest.raises(ConfigError) as caught:
        load_config(environment={})
    assert str(caught.value) == (
        f"Cannot read the configuration file {file}: No such file or directory."
    )


def test_the_environment_of_the_process_is_the_default(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WILDWOOD_CONFIG", str(write('[mongodb]\ndatabase = "other"')))
    assert load_config().mongodb.database == "other"


# The URI in the environment


def test_the_uri_in_the_environment_overrides_that_of_the_file(write: Write) -> None:
    environment = {"WILDWOOD_MONGODB_URI": "mongodb://variable/"}
    loaded = load_config(write('[mongodb]\nuri = "mongodb://file/"'), environment)
    assert loaded.mongodb.uri == "mongodb://variable/"


def test_the_uri_in_the_environment_is_used_without_a_file() -> None:
    loaded = load_config(environment={"WILDWOOD_MONGODB_URI": "mongodb://variable/"})
    assert loaded.mongodb.uri == "mongodb://variable/"


@pytest.mark.parametrize("variable", ["WILDWOOD_CONFIG", "WILDWOOD_MONGODB_URI"])
def test_an_empty_variable_counts_as_unset(variable: str) -> None:
    assert load_config(environment={variable: ""}) == load_config(environment={})


# Unknown keys and tables

TABLES = (
    "[paths], [mongodb], [limits], [strength], [features], [output], [alarm], [language],"
    " [extraction]"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[limit]\nexternal = 0.5", f"unknown table or key 'limit'; the tables are {TABLES}."),
        ("external = 0.5", f"unknown table or key 'external'; the tables are {TABLES}."),
        (
            "[limits]\nexternl = 0.5",
            "unknown key limits.externl; [limits] has external, internal, most, rif_mb, index_mb.",
        ),
        ("[output]\nlimits = 0.5", "unknown key output.limits; [output] has presort, report."),
    ],
    ids=["table", "key outside a table", "key", "table in another"],
)
def test_an_unknown_key_or_table_is_named_with_the_known_ones(
    write: Write, text: str, message: str
) -> None:
    assert refusal(write(text)) == message


@pytest.mark.parametrize("key", list(DEFAULTS))
def test_a_value_in_place_of_a_table_is_named(write: Write, key: str) -> None:
    assert refusal(write(f"{key} = 1")) == f"{key!r} must be a table, written as [{key}]."


# Values of the wrong type


@pytest.mark.parametrize("value", ["1", "0.5", "true", "2015-03-05", "[]", '["/a"]'])
@pytest.mark.parametrize(
    "key",
    [
        "paths.us",
        "paths.ps",
        "paths.db",
        "mongodb.uri",
        "mongodb.database",
        "features.punctuation",
    ],
)
def test_a_string_setting_must_be_a_string(write: Write, key: str, value: str) -> None:
    assert f"{key} must be a string, not " in refusal(write(f"{key} = {value}"))


@pytest.mark.parametrize("value", ['"0.5"', '""', "true", "false", "2015-03-05", "[0.5]"])
@pytest.mark.parametrize(
    "key",
    ["mongodb.connect_timeout_s", "mongodb.timeout_s", "limits.external", "limits.internal"],
)
def test_a_numeric_setting_must_be_a_number(write: Write, key: str, value: str) -> None:
    assert refusal(write(f"{key} = {value}")).startswith(f"{key} must be a number, not ")


@pytest.mark.parametrize("value", ["1", "0", "0.0", '"true"', '""', "[true]"])
def test_a_boolean_setting_must_be_true_or_false(write: Write, value: str) -> None:
    message = refusal(write(f"output.presort = {value}"))
    assert message.startswith("output.presort must be true or false, not ")


@pytest.mark.parametrize("value", ["-1", "0.5", "1000001"])
def test_the_most_similar_papers_are_a_whole_number(write: Write, value: str) -> None:
    assert refusal(write(f"limits.most = {value}")).startswith("limits.most must be ")


# Paths


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ('[paths]\nus = "a/b"', "paths.us"),
        ('[paths]\ndb = "a/b"', "paths.db"),
        ('[extraction]\nfiles = "a/b"', "extraction.files"),
    ],
)
def test_a_relative_path_is_relative_to_the_file(
    write: Write, monkeypatch: pytest.MonkeyPatch, text: str, setting: str
) -> None:
    file = write(text)
    monkeypatch.chdir("/")
    assert attrgetter(setting)(load_config(file, {})) == file.parent / "a/b"
    monkeypatch.chdir(file.parent)
    assert attrgetter(setting)(load_config(Path(file.name), {})) == file.parent / "a/b"


# Invalid files


@pytest.mark.parametrize("by_variable", [False, True], ids=["the argument", "the environment"])
def test_a_missing_file_is_named(tmp_path: Path, *, by_variable: bool) -> None:
    path = tmp_path / "missing.toml"
    with pytest.raises(ConfigError) as caught:
        load_config(
            None if by_variable else path, {"WILDWOOD_CONFIG": str(path)} if by_variable else {}
        )
    assert str(caught.value) == (
        f"Cannot read the configuration file {path}: No such file or directory."
    )


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(tmp_path, {})
    assert str(caught.value) == f"Cannot read the configuration file {tmp_path}: Is a directory."


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"[limits\nexternal = 0.5", id="an open bracket"),
        pytest.param(b"[limits]\nexternal = 0,5", id="a decimal comma"),
        pytest.param(b"[paths]\nus = /a", id="no quotes"),
        pytest.param(b"[limits]\nexternal = 0.5\nexternal = 0.6", id="a key twice"),
        pytest.param(b"[limits]\n[limits]", id="a table twice"),
        pytest.param('[paths]\nus = "/é"'.encode("iso-8859-1"), id="not UTF-8"),
        pytest.param('[paths]\nus = "/é"'.encode("utf-16"), id="UTF-16"),
        pytest.param(b"\x00", id="not text"),
    ],
)
def test_a_file_with_invalid_toml_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    message = f"The configuration file {path} is not valid TOML: "
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}"):
        load_config(path, {})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("workers = 0", "extraction.workers must be between 1 and 1024, not 0."),
    ],
)
def test_a_value_that_is_not_allowed_is_named(write: Write, line: str, message: str) -> None:
    assert refusal(write(f"[extraction]\n{line}")) == message


def test_every_number_has_a_range() -> None:
    shipped = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))
    numbers = {
        f"{table}.{key}"
        for table, keys in shipped.items()
        for key, value in keys.items()
        if type(value) in {int, float}
    }
    assert numbers == _RANGES.keys()
