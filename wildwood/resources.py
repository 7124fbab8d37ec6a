"""The folders that stand at the top of a checkout and inside an installed package."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """The folder `name` ("config" or "migrations"): the package's own, else the checkout's."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
