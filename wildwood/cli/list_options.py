"""The options of commands that read lists of papers."""

from collections.abc import Mapping
from typing import Any

import click

from wildwood.lists.fields import NAMES


class ColumnsType(click.ParamType[Mapping[str, str]]):
    """Columns of CSV by field: id=Key,title=Name."""

    name = "columns"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Mapping[str, str]:
        """Read the columns."""
        if isinstance(value, Mapping):
            return value
        columns: dict[str, str] = {}
        for part in filter(None, value.split(",")):
            field, _, column = map(str.strip, part.partition("="))
            if field not in NAMES or not column:
                self.fail(
                    f"{part!r} names no column; write such as authors=Writers, with one of"
                    f" {', '.join(NAMES)}.",
                    param,
                    ctx,
                )
            columns[field] = column
        return columns


columns_option = click.option(
    "--columns", type=ColumnsType(), metavar="FIELD=COLUMN,…", default="",
    help="Columns of CSV that have unusual names, such as id=Nr,title=Name.",
)  # fmt: skip
"""The option `--columns`."""
