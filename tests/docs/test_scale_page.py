"""The commands of docs/scale.md can be given."""

import re
import shlex
from importlib import metadata

import pytest

from tests.support.installation import parse_command_line
from tests.support.paths import DOCS

TEXT = (DOCS / "scale.md").read_text(encoding="utf-8")
COMMANDS = [
    shlex.split(line, comments=True)
    for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    for line in block.splitlines()
]


def test_it_starts_a_cluster_in_three_lines() -> None:
    assert [command[:2] for command in COMMANDS] == [
        ["dask", "scheduler"],
        ["dask", "worker"],
        ["wildwood", "rebuild"],
    ]


def test_its_rebuild_can_be_given() -> None:
    [command] = [command for command in COMMANDS if command[0] == "wildwood"]
    assert parse_command_line(command).params["cluster"] == "tcp://scheduler:8786"


@pytest.mark.parametrize("program", ["scheduler", "worker"])
def test_its_programs_of_dask_have_these_options(program: str) -> None:
    [command] = [command for command in COMMANDS if command[:2] == ["dask", program]]
    [loaded] = metadata.entry_points(group="dask_cli", name=program)
    used = {word for word in command if word.startswith("--")}
    assert used <= {option for parameter in loaded.load().params for option in parameter.opts}
