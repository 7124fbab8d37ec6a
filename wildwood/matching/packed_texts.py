"""Very many texts, in little memory."""

from array import array


class PackedTexts:
    """Texts by their number, in the order in which they were added."""

    def __init__(self) -> None:
        self._encoded = bytearray()
        self._ends = array("Q")

    def __len__(self) -> int:
        return len(self._ends)

    def append(self, text: str) -> None:
        """Add a text."""
        self._encoded += text.encode()
        self._ends.append(len(self._encoded))

    def __getitem__(self, number: int) -> str:
        """Return a text."""
        start = self._ends[number - 1] if number else 0
        return self._encoded[start : self._ends[number]].decode()
