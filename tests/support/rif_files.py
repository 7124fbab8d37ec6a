"""A small rif, its dates, and the message of a refusal."""

import datetime
from collections.abc import Callable

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.errors import DiskFullError, RifError

from tests.support.amf import rif

DATE = datetime.date(2015, 3, 5)
LATER = datetime.date(2015, 3, 12)
PAPER = Record("RePEc:a:b:1", ("Ann Lee",), ("A title",))
RIF = rif(PAPER)


def refusal(call: Callable[[], object]) -> str:
    """Return the message of the error that a call raises."""
    with pytest.raises((RifError, DiskFullError)) as caught:
        call()
    return str(caught.value)
