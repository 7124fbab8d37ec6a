"""Divide the rifs of a rebuild into parts of about the same size."""

import datetime

from wildwood.errors import RifError
from wildwood.rif import Listing

_UNPACKED = 8
"""How many times a compressed rif grows, more or less."""


def rifs_of_parts(rifs: Listing, least: int, most_bytes: int) -> list[Listing]:
    """Divide rifs into parts, in date order.

    Args:
        rifs: the rifs.
        least: how many parts to make at least, if there are as many rifs.
        most_bytes: the most that the rifs of a part take, unless there is only one.
    """
    sizes = {date: _size(rifs, date) for date in rifs.dates()}
    most = min(most_bytes, sum(sizes.values()) // least)
    parts: list[list[datetime.date]] = []
    room = 0
    for date, size in sizes.items():
        if not parts or size > room:
            parts.append([])
            room = most
        parts[-1].append(date)
        room -= size
    listing = _with_absolute_paths(rifs)
    return [listing.only(dates) for dates in parts]


def _with_absolute_paths(rifs: Listing) -> Listing:
    paths = {date: [path.absolute() for path in found] for date, found in rifs.paths.items()}
    return Listing(rifs.folder.absolute(), paths)


def _size(rifs: Listing, date: datetime.date) -> int:
    """Return about how many bytes there are to parse; 0 if that cannot be told."""
    try:
        path = rifs.path(date)
        return path.stat().st_size * (_UNPACKED if path.suffix == ".gz" else 1)
    except (OSError, RifError):
        return 0
