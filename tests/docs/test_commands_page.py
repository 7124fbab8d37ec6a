"""Each command's help ends with an example that the program accepts."""

import re
import shlex

import click
import pytest

from wildwood.cli.program import group

from tests.support.all_commands import all_commands
from tests.support.installation import parse_command_line


@pytest.mark.parametrize("name", sorted(all_commands()))
def test_the_example_of_a_command_is_of_that_command(name: str) -> None:
    assert parse_command_line(example(all_commands()[name])).info_name == name


def test_the_example_of_the_program_is_of_the_main_command() -> None:
    assert parse_command_line(example(group)).info_name == "issue"


def test_an_example_with_an_unknown_option_would_be_found() -> None:
    with pytest.raises(click.NoSuchOption):
        parse_command_line(["wildwood", "latest", "--soon"])


def example(command: click.Command) -> list[str]:
    """The words of the example that ends a command's help."""
    (shown,) = re.findall(r"\bExample: (.*)\Z", " ".join((command.help or "").split()))
    return shlex.split(shown)
