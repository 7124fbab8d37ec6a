"""The options of commands that read lists of papers; others do not load the fields of lists."""

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
        if isinstance(value, Mapping):
            return value
        columns: dict[str, str] = {}
        for part in filter(None, value.split(",")):
            field, _, column = map(str.strip, part.partition("="))
            if field not in NAMES or not column:
                names = ", ".join(NAMES)
                message = f"{part!r} names no column; write such as authors=Writers, with one of"
                self.fail(f"{message} {names}.", param, ctx)
            columns[field] = column
        return columns


columns_option = click.option(
    "--columns", type=ColumnsType(), metavar="FIELD=COLUMN,…", default="",
    help="Columns of CSV that have unusual names, such as id=Nr,title=Name.",
)  # fmt: skip
