"""What is done in a confined process."""

import json
import subprocess
import sys
from pathlib import Path

from tests.support.extraction_server import DUST

_PROGRAM = """
import json, sys
from pathlib import Path
from wildwood.extraction.extracted import DocumentFiles, DocumentType, Kind
from wildwood.extraction.service import confined_work
confined_work.load()
loaded = set(sys.modules)
files = DocumentFiles(DocumentType.PDF, *map(Path, sys.argv[1:]))
confined_work.read(files, confined_work.Requirements(scholarly=True))
confined_work.extract(files, list(Kind), None)
confined_work.full_text(files, has_pages=True)
confined_work.parse_references(["Goldin, C. (1990). Understanding the Gender Gap. Oxford."])
confined_work.divide_names("Goldin, C.", True)
confined_work.parse_affiliations("Harvard University, Cambridge, MA")
json.dump(sorted(set(sys.modules) - loaded), sys.stdout)
"""


def test_loads_nothing_that_the_processes_of_all_jobs_could_share(tmp_path: Path) -> None:
    """Each job would load it again: it is done in a process that ends with it."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, DUST, tmp_path / "lines"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == []
