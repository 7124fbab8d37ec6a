"""Restrict the files, the network and the signals of a process with Landlock.

See <linux/landlock.h> and https://docs.kernel.org/userspace-api/landlock.html. Without libraries:
it takes three system calls.
"""

import ctypes
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

_LIBC = ctypes.CDLL(None, use_errno=True)
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""The numbers of the system calls, which are the same on all architectures."""
_VERSION_FLAG = 1
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = (1 << bit for bit in range(4))
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_FILE = (1 << bit for bit in (4, 5, 7, 8))
_TRUNCATE = 1 << 14
_FILE_RIGHTS = ((1, 13), (2, 14), (3, 15), (5, 16))
"""The versions of Landlock that added rights on files, and the number of rights since."""
_ALL_NETWORK_RIGHTS = 0b11
"""To listen on TCP ports and to connect to them."""
_ALL_SCOPES = 0b11
"""Abstract sockets and signals of processes that are not restricted like this one."""
_NETWORK_SINCE, _SCOPES_SINCE = 4, 6

_READ = _READ_FILE | _READ_DIR
_WRITE = _WRITE_FILE | _TRUNCATE
_SCRATCH = _READ | _WRITE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_FILE
_FOR_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE


@dataclass(frozen=True, slots=True)
class Access:
    """The files that a process can use; everything else is closed to it."""

    read: tuple[Path, ...] = ()
    """Files, and folders with all that is below them."""
    write: tuple[Path, ...] = ()
    """Files that exist."""
    scratch: tuple[Path, ...] = ()
    """Folders whose files it can read, write, make and remove."""
    programs: tuple[Path, ...] = field(default=())
    """Folders whose files it can read and run; those that do not exist are left out."""


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scopes", ctypes.c_uint64),
    )  # fmt: skip


class _Rule(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("rights", ctypes.c_uint64), ("descriptor", ctypes.c_int32))


def version() -> int:
    """Return the version of Landlock that the kernel has; 0 if it has none."""
    try:
        return _call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG))
    except OSError:
        return 0


def restrict(access: Access) -> None:
    """Restrict this process permanently; it must have no privileges to gain.

    Raises:
        OSError: the kernel refuses, or a file does not exist.
    """
    known = version()
    handled = (1 << max(number for since, number in _FILE_RIGHTS if since <= known)) - 1
    ruleset = _Ruleset(
        handled,
        _ALL_NETWORK_RIGHTS if known >= _NETWORK_SINCE else 0,
        _ALL_SCOPES if known >= _SCOPES_SINCE else 0,
    )
    size = 8 if known < _NETWORK_SINCE else 16 if known < _SCOPES_SINCE else 24
    descriptor = _call(
        _CREATE_RULESET, ctypes.byref(ruleset), ctypes.c_size_t(size), ctypes.c_uint32(0)
    )
    try:
        for paths, rights in (
            (access.read, _READ),
            (access.write, _WRITE),
            (access.scratch, _SCRATCH),
            (filter(os.path.exists, access.programs), _READ | _EXECUTE),
        ):
            _allow(descriptor, paths, rights & handled)
        _call(_RESTRICT_SELF, ctypes.c_int(descriptor), ctypes.c_uint32(0))
    finally:
        os.close(descriptor)


def _allow(ruleset: int, paths: Iterable[Path], rights: int) -> None:
    for path in paths:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            of_path = rights if path.is_dir() else rights & _FOR_FILES
            rule = ctypes.byref(_Rule(of_path, opened))
            _call(
                _ADD_RULE,
                ctypes.c_int(ruleset),
                ctypes.c_int(_PATH_BENEATH),
                rule,
                ctypes.c_uint32(0),
            )
        finally:
            os.close(opened)


def _call(number: int, *arguments: object) -> int:
    result = int(_LIBC.syscall(ctypes.c_long(number), *arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
