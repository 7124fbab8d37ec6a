r"""Words and phrases by kind and language, and the patterns made of them.

`KIND/LANGUAGE.txt` beside this module has an entry on each line, in lower case unless its case
counts. `*` at the end of a word stands for any further letters, `-` for a hyphen, a space or
nothing, and `#` begins a comment. Another language is another file.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent
_ATOMS = {" ": r"\s", "*": r"\w*", "'": "['’]", "-": r"[\s‐-]?"}
"""What the characters with a meaning become in a pattern."""
_Tree = dict[str, "_Tree"]


@cache
def by_language(kind: str) -> Mapping[str, tuple[str, ...]]:
    """Return the entries of a kind, in the order of the file, by the code of their language."""
    files = sorted((_FOLDER / kind).glob("*.txt"))
    return {path.stem: tuple(_entries(path.read_text(encoding="utf-8"))) for path in files}


def _entries(text: str) -> Iterable[str]:
    lines = (line.partition("#")[0].strip() for line in text.split("\n"))
    return filter(None, lines)


@cache
def entries(*kinds: str) -> frozenset[str]:
    """Return the entries of some kinds in all languages."""
    return frozenset(
        one for kind in kinds for listed in by_language(kind).values() for one in listed
    )


@cache
def pattern(*kinds: str, spaced: bool = False) -> str:
    """Return a regular expression, in a group, that matches the entries of some kinds.

    Args:
        kinds: the kinds.
        spaced: whether a space can be after each letter, as in `A BSTRACT` and `a b s t r a c t`.
    """
    tree: _Tree = {}
    for entry in sorted(entries(*kinds)):
        place = tree
        for character in entry:
            place = place.setdefault(_atom(character, spaced=spaced), {})
        place[""] = {}
    return _grouped(tree)


def _atom(character: str, *, spaced: bool) -> str:
    atom = _ATOMS.get(character) or re.escape(character)
    return rf"{atom}\s?" if spaced and character.isalpha() else atom


def _grouped(tree: _Tree) -> str:
    """Return the pattern of a tree, in which a common beginning is tried once; longest first."""
    choices = [_sequence(atom, rest) for atom, rest in tree.items() if atom]
    if "" not in tree:
        return choices[0] if len(choices) == 1 else _group(choices)
    return f"{_group(choices)}?" if choices else ""


def _sequence(atom: str, rest: _Tree) -> str:
    return atom + _grouped(rest)


def _group(choices: Sequence[str]) -> str:
    return f"(?:{'|'.join(choices)})"
