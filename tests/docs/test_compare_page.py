"""What docs/compare.md says of works lost is what the command says."""

import csv
import hashlib
import re
import shlex
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from wildwood.cli.program import group
from wildwood.kernel.pairs import COLUMNS
from wildwood.kernel.text import write_rows
from wildwood.lists.deduplication import MAX_DRAWN, most_plausible

from tests.support.paths import DOCS

TEXT = (DOCS / "compare.md").read_text(encoding="utf-8")
_, _, SECTION = TEXT.partition("\n## How many works can be lost\n")
RECORD = (
    "TY  - JOUR\nAN  - {0}{2}\nTI  - {1}\nAU  - Lee, A.\nPY  - 1999{2}\nJO  - Trade\nER  - \n\n"
)


def records(count: int) -> str:
    """Return records in RIS, each twice, with titles that have no word in common."""
    digests = (hashlib.sha256(bytes([number % 256, number // 256])) for number in range(count))
    titles = (" ".join(re.findall("........", digest.hexdigest())[:4]) for digest in digests)
    return "".join(
        RECORD.format(number, title, month)
        for number, title in enumerate(titles)
        for month in ("", "/05")
    )


def test_its_commands_say_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.ris").write_text(records(300), encoding="utf-8")
    (commands,) = re.findall(r"```sh\n(.*?)```", SECTION, re.DOTALL)
    (shown,) = re.findall(r"<!-- sample: .*?-->\n```\n(.*?)```", SECTION, re.DOTALL)
    first, second = (shlex.split(line, comments=True)[1:] for line in commands.splitlines())
    assert CliRunner().invoke(group, first).exit_code == 0
    sample = Path("sample.csv")
    rows = list(csv.DictReader(StringIO(sample.read_text(encoding="utf-8"))))
    decided = [{**row, "decision": "same"} for row in rows]
    sample.write_text(write_rows(COLUMNS, decided), encoding="utf-8", newline="")
    assert CliRunner().invoke(group, second).stderr.startswith(shown)


def test_its_bounds_are_those_of_the_command() -> None:
    rows = re.findall(r"^\| ([\d,]+) \| (.*) \|$", SECTION, re.MULTILINE)
    assert len(rows) == 4
    for size, cells in rows:
        total = int(size.replace(",", ""))
        bounds = [most_plausible(total, MAX_DRAWN, wrong) - wrong for wrong in range(3)]
        assert cells.replace("at most ", "").replace(" lost", "") == " | ".join(
            f"{bound:,}" for bound in bounds
        )
