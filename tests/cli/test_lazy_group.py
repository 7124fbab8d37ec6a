"""A command's module is imported when the command is used, and listed without."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from wildwood.cli.program import group, screen

from tests.support.all_commands import all_commands


def test_the_list_of_commands_imports_none_of_them() -> None:
    program = (
        "import sys; from wildwood.cli.program import group;"
        "group(['--help'], standalone_mode=False);"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "Show whether all is well" in done.stdout
    loaded = set(done.stderr.split())
    assert not loaded & {"pymongo", "numpy", "lxml", "wildwood.lists"}
    assert {name for name in loaded if name.startswith("wildwood.cli.")} == {
        "wildwood.cli.parameters", "wildwood.cli.output", "wildwood.cli.program",
    }  # fmt: skip


@pytest.mark.parametrize("name", ["status", "runs"])
def test_a_command_that_compares_nothing_yet_needs_no_numpy(name: str) -> None:
    program = f"import sys, wildwood.cli.{name}; sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_verdict_on_one_title_needs_no_server_of_pages_and_no_numpy() -> None:
    program = "import sys, wildwood.cli.screen_text; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not set(done.stdout.split()) & {"http.server", "webbrowser", "numpy", "lxml"}


def test_showing_pairs_imports_nothing_for_lists_of_other_formats_or_numpy() -> None:
    program = "import sys, wildwood.cli.showing; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert {name for name in loaded if name.startswith("wildwood.lists.")} == {
        "wildwood.lists.amf", "wildwood.lists.content",
    }  # fmt: skip
    assert not loaded & {"wildwood.biblio.names", "numpy"}


@pytest.mark.parametrize("of", [group, screen], ids=lambda of: of.name)
def test_the_summaries_are_the_first_sentences_of_the_help(of: click.Group) -> None:
    # click keeps the names of the help option that it sees first.
    context = click.Context(of, max_content_width=200, terminal_width=200, **of.context_settings)
    listed = of.get_help(context)
    _, _, listed = listed.partition("Commands:\n")
    shown = dict(line.replace("*", "").split(maxsplit=1) for line in listed.splitlines())
    commands = all_commands(of)
    assert shown == {name: commands[name].get_short_help_str(200) for name in commands}


@pytest.mark.parametrize("words", [["help", "evalute"], ["help", "screen", "fils"]])
def test_help_on_an_unknown_command_names_the_nearest(words: list[str]) -> None:
    helped = CliRunner().invoke(group, words)
    assert helped.exit_code == 2
    assert "the nearest command is '" in helped.stderr


def test_the_default_command_gets_what_names_no_command() -> None:
    resolved = group.resolve_command(click.Context(group), ["2015-03-05", "0.6"])
    assert resolved == ("issue", all_commands()["issue"], ["2015-03-05", "0.6"])


@pytest.mark.parametrize(
    ("words", "same"),
    [
        (["help"], ["--help"]),
        (["help", "compare"], ["compare", "--help"]),
        (["help", "screen", "files"], ["screen", "files", "--help"]),
    ],
)
def test_help_is_a_command_too(words: list[str], same: list[str]) -> None:
    helped, expected = (CliRunner().invoke(group, each) for each in (words, same))
    assert (helped.exit_code, helped.stdout) == (0, expected.stdout)
    assert helped.stdout.startswith("Usage: ")
