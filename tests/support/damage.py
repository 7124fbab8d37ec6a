"""What can happen to a file on storage that several machines share."""

from pathlib import Path


def cut_off(path: Path) -> None:
    """Lose the last bytes."""
    path.write_bytes(path.read_bytes()[:-9])


def empty(path: Path) -> None:
    """Lose all bytes."""
    path.write_bytes(b"")


def overwritten(path: Path) -> None:
    """Turn all bytes into zeros."""
    path.write_bytes(bytes(path.stat().st_size))


def with_another_bit(path: Path) -> None:
    """Change one bit, after the header of an array if there is one."""
    content = bytearray(path.read_bytes())
    content[min(128, len(content) - 1)] ^= 16
    path.write_bytes(content)


DAMAGES = [cut_off, empty, overwritten, with_another_bit, Path.unlink]
