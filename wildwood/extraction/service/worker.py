"""Start confined processes, and do the work on a document in them."""

import codecs
import gc
import json
import os
import pickle
import select
import signal
import socket
import struct
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from wildwood.biblio import names, person
from wildwood.extraction import (
    affiliations,
    citations,
    crf,
    data,
    documents,
    floats,
    footnotes,
    grobid_server,
    reference_lists,
)
from wildwood.extraction.affiliations import AffiliationParts
from wildwood.extraction.data import (
    DocumentFiles,
    ExtractionError,
    FullText,
    Funder,
    Header,
    Kind,
    NothingToExtractError,
)
from wildwood.extraction.documents import read_document
from wildwood.extraction.full_text import extract_full_text
from wildwood.extraction.lines import join_lines, words_of
from wildwood.extraction.pdf import page_sizes
from wildwood.extraction.places import find_places
from wildwood.extraction.sandbox import Access, ProcessLimits, confine, end_with, prepare
from wildwood.extraction.service import simhash
from wildwood.extraction.service.files import read_lines, write_lines
from wildwood.extraction.service.kinds import EXTRACTORS, plain, prepare_adapters
from wildwood.kernel.text import counted

MIN_WORDS = 100  # of a scholarly document (paper on the service, "Number of Documents Processed")
_CURE = "to accept it, tick the box on the page, send filter=0, or use --no-filter"
_ENCODINGS = ("utf-8-sig", "utf-16-le", "windows-1252")  # of documents; imported at first use


ALL_PAGES = (1, sys.maxsize)


@dataclass(frozen=True, slots=True)
class Requirements:
    scholarly: bool  # refuses what has fewer than `MIN_WORDS` words or no list of references
    text: bool = False  # whether to refuse scans with a little text, such as a stamp
    pages: tuple[int, int] = ALL_PAGES  # the first and the last to read


def load_libraries() -> None:
    """Load what the work needs late, so that the processes of the jobs share it."""
    crf.load_models()
    simhash.simhash("word")
    prepare_adapters(*Kind, FullText, list[AffiliationParts])
    for encoding in _ENCODINGS:
        codecs.lookup(encoding)


def read(files: DocumentFiles, required: Requirements) -> int:
    """Read a document, write its lines, and return its fingerprint; refuse what lacks something."""
    whole = read_document(files.document, files.type, refuses_scans=required.text)
    first, last = required.pages
    lines = [line for line in whole if first <= line.page + 1 <= last]
    words = simhash.text_words(join_lines(lines, words_of(lines)))
    count = sum(times for word, times in words.items() if len(word) > 1)
    least = MIN_WORDS if required.scholarly else 1
    if count < least:
        cure = f"; {_CURE}" if count and required.scholarly else ""
        raise NothingToExtractError(
            f"The document has {counted(count, 'word')}, and at least {least} are required{cure}."
        )
    has_list = reference_lists.find_section(lines).start < len(lines)
    if required.scholarly and not (has_list or footnotes.cited_works(lines)):
        raise NothingToExtractError(f"The document has no list of references; {_CURE}.")
    write_lines(files.lines, lines)
    return simhash.simhash_words(words)


def convert(document: Path, target: Path) -> NoReturn:
    """Replace this process by Ghostscript, which converts PostScript to a PDF."""
    _become(documents.ghostscript_command(document, target), target.parent)


def recognise(picture: Path, target: Path, resolution: int, languages: str) -> NoReturn:
    """Replace this process by Tesseract, which reads a picture and writes a PDF of its text."""
    _become(documents.tesseract_command(picture, target, resolution, languages), target.parent)


def _become(command: list[str], scratch: Path) -> NoReturn:
    environment = {"PATH": os.defpath, "TMPDIR": str(scratch), "OMP_THREAD_LIMIT": "1"}
    os.execve(command[0], command, environment)  # noqa: S606 - the paths are ours


def extract_kinds(files: DocumentFiles, kinds: Sequence[Kind]) -> list[Any]:
    lines = read_lines(files.lines)
    return [plain(kind, EXTRACTORS[kind].extract(lines)) for kind in kinds]


def full_text(files: DocumentFiles, header: Mapping[str, str], *, has_pages: bool) -> Any:
    """Return the full text, if with pages also where it and the texts of a header stand."""
    lines = read_lines(files.lines)
    full = extract_full_text(lines)
    if has_pages:
        places = find_places(lines, header, full.citations)
        full = replace(full, pages=page_sizes(files.document), places=places)
    return plain(FullText, full)


def read_grobid(files: DocumentFiles, kind: Kind, answer: Path) -> Any:
    """Return the header or the citations in GROBID's answer, which can be empty."""
    content = answer.read_bytes()
    if kind is Kind.HEADER:
        return plain(kind, grobid_server.read_header(content) if content else Header())
    extracted = grobid_server.read_citations(content) if content else []
    return plain(kind, citations.add_contexts(extracted, read_lines(files.lines)))


def parse_references(texts: Sequence[str]) -> Any:
    return plain(
        Kind.CITATIONS, [citations.parse_reference(" ".join(text.split())) for text in texts]
    )


def divide_names(text: str, cited: bool) -> Any:  # noqa: FBT001 - jobs have no named arguments
    """Return the parts of the names in a text, as in a reference or as below a title."""
    if cited:
        return [person.cited(name) for name in names.cited_names(text)]
    return [person.divided(name) for name in names.header_names(text)]


def parse_affiliations(text: str) -> Any:
    return plain(list[AffiliationParts], affiliations.parse_affiliation(text))


def find_funders(text: str) -> Any:
    return plain(list[Funder], list(floats.find_funders(text)))


STATUS = struct.Struct("i")  # sent for a job: its process number at first, its exit status later
MAX_JOB_BYTES = 128 * 1024  # more than the longest string of a client, 20,000 characters of 4 bytes


@dataclass(frozen=True, slots=True)
class Job:
    function: Callable[..., Any]  # returns what JSON can represent, or replaces the process
    arguments: tuple[Any, ...]
    access: Access
    limits: ProcessLimits


def main() -> None:
    """Start processes until the server closes its socket."""
    server = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare()
    load_libraries()
    gc.collect()
    gc.freeze()  # the memory stays shared with the processes of the jobs
    running = _Running()
    running.polled.register(server, select.POLLIN)
    while True:
        descriptor, _ = running.polled.poll()[0]  # the others can be closed with it
        if descriptor != server.fileno():
            running.go_on(descriptor)
        elif not _start_next(server, running):
            return


def _start_next(server: socket.socket, running: "_Running") -> bool:
    """Start the process of the next job; return False at the end."""
    message, descriptors, _, _ = socket.recv_fds(server, MAX_JOB_BYTES, 2)
    if not descriptors:
        return False
    result, status = descriptors
    parent = os.getpid()
    process = os.fork()
    if process == 0:
        os._exit(_do(message, result, parent))
    os.close(result)
    running.add(process, socket.socket(fileno=status))
    return True


class _Running:
    """The running processes, each with the socket that reports its status to the server."""

    def __init__(self) -> None:
        self.polled = select.poll()
        self._ends: dict[int, tuple[int, socket.socket]] = {}  # by the descriptor of its end
        self._of_sockets: dict[int, int] = {}

    def add(self, process: int, status: socket.socket) -> None:
        end = os.pidfd_open(process)
        self._ends[end] = process, status
        self._of_sockets[status.fileno()] = process
        self.polled.register(end, select.POLLIN)
        self.polled.register(status, 0)  # only its end
        with suppress(OSError):
            status.send(STATUS.pack(process))

    def go_on(self, descriptor: int) -> None:
        """Report the end of a process, or kill one whose status socket the server has closed."""
        if descriptor in self._of_sockets:
            self.polled.unregister(descriptor)
            os.kill(self._of_sockets.pop(descriptor), signal.SIGKILL)
            return
        process, status = self._ends.pop(descriptor)
        _, code = os.waitpid(process, 0)
        with suppress(OSError):
            status.send(STATUS.pack(os.waitstatus_to_exitcode(code)))
        self.polled.unregister(descriptor)
        os.close(descriptor)
        if self._of_sockets.pop(status.fileno(), None):
            self.polled.unregister(status)
        status.close()


def _do(message: bytes, result: int, parent: int) -> int:
    try:
        end_with(parent)
        job: Job = pickle.loads(message)  # noqa: S301 - from the server, not from a client
        result = _keep_only(result)
        confine(job.access, job.limits)
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
    name = type(error).__name__
    is_known = isinstance(error, ExtractionError) and hasattr(data, name)
    if is_known or isinstance(error, MemoryError | FileNotFoundError):
        return {"error": name, "message": str(error)}
    return {"error": "", "message": "".join(traceback.format_exception(error))}
