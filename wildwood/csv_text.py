"""Tables as text: CSV as spreadsheet programs of any country write it."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wildwood.errors import InputError

_DELIMITERS = ",;\t|"


def delimiter_of(line: str) -> str:
    """Return the most frequent of the characters that separate cells."""
    return max(_DELIMITERS, key=line.count)


def read_text(file: Path) -> str:
    """Return the text of a file, without a byte order mark.

    Raises:
        InputError: it cannot be read, or is not in UTF-8.
    """
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            return stream.read()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not in UTF-8"
        raise InputError(f"Cannot read {file}: {reason}.") from error


def lines_of(file: Path) -> list[str]:
    """Return the lines of a text file; see `read_text`."""
    return read_text(file).splitlines()


def rows_in(text: str) -> "csv.DictReader[str]":
    """Return the rows of a table, whose first line names the columns."""
    delimiter = delimiter_of(text.partition("\n")[0])
    return csv.DictReader(io.StringIO(text, newline=""), strict=True, delimiter=delimiter)


def is_no_csv(name: str, rows: "csv.DictReader[str]", error: csv.Error) -> InputError:
    """Make the error of a file whose rows cannot be read."""
    return InputError(
        f"{name}: line {rows.reader.line_num} is not CSV ({error}); save the file as CSV, in UTF-8."
    )


def written(
    columns: Sequence[str], rows: Iterable[Mapping[str, Any]], *, named: bool = True
) -> str:
    """Return rows as CSV.

    Args:
        columns: their names; what a row has beside these is left out.
        rows: the cells by column; one that is missing is empty.
        named: whether the first line has the names.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", extrasaction="ignore")
    if named:
        writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
