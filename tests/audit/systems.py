"""Check on which systems each extra is installed from wheels alone.

usage: python -m tests.audit.systems [PYTHON...]

It needs the program uv and a package index, and takes some minutes. It fails if a set of extras
has no wheels on a system where it should, or has them where it is said not to.
"""

import subprocess
import sys
import tomllib

from tests.support.paths import CHECKOUT

SYSTEMS = {
    "Linux x86-64": "x86_64-unknown-linux-gnu",
    "Linux arm64": "aarch64-unknown-linux-gnu",
    "macOS arm64": "aarch64-apple-darwin",
    "macOS x86-64": "x86_64-apple-darwin",
    "Windows x64": "x86_64-pc-windows-msvc",
}
COMPILED = {("macOS x86-64", "extraction")}
"""What has a library to be compiled: python-crfsuite."""
PYTHONS = ("3.11", "3.14")


def has_wheels(system: str, python: str, extra: str) -> bool:
    """Return whether all that an extra needs has wheels."""
    command = [
        "uv", "pip", "compile", "-q", str(CHECKOUT / "pyproject.toml"), "--extra", extra,
        "--python-platform", SYSTEMS[system], "--python-version", python, "--only-binary", ":all:",
    ]  # fmt: skip
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def main(pythons: list[str]) -> None:
    """Print a line for each system, Python and extra."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    is_well = True
    for system in SYSTEMS:
        for python in pythons:
            for extra in project["optional-dependencies"]:
                found = has_wheels(system, python, extra)
                is_well &= found is ((system, extra) not in COMPILED)
                print(f"{system}, {python}, {extra}: {'wheels' if found else 'no wheels'}")  # noqa: T201 - it prints what it finds
    sys.exit(not is_well)


if __name__ == "__main__":
    main(sys.argv[1:] or list(PYTHONS))
