"""British spellings of American words, derived by rules."""

import re
from collections.abc import Iterable, Iterator

_OUR = (
    "arb|arm|behavi|cand|col|demean|endeav|fav|ferv|flav|harb|hon|hum|lab|misdemean|neighb|od"
    "|parl|ranc|rig|rum|sav|splend|succ|tum|val|vap|vig"
)
_RE = "cent|fib|lit|lust|mag|meag|mit|sab|scept|somb|spect|theat"
_PATTERNS = {
    r"iz(e|ed|er|ers|es|ing|ation|ations|ational)$": r"is\1",
    r"yz(e|ed|er|ers|es|ing)$": r"ys\1",
    rf"^({_OUR})or(?!ous|at|if|ar)": r"\1our",
    rf"^({_RE})er(s?)$": r"\1re\2",
    r"(^|centi|kilo|milli|nano)meter(s?)$": r"\1metre\2",
    r"([aeiou])l(ed|ing|er|ers)$": r"\1ll\2",
    r"^(def|off|pret)ense(s?)$": r"\1ence\2",
    r"^program(s?)$": r"programme\1",
    r"^(anal|catal|dial|monol|epil)og(s?)$": r"\1ogue\2",
    r"^sulf": "sulph",
    r"^(an|leuk)e(?=sth|mi)": r"\1ae",
    r"^hem(?=at|o)": "haem",
    r"^ped(?=iatr)": "paed",
    r"^estr": "oestr",
    r"^gray": "grey",
    r"^mold": "mould",
    r"^plow": "plough",
    r"^aging$": "ageing",
    r"^(judg|acknowledg)ment": r"\1ement",
    r"^aluminum": "aluminium",
    r"^(enrol|fulfil|instal)l(ment|s?$)": r"\1\2",
    r"^skept": "scept",
    r"^artifact": "artefact",
    r"^maneuver": "manoeuvre",
}
_RULES = [(re.compile(american), british) for american, british in _PATTERNS.items()]
_ANY_RULE = re.compile("|".join(_PATTERNS))


def british_forms(words: Iterable[str]) -> Iterator[str]:
    """Yield the British form of each word for each rule that applies to it."""
    for word in words:
        if _ANY_RULE.search(word):
            for american, british in _RULES:
                form, changes = american.subn(british, word)
                if changes:
                    yield form
