"""Judge whether papers are in English."""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from wildwood.api.arguments import checked_text, checked_texts
from wildwood.extras import requires_extra
from wildwood.model import CatalogueRecord, LocalizedText
from wildwood.settings import Doubtful

if TYPE_CHECKING:
    from wildwood.language.screening import Screen, Verdict


def judge_language(title: str, abstract: str = "", declared: Iterable[str] = ()) -> "Verdict":
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
    titles = (LocalizedText(checked_text("title", title)),)
    abstracts = (LocalizedText(checked_text("abstract", abstract)),) if abstract else ()
    languages = tuple(checked_texts("declared language", declared))
    return _screen().verdict(CatalogueRecord("", titles, abstracts, languages))


@cache
def _screen() -> "Screen":
    with requires_extra("language"):
        from wildwood.language.screening import Screen
    return Screen({}, Doubtful.AS_JUDGED)
