"""Extract what is in documents, and judge the language of papers."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from wildwood.api import given
from wildwood.biblio.entry import CatalogueRecord, Entry, LocalizedText
from wildwood.kernel.errors import InputError, WildwoodError
from wildwood.kernel.extras import requires_extra
from wildwood.kernel.files import read_file
from wildwood.kernel.settings import Doubtful

if TYPE_CHECKING:
    from wildwood.extraction.service.kinds import Document
    from wildwood.screening.screening import Screen, Verdict


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
        An object with `header`, `citations`, `acknowledgements`, `captions`, `tables`, `figures`,
        `body` and `text`, each of which is extracted when it is used first.

    Raises:
        InputError: the file cannot be read.
        WildwoodError: the document is of another type, broken, locked or without text; or the
            extra, or Ghostscript for PostScript, is missing.
    """
    with requires_extra("extraction"):
        from wildwood.extraction.batch import document_of
    if isinstance(document, bytes | bytearray | memoryview):
        return document_of(bytes(document))
    if not isinstance(document, str | Path):
        fault = f"An object of the type {type(document).__name__} is not a document"
        raise InputError(f"{fault}; give a path, or the content as bytes.")
    return document_of(read_file(given.checked_path(document)))


def extract_all(
    paths: "str | Path | Iterable[str | Path]",
) -> "Iterator[tuple[Path, Document | WildwoodError]]":
    """Read documents, and those in folders, and yield each with its path, or with its error.

    >>> import wildwood
    >>> for path, paper in wildwood.extract_all("tests/data/extraction"):
    ...     if path.suffix == ".pdf" and not isinstance(paper, wildwood.WildwoodError):
    ...         print(path.name, len(paper.citations))
    10.21105.jose.00016.pdf 2
    10.21105.jose.00200.pdf 6
    """
    with requires_extra("extraction"):
        from wildwood.extraction.batch import tasks
    for task in tasks(given.checked_paths(paths), None):
        try:
            yield task.document, extract(task.document)
        except WildwoodError as error:
            yield task.document, error


def judge_language(
    title: str, abstract: str | None = "", declared: Iterable[str] = ()
) -> "Verdict":
    """Return whether a paper is in English, as far as its title, abstract and declaration tell.

    >>> import wildwood
    >>> verdict = wildwood.judge_language("Les rites de passage et la société française")
    >>> verdict.language.value, verdict.reason.value
    ('other', 'detector')

    This needs the extra `language`. It judges as `wildwood screen text` does before it has learned
    words from papers, and without lists of one's own.

    Args:
        title: the title.
        abstract: the abstract.
        declared: the languages that a catalogue names, in any usual way: `en`, `eng`, `English`.

    Returns:
        A verdict with `language` (`en`, `other` or `unknown`), `reason`, `confidence` (0.4 to 1;
        None if the language is declared or unknown) and `doubtful`.

    Raises:
        InputError: one of these is not a text.
        WildwoodError: the extra is missing.
    """
    titles = (LocalizedText(given.checked_text("title", title)),)
    text = "" if abstract is None else given.checked_text("abstract", abstract)
    abstracts = (LocalizedText(text),) if text else ()
    languages = tuple(given.checked_texts("declared language", declared))
    return _screen().verdict(CatalogueRecord("", titles, abstracts, languages))


def judge_languages(
    papers: given.Papers, *, columns: given.Columns = None
) -> "list[tuple[Entry, Verdict]]":
    """Return each paper with its verdict; papers are what `pairs` takes.

    >>> import wildwood
    >>> titles = [{"title": "Kant on God"}, {"title": "Handbuch der Finanzwissenschaft"}]
    >>> [verdict.language.value for _, verdict in wildwood.judge_languages(titles)]
    ['en', 'other']

    Errors are those of `judge_language`; the fields `abstract` and `language` count, too.
    """
    given.check_columns(columns)
    entries = given.given_entries(papers, columns, [])
    records = [entry.catalogue_record for entry in entries]
    return list(zip(entries, map(_screen().learn_share(records).verdict, records), strict=True))


@cache
def _screen() -> "Screen":
    with requires_extra("language"):
        from wildwood.screening.screening import Screen
    return Screen({}, Doubtful.AS_JUDGED)
