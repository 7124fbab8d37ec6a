"""Papers of a rif, and what they are written as in another."""

import io

from wildwood.lists.amf import write_amf
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list

RIF = b"""<amf xmlns="http://amf.openlib.org"><text id="a"><title>Trade</title>
<classification scheme="JEL">F10</classification><classification>trade</classification>
<classification scheme="JEL"> </classification></text></amf>"""


def test_classifications_are_read_and_written_with_their_schemes() -> None:
    (entry,) = read_list(io.BytesIO(RIF), needs=ANY_RECORD).entries
    assert entry.classifications == ("jel:F10", "trade")
    (again,) = read_list(io.BytesIO(write_amf([entry])), needs=ANY_RECORD).entries
    assert again.classifications == ("jel:F10", "trade")
