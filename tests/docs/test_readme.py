"""The README tells the truth, and is a page."""

import re
import shlex
from pathlib import Path

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Paper
from wildwood.kernel.settings import load_config
from wildwood.kernel.strength import shared_totals, strength

from tests.support.fork_server import ForkServer
from tests.support.installation import parse_command_line
from tests.support.page_steps import matches
from tests.support.paths import CHECKOUT

TEXT = (CHECKOUT / "README.md").read_text(encoding="utf-8")


def between(left: Paper, right: Paper) -> float:
    shared = shared_totals(left.features, right.features)
    return strength(shared, left.features.totals, right.features.totals)


def test_it_has_nine_kilobytes_at_most() -> None:
    assert len(TEXT.encode()) <= 9 * 1024


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


def test_its_first_command_is_the_one_that_is_tried_on_a_clean_clone() -> None:
    commands = re.findall(r"```sh\n(.*?)\n```", TEXT, re.DOTALL)
    assert commands[0].endswith("wildwood demo --keep")
    assert commands[1] == "sh tests/run"


def test_its_crontab_line_runs_a_command_that_it_installs_and_that_exists() -> None:
    (line,) = re.findall(r"^[0-9]+ [0-9]+ \* \* \*  (.*)$", TEXT, re.MULTILINE)
    program, *arguments = shlex.split(line)
    assert f"python3 -m venv {program.removesuffix('/bin/wildwood')} " in TEXT
    assert parse_command_line([program, *arguments]).info_name == "latest"


def test_its_configuration_is_valid(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    file = tmp_path / "wildwood.toml"
    file.write_text(shown, encoding="utf-8")
    assert load_config(file).paths.us == Path("~/lists/us").expanduser()


def test_its_commands_are_on_the_path_after_the_installation() -> None:
    assert TEXT.index("export PATH=~/wildwood/bin:$PATH") < TEXT.index("\nwildwood show ")


def test_its_installation_has_the_extras_that_its_commands_need() -> None:
    (installed,) = re.findall(r"~/wildwood/bin/pip install '\.\[(.*)\]'", TEXT)
    _, _, nightly = TEXT.partition("## Every night")
    needed = re.findall(r"\(extra `(\w+)`\)", nightly.partition("\n## ")[0])
    assert {"embedded", *needed} == {*installed.split(",")}
    assert needed


def test_its_first_installation_reads_the_lists_that_it_names() -> None:
    found = re.search(r"\.venv/bin/pip install -q '\.\[(.*)\]'", TEXT)
    assert found is not None
    assert "Lists can be RIS, BibTeX," in TEXT
    assert "lists" in found[1].split(",")


def test_its_excerpt_is_what_the_demo_prints(fork_server: ForkServer, tmp_path: Path) -> None:
    environment = {"PATH": "/usr/bin:/bin", "COLUMNS": "90"}
    done = fork_server.run(
        "wildwood", "demo", tmp_path / "demo", merged=True, environment=environment
    )
    assert done.returncode == 0
    (excerpt,) = re.findall(r"<!-- demo: .*?-->\n```\n(.*?)```", TEXT, re.DOTALL)
    assert matches(f"{excerpt}…", done.stdout)


def test_its_comparison_of_lists_is_what_the_command_prints(
    fork_server: ForkServer, tmp_path: Path
) -> None:
    (shown,) = re.findall(r"<!-- compare: .*?-->\n```\n\$ (.*?)\n(.*?)```", TEXT, re.DOTALL)
    command, printed = shown
    program, *arguments = shlex.split(command)
    assert program == ".venv/bin/wildwood"
    name = arguments.pop()
    arguments.append(str(tmp_path / name))
    done = fork_server.run("wildwood", *arguments, merged=True)
    assert done.returncode == 0
    assert matches(printed, done.stdout.replace(arguments[-1], name))
    assert (tmp_path / name).exists()
