"""Tell by their most frequent words whether two titles are in different languages."""

import re

_FREQUENT = {
    language: frozenset(words.split())
    for language, words in {
        "de": "der die das des dem den ein eine einer eines und von vom zu zur zum im in mit für "
        "auf über aus bei als durch am an wie zwischen nach ist oder",
        "en": "the a an of and in on for from to with by as at is are between into under or how "
        "what its their after using through",
        "es": "el la los las un una de del y en por para con al sobre entre como su sus desde es o",
        "fr": "le la les un une de des du et en dans pour par sur au aux avec entre ou comme chez "
        "sous leur leurs est d l",
        "it": "il lo la i gli le un una di del della delle dei degli e in nel nella per con su al "
        "alla da dal tra fra come sul sulla o",
        "pt": "o a os as um uma de do da dos das e em no na nos nas por para com ao sobre entre "
        "como pelo pela seu sua ou",
    }.items()
}
_WORD = re.compile(r"[^\W\d_]+")
_MIN_WORDS = 2
"""The least frequent words by which a language is known."""


def differ(one: str, other: str) -> bool:
    """Return whether two texts are in different languages, as far as these are known."""
    first, second = _language(one), _language(other)
    return bool(first and second) and first != second


def _language(text: str) -> str:
    """Return the language that has clearly most of the words of a text; empty if none has."""
    words = _WORD.findall(text.lower())
    counts = {name: sum(map(known.__contains__, words)) for name, known in _FREQUENT.items()}
    (most, name), (second, _) = sorted(((n, name) for name, n in counts.items()), reverse=True)[:2]
    return name if most >= _MIN_WORDS and most > second else ""
