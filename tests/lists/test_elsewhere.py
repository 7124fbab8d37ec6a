"""Lists are read and compared in memory on any system, without MongoDB and network."""

import json
from pathlib import Path

from tests.lists.test_formats import SAMPLES
from tests.support.elsewhere import run_elsewhere

READ = """
import json
from pathlib import Path
from wildwood.lists.reading import read_list
found = {}
for name, path in json.loads(sys.argv[1]).items():
    found[name] = [entry.id for entry in read_list(Path(path)).entries]
print(json.dumps(found))
"""
COMPARE = """
import wildwood.lists.amf, wildwood.kernel.candidate_index, wildwood.kernel.features
from wildwood.kernel.files import write_atomically
"""


def test_each_list_is_read(tmp_path: Path) -> None:
    paths = {name: str(tmp_path / str(number)) for number, name in enumerate(SAMPLES)}
    for name, path in paths.items():
        content = SAMPLES[name][1].replace("ENCODING", "UTF-8")
        Path(path).write_text(content, encoding="utf-8")
    done = run_elsewhere(READ, json.dumps(paths))
    assert done.stderr == ""
    assert json.loads(done.stdout) == {name: ["RePEc:abc:wpaper:1", "two"] for name in SAMPLES}


def test_what_compares_in_memory_is_imported() -> None:
    done = run_elsewhere(COMPARE)
    assert (done.returncode, done.stderr) == (0, "")
