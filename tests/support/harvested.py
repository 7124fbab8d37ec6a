"""What a harvest holds: each record as it is now."""

from functools import cache

from wildwood.language.harvest.progress_folder import HarvestFolder
from wildwood.language.screened_lists import latest_rows, list_rows
from wildwood.language.screening import Screen
from wildwood.lists import ANY_RECORD, read_list
from wildwood.settings import Doubtful


@cache
def _screen() -> Screen:
    return Screen({}, Doubtful.AS_JUDGED)


def records_in(folder: HarvestFolder) -> dict[str, str]:
    """Return the title of each record in a folder; it is empty for a deleted one."""
    rows = latest_rows(
        row
        for page in folder.pages()
        for row in list_rows(read_list(page, needs=ANY_RECORD), _screen())
    )
    return {row.id: row.title for row in rows}
