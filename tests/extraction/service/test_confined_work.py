"""What is done in a confined process."""

import json
import subprocess
import sys
from pathlib import Path

from tests.support.extraction_server import DUST

_PROGRAM = """
import json, re, sys
from functools import partial
from pathlib import Path
from wildwood.extraction.data import DocumentFiles
from wildwood.extraction.data import DocumentType
from wildwood.extraction.data import Kind
from wildwood.extraction import crf
from wildwood.extraction import tei
from wildwood.extraction.service import kinds
from wildwood.extraction.service import worker
worker.load_libraries()
loaded = set(sys.modules)
compiled, compile_pattern = [], re._compiler.compile
re._compiler.compile = lambda *given: compiled.append(given[0]) or compile_pattern(*given)
made = [one.cache_info().misses for one in (crf._tagger, kinds.adapter)]
document, lines = map(Path, sys.argv[1:])
files = DocumentFiles(DocumentType.PDF, document, lines)
worker.read(files, worker.Requirements(scholarly=True))
worker.extract(files, partial(worker.extract_kinds, kinds=list(Kind)))
worker.extract(files, partial(worker.extract_whole, texts=None, has_pages=True))
worker.parse_references(["Goldin, C. (1990). Understanding the Gender Gap. Oxford."])
tei.write_cited_names("Goldin, C.")
tei.write_affiliations("Harvard University, Cambridge, MA")
again = [one.cache_info().misses for one in (crf._tagger, kinds.adapter)]
large = [pattern for pattern in compiled if len(pattern) > 50]
json.dump([sorted(set(sys.modules) - loaded), made == again, large], sys.stdout)
"""


def test_loads_nothing_that_the_processes_of_all_jobs_could_share(tmp_path: Path) -> None:
    """Each job would load it again: it is done in a process that ends with it."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, DUST, tmp_path / "lines"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == [[], True, []]
