"""Remember which extractions were used, so that their dates are written together."""

import threading

ExtractionKey = tuple[int, str]
"""A fingerprint and the value of a kind."""
_MOST = 500


class Uses:
    """Extractions that were used since they were last taken from here."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._keys: set[ExtractionKey] = set()

    def add(self, key: ExtractionKey) -> bool:
        """Add an extraction; return whether there are so many that they are to be taken."""
        with self._lock:
            self._keys.add(key)
            return len(self._keys) >= _MOST

    def taken(self) -> list[ExtractionKey]:
        """Take all."""
        with self._lock:
            keys, self._keys = self._keys, set()
        return list(keys)
