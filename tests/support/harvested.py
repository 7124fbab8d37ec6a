"""What a harvest holds: each record as it is now."""

from functools import cache

from wildwood.kernel.settings import Doubtful
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list
from wildwood.screening.harvest_folder import HarvestFolder
from wildwood.screening.screening import Screen, last_of_each, list_rows


@cache
def _screen() -> Screen:
    return Screen({}, Doubtful.AS_JUDGED)


def records_in(folder: HarvestFolder) -> dict[str, str]:
    """Return the title of each record in a folder; it is empty for a deleted one."""
    rows = last_of_each(
        row
        for page in folder.pages()
        for row in list_rows(read_list(page, needs=ANY_RECORD), _screen())
    )
    return {row.id: row.title for row in rows}
