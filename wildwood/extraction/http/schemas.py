"""The forms of the JSON in responses, for the OpenAPI document and the clients made of it."""

from dataclasses import dataclass, fields, is_dataclass, make_dataclass
from typing import Any

from wildwood.extraction.confinement.process import Confinement
from wildwood.extraction.extracted import Kind
from wildwood.extraction.http.addresses import PARTS
from wildwood.extraction.service.extractors import EXTRACTORS
from wildwood.extraction.service.reuse import NearDuplicate


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem document."""

    title: str
    status: int
    detail: str
    type: str = "about:blank"


@dataclass(frozen=True, slots=True)
class Deleted:
    """A confirmation."""

    token: str
    deleted: str


@dataclass(frozen=True, slots=True)
class Health:
    """The state of the service."""

    status: str
    confinement: Confinement


@dataclass(frozen=True, slots=True)
class Ready:
    """The service can take a document."""

    status: str


@dataclass(frozen=True, slots=True)
class Common:
    """The words of names and the words or parts of titles that two papers have in common."""

    authors: list[str]
    titles: list[str]


@dataclass(frozen=True, slots=True)
class SimilarPaper:
    """A stored paper that resembles the header."""

    id: str
    """Its handle."""
    strength: str
    names: list[str]
    titles: list[str]
    common: Common


@dataclass(frozen=True, slots=True)
class Similar:
    """The stored papers that resemble the header, strongest first."""

    similar: list[SimilarPaper]


Links: type = make_dataclass("Links", [(name, str) for name in ("token", *PARTS)], frozen=True)
"""The addresses of what there is about a document."""


def _schema(kind: Kind) -> Any:
    """Return the form of a response with the data of a kind."""
    data = EXTRACTORS[kind].data
    origin = ("near_duplicate", NearDuplicate | None, None)
    if is_dataclass(data) and isinstance(data, type):
        known = {field.name for field in fields(data)}
        assert origin[0] not in known  # noqa: S101 - a field of that name would be overwritten
        return make_dataclass(f"{data.__name__}Data", [origin], bases=(data,), frozen=True)
    name = f"{kind.value.title()}Data"
    return make_dataclass(name, [(kind.value, data), origin], frozen=True)


EXTRACTED = {kind: _schema(kind) for kind in Kind}
"""The form of a response with the data of each kind."""
