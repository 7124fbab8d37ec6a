"""Random us rifs: good ones, bad ones, and papers that are too large to store."""

import gzip
import random
from dataclasses import dataclass, field
from pathlib import Path

from wildwood.biblio.entry import Record

from tests.endurance.operator.code_version import MAX_BYTES, NEW_PUNCTUATION
from tests.support.amf import HEAD, TAIL, rif

DATES = ("2015-03-05", "2015-03-12", "2015-03-19", "2015-03-26", "2015-04-02", "2015-04-09")
_HANDLES = [f"RePEc:abc:wpaper:{number}" for number in range(9)]
_NAMES = ("Anna Smith", "Smith, Bob", "Bob Smith", "Keen,M.", "J.E. Stiglitz", "José Ángel", "李明")
_TITLES = (
    "Trade and Growth in Open Economies",
    "Trade and Growth in Closed Economies",
    "Trade and Growth in Open-Economies",
    f"Trade and Growth in Open{NEW_PUNCTUATION}Economies",
    "Growth in Open Economies: A Survey",
    "A Survey",
    "Commerce et croissance dans les économies ouvertes",
    "Handel und Wachstum in offenen Volkswirtschaften",
    "Cryptomacro nowcastability and the flexicurity of tradewars",
)
_STAMPS = ("_1425548400", "_1425549000")
_LARGE_BYTES = (600, 3_000)
_PADDING = b" " * 1_200_000
BAD = (
    b"",
    HEAD.encode() + b"<text id='a'>",
    b"<?xml version='1.0'?><!DOCTYPE amf [<!ENTITY a 'b'>]><amf>&a;</amf>",
    b"<html/>",
    b"\xff\xfe\x00",
    gzip.compress(rif())[:-9],
)
"""Content that no command accepts."""
LARGE = "toolarge"
"""A word that titles of too large papers begin with."""


def _record(chance: random.Random, large: float) -> Record:
    names = chance.sample(_NAMES, chance.choice([0, 1, 1, 1, 2]))
    titles = chance.sample(_TITLES, chance.choice([0, 1, 1, 1, 1, 2]))
    if chance.random() < large:
        titles = [LARGE + "x" * chance.choice([*_LARGE_BYTES, MAX_BYTES])]
    return Record(chance.choice(_HANDLES), tuple(names), tuple(titles))


def good_rif(chance: random.Random, large: float = 0.0) -> bytes:
    """Make a rif of a few papers of a few authors, so that many resemble each other."""
    papers = chance.choice([0, 1, 2, 3, 4, 4, 5])
    return rif(*(_record(chance, large) for _ in range(papers)))


@dataclass
class UsRifs:
    """The us directory, and what has been done to it."""

    folder: Path
    faulty: set[str] = field(default_factory=set)
    """The names of files that commands may refuse, or whose papers they may leave out."""
    earlier: list[tuple[str, bytes, bool]] = field(default_factory=list)
    """Names and contents of rifs that were replaced or removed, and whether they were faulty."""

    def files(self) -> list[Path]:
        return sorted(self.folder.iterdir())

    def contents(self) -> dict[Path, bytes]:
        """Return the content of each file; that of a link is where it leads."""
        return {
            path: bytes(path.readlink()) if path.is_symlink() else path.read_bytes()
            for path in self.files()
        }

    def dates(self) -> list[str]:
        """Return the dates that have a file."""
        return sorted({path.name[:10] for path in self.files()} & set(DATES))

    def of(self, date: str) -> list[Path]:
        """Return the files of a date."""
        return [path for path in self.files() if path.name.startswith(date)]

    def arrive(self, date: str, chance: random.Random) -> str:
        """Put a rif in place of any other of its date; return its name."""
        large = chance.choice([0, 0, 0, 0, 0, 0, 0, 0.3])
        return self.put(date, good_rif(chance, large), chance, is_faulty=large > 0)

    def put(
        self, date: str, content: bytes, chance: random.Random, *, is_faulty: bool = False
    ) -> str:
        self.withdraw(date)
        return self.add(date, content, chance, is_faulty=is_faulty)

    def add(
        self, date: str, content: bytes, chance: random.Random, *, is_faulty: bool = False
    ) -> str:
        """Write a rif under any of the names that rifs have, some compressed."""
        stamp, suffix = chance.choice(["", "", *_STAMPS]), chance.choice(["", "", ".gz"])
        name = f"{date}{stamp}.amf.xml{suffix}"
        if suffix and content not in BAD:
            content = gzip.compress(content, mtime=0)
        self._write(name, content, is_faulty=is_faulty)
        return name

    def restore(self, chance: random.Random) -> str:
        """Bring back a rif as it was; return its name, or none if nothing has changed yet."""
        if not self.earlier:
            return ""
        name, content, was_faulty = chance.choice(self.earlier)
        self.withdraw(name[:10])
        self._write(name, content, is_faulty=was_faulty)
        return name

    def withdraw(self, date: str) -> None:
        """Remove all files of a date."""
        for path in self.of(date):
            if not path.is_symlink():
                was = (path.name, path.read_bytes(), path.name in self.faulty)
                self.earlier = [*self.earlier[-20:], was]
            path.unlink()
            self.faulty.discard(path.name)

    def supersede(self, date: str, chance: random.Random) -> str:
        """Write two rifs of a date that differ in ernad's time stamp alone."""
        self.withdraw(date)
        for stamp in _STAMPS:
            self._write(f"{date}{stamp}.amf.xml", good_rif(chance), is_faulty=False)
        return f"{date}{_STAMPS[1]}.amf.xml"

    def rename(self, chance: random.Random) -> str:
        """Give a rif another name, with the same content."""
        path = chance.choice(self.files())
        new = path.with_name(f"{path.name[:10]}.v{chance.randrange(3)}{_suffix(path)}")
        if path.name in self.faulty:
            self.faulty = self.faulty - {path.name} | {new.name}
        path.rename(new)
        return new.name

    def pad(self, date: str, chance: random.Random) -> str:
        """Write a rif of more than 1 MB; compressed, it is small."""
        content = good_rif(chance).replace(TAIL.encode(), _PADDING + TAIL.encode())
        return self.put(date, content, chance, is_faulty=True)

    def spoil(self, date: str, chance: random.Random) -> str:
        """Write a rif that no command accepts: bad, twice, or not there; return its name."""
        kind = chance.random()
        if kind < 0.2:
            return self.add(date, good_rif(chance), chance, is_faulty=True)
        if kind < 0.3:
            self.withdraw(date)
            (self.folder / f"{date}.amf.xml").symlink_to("nowhere")
            self.faulty.add(f"{date}.amf.xml")
            return "a link that leads nowhere"
        return self.put(date, chance.choice(BAD), chance, is_faulty=True)

    def misname(self, chance: random.Random) -> str:
        """Write a file whose name has no date, or an impossible one."""
        name = chance.choice(["notes.xml", "2015-02-30.amf.xml", "20151399.xml.gz"])
        self._write(name, good_rif(chance), is_faulty=name != "notes.xml")
        return name

    def repair(self, chance: random.Random) -> list[str]:
        """Replace all files that commands may refuse by good ones; return their names."""
        names = sorted(self.faulty & {path.name for path in self.files()})
        for name in names:
            (self.folder / name).unlink(missing_ok=True)
        self.faulty.clear()
        for name in names:
            date = name[:10]
            if date in DATES and not self.of(date):
                self.put(date, good_rif(chance), chance)
        for date in DATES:
            if len({_without_stamp(path) for path in self.of(date)}) > 1:
                names.append(self.put(date, good_rif(chance), chance))
        return names

    def _write(self, name: str, content: bytes, *, is_faulty: bool) -> None:
        (self.folder / name).write_bytes(content)
        self.faulty.discard(name)
        if is_faulty:
            self.faulty.add(name)


def _suffix(path: Path) -> str:
    return ".xml.gz" if path.name.endswith(".gz") else ".xml"


def _without_stamp(path: Path) -> str:
    name = path.name
    for stamp in _STAMPS:
        name = name.replace(stamp, "_")
    return name
