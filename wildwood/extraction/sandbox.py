"""Confine processes that read documents, with Landlock, a seccomp filter and limits.

See <linux/landlock.h>, <linux/seccomp.h> and <linux/filter.h>. A system call that is not allowed
fails with EPERM.
"""

import ctypes
import errno
import math
import os
import platform
import resource
import signal
import site
import struct
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

_LIBC = ctypes.CDLL(None, use_errno=True)
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # on all architectures
_VERSION_FLAG = 1
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = (1 << bit for bit in range(4))
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_FILE = (1 << bit for bit in (4, 5, 7, 8))
_TRUNCATE = 1 << 14
_FILE_RIGHTS = ((1, 13), (2, 14), (3, 15), (5, 16))  # version, and number of file rights since it
_ALL_NETWORK_RIGHTS = 0b11  # to listen on TCP ports and to connect to them
_ALL_SCOPES = 0b11  # abstract sockets and signals of other processes
_NETWORK_SINCE, _SCOPES_SINCE = 4, 6

_READ = _READ_FILE | _READ_DIR
_WRITE = _WRITE_FILE | _TRUNCATE
_SCRATCH = _READ | _WRITE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_FILE
_FOR_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE


@dataclass(frozen=True, slots=True)
class Access:
    """The files open to a process; all others are closed."""

    read: tuple[Path, ...] = ()  # files, and folders with all that is below them
    write: tuple[Path, ...] = ()  # files that exist
    scratch: tuple[Path, ...] = ()  # folders whose files it can read, write, make and remove
    programs: tuple[Path, ...] = ()  # folders whose files it can read and run, if they exist


_RULESET = struct.Struct("QQQ")  # rights to files, to the network and of scopes
_RULE = struct.Struct("=Qi")  # rights, and the descriptor of a file


def landlock_version() -> int:
    """Return the kernel's version of Landlock, or 0."""
    try:
        return _call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG))
    except OSError:
        return 0


def restrict_files(access: Access) -> None:
    """Restrict this process, which must have no privileges to gain; raise OSError if refused."""
    version = landlock_version()
    handled = (1 << max(number for since, number in _FILE_RIGHTS if since <= version)) - 1
    network = _ALL_NETWORK_RIGHTS if version >= _NETWORK_SINCE else 0
    ruleset = _RULESET.pack(handled, network, _ALL_SCOPES if version >= _SCOPES_SINCE else 0)
    size = ctypes.c_size_t(8 if version < _NETWORK_SINCE else 16 if version < _SCOPES_SINCE else 24)
    descriptor = _call(_CREATE_RULESET, ruleset, size, ctypes.c_uint32(0))
    try:
        given = (access.read, _READ), (access.write, _WRITE), (access.scratch, _SCRATCH)
        programs = filter(os.path.exists, access.programs), _READ | _EXECUTE
        for paths, rights in (*given, programs):
            _allow(descriptor, paths, rights & handled)
        _call(_RESTRICT_SELF, ctypes.c_int(descriptor), ctypes.c_uint32(0))
    finally:
        os.close(descriptor)


def _allow(ruleset: int, paths: Iterable[Path], rights: int) -> None:
    for path in paths:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            rule = _RULE.pack(rights if path.is_dir() else rights & _FOR_FILES, opened)
            beneath = ctypes.c_int(_PATH_BENEATH)
            _call(_ADD_RULE, ctypes.c_int(ruleset), beneath, rule, ctypes.c_uint32(0))
        finally:
            os.close(opened)


def _call(number: int, *arguments: object) -> int:
    return _checked(_LIBC.syscall(ctypes.c_long(number), *arguments))


def _checked(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_ALLOW, _REFUSE, _KILL = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x80000000

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06  # instructions
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
"""Offsets in the data that the filter sees (little endian)."""
_X32 = 0x40000000  # the first number of the calls of x86's x32, which are others


def _allowed_calls() -> dict[str, tuple[int, ...]]:
    """Return the numbers of the system calls that computing needs, by architecture."""
    table = Path(__file__).with_name("system_calls.txt").read_text(encoding="ascii")
    _, *columns = zip(*map(str.split, table.splitlines()), strict=True)
    return {name: tuple(int(each) for each in column if each != "-") for name, *column in columns}


@dataclass(frozen=True, slots=True)
class _Calls:
    architecture: int  # AUDIT_ARCH in <linux/audit.h>
    allowed: tuple[int, ...]
    prlimit: int  # allowed for the process itself; another one's limits are not its business
    tgkill: int  # allowed for the process itself, to abort
    execve: int


_ALLOWED = _allowed_calls()
_CALLS = {
    "x86_64": _Calls(0xC000003E, _ALLOWED["x86_64"], prlimit=302, tgkill=234, execve=59),
    "aarch64": _Calls(0xC00000B7, _ALLOWED["aarch64"], prlimit=261, tgkill=131, execve=221),
}


_INSTRUCTION = struct.Struct("HBBI")  # code, how many to skip if true and if false, and value
_instruction = _INSTRUCTION.pack
_PROGRAM = struct.Struct("HP")  # length, and address of the first instruction


def has_seccomp() -> bool:
    """Return whether the kernel filters system calls, with numbers known for this machine."""
    if platform.machine() not in _CALLS or not hasattr(_LIBC, "prctl"):
        return False
    # A filter at address 0 cannot be read: EFAULT. Without filters it is not even tried.
    _LIBC.prctl(_PR_SET_SECCOMP, _MODE_FILTER, None)
    return ctypes.get_errno() == errno.EFAULT


def restrict_calls(*, programs: bool) -> None:
    """Restrict this process, which must have no privileges to gain; raise OSError if refused."""
    own = _check_first_argument(_CALLS[platform.machine()].tgkill, os.getpid())
    rules = _rules_of_any_process(programs=programs) + own + _instruction(_RETURN, 0, 0, _REFUSE)
    buffer = ctypes.create_string_buffer(rules)
    program = _PROGRAM.pack(len(rules) // _INSTRUCTION.size, ctypes.addressof(buffer))
    _checked(_LIBC.prctl(_PR_SET_SECCOMP, _MODE_FILTER, program))


@cache
def _rules_of_any_process(*, programs: bool) -> bytes:
    calls = _CALLS[platform.machine()]
    rules = [
        _instruction(_LOAD, 0, 0, _ARCHITECTURE), _instruction(_EQUAL, 1, 0, calls.architecture),
        _instruction(_RETURN, 0, 0, _KILL), _instruction(_LOAD, 0, 0, _NUMBER),
        _instruction(_AT_LEAST, 0, 1, _X32), _instruction(_RETURN, 0, 0, _REFUSE),
    ]  # fmt: skip
    for number in (*calls.allowed, *((calls.execve,) if programs else ())):
        rules += [_instruction(_EQUAL, 0, 1, number), _instruction(_RETURN, 0, 0, _ALLOW)]
    return b"".join([*rules, _check_first_argument(calls.prlimit, 0)])


def _check_first_argument(number: int, value: int) -> bytes:
    """Allow a call only with this value as first argument."""
    return b"".join((
        _instruction(_EQUAL, 0, 4, number), _instruction(_LOAD, 0, 0, _FIRST_ARGUMENT),
        _instruction(_EQUAL, 0, 1, value), _instruction(_RETURN, 0, 0, _ALLOW),
        _instruction(_RETURN, 0, 0, _REFUSE),
    ))  # fmt: skip


_PACKAGE = Path(__file__).parents[1]
_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38  # from <linux/prctl.h>
_DESCRIPTORS = 64
_SPARE_CPU_S = 2  # the limit of processor time only ends what nothing else has ended
_NICENESS = 10  # requests are answered before documents are processed


@dataclass(frozen=True, slots=True)
class Confinement:
    landlock: int  # version of Landlock; 0 if the kernel has none
    seccomp: bool
    shortcomings: tuple[str, ...]  # what such a process could still do, one sentence each


@cache
def confinement() -> Confinement:
    return confinement_by(landlock_version(), seccomp=has_seccomp())


def confinement_by(version: int, *, seccomp: bool) -> Confinement:
    shortcomings = []
    if not version:
        shortcomings.append(
            "This kernel has no Landlock, so that a worker can open other files of its user."
        )
    if not seccomp:
        shortcomings.append(
            "This kernel has no seccomp filters, or the machine is neither x86-64 nor ARM64,"
            " so that a worker can use the network."
        )
    return Confinement(version, seccomp, tuple(shortcomings))


def prepare() -> None:
    """Cache what `confine` needs for forked processes."""
    for programs in (False, True) if confinement().seccomp else ():
        _rules_of_any_process(programs=programs)
    _own_files()


def end_with(parent: int) -> None:
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def confine(access: Access, seconds: float, memory_bytes: int) -> None:
    """Take from this process permanently all that its work does not need.

    `seconds` are of processor time; `memory_bytes` are added to the memory that it has already, and
    limit each file that it writes.
    It keeps its open files, the files of `access`, and Python's and Wildwood's own; it can start
    no process, and another program only if `access` has programs.
    """
    pages = int(Path("/proc/self/statm").read_bytes().split()[0])  # most of them shared
    for name, value in (
        (resource.RLIMIT_AS, pages * resource.getpagesize() + memory_bytes),
        (resource.RLIMIT_FSIZE, memory_bytes),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _DESCRIPTORS),
        (resource.RLIMIT_NPROC, 0),
    ):
        resource.setrlimit(name, (value, value))
    most = math.ceil(seconds) + _SPARE_CPU_S
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    os.nice(_NICENESS)
    os.umask(0o077)
    offered = confinement()
    _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if offered.landlock:
        restrict_files(replace(access, read=(*access.read, *_own_files())))
    if offered.seccomp:
        restrict_calls(programs=bool(access.programs))


@cache
def _own_files() -> tuple[Path, ...]:
    """Return the folders of Python, its packages and Wildwood, as Python reads some files late."""
    folders = (Path(os.__file__).parent, *map(Path, site.getsitepackages()), _PACKAGE)
    return tuple(folder for folder in folders if folder.exists())
