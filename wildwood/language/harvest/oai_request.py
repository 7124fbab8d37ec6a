"""What is asked of an OAI-PMH server: its address and the arguments of ListRecords."""

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from wildwood.errors import InputError

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

    @property
    def ends(self) -> bool:
        """Whether the list ends at a date (`until`), so that nothing new can come to it."""
        return "until" in dict(self.arguments)

    def query(
        self, token: str | None, since: str | None = None, until: str | None = None
    ) -> dict[str, str]:
        """Return the query for the page of a resumption token, or for the first page.

        Args:
            token: the resumption token; None for the first page.
            since: the date `from` which records are listed, instead of the address's own.
            until: the last date of records that are listed, instead of the address's own.
        """
        if token is not None:
            return {**dict(self.own), "verb": _VERB, "resumptionToken": token}
        dates = {"from": since, "until": until}
        dated = {name: date for name, date in dates.items() if date is not None}
        return {**dict(self.own), "verb": _VERB, **dict(self.arguments), **dated}

    def identify(self) -> dict[str, str]:
        """Return the query for the server's description of itself."""
        return {**dict(self.own), "verb": "Identify"}


def oai_request(address: str) -> OaiRequest:
    """Make a request from an address, which can contain arguments such as `?set=a`.

    Raises:
        InputError: the address asks for something other than a list of records.
    """
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise InputError(f"{address} does not answer: it is not an address.") from error
    found = dict(parse_qsl(parts.query, keep_blank_values=True))
    verb = found.pop("verb", _VERB)
    found.setdefault("metadataPrefix", _PREFIX)
    if verb != _VERB:
        raise InputError(
            f"{address} asks for {verb}; only {_VERB} can be harvested. Leave out the verb."
        )
    if "resumptionToken" in found:
        raise InputError(
            f"{address} contains a resumption token, which is only a part of a list; leave it out."
        )
    return OaiRequest(
        urlunsplit((parts.scheme, parts.netloc, parts.path, "", "")),
        tuple((name, value) for name, value in found.items() if name not in _ARGUMENTS),
        tuple((name, found[name]) for name in _ARGUMENTS if found.get(name)),
    )


def with_arguments(address: str, set_: str | None, prefix: str | None) -> str:
    """Return an address with a set and a metadata prefix in place of its own, if given."""
    given = {"set": set_, "metadataPrefix": prefix}
    arguments = {name: value for name, value in given.items() if value is not None}
    if not arguments:
        return address
    parts = urlsplit(address)
    query = {**dict(parse_qsl(parts.query, keep_blank_values=True)), **arguments}
    return urlunsplit(parts._replace(query=urlencode(query)))
