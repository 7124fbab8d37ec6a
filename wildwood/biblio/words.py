r"""Read words and phrases by kind and language, and make patterns of them.

`languages/CODE.txt` has the words of a language, `mul` those of all: one entry per line, below the
`[heading]` of its kind; `[months]` in the order of the year. Case counts only in entries with a
capital. `*` is any further letters, `-` a hyphen, a space or nothing; `.` and `'` can be missing.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "languages"
_HEADING = re.compile(r"\[(\w+)\]")
_ATOMS = {" ": r"\s", "*": r"\w*", "'": "['’]?", "-": r"[\s‐-]?", ".": r"\.?\s?"}
_Tree = dict[str, "_Tree"]


@cache
def entries_by_language(kind: str) -> Mapping[str, tuple[str, ...]]:
    """Return the entries of a kind by language code, in the order of the file."""
    return {language: kinds[kind] for language, kinds in read_languages().items() if kind in kinds}


@cache
def read_languages() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    return {path.stem: read_kinds(path) for path in sorted(_FOLDER.glob("*.txt"))}


def read_kinds(path: Path) -> Mapping[str, tuple[str, ...]]:
    """Return the lines below each heading of a file."""
    kinds: dict[str, list[str]] = {}
    for line in filter(None, path.read_text(encoding="utf-8").splitlines()):
        if heading := _HEADING.fullmatch(line):
            entries_of_kind = kinds.setdefault(heading[1], [])
        else:
            entries_of_kind.append(line)
    return {kind: tuple(entries_of_kind) for kind, entries_of_kind in kinds.items()}


@cache
def entries(*kinds: str) -> frozenset[str]:
    groups = (group for kind in kinds for group in entries_by_language(kind).values())
    return frozenset[str]().union(*groups)


@cache
def pattern(*kinds: str, spaced: bool = False) -> str:
    """Return a pattern of entries of some kinds; if `spaced`, it also matches `A BSTRACT`."""
    plain, exact = _Tree(), _Tree()
    for entry in sorted(entries(*kinds)):
        place = plain if entry == entry.lower() else exact
        for number, character in enumerate(entry):
            place = place.setdefault(_atom(character, spaced=spaced and number > 0), {})
        place[""] = {}
    groups = [f"(?{flag}:{_grouped(tree)})" for flag, tree in (("i", plain), ("-i", exact)) if tree]
    return f"(?:{'|'.join(groups)})"


@cache
def uncapitalised(*kinds: str) -> str:
    """Return a pattern of entries in lower case, or in capitals if they have no single letter."""
    lower = entries(*kinds)
    capitals = {entry.upper() for entry in lower if min(map(len, re.findall(r"\w+", entry))) > 1}
    forms = sorted(map(re.escape, lower | capitals), key=len, reverse=True)
    return f"(?:{'|'.join(forms)})".replace(r"\ ", r"\s?")


@cache
def words(*kinds: str) -> re.Pattern[str]:
    """Return the pattern of entries of some kinds that are not part of a longer word."""
    return re.compile(rf"(?<!\w){pattern(*kinds)}(?!\w)")


@cache
def _atom(character: str, *, spaced: bool) -> str:
    return r"\s?" * (spaced and character.isalpha()) + _ATOMS.get(character, re.escape(character))


def _grouped(tree: _Tree) -> str:
    """Return the pattern of a tree, in which common prefixes are tried once; longest first."""
    choices = [atom + _grouped(rest) for atom, rest in tree.items() if atom]
    if not choices:
        return ""
    if len(choices) == 1 and "" not in tree:
        return choices[0]
    return f"(?:{'|'.join(choices)}){'?' * ('' in tree)}"
