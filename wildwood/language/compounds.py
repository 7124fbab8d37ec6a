"""Learned compounds: a combining form and an English word, as in "biopsychology"."""

import re
from collections.abc import Container

_SHORTEST_REST = 5
"""Letters; shorter words end too many others by chance."""

_FORMS = re.compile(
    "aero|agro|anti|astro|auto|bio|chemo|counter|cryo|cyber|electro|endo|epi|ethno|exo|extra"
    "|ferro|fluoro|geo|glyco|hydro|hyper|hypo|immuno|infra|inter|intra|iso|macro|magneto|mega"
    "|meta|micro|mini|mis|mono|multi|nano|neo|neuro|non|opto|over|para|patho|pharmaco|philo"
    "|photo|physico|phyto|poly|post|pre|proto|pseudo|psycho|quasi|radio|retro|re|self|semi"
    "|socio|spectro|stereo|sub|super|supra|techno|tele|thermo|trans|ultra|under|uni|uro|xeno"
)

_SHORTEST = len("re") + _SHORTEST_REST


def is_compound(word: str, known: Container[str]) -> bool:
    """Whether the word is a combining form or prefix before a known word."""
    if len(word) < _SHORTEST:  # most words are, and the pattern is slow
        return False
    form = _FORMS.match(word)
    if form is None:
        return False
    rest = word[form.end() :]
    return len(rest) >= _SHORTEST_REST and rest in known
