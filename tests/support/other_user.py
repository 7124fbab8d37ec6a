"""Run Wildwood as another user, who need not be able to read its modules."""

import encodings
import importlib
import os
import pkgutil
import pwd
import sys
from contextlib import suppress

import wildwood.kernel
import wildwood.nep
import wildwood.page
from wildwood.cli.program import main

_LATE = (wildwood.kernel, wildwood.nep, wildwood.page, encodings)
"""The packages of which commands import modules while they run."""

for package in _LATE:
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        with suppress(ImportError):  # those of another system
            importlib.import_module(module.name)


def run_as(user: str, words: list[str]) -> None:
    """Run `wildwood WORDS` in this process, which becomes a user without other groups."""
    account = pwd.getpwnam(user)
    os.setgroups([])
    os.setgid(account.pw_gid)
    os.setuid(account.pw_uid)
    os.umask(0o022)
    sys.argv = ["wildwood", *words]
    main()
