"""The directories of the private server, for its user only: of its database and of its socket."""

import hashlib
import os
import re
import shlex
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from wildwood.errors import ServerError

with suppress(ModuleNotFoundError):  # on Windows, where no store is opened
    import pwd


class OtherUserError(ServerError):
    """The private database belongs to another user."""


_CONTENTS = {
    "data", "moving", "socket", "gate.lock", "users.lock", "mongod.log", "mongod.log.1",
    "lost+found",
}  # fmt: skip
"""What the directory of a database contains if it is for nothing else."""
MOVING = "moving"
"""The directory in that of a database in which its data is copied to files of another version."""
_OTHERS = 0o077
_LONGEST_SOCKET_PATH = 107
_SHORT_FOLDER = "/tmp"  # noqa: S108 - the directory created there is private
_PLAIN_PATH = re.compile(r"[\w./+-]+", re.ASCII)


def database_folder(db: Path) -> Path:
    """Create the directory of a database and that of its data; return its real path.

    A directory that exists is closed to others if it belongs to this user. But if it also
    contains something else, such as a home directory, only that of the data is.

    Raises:
        OSError: one of them cannot be created or changed.
        OtherUserError: the data belongs to another user.
    """
    folder = Path(os.path.realpath(db))
    if folder.is_dir() and not os.access(folder, os.X_OK):
        _check_owner(db, folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    _create(folder)
    if (folder / MOVING / "data").exists() and not (folder / "data").exists():
        (folder / MOVING / "data").rename(folder / "data")  # a move was interrupted at its end
    _create(folder / "data")
    _check_owner(db, folder / "data")
    if {path.name.partition("-")[0] for path in folder.iterdir()} <= _CONTENTS:
        _close_to_others(folder)
    _close_to_others(folder / "data")
    return folder


def has_database(db: Path) -> bool:
    """Return whether a server has made a database in this directory; True if that is not shown."""
    try:
        return any((db / "data").iterdir())
    except FileNotFoundError:
        return (db / MOVING).exists()
    except OSError:
        return True


def _create(folder: Path) -> None:
    if not folder.exists():
        folder.mkdir(mode=0o700, exist_ok=True)


def _check_owner(db: Path, folder: Path) -> None:
    """Refuse data of another user, even for root: the server of that user could not read it again.

    mongod makes each file for its user only.
    """
    owner = folder.stat().st_uid
    if owner != os.getuid():
        name = _user_name(owner)
        raise OtherUserError(
            f"The private database {db} belongs to the user {name}; run this command as that user,"
            f" with sudo -H -u {shlex.quote(name)}."
        )


def _user_name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"#{number}"


def _close_to_others(folder: Path) -> None:
    status = folder.stat()
    if status.st_uid == os.getuid() and status.st_mode & _OTHERS:
        folder.chmod(stat.S_IMODE(status.st_mode) & ~_OTHERS)


def socket_path(db: Path) -> Path:
    """Return the socket's path in `db`, or in a private directory elsewhere if that is unfit.

    The path of a socket must be short, and some characters mean something to mongod and its
    clients.
    """
    inside = db / "socket" / "m.sock"
    if _is_socket_path(inside):
        return inside
    short = hashlib.sha256(os.fsencode(db.resolve())).hexdigest()[:16]
    bases = *_runtime_folders(), tempfile.gettempdir(), _SHORT_FOLDER
    paths = [Path(base, f"wildwood-{os.getuid()}-{short}", inside.name) for base in bases]
    return next(filter(_is_socket_path, paths), paths[-1])


def _runtime_folders() -> Iterator[str]:
    """Yield the runtime directory of this user, if there is one.

    The variable can name one that is gone, or that of the user from whose login this one comes.
    """
    folder = os.environ.get("XDG_RUNTIME_DIR") or os.devnull
    with suppress(OSError):
        is_ours = Path(folder).is_dir() and Path(folder).stat().st_uid == os.getuid()
        if is_ours and os.access(folder, os.W_OK | os.X_OK):
            yield folder


def _is_socket_path(path: Path) -> bool:
    fits = len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH
    return fits and _PLAIN_PATH.fullmatch(str(path)) is not None


def create_socket_folder(folder: Path) -> None:
    """Create the directory of a socket if it is missing; check that only this user can enter it.

    Raises:
        ServerError: it is a link, belongs to or is open to other users, or cannot be created.
    """
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except FileExistsError:
        raise ServerError(_not_private(folder)) from None
    except OSError as error:
        raise ServerError(f"Cannot create the directory {folder}: {error.strerror}.") from error
    if folder.is_symlink() or status.st_uid != os.getuid() or status.st_mode & _OTHERS:
        raise ServerError(_not_private(folder))


def _not_private(folder: Path) -> str:
    return f"{folder} is not private to this user; remove it and run the command again."
