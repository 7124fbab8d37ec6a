"""Attempts from inside a process that a document has taken over, on the real kernel."""

import ctypes
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from wildwood.extraction import documents, sandbox
from wildwood.extraction.sandbox import Access
from wildwood.extraction.service import processes
from wildwood.extraction.service.processes import Workers, workers
from wildwood.extraction.service.worker import WorkLimits

from tests.support.job_workers import workers_for
from tests.support.mongod import Mongod
from tests.support.waiting import TIMEOUT_S

LIMITS = WorkLimits(processes=1, waiting=0, seconds=TIMEOUT_S, memory_bytes=256 << 20)
NO_ACCESS = Access()
PROGRAM = Access(programs=documents.GHOSTSCRIPT_FILES)


@pytest.fixture(scope="module")
def pool() -> Iterator[Workers]:
    with workers_for(__name__, LIMITS) as started:
        yield started


class Uploads:
    """Two documents of a service, of which the process works on the first."""

    def __init__(self, folder: Path) -> None:
        self.ours, self.other = folder / "ours", folder / "other"
        for one in (self.ours, self.other):
            (one / "scratch").mkdir(parents=True)
            (one / "document").write_bytes(b"%PDF-1.4 secret")
            (one / "lines").write_bytes(b"secret")
        scratch = self.ours / "scratch"
        self.access = Access((self.ours / "document",), (self.ours / "lines",), (scratch,))


@pytest.fixture
def uploads(tmp_path: Path) -> Uploads:
    return Uploads(tmp_path)


Attempt = tuple[Callable[..., object], *tuple[object, ...]]
"""A function and its arguments."""


def allowed(pool: Workers, *attempts: Attempt, access: Access = NO_ACCESS) -> list[Attempt]:
    """Return the attempts that the kernel does not refuse to a process."""
    return [attempts[number] for number in pool.run(numbers_allowed, attempts, access=access)]


def numbers_allowed(attempts: Sequence[Attempt]) -> list[int]:
    """Try something from inside; return the numbers of the attempts that are not refused."""
    found = []
    for number, (attempt, *arguments) in enumerate(attempts):
        try:
            attempt(*arguments)
        except (PermissionError, BlockingIOError):
            continue
        found.append(number)
    return found


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def write(path: Path) -> None:
    path.write_bytes(b"changed")


def write_into(path: Path) -> None:
    """Write into a file that exists."""
    with path.open("r+b") as opened:
        opened.write(b"changed")


def list_folder(path: Path) -> list[str]:
    return [entry.name for entry in path.iterdir()]


def link(target: Path, name: Path) -> None:
    name.symlink_to(target)


def connect(address: tuple[str, int] | str) -> None:
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    with socket.socket(family) as opened:
        opened.connect(address)


def fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def start_thread() -> None:
    thread = threading.Thread(target=int)
    try:
        thread.start()
    except RuntimeError as error:
        raise PermissionError from error


def run_program() -> None:
    os.execv("/bin/true", ["true"])


def kill(number: int) -> None:
    os.kill(number, signal.SIGTERM)


def call(number: int, *arguments: int) -> None:
    """Make a system call."""
    library = ctypes.CDLL(None, use_errno=True)
    if library.syscall(number, *arguments) < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def open_files() -> list[int]:
    """Return the files that a process was started with."""
    found = []
    for descriptor in range(64):
        try:
            os.fstat(descriptor)
        except OSError:
            continue
        found.append(descriptor)
    return found


class TestFiles:
    def test_of_its_document_can_be_read_and_its_lines_written(
        self, pool: Workers, uploads: Uploads
    ) -> None:
        assert pool.run(read, uploads.ours / "document", access=uploads.access).endswith("secret")
        pool.run(write, uploads.ours / "lines", access=uploads.access)
        pool.run(write, uploads.ours / "scratch" / "new", access=uploads.access)
        assert (uploads.ours / "scratch" / "new").read_bytes() == b"changed"

    def test_of_another_upload_cannot_be_read_or_written(
        self, pool: Workers, uploads: Uploads
    ) -> None:
        files = [uploads.other / name for name in ("document", "lines")]
        attempts = [(attempt, file) for attempt in (read, write_into) for file in files]
        assert allowed(pool, *attempts, access=uploads.access) == []

    def test_of_others_cannot_be_listed(self, pool: Workers, uploads: Uploads) -> None:
        folders = (uploads.ours.parent, uploads.other, Path("/"), Path("/proc"), Path.home())
        attempts = [(list_folder, folder) for folder in folders]
        assert allowed(pool, *attempts, access=uploads.access) == []

    def test_of_its_document_cannot_be_written(self, pool: Workers, uploads: Uploads) -> None:
        attempts = (write_into, uploads.ours / "document"), (write, uploads.ours / "new")
        assert allowed(pool, *attempts, access=uploads.access) == []

    def test_of_the_system_cannot_be_read(self, pool: Workers) -> None:
        paths = "/etc/passwd", "/proc/self/environ", "/proc/1/cmdline", "/dev/zero"
        assert allowed(pool, *((read, Path(path)) for path in paths)) == []

    def test_cannot_be_replaced_by_links_that_the_server_would_follow(
        self, pool: Workers, uploads: Uploads
    ) -> None:
        name = uploads.ours / "scratch" / "link"
        attempt = (link, uploads.other / "document", name)
        assert allowed(pool, attempt, access=uploads.access) == []

    def test_of_another_upload_are_closed_to_a_program_too(
        self, pool: Workers, uploads: Uploads
    ) -> None:
        access = Access(scratch=(uploads.ours / "scratch",), programs=documents.GHOSTSCRIPT_FILES)
        assert pool.run_program(copy, uploads.other / "document", access=access) > 0
        assert pool.run_program(copy, Path("/etc/passwd"), access=access) > 0
        assert pool.run_program(copy, Path("/usr/bin/true"), access=access) == 0


def copy(path: Path) -> None:
    os.execv("/bin/cat", ["cat", str(path)])


class TestTheNetwork:
    def test_does_not_lead_to_the_database(self, pool: Workers, real_mongod: Mongod) -> None:
        connect((real_mongod.host, real_mongod.port))
        assert allowed(pool, (connect, (real_mongod.host, real_mongod.port))) == []

    def test_does_not_lead_to_a_socket_in_a_folder(self, pool: Workers, tmp_path: Path) -> None:
        """As that of a private server."""
        address = str(tmp_path / "socket")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(address)
            server.listen()
            connect(address)
            assert allowed(pool, (connect, address), access=Access(scratch=(tmp_path,))) == []


class TestOtherProcesses:
    def test_cannot_be_started(self, pool: Workers) -> None:
        assert allowed(pool, (fork,), (start_thread,), (run_program,)) == []
        assert allowed(pool, (fork,), access=PROGRAM) == []

    def test_cannot_be_ended(self, pool: Workers) -> None:
        with subprocess.Popen(["sleep", "3600"]) as other:
            assert allowed(pool, (kill, other.pid), (kill, os.getpid())) == []
            assert other.poll() is None
            other.kill()

    def test_cannot_be_traced_or_limited(self, pool: Workers) -> None:
        ptrace, prlimit = 101, 302
        attempts = (call, ptrace, 16, os.getpid(), 0, 0), (call, prlimit, os.getpid(), 7, 0, 0)
        assert allowed(pool, *attempts) == []

    def test_are_not_reached_by_files_that_were_open(self, pool: Workers) -> None:
        """Standard streams are /dev/null; the fourth is for the result."""
        assert pool.run(open_files) == [0, 1, 2, 3]


SYSTEM_CALLS = {
    "unshare": 272, "mount": 165, "bpf": 321, "keyctl": 250, "io_uring_setup": 425,
    "userfaultfd": 323, "perf_event_open": 298, "shmget": 29, "chmod": 90, "memfd_create": 319,
    "x32": 0x40000000 + 41,
}  # fmt: skip


def test_dangerous_system_calls_are_refused(pool: Workers) -> None:
    attempts = [(call, number, 0, 0, 0, 0, 0) for number in SYSTEM_CALLS.values()]
    assert allowed(pool, *attempts) == []


def niceness() -> int:
    """Return the field of proc_pid_stat(5); a confined process may not ask the kernel."""
    return int(read(Path("/proc/self/stat")).rpartition(")")[2].split()[16])


def test_a_process_leaves_the_processor_to_those_who_answer_requests(pool: Workers) -> None:
    assert pool.run(niceness, access=PROGRAM_AND_PROC) > niceness()


def test_a_process_has_no_privileges_to_gain(pool: Workers) -> None:
    assert pool.run_program(show_status, access=PROGRAM_AND_PROC) == 0


PROGRAM_AND_PROC = Access(programs=(*documents.GHOSTSCRIPT_FILES, Path("/proc")))


def show_status() -> None:
    os.execv("/bin/grep", ["grep", "-q", "NoNewPrivs:.*1", "/proc/self/status"])


class TestAKernelThatOffersLess:
    def test_is_known(self) -> None:
        here = sandbox.confinement()
        assert (here.landlock, here.seccomp) == (sandbox.landlock_version(), sandbox.has_seccomp())
        assert here.shortcomings == ()

    def test_is_said_clearly(
        self, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        nothing = sandbox.confinement_by(0, seccomp=False)
        monkeypatch.setattr(processes, "confinement", lambda: nothing)
        with workers(LIMITS):
            pass
        first, second = (record.getMessage() for record in caplog.records)
        assert "no Landlock" in first
        assert "no seccomp filters" in second
