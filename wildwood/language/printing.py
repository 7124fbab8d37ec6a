"""What others wrote, made fit for a line of a list or of a terminal."""

import re

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
"""Control characters, and the format characters of Unicode's bidirectional algorithm (UAX 9)."""


def printable(text: str) -> str:
    """The text in one line, without characters that steer a terminal or turn a line round.

    White space is folded, a tab or a line's end too; half a character becomes a question mark.
    """
    whole = text.encode(errors="replace").decode()
    return _UNSEEN.sub("", " ".join(whole.split()))
