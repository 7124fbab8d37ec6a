"""What is asked of an OAI-PMH server: its address and the arguments of ListRecords."""

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from wildwood.errors import ScreenError

_VERB = "ListRecords"
_ARGUMENTS = ("metadataPrefix", "set", "from", "until")
_PREFIX = "oai_dc"


@dataclass(frozen=True, slots=True)
class OaiRequest:
    """A request for a list of records."""

    endpoint: str
    """The address without a query."""
    own: tuple[tuple[str, str], ...]
    """Arguments that are the server's own, which every request repeats."""
    arguments: tuple[tuple[str, str], ...]
    """Arguments of the first request beside the verb."""

    def query(self, token: str | None) -> dict[str, str]:
        """Return the query for the first page, or for the page of a resumption token."""
        asked = self.arguments if token is None else (("resumptionToken", token),)
        return {**dict(self.own), "verb": _VERB, **dict(asked)}


def oai_request(address: str) -> OaiRequest:
    """Make a request from an address, which can contain arguments such as `?set=a`.

    Raises:
        ScreenError: the address asks for something other than a list of records in Dublin Core.
    """
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise ScreenError(f"{address} does not answer: it is not an address.") from error
    found = dict(parse_qsl(parts.query, keep_blank_values=True))
    verb, prefix = found.pop("verb", _VERB), found.setdefault("metadataPrefix", _PREFIX)
    if verb != _VERB:
        raise ScreenError(
            f"{address} asks for {verb}; only {_VERB} can be harvested. Leave out the verb."
        )
    if "resumptionToken" in found:
        raise ScreenError(
            f"{address} contains a resumption token, which is only a part of a list; leave it out."
        )
    if prefix != _PREFIX:
        raise ScreenError(
            f"{address} asks for the format {prefix}; only {_PREFIX} can be screened."
            " Leave out the metadataPrefix."
        )
    return OaiRequest(
        urlunsplit((parts.scheme, parts.netloc, parts.path, "", "")),
        tuple((name, value) for name, value in found.items() if name not in _ARGUMENTS),
        tuple((name, found[name]) for name in _ARGUMENTS if found.get(name)),
    )
