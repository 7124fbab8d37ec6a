"""Files that ship with the package: configuration, migrations and the demo."""

from pathlib import Path

PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """Return the folder "config" or "migrations": in an installed package, else in the checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
