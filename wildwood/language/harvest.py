"""Harvest an OAI-PMH server, page by page, into a folder."""

import datetime
import logging
import math
import time
from collections import deque
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from typing import Any

import httpx2
from oaipmh_scythe import HTTPConfig, RetryConfig, Scythe
from oaipmh_scythe.exceptions import BadResumptionToken, NoRecordsMatch, OAIPMHException

from wildwood import interruption
from wildwood.display import clipped, one_line
from wildwood.errors import ScreenError
from wildwood.language.harvest_folder import HarvestFolder, HarvestState
from wildwood.language.oai_request import oai_request
from wildwood.lists.oai import MalformedError, parse_page

# Without a handler, scythe's log messages about retries would be printed to stderr.
logging.getLogger("oaipmh_scythe").addHandler(logging.NullHandler())

_RETRIES = 3
_BUSY_STATUSES = (429, 502, 503, 504)
_MAX_RETRY_AFTER_S = 600
"""Longest wait for a busy server; after that the harvest stops and can be resumed."""
_MIN_WAIT_S = 0.01
"""Shortest wait before a retry; scythe requires one above 0."""


class ExpiredTokenError(ScreenError):
    """The server no longer accepts the resumption token."""


def harvest(
    url: str, folder: HarvestFolder, pause_s: float, *, anew: bool = False
) -> Iterator[HarvestState]:
    """Fetch the records of a server, and yield the progress after each page.

    An interrupted harvest is resumed. Each page is checked to be complete and is written before
    the next one is requested.

    Args:
        url: address of the OAI-PMH server.
        folder: folder for the pages.
        pause_s: seconds between two requests.
        anew: start again from the first record. The new pages replace the old ones when the last
            has been fetched; until then, later calls resume the new harvest.

    Raises:
        ScreenError: the server cannot be reached, reports an error or sends malformed XML, or
            the folder contains the harvest of another server. Pages fetched before are kept.
    """
    replacement = folder.replacement()
    if not anew and replacement.state() is None:
        yield from _fetch(url, folder, pause_s)
        return
    try:
        yield from _fetch(url, replacement, pause_s)
    except ExpiredTokenError:
        replacement.discard()
        raise
    if replacement.state() is not None:
        folder.replace_with(replacement)
    elif folder.pages():
        raise ScreenError(f"{url} has no records now; {folder.path} keeps the earlier ones.")


def _fetch(url: str, folder: HarvestFolder, pause_s: float) -> Iterator[HarvestState]:
    state = folder.state() or HarvestState(url)
    if state.url != url:
        raise ScreenError(
            f"{folder.path} contains a harvest of {state.url}; choose another folder."
        )
    if state.complete:
        return
    request = oai_request(url)
    statuses: deque[int] = deque(maxlen=1)
    with _translated_errors(url, folder), _scythe(request.endpoint, pause_s, statuses) as scythe:
        tokens = {state.token}
        while not state.complete:
            interruption.check()
            content, token = _response(scythe, request.query(state.token), statuses)
            if token is not None and token in tokens:
                raise ScreenError(
                    f"{url} sends the same pages again and again: the resumption token"
                    f" {clipped(one_line(token))!r} leads back to a page that was fetched."
                )
            tokens.add(token)
            state = HarvestState(url, state.pages + 1, token)
            folder.add(content, state)
            yield state
            if token is not None:
                time.sleep(pause_s)


def _response(
    scythe: Scythe, query: dict[str, str], statuses: Sequence[int]
) -> tuple[bytes, str | None]:
    """Return the content and the resumption token of one page."""
    try:
        content = scythe.harvest(query).http_response.content
    # scythe raises an AttributeError on plain text
    except (AttributeError, httpx2.HTTPStatusError) as error:
        raise MalformedError(f"is an error page, HTTP status {statuses[-1]}") from error
    page = parse_page(content)
    if page.refusal is not None:
        raise MalformedError(f"is an OAI-PMH error ({page.refusal})")
    return content, page.token


def _scythe(endpoint: str, pause_s: float, statuses: MutableSequence[int]) -> Scythe:
    """Make a client that appends the HTTP status of each response to `statuses`."""
    wait_s = max(pause_s, _MIN_WAIT_S)
    retries = RetryConfig(
        max_retries=_RETRIES,
        retry_status_codes=_BUSY_STATUSES,
        default_retry_after=wait_s,
        retry_on_transport_error=True,
        initial_backoff=wait_s,
    )
    scythe = Scythe(
        endpoint,
        http_config=HTTPConfig(user_agent=f"Wildwood/{version('nep-wildwood')}"),
        retry_config=retries,
    )
    scythe.client.follow_redirects = True

    def record_status(response: httpx2.Response) -> None:
        statuses.append(response.status_code)

    hooks: dict[str, list[Callable[..., Any]]] = dict(scythe.client.event_hooks)
    own_hooks = [record_status, _check_xml, _normalise_retry_after]
    scythe.client.event_hooks = {**hooks, "response": [*hooks["response"], *own_hooks]}
    return scythe


def _check_xml(response: httpx2.Response) -> None:
    """Raise on malformed XML, which scythe would repair by dropping records."""
    if response.is_success:
        parse_page(response.read())


def _normalise_retry_after(response: httpx2.Response) -> None:
    """Convert Retry-After to seconds (RFC 9110, section 10.2.3), the only form scythe reads."""
    if (value := response.headers.get("retry-after")) is None:
        return
    try:
        seconds = int(value) if value.isdecimal() else _seconds_until(parsedate_to_datetime(value))
    except ValueError:
        del response.headers["retry-after"]
        return
    if seconds > _MAX_RETRY_AFTER_S:
        raise MalformedError(f"asks for a retry after {seconds:,} seconds")
    response.headers["retry-after"] = str(max(0, seconds))


def _seconds_until(moment: datetime.datetime) -> int:
    aware = moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)
    return math.ceil((aware - datetime.datetime.now(datetime.UTC)).total_seconds())


@contextmanager
def _translated_errors(url: str, folder: HarvestFolder) -> Iterator[None]:
    """Raise a ScreenError that says what to do, in place of the libraries' errors.

    Raises:
        ScreenError: the harvest failed.
    """
    try:
        yield
    except NoRecordsMatch as error:
        if folder.state() is not None:
            raise ScreenError(
                f"{url} ended the list early: it reports that no record matches"
                f"{_resume_hint(folder)}"
            ) from error
    except BadResumptionToken as error:
        raise ExpiredTokenError(
            f"{url} no longer knows where the harvest stopped ({_one_line(error)});"
            " start again with --anew."
        ) from error
    except OAIPMHException as error:
        reason = f"{type(error).__name__}: {_one_line(error)}"
        raise ScreenError(f"{url} refuses the request: {reason}{_resume_hint(folder)}") from error
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise ScreenError(
            f"{url} does not answer: {_one_line(error)}{_resume_hint(folder)}"
        ) from error
    except MalformedError as error:
        raise ScreenError(f"The response from {url} {error}{_resume_hint(folder)}") from error


def _resume_hint(folder: HarvestFolder) -> str:
    """Return the end of a sentence, which says how to resume if pages were fetched before."""
    if folder.state() is None:
        return "."
    return f"; the pages fetched so far are in {folder.path}; run the command again to resume."


def _one_line(error: Exception) -> str:
    return one_line(str(error).partition("\n")[0]) or type(error).__name__
