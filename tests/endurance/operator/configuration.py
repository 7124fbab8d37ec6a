"""A configuration whose keys change at random: those that a result depends on, and others."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

Value = str | float | bool
Tables = dict[str, dict[str, Value]]

_CHOICES: Mapping[tuple[str, str], Sequence[Value]] = {
    ("limits", "external"): (0.6, 0.3, 0.95),
    ("limits", "internal"): (0.6, 0.3, 0.95),
    ("limits", "most"): (0, 1, 2),
    ("limits", "rif_mb"): (1024, 1),
    ("limits", "index_mb"): (2048, 1),
    ("strength", "formula"): ("specified", "dice", "tolerant"),
    ("features", "punctuation"): ("space", "delete"),
    ("output", "presort"): (True, False),
    ("language", "mark"): (False, True),
    ("language", "doubtful"): ("as judged", "keep", "leave out"),
    ("language", "pause_s"): (1, 0),
    ("mongodb", "timeout_s"): (30, 60),
    ("extraction", "port"): (8085, 8086),
}
"""The values of each key; the first is the default."""
_OWN = ("allow", "deny", "corrections")
_WORDS = ("trade", "growth", "cryptomacro", "nowcastability", "handel", "und", "croissance")
_HANDLE = "RePEc:abc:wpaper:0"


@dataclass
class Configuration:
    """The configuration file of an installation, and the user's own lists."""

    home: Path
    uri: str
    database: str
    changed: Tables = field(default_factory=dict)
    """The values that are not the default."""
    folders: dict[str, Path] = field(init=False)

    def __post_init__(self) -> None:
        self.folders = {name: self.home / name for name in ("us", "ps", "db")}

    def tables(self, ps: Path | None = None, database: str | None = None) -> Tables:
        """Return all tables of the file; `ps` and `database` are those of a fresh installation."""
        folders = self.folders | ({"ps": ps} if ps else {})
        paths: dict[str, Value] = {name: str(folder) for name, folder in folders.items()}
        mongodb: dict[str, Value] = {"uri": self.uri, "database": database or self.database}
        tables: Tables = {"paths": paths, "mongodb": mongodb}
        for name, table in self.changed.items():
            tables[name] = {**tables.get(name, {}), **table}
        return tables

    def write(self) -> Path:
        path = self.home / "wildwood.toml"
        path.write_text(as_toml(self.tables()), encoding="utf-8")
        return path

    def change(self, chance: random.Random) -> str:
        """Give a key another value, or an own list another content; return what has changed."""
        if chance.random() < 0.15:
            return self._change_own_list(chance)
        marked = ("language", "mark")
        table, key = chance.choice([*_CHOICES, *[marked] * (not self.marks_languages) * 3])
        value = chance.choice(_CHOICES[table, key])
        self._set(table, key, value, default=_CHOICES[table, key][0])
        return f"{table}.{key} = {value}"

    def to_defaults(self) -> str:
        """Remove all changes."""
        self.changed = {}
        self.write()
        return "defaults"

    def set_path(self, name: str, folder: Path) -> str:
        """Configure another directory."""
        self.folders[name] = folder
        self.write()
        return f"paths.{name} = {folder.name}"

    @property
    def marks_languages(self) -> bool:
        return bool(self.changed.get("language", {}).get("mark"))

    def essence(self) -> str:
        """Return what a result can depend on, with the content of the own lists."""
        lists = [path.read_text(encoding="utf-8") for path in self._own_lists()]
        return json.dumps([self.changed, lists], sort_keys=True)

    def _own_lists(self) -> list[Path]:
        return [path for name in _OWN if (path := self.home / f"{name}.txt").exists()]

    def _change_own_list(self, chance: random.Random) -> str:
        name = chance.choice(_OWN)
        path = self.home / f"{name}.txt"
        path.write_text(_own_list(name, chance), encoding="utf-8")
        is_used = chance.random() < 0.7
        self._set("language", name, str(path) if is_used else "", default="")
        return f"language.{name} {'used' if is_used else 'not used'}, with other content"

    def _set(self, table: str, key: str, value: Value, *, default: Value) -> None:
        changed = {**self.changed.get(table, {}), key: value}
        if value == default:
            del changed[key]
        self.changed = {**self.changed, table: changed}
        self.write()


def as_toml(tables: Tables) -> str:
    """Return a configuration file; strings, numbers and booleans are written as in JSON."""
    return "".join(
        f"[{name}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())
        for name, table in tables.items()
    )


def _own_list(name: str, chance: random.Random) -> str:
    if name != "corrections":
        return "".join(f"{word}\n" for word in chance.sample(_WORDS, 2))
    language = chance.choice(["en", "other"])
    return f"{_HANDLE}\t{language}\tdetector\t0.5\t0.8\t\tTrade and Growth in Open Economies\n"
