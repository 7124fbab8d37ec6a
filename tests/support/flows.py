"""The flow charts in docs/; `python -m tests.support.docs` writes them."""

from itertools import pairwise

from wildwood.extraction.data import Kind as Extracted
from wildwood.extraction.http.formats import MediaFormat

from tests.support.drawing import Box, Chart, Group, Kind, svg


def nightly() -> str:
    """Draw what happens in a night, from the us rif to the ps rif."""
    us = Box(0, 0, Kind.DATA, "us rif", ("one issue, unsorted", "(written by ernad)"))
    read = Box(1, 0, Kind.STEP, "1. Read", ("features of names", "and titles"))
    compare = Box(2, 0, Kind.STEP, "2. Compare", ("with past papers and", "within the issue"))
    write = Box(3, 0, Kind.STEP, "3. Write", ("likely repeats first,", "everything else as is"))
    ps = Box(4, 0, Kind.DATA, "ps rif", ("the copy that", "an editor reads"))
    latest = Box(
        0, 1, Kind.COMMAND, "wildwood latest", ("runs each issue that", "is new or has changed")
    )
    stale = Box(
        1, 1, Kind.COMMAND, "latest --stale", ("runs an issue again", "if its past has changed")
    )
    past = Box(2, 1, Kind.DATA, "MongoDB", ("past papers and", "what was written"))
    store = Box(3, 1, Kind.STEP, "4. Store", ("the issue, with the", "digest of its ps rif"))
    status = Box(
        4, 1, Kind.COMMAND, "wildwood status", ("is every ps rif what", "a rebuild would write?")
    )
    row = (us, read, compare, write, ps)
    arrows = [*pairwise(row), (past, compare), (write, store), (store, past)]
    arrows += [(latest, us), (stale, read), (past, stale), (ps, status)]
    boxes = [*row, latest, stale, past, store, status]
    return svg(Chart("The nightly flow", boxes, arrows))


def service() -> str:
    """Draw what happens to a document in the extraction service."""
    kinds = [kind.value for kind in Extracted]
    formats = [one.label for one in MediaFormat]
    upload = Box(0, 0, Kind.DATA, "Upload", ("PDF, PostScript", "or text"))
    accept = Box(1, 0, Kind.STEP, "Accept", ("size, type and fair share;", "a token and links"))
    lines = Box(2, 0, Kind.STEP, "Read", ("characters and fonts", "become lines"))
    fingerprint = Box(3, 0, Kind.STEP, "Fingerprint", ("64 bits, similar for", "near duplicates"))
    stored = Box(4, 0, Kind.DATA, "MongoDB", ("documents, fingerprints,", "extracted data"))
    lookup = Box(4, 1, Kind.STEP, "Look up", ("data of this document", "or a near duplicate"))
    extract = Box(
        3, 1, Kind.STEP, "Extract", ("if nothing is stored:", f"{kinds[0]}, {kinds[1]}, …")
    )
    result = Box(2, 1, Kind.STEP, "Return JSON", ("through a pipe; the", "server checks it"))
    represent = Box(
        1,
        1,
        Kind.STEP,
        "Represent",
        (", ".join(formats[:3]) + ",", ", ".join(formats[3:]) + ", a page"),
    )
    response = Box(0, 1, Kind.DATA, "Response", (f"GET …/TOKEN/{kinds[0]}", "and other data"))
    path = (
        upload,
        accept,
        lines,
        fingerprint,
        stored,
        lookup,
        extract,
        result,
        represent,
        response,
    )
    confined = Group(lines, extract, "a confined process for each job: no network, no other files")
    arrows = list(pairwise(path))
    return svg(Chart("A document in the service", path, arrows, [confined]))
