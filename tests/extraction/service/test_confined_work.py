"""What is done in a confined process."""

import json
import subprocess
import sys
from pathlib import Path

from wildwood.extraction.data import DocumentFiles, DocumentType, Kind
from wildwood.extraction.service import worker
from wildwood.extraction.service.kinds import pack

from tests.support.extraction_server import DUST

_PROGRAM = """
import json, sys
from pathlib import Path
from wildwood.extraction.data import DocumentFiles
from wildwood.extraction.data import DocumentType
from wildwood.extraction.data import Kind
from wildwood.extraction import crf
from wildwood.extraction.service import kinds, worker
worker.load_libraries()
loaded = set(sys.modules)
made = [one.cache_info().misses for one in (crf._tagger, kinds._adapter)]
document, lines, known = map(Path, sys.argv[1:])
files = DocumentFiles(DocumentType.PDF, document, lines)
worker.read(files, worker.Requirements(scholarly=True))
worker.extract_kind(files, list(Kind), known)
worker.full_text(files, has_pages=True)
worker.parse_references(["Goldin, C. (1990). Understanding the Gender Gap. Oxford."])
worker.divide_names("Goldin, C.", True)
worker.parse_affiliations("Harvard University, Cambridge, MA")
again = [one.cache_info().misses for one in (crf._tagger, kinds._adapter)]
json.dump([sorted(set(sys.modules) - loaded), made == again], sys.stdout)
"""


def test_loads_nothing_that_the_processes_of_all_jobs_could_share(tmp_path: Path) -> None:
    """Each job would load it again: it is done in a process that ends with it."""
    (tmp_path / "known").write_bytes(pack([]))
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, DUST, tmp_path / "lines", tmp_path / "known"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == [[], True]


def test_a_citation_that_a_near_duplicate_prints_the_same_is_not_parsed_again(
    tmp_path: Path,
) -> None:
    files = DocumentFiles(DocumentType.PDF, DUST, tmp_path / "lines")
    worker.read(files, worker.Requirements(scholarly=True))
    (own,) = worker.extract_kind(files, [Kind.CITATIONS], None)
    known = tmp_path / "known"
    known.write_bytes(pack([{**own[1], "title": "As known"}]))
    (found,) = worker.extract_kind(files, [Kind.CITATIONS], known)
    assert [one["title"] for one in found] == [
        own[0]["title"],
        "As known",
        *(one["title"] for one in own[2:]),
    ]
