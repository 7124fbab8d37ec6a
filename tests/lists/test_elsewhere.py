"""Lists are read and compared in memory on any system, without MongoDB and network."""

from pathlib import Path

import pytest

from tests.lists.test_formats import SAMPLES
from tests.support.elsewhere import run_elsewhere

READ = """
from pathlib import Path
from wildwood.lists import read_list
print([entry.id for entry in read_list(Path(sys.argv[1])).entries])
"""
COMPARE = """
import wildwood.lists.as_amf, wildwood.matching.indexed_papers, wildwood.scoring.features
from wildwood.atomic_write import write_atomically
"""


@pytest.mark.parametrize("name", SAMPLES)
def test_a_list_is_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text(SAMPLES[name][1].replace("ENCODING", "UTF-8"), encoding="utf-8")
    done = run_elsewhere(READ, str(path))
    assert (done.stdout, done.stderr) == ("['RePEc:abc:wpaper:1', 'two']\n", "")


def test_what_compares_in_memory_is_imported() -> None:
    done = run_elsewhere(COMPARE)
    assert (done.returncode, done.stderr) == (0, "")
