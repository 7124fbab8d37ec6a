"""A file with control characters is read without them."""

import pytest

from wildwood.kernel.errors import InputError
from wildwood.lists.content import Content
from wildwood.lists.xml import root_without_controls

XML = "<list><title>Tr\x01ade</title></list>"


def test_control_characters_are_left_out() -> None:
    assert root_without_controls(Content("a.xml", XML.encode(), "")).findtext("title") == "Trade"


@pytest.mark.parametrize("data", [b"<list>", XML.encode("utf-16-le")], ids=["no end", "UTF-16"])
def test_what_is_malformed_without_them_too_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match=r"^is malformed XML at line 1: "):
        root_without_controls(Content("a.xml", data, ""))
