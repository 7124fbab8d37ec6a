"""Start confined processes, and do the work on a document in them."""

import codecs
import gc
import json
import os
import pickle
import selectors
import signal
import socket
import struct
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from wildwood.extraction import citations, crf, data, documents, full_text, reference_lists, tei
from wildwood.extraction.lines import join_lines, words_of
from wildwood.extraction.page_content import Pages
from wildwood.extraction.pdf import page_sizes
from wildwood.extraction.places import find_places, header_texts
from wildwood.extraction.sandbox import Access, confine, end_with, prepare
from wildwood.extraction.service import simhash
from wildwood.extraction.service.files import read_lines, write_lines
from wildwood.extraction.service.kinds import Document, adapter, plain
from wildwood.kernel.text import counted

MIN_WORDS = 100  # of a scholarly document (paper on the service, "Number of Documents Processed")
_CURE = "to accept it, tick the box on the page, send filter=0, or use --no-filter"
_ENCODINGS = ("utf-8-sig", "utf-16-le", "utf-32-le", "windows-1252")  # imported at first use
ALL_PAGES = (1, sys.maxsize)
Work = Callable[[Document, data.DocumentFiles], Any]


@dataclass(frozen=True, slots=True)
class Requirements:
    scholarly: bool  # refuses what has fewer than `MIN_WORDS` words or no list of references
    text: bool = False  # whether to refuse scans with a little text, such as a stamp
    pages: tuple[int, int] = ALL_PAGES  # the first and the last to read
    work: Work | None = None  # done in the process that reads, whose lines are not written


_PAPER = (
    b"The Title of a Paper\n1 Anna Smith\n1 University of Oslo\nAbstract\nIt is so (Smith 1990).\n"
    b"References\nSmith, A. (1990). The title of a chapter. In: The title of a book. Oslo: Press.\n"
)


def load_libraries() -> None:
    """Load what the work needs late, such as patterns, so that the jobs share it."""
    crf.load_models()
    simhash.simhash_words({"word": 1})
    tei.write_header_names("Anna Smith")
    adapter(data.FullText)
    sample = Document(tuple(documents.read_text_lines(_PAPER)))
    for kind in data.Kind:
        plain(kind, getattr(sample, kind.value))
    for encoding in _ENCODINGS:
        codecs.lookup(encoding)


def read(files: data.DocumentFiles, required: Requirements) -> tuple[int, Any]:
    """Read a document, refuse what lacks something, and do the work, if there is any.

    Else write its lines and return its fingerprint.
    """
    whole = documents.read_document(files.document, files.type, refuses_scans=required.text)
    first, last = required.pages
    lines = [line for line in whole if first <= line.page + 1 <= last]
    words = simhash.text_words(join_lines(lines, words_of(lines)))
    if whole and not lines:
        raise data.NothingToExtractError("The document has no text on the chosen pages.")
    count = sum(times for word, times in words.items() if len(word) > 1)
    least = MIN_WORDS if required.scholarly else 1
    if count < least:
        cure = f"; {_CURE}" if count and required.scholarly else ""
        raise data.NothingToExtractError(
            f"The document has {counted(count, 'word')}, and at least {least} are required{cure}."
        )
    has_list = reference_lists.find_section(lines).start < len(lines)
    if required.scholarly and not (has_list or citations.cited_works(lines)):
        raise data.NothingToExtractError(f"The document has no list of references; {_CURE}.")
    if required.work:
        return simhash.EMPTY, required.work(_document(lines, files), files)
    write_lines(files.lines, lines)
    return simhash.simhash_words(words), None


def convert(document: Path, target: Path) -> NoReturn:
    """Replace this process by Ghostscript, which converts PostScript to a PDF."""
    _become(documents.ghostscript_command(document, target), target.parent)


def recognise(picture: Path, target: Path, resolution: int, languages: str) -> NoReturn:
    """Replace this process by Tesseract, which reads a picture and writes a PDF of its text."""
    _become(documents.tesseract_command(picture, target, resolution, languages), target.parent)


def _become(command: list[str], scratch: Path) -> NoReturn:
    environment = {"PATH": os.defpath, "TMPDIR": str(scratch), "OMP_THREAD_LIMIT": "1"}
    os.execve(command[0], command, environment)  # noqa: S606 - the paths are ours


def extract(files: data.DocumentFiles, work: Work) -> Any:
    return work(_document(read_lines(files.lines), files), files)


def _document(lines: Sequence[data.Line], files: data.DocumentFiles) -> Document:
    pages = Pages(files.document if files.type is data.DocumentType.PDF else None)
    return Document(tuple(lines), pages)


def extract_kinds(
    document: Document, _: data.DocumentFiles, kinds: Sequence[data.Kind]
) -> list[Any]:
    return [plain(kind, getattr(document, kind.value)) for kind in kinds]


def extract_whole(
    document: Document,
    files: data.DocumentFiles,
    texts: Mapping[str, str] | None,
    *,
    has_pages: bool,
) -> list[Any]:
    """Return the header, unless its texts are given, and the full text.

    With pages, the full text also has the figures, and where they and the texts stand.
    """
    header = document.header if texts is None else None
    full = full_text.extract_full_text(document.lines, document.pages)
    if has_pages:
        sought = header_texts(header) if header else texts or {}
        places = find_places(document.lines, sought, full.citations)
        sizes = page_sizes(files.document)
        full = replace(full, pages=sizes, figures=document.figures, places=places)
    return [header and plain(data.Kind.HEADER, header), plain(data.FullText, full)]


def parse_references(texts: Sequence[str]) -> Any:
    parsed = [citations.parse_reference(" ".join(text.split())) for text in texts]
    return plain(data.Kind.CITATIONS, parsed)


STATUS = struct.Struct("i")  # sent for a job: its process number at first, its exit status later
MAX_JOB_BYTES = 128 * 1024  # more than the longest string of a client, 20,000 characters of 4 bytes


@dataclass(frozen=True, slots=True)
class WorkLimits:
    processes: int
    waiting: int  # the jobs that can be before another one that waits
    seconds: float  # of each job
    memory_bytes: int


@dataclass(frozen=True, slots=True)
class Job:
    function: Callable[..., Any]  # returns what JSON can represent, or replaces the process
    arguments: tuple[Any, ...]
    access: Access
    limits: WorkLimits


def main() -> None:
    """Start processes until the server ends."""
    server = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare()
    load_libraries()
    gc.collect()
    gc.freeze()  # the memory stays shared with the processes of the jobs
    polled = selectors.DefaultSelector()
    polled.register(server, selectors.EVENT_READ, partial(_start_next, server, polled))
    while True:
        key, _ = polled.select()[0]  # the files of the others can be closed with it
        key.data()


def _start_next(server: socket.socket, polled: selectors.BaseSelector) -> None:
    """Start the process of the next job; end with the server."""
    message, descriptors, _, _ = socket.recv_fds(server, MAX_JOB_BYTES, 2)
    if not descriptors:
        sys.exit()
    result, status = descriptors
    parent = os.getpid()
    process = os.fork()
    if process == 0:
        os._exit(_do(message, result, parent))
    os.close(result)
    _watch(process, socket.socket(fileno=status), polled)


def _watch(process: int, status: socket.socket, polled: selectors.BaseSelector) -> None:
    """Report the start and the end of a process; kill it when the server closes its socket."""
    end = os.pidfd_open(process)

    def kill() -> None:
        polled.unregister(status)
        os.kill(process, signal.SIGKILL)

    def report() -> None:
        _, code = os.waitpid(process, 0)
        with suppress(KeyError):  # it was killed
            polled.unregister(status)
        polled.unregister(end)
        os.close(end)
        with status, suppress(OSError):
            status.send(STATUS.pack(os.waitstatus_to_exitcode(code)))

    polled.register(end, selectors.EVENT_READ, report)
    polled.register(status, selectors.EVENT_READ, kill)  # the server sends nothing
    with suppress(OSError):
        status.send(STATUS.pack(process))


def _do(message: bytes, result: int, parent: int) -> int:
    try:
        end_with(parent)
        job: Job = pickle.loads(message)  # noqa: S301 - from the server, not from a client
        result = _keep_only(result)
        confine(job.access, job.limits.seconds, job.limits.memory_bytes)
        answer = {"result": job.function(*job.arguments)}
    except BaseException as error:  # noqa: BLE001 - it is reported
        answer = _described(error)
    try:
        with os.fdopen(result, "wb") as opened:
            opened.write(json.dumps(answer).encode("utf-8", "replace"))
    except BaseException:  # noqa: BLE001 - such as no memory; nothing is left to report it to
        return 1
    return 0


def _keep_only(result: int) -> int:
    """Close all files but the result's."""
    kept = os.dup2(result, 3, inheritable=False) if result != 3 else result  # noqa: PLR2004
    null = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(null, standard)
    os.closerange(4, os.sysconf("SC_OPEN_MAX"))
    return kept


def _described(error: BaseException) -> dict[str, str]:
    if isinstance(error, data.ExtractionError | MemoryError | FileNotFoundError):
        return {"error": type(error).__name__, "message": str(error)}
    return {"error": "", "message": "".join(traceback.format_exception(error))}
