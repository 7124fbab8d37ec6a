"""Try a target on inputs that cover more and more code, until it fails or the time is over.

usage: python -m tests.fuzzing.fuzz rif|text FOLDER [OPTIONS OF LIBFUZZER]

FOLDER receives the inputs that covered new code and, as FOLDER/crash-…, the input that failed; the
first inputs are the known bad rifs. See README.md.
"""

import hashlib
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["wildwood"]):
    from tests.fuzzing.targets import TARGETS

from tests.support.bad_rifs import CASES

MAX_BYTES = 4096
"""The length of an input; short ones are tried more often."""


def main() -> None:
    """Set up the fuzzer with the project's dictionary and first inputs, and run it."""
    name, folder, *options = sys.argv[1:]
    corpus = Path(folder) / name
    corpus.mkdir(parents=True, exist_ok=True)
    for case in CASES.values():
        if len(case.data) <= MAX_BYTES:
            (corpus / hashlib.sha256(case.data).hexdigest()).write_bytes(case.data)
    arguments = [
        sys.argv[0],
        f"-max_len={MAX_BYTES}",
        f"-artifact_prefix={folder}/",
        "-timeout=20",
        "-rss_limit_mb=2048",
        *([f"-dict={Path(__file__).parent / 'rif.dict'}"] if name == "rif" else []),
        *options,
        str(corpus),
    ]
    atheris.Setup(arguments, TARGETS[name])
    atheris.Fuzz()


main()
