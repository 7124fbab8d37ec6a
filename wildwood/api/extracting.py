"""Extract what is in a document."""

from pathlib import Path
from typing import TYPE_CHECKING

from wildwood.api.arguments import checked_path
from wildwood.display import clipped
from wildwood.errors import InputError
from wildwood.extras import requires_extra

if TYPE_CHECKING:
    from wildwood.extraction.document import Document


def extract(document: str | Path | bytes | bytearray | memoryview) -> "Document":
    """Read a PDF, a PostScript file or a plain text, and return what is in it.

    >>> import wildwood
    >>> paper = wildwood.extract(b'''Trade and Tariffs in the Long Run
    ...
    ... Dora L. Costa
    ... University of California, Los Angeles
    ...
    ... Abstract. We study trade.
    ... ''')
    >>> paper.header.title
    'Trade and Tariffs in the Long Run'

    This needs the extra `extraction`. It runs in this process, with its rights and without a limit
    of time or memory: for documents of strangers, use `wildwood extract` or the service, which
    read each in a confined process.

    Args:
        document: the path of a file, or its content.

    Returns:
        An object with `header`, `citations`, `acknowledgements`, `captions`, `body` and `text`,
        each of which is extracted when it is used first.

    Raises:
        InputError: the file cannot be read.
        WildwoodError: the document is of another type, broken, locked or without text; or the
            extra, or Ghostscript for PostScript, is missing.
    """
    with requires_extra("extraction"):
        from wildwood.extraction.document import document_of
    if isinstance(document, bytes | bytearray | memoryview):
        return document_of(bytes(document))
    if not isinstance(document, str | Path):
        raise InputError(
            f"An object of the type {type(document).__name__} is no document; give a path, or the"
            " content as bytes."
        )
    path = checked_path(document)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"Cannot read {clipped(str(path))}: {error.strerror}.") from error
    return document_of(content)
