"""A list that becomes a rif has the pairs in the nightly run that `compare` finds in the list."""

import json
from pathlib import Path
from typing import Any

from wildwood.lists.formats import Format
from wildwood.lists.reading import read_list
from wildwood.lists.writing import list_as

from tests.support.installation import Installation
from tests.support.paths import DATA

DATES = ("2020-02-03", "2020-02-10")
SPECIFIED = ("--formula", "specified")


def as_ris(folder: Path, date: str) -> Path:
    """Write the papers of a real issue as a list in RIS."""
    read = read_list(DATA / "issues" / f"{date}.amf.xml.gz")
    file = folder / f"{date}.ris"
    file.write_bytes(list_as(Format.RIS, read, read.entries))
    return file


def pairs(installation: Installation, *arguments: object) -> set[tuple[frozenset[str], str, str]]:
    result = installation.run(*map(str, arguments), "--json", "-q")
    assert result.exit_code == 0, result.output
    data: Any = json.loads(result.stdout)
    return {
        (
            frozenset((pair["paper"]["handle"], pair["similar"]["handle"])),
            f"{pair['strength']:.4f}",
            pair["type"],
        )
        for pair in (data["pairs"] if isinstance(data, dict) else data)
    }


def test_the_nightly_run_and_compare_find_the_same_pairs(
    installation: Installation, tmp_path: Path
) -> None:
    lists = [as_ris(tmp_path, date) for date in DATES]
    for file, date in zip(lists, DATES, strict=True):
        assert installation.run("rif", str(file), "--date", date).exit_code == 0
        assert installation.run(date).exit_code == 0
    nightly = pairs(installation, "show", DATES[1])
    older, newer = sorted(installation.us.iterdir())
    for old, new in (lists, (older, newer)):
        assert pairs(installation, "compare", new, old, *SPECIFIED) == nightly
    assert {kind for _, _, kind in nightly} == {"ext", "int"}
