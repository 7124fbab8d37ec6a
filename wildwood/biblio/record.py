"""What a list or a catalogue has about a paper: handle, names, titles, languages."""

from dataclasses import dataclass
from typing import NamedTuple

_BETWEEN_NAMES, _BETWEEN_TITLES = "; ", " / "


class Record(NamedTuple):
    handle: str
    names: tuple[str, ...]
    titles: tuple[str, ...]

    @classmethod
    def parse(cls, handle: str, names: str, titles: str) -> "Record":
        return cls(handle, tuple(names.split(_BETWEEN_NAMES)), tuple(titles.split(_BETWEEN_TITLES)))

    @property
    def name_line(self) -> str:
        return _BETWEEN_NAMES.join(self.names)

    @property
    def title_line(self) -> str:
        return _BETWEEN_TITLES.join(self.titles)

    @property
    def is_described(self) -> bool:
        return any(text.strip() for text in self.names + self.titles)


def plain_handle(handle: str) -> str:
    """Return what handles have in common that differ in case or by `info:lib/` only."""
    return handle.lower().removeprefix("info:lib/")


class LocalizedText(NamedTuple):
    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class CatalogueRecord:
    """What a catalogue has that can tell the language of a paper, as written there."""

    id: str
    titles: tuple[LocalizedText, ...]
    abstracts: tuple[LocalizedText, ...]
    languages: tuple[str, ...]
