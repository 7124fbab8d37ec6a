"""Read text again whose letters a PDF gives in the codes of another computer's characters."""

import re
from collections.abc import Sequence

from wildwood.extraction.extracted import Line

_WRONG = re.compile(r"(?<=[a-z])[ÈËÓÍ](?=[a-z])|(?<=[a-z])[ÈËÔ](?=[\s,.;]|$)")
"""`é` and `è` of Windows, read as characters of the Macintosh."""
_RIGHT = re.compile(r"[éè]")
_MIN_WRONG = 5
_ENOUGH = 40
"""Wrong characters from which on the rest of a text is not looked at."""


def repaired(lines: Sequence[Line]) -> Sequence[Line]:
    """Return lines with the characters that were meant, if the text has many wrong ones.

    Windows' codes that are read as those of the Macintosh make `È` of `é`.
    """
    wrong = right = 0
    for line in lines:
        if not line.text.isascii():
            wrong += len(_WRONG.findall(line.text))
            right += len(_RIGHT.findall(line.text))
            if wrong > _ENOUGH:
                break
    if wrong < _MIN_WRONG or right > wrong:
        return lines
    return [line._replace(text="".join(map(_meant, line.text))) for line in lines]


def _meant(character: str) -> str:
    if character.isascii():
        return character
    try:
        return character.encode("mac_roman").decode("cp1252")
    except UnicodeError:
        return character
