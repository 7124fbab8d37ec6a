"""The README tells the truth."""

import re
import shlex

import click
import pytest

from wildwood.cli.program import group
from wildwood.model import Paper, Record
from wildwood.scoring.features import paper_of
from wildwood.scoring.similarity import shared_totals, strength

from tests.support import docs as readme
from tests.support.installation import understood

TEXT = readme.README.read_text(encoding="utf-8")


def between(left: Paper, right: Paper) -> float:
    shared = shared_totals(left.features, right.features)
    return strength(shared, left.features.totals, right.features.totals)


def test_its_help_and_configuration_are_the_real_ones() -> None:
    assert readme.filled(TEXT) == TEXT, "run: python -m tests.support.docs"


def test_its_worked_example_gives_the_strength_it_names() -> None:
    new = paper_of(Record("new", ("Anna Smith", "Bob Smith"), ("one two three four five six",)))
    known = paper_of(Record("known", ("Bob Smith",), ("three four five six seven",)))
    assert "(2/3)^(6/13) = 0.8293" in TEXT
    assert f"{between(new, known):.4f}" == "0.8293"


def test_its_example_papers_have_the_strength_it_shows() -> None:
    names = ("David G Blanchflower", "Alex Bryson")
    title = "The Economics of Walking About and Predicting "
    new = paper_of(Record("new", names, (title + "US Downturns",)))
    known = paper_of(Record("known", names, (title + "Unemployment",)))
    shown = re.search(r'nberwo:29172" strength="([\d.]+)"', TEXT)
    assert shown is not None
    assert f"{between(new, known):.4f}" == shown[1]


class TestTheExampleInTheHelp:
    """Each command's help ends with an example, as the README shows it."""

    @pytest.mark.parametrize("name", sorted(group.commands))
    def test_is_of_that_command(self, name: str) -> None:
        assert understood(example(group.commands[name])).info_name == name

    def test_of_the_whole_is_of_the_main_command(self) -> None:
        assert understood(example(group)).info_name == "issue"

    def test_with_an_option_that_is_none_would_be_found(self) -> None:
        with pytest.raises(click.NoSuchOption):
            understood(["wildwood", "latest", "--soon"])


def example(command: click.Command) -> list[str]:
    """The words of the example that ends a command's help."""
    (shown,) = re.findall(r"\bExample: (.*)\Z", " ".join((command.help or "").split()))
    return shlex.split(shown)


def test_its_first_command_is_the_one_that_is_tried_on_a_clean_clone() -> None:
    commands = re.findall(r"```sh\n(.*?)\n```", TEXT, re.DOTALL)
    assert commands[0].endswith("wildwood demo --keep")
    assert commands[1] == "sh tests/run"
