"""A live OAI-PMH source, fetched page by page into a folder."""

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
from oaipmh_scythe import HTTPConfig, OAIResponse, RetryConfig, Scythe
from oaipmh_scythe.exceptions import BadResumptionToken, NoRecordsMatch, OAIPMHException
from oaipmh_scythe.iterator import OAIResponseIterator

from wildwood.display import one_line
from wildwood.errors import ScreenError
from wildwood.language.harvest_folder import HarvestFolder, HarvestState
from wildwood.language.oai import MalformedError, parse_page

# What scythe logs of its retries would stand on stderr where no logging is set up.
logging.getLogger("oaipmh_scythe").addHandler(logging.NullHandler())

_RETRIES = 3
_BUSY = (429, 502, 503, 504)
_LONGEST_PAUSE_S = 600
"""A server that is busy for longer is left, and the harvest goes on when it is run again."""
_SHORTEST_PAUSE_S = 0.01
"""Scythe wants one above 0 before it tries again."""


class ExpiredTokenError(ScreenError):
    """The server no longer knows the resumption token."""


def harvest(
    url: str, folder: HarvestFolder, pause_s: float, *, anew: bool = False
) -> Iterator[HarvestState]:
    """Fetch the records of a source from where the last harvest broke off, page by page.

    Each page is seen to be whole before it is kept, and kept before the next is asked for,
    `pause_s` later. One begun anew takes the place of what was there when it is whole; until
    then it is the one that goes on.

    Raises:
        ScreenError: the server cannot be reached, refuses or answers with broken XML, or
            the folder is another source's; what came before stays.
    """
    successor = folder.replacement()
    if not anew and successor.state() is None:
        yield from _fetch(url, folder, pause_s)
        return
    try:
        yield from _fetch(url, successor, pause_s)
    except ExpiredTokenError:
        successor.discard()
        raise
    if successor.state() is not None:
        folder.replace_with(successor)
    elif folder.pages():
        raise ScreenError(f"{url} has no records now; {folder.path} keeps what came before.")


def _fetch(url: str, folder: HarvestFolder, pause_s: float) -> Iterator[HarvestState]:
    progress = folder.state() or HarvestState(url)
    if progress.url != url:
        raise ScreenError(f"{folder.path} holds a harvest of {progress.url}; name another folder.")
    if progress.complete:
        return
    statuses: deque[int] = deque(maxlen=1)
    with _translated_errors(url, folder), _scythe(url, pause_s, statuses) as scythe:
        for content, token in _responses(scythe, progress.token, statuses):
            if token is not None and token == progress.token:
                raise ScreenError(f"{url} answers the same page again and again.")
            progress = HarvestState(url, progress.pages + 1, token)
            folder.add(content, progress)
            yield progress
            if token is not None:
                time.sleep(pause_s)


def _responses(
    scythe: Scythe, token: str | None, statuses: Sequence[int]
) -> Iterator[tuple[bytes, str | None]]:
    """The content and the resumption token of each page from a token on."""
    responses = scythe.list_records(resumption_token=token)
    while True:
        try:
            response = next(responses)
        except StopIteration:
            return
        # scythe looks for an OAI-PMH error in plain text
        except (AttributeError, httpx2.HTTPStatusError) as error:
            raise MalformedError(f"is an error page, HTTP status {statuses[-1]}") from error
        if not isinstance(response, OAIResponse):
            raise TypeError(response)
        content = response.http_response.content
        yield content, parse_page(content).token


def _scythe(url: str, pause_s: float, statuses: MutableSequence[int]) -> Scythe:
    """A client that notes the HTTP status of each answer."""
    wait_s = max(pause_s, _SHORTEST_PAUSE_S)
    retries = RetryConfig(
        max_retries=_RETRIES,
        retry_status_codes=_BUSY,
        default_retry_after=wait_s,
        retry_on_transport_error=True,
        initial_backoff=wait_s,
    )
    scythe = Scythe(
        url,
        http_config=HTTPConfig(user_agent=f"Wildwood/{version('nep-wildwood')}"),
        retry_config=retries,
        iterator=OAIResponseIterator,
    )
    scythe.client.follow_redirects = True

    def note(response: httpx2.Response) -> None:
        statuses.append(response.status_code)

    hooks: dict[str, list[Callable[..., Any]]] = dict(scythe.client.event_hooks)
    own = [note, _refuse_broken, _normalise_retry_after]
    scythe.client.event_hooks = {**hooks, "response": [*hooks["response"], *own]}
    return scythe


def _refuse_broken(response: httpx2.Response) -> None:
    """Stop at broken XML, which scythe would mend by leaving records out."""
    if response.is_success:
        parse_page(response.read())


def _normalise_retry_after(response: httpx2.Response) -> None:
    """Say in seconds what Retry-After says (RFC 9110, 10.2.3); scythe reads nothing else."""
    if (asked := response.headers.get("retry-after")) is None:
        return
    try:
        seconds = int(asked) if asked.isdecimal() else _seconds_until(parsedate_to_datetime(asked))
    except ValueError:
        del response.headers["retry-after"]
        return
    if seconds > _LONGEST_PAUSE_S:
        raise MalformedError(f"asks to come back in {seconds:,} seconds")
    response.headers["retry-after"] = str(max(0, seconds))


def _seconds_until(moment: datetime.datetime) -> int:
    aware = moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)
    return math.ceil((aware - datetime.datetime.now(datetime.UTC)).total_seconds())


@contextmanager
def _translated_errors(url: str, folder: HarvestFolder) -> Iterator[None]:
    """Turn what may go wrong into a sentence that says what to do.

    Raises:
        ScreenError: in place of the libraries' errors.
    """
    try:
        yield
    except NoRecordsMatch as error:
        if folder.state() is not None:
            raise ScreenError(
                f"{url} breaks the list off: it says that no record matches{_resume_hint(folder)}"
            ) from error
    except BadResumptionToken as error:
        raise ExpiredTokenError(
            f"{url} no longer knows where the harvest broke off ({_one_line(error)});"
            " begin anew with --anew."
        ) from error
    except OAIPMHException as error:
        reason = f"{type(error).__name__}: {_one_line(error)}"
        raise ScreenError(f"{url} refuses: {reason}{_resume_hint(folder)}") from error
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise ScreenError(
            f"{url} does not answer: {_one_line(error)}{_resume_hint(folder)}"
        ) from error
    except MalformedError as error:
        raise ScreenError(f"The answer of {url} {error}{_resume_hint(folder)}") from error


def _resume_hint(folder: HarvestFolder) -> str:
    """The end of a sentence: how to go on, where something came before."""
    if folder.state() is None:
        return "."
    return f"; what came before is in {folder.path}; run it again to go on from there."


def _one_line(error: Exception) -> str:
    return one_line(str(error).partition("\n")[0]) or type(error).__name__
