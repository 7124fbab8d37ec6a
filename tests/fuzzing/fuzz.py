"""Tries a target on inputs that reach ever more of the code, until it fails or the time is over.

usage: python -m tests.fuzzing.fuzz rif|text FOLDER [OPTIONS OF LIBFUZZER]

FOLDER takes the inputs that reached something new and, as FOLDER/crash-…, what failed; it starts
with the table of bad rifs. See README.md.
"""

import hashlib
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["wildwood"]):
    from tests.fuzzing.targets import TARGETS

from tests.support.bad_rifs import CASES

LONGEST = 4096
"""Bytes of an input: small ones are tried often."""


def main() -> None:
    """Set the fuzzer up with the words and the seeds of the project, and let it run."""
    name, folder, *options = sys.argv[1:]
    corpus = Path(folder) / name
    corpus.mkdir(parents=True, exist_ok=True)
    for case in CASES.values():
        if len(case.data) <= LONGEST:
            (corpus / hashlib.sha256(case.data).hexdigest()).write_bytes(case.data)
    given = [
        sys.argv[0],
        f"-max_len={LONGEST}",
        f"-artifact_prefix={folder}/",
        "-timeout=20",
        "-rss_limit_mb=2048",
        *([f"-dict={Path(__file__).parent / 'rif.dict'}"] if name == "rif" else []),
        *options,
        str(corpus),
    ]
    atheris.Setup(given, TARGETS[name])
    atheris.Fuzz()


main()
