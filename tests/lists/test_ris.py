"""Half-broken RIS gives what can be read, and says what cannot."""

import io

import pytest

from wildwood.lists.reading import read_list

from tests.support.read_text import handles_and_messages

RIS = "TY  - JOUR\nID  - a\nTI  - Trade\nAU  - Keen, M.\nER  - \n"


@pytest.mark.parametrize(
    ("text", "handles", "messages"),
    [
        (RIS.replace("ER  - \n", ""), ["a"], []),
        (RIS.replace("ER  - \n", "") + RIS.replace("ID  - a", "ID  - b"), ["a", "b"], []),
        (RIS.replace("  - ", " - "), ["a"], []),
        ("1.\n" + RIS + "junk\nNL  - after the end\n" + RIS, ["a", "a (2)"], []),
        (
            RIS + "AU  - Lost, A.\nTI  - Lost\nER  - \n",
            ["a"],
            ["line 6: the record begins with AU instead of TY"],
        ),
        (RIS.replace("ID  - a\n", ""), ["line 1"], []),
        (RIS + RIS.replace("ID  - a\n", ""), ["a"], ["line 6: 'Trade' has no id"]),
        (RIS.replace("ID  - a", "DO  - 10.1000/1"), ["10.1000/1"], []),
    ],
    ids=[
        "no end", "no end between", "one space", "junk", "no beginning", "no ids", "one without",
        "DOI",
    ],
)  # fmt: skip
def test_a_broken_record_is_told(text: str, handles: list[str], messages: list[str]) -> None:
    assert handles_and_messages(text) == (handles, messages)


def test_a_record_ends_before_the_empty_lines_below_it() -> None:
    found = read_list(io.BytesIO(f"{RIS}\n \n{RIS}".encode()))
    places = [(one.span.start, one.span.end) for one in found.entries if one.span]
    record = len(RIS.rstrip())
    assert places == [(0, record), (len(RIS) + 3, len(RIS) + 3 + record)]
