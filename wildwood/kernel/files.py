"""Write files atomically; what a user names replaces no input and loses no decisions."""

import csv
import os
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from wildwood.kernel.errors import DISK_FULL, InputError, WildwoodError
from wildwood.kernel.text import clipped, counted, one_line, rows_in


def write_atomically(
    target: Path,
    content: bytes,
    temporary: Path | None = None,
    admit: Callable[[], None] | None = None,
) -> None:
    """Write, flush and rename a temporary file; on an error, also of `admit`, nothing changes."""
    temporary = temporary or target.with_name(f".{target.name}.tmp")
    temporary.unlink(missing_ok=True)
    try:
        with temporary.open("xb") as stream:  # "x" does not follow a link
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if admit is not None:
            admit()
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def make_folder(folder: Path) -> None:
    """Create a folder and its parents, and flush their entries to disk."""
    if not folder.exists():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    if sys.platform == "win32":  # where a folder cannot be opened
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


PACKAGE = Path(__file__).parents[1]


def folder(name: str) -> Path:
    """Return `config` or `migrations`, of an installed package or of the checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def cache_folder() -> Path:
    """Return the user's cache, or raise `RuntimeError` without a home directory."""
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "wildwood"


ID, SIMILAR_ID, DECISION, KEEP = "id", "similar_id", "decision", "keep"  # of a file of decisions
_STDIN = "-"
_HEAD = 1 << 16
_DAMAGED = (frozenset[str](), "", "")  # stands for decisions in rows that cannot be read

_Decided = tuple[frozenset[str], str, str]  # two ids, the decision, and the id to keep


def check_outputs(outs: Iterable[Path], inputs: Iterable[Path | None]) -> None:
    """Refuse an output that is an input or another output, or has decisions if no input has any."""
    files, outs = [file for file in inputs if file], list(outs)
    check_apart(outs, files)
    for out in () if any(map(_decisions_in, files)) else outs:
        _check_decisions(out, b"")


def check_apart(outs: Iterable[Path], inputs: Iterable[Path]) -> None:
    files_read = {_identity(file): file for file in inputs}
    written: dict[object, Path] = {}
    for out in outs:
        identity = _identity(out)
        if file := files_read.get(identity):
            name = "standard input" if str(file) == _STDIN else str(file)
            same = "it" if name == str(out) else f"it is {name}, which"
            raise InputError(f"Cannot write {out}: {same} is read, too; name another file.")
        if file := written.get(identity):
            names = "" if file == out else f", also as {file}"
            fault = f"Cannot write {out}: it would be written twice{names}; name another file."
            raise InputError(fault)
        written[identity] = out


def _identity(file: Path) -> object:
    try:
        status = os.fstat(0) if str(file) == _STDIN else file.stat()
    except OSError:
        return os.path.realpath(file).casefold()
    return status.st_dev, status.st_ino


@contextmanager
def input_errors(
    action: str,
    hint: str = "",
    kind: type[WildwoodError] = InputError,
    if_full: type[WildwoodError] | None = None,
) -> Iterator[None]:
    """Turn `OSError` into an error of ours with the message "Cannot ACTION: REASON HINT."."""
    try:
        yield
    except OSError as error:
        kind = if_full if if_full and error.errno in DISK_FULL else kind
        raise kind(f"Cannot {action}: {error.strerror}{hint}.") from error


def read_file(file: Path) -> bytes:
    with input_errors(f"read {clipped(str(file))}"):
        return file.read_bytes()


def write_file(
    file: Path, content: bytes, *, makes_folder: bool = False, keeps_decisions: bool = True
) -> None:
    """Write a file that a user named; raise `InputError` if it would lose decisions."""
    if keeps_decisions:
        _check_decisions(file, content)
    with input_errors(f"write {file}"):
        if makes_folder:
            make_folder(file.parent)
        write_atomically(file, content)


def write_files(contents: Mapping[Path, bytes]) -> None:
    """Write all files, or none if one would lose decisions."""
    for file, content in contents.items():
        _check_decisions(file, content)
    for file, content in contents.items():
        write_file(file, content)


def write_lines(file: Path, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Write tab-separated values without tabs and line breaks in them; create the directory."""
    lines = ("\t".join(map(one_line, row)) + "\n" for row in (headings, *rows))
    write_file(file, "".join(lines).encode(), makes_folder=True)


def _check_decisions(file: Path, content: bytes) -> None:
    stored = _decisions_in(file)
    if stored and (lost := stored - _decisions_of(content)):
        fault = f"Cannot write {file}: it has {counted(len(lost), 'decision')} that would be lost"
        cure = "name another file, and apply decisions with --decisions, which carries them over."
        raise InputError(f"{fault}; {cure}")


def _decisions_in(file: Path) -> frozenset[_Decided]:
    """Return the decisions in a file; only the first line of a long list is read."""
    if file.is_file():  # a pipe can be read only once
        with suppress(OSError), file.open("rb") as stream:
            head = stream.readline(_HEAD)
            if DECISION in _text(head):
                return _decisions_of(head + stream.read())
    return frozenset()


def _decisions_of(data: bytes) -> frozenset[_Decided]:
    rows = rows_in(_text(data))
    decisions: set[_Decided] = set()
    try:
        if {ID, SIMILAR_ID, DECISION} <= set(rows.fieldnames or ()):
            decisions.update(_decided(row) for row in rows if row[DECISION] or row.get(KEEP))
    except csv.Error:
        decisions.add(_DAMAGED)
    return frozenset(decisions)


def _decided(row: Mapping[str, str | None]) -> _Decided:
    cells = ((row.get(name) or "").strip() for name in (ID, SIMILAR_ID, DECISION, KEEP))
    first, second, decision, keep = cells
    return frozenset((first, second)), decision.lower(), {"1": first, "2": second}.get(keep, keep)


def _text(data: bytes) -> str:
    """Decode a text of spreadsheet programs; characters outside ASCII do not matter."""
    is_wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    return data.decode("utf-16" if is_wide else "utf-8-sig", "replace")
