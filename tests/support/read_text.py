"""Lists that are read as a whole, for the tests of their readers."""

import io

from wildwood.lists.reading import read_list


def handles_and_messages(text: str) -> tuple[list[str], list[str]]:
    """Return the handles of a list's papers, and what is said of the others."""
    found = read_list(io.BytesIO(text.encode()))
    return [entry.handle for entry in found.entries], [
        message.removeprefix("the list, ").removesuffix("; it is left out.")
        for message in found.messages
    ]
