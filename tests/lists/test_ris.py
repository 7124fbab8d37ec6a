"""Half-broken RIS gives what can be read, and says what cannot."""

import io

import pytest

from wildwood.lists.reading import read_list

from tests.support.read_text import handles_and_messages

RIS = "TY  - JOUR\nID  - a\nTI  - Trade\nAU  - Keen, M.\nER  - \n"
EARLY = "TI  - Trade\n  and wages\nTY  - JOUR\nID  - a\nAU  - Keen, M.\nER  - \n"


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
        (f"{EARLY}\n{EARLY}", ["a", "a (2)"], []),
        ("DB  - Embase\n" + RIS, ["a"], []),
        (
            "TI  - Lost\n" + RIS,
            ["a"],
            ["line 1: the record begins with TI instead of TY"],
        ),
        (RIS + "AU  - Lost, A.\n", ["a"], ["line 6: the record begins with AU instead of TY"]),
        (f"{RIS}\ufeff{RIS}", ["a", "a (2)"], []),
    ],
    ids=[
        "no end", "no end between", "one space", "junk", "no beginning", "no ids", "one without",
        "DOI", "title before TY", "a header", "a lost title before TY", "lost at the end",
        "byte order mark between",
    ],
)  # fmt: skip
def test_a_broken_record_is_told(text: str, handles: list[str], messages: list[str]) -> None:
    assert handles_and_messages(text) == (handles, messages)


def test_a_record_ends_before_the_empty_lines_below_it() -> None:
    found = read_list(io.BytesIO(f"{RIS}\n \n{RIS}".encode()))
    places = [(one.span.start, one.span.end) for one in found.entries if one.span]
    record = len(RIS.rstrip())
    assert places == [(0, record), (len(RIS) + 3, len(RIS) + 3 + record)]


def test_a_title_before_the_type_is_the_record_s() -> None:
    (entry,) = read_list(io.BytesIO(EARLY.encode())).entries
    assert (entry.title, entry.place) == ("Trade and wages", "line 1")
    assert entry.span == (0, len(EARLY.rstrip()))


LINK = "Link to the Ovid Full Text or citation: https://ovidsp.ovid.com/x?AN=2012345678"


@pytest.mark.parametrize("line", [LINK, f"Embase: {LINK}", "a line of its own"])
def test_a_line_below_a_number_is_no_part_of_it(line: str) -> None:
    text = RIS.replace("ID  - a\n", f"DB  - Embase\nAN  - 2012345678\n{line}\n")
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert (entry.id, entry.identifiers) == ("2012345678", ("embase:2012345678",))


def test_a_link_of_ovid_is_no_part_of_any_field() -> None:
    text = RIS.replace("TI  - Trade\n", f"TI  - Trade\nwith the East\n{LINK}\n")
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.title == "Trade with the East"


@pytest.mark.parametrize("title", ["Trade &amp; Tariffs", "Trade  &  Tariffs"])
def test_a_title_that_is_written_otherwise_is_not_kept_twice(title: str) -> None:
    text = RIS.replace("TI  - Trade\n", f"TI  - {title}\n")
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert (entry.title, entry.spare) == ("Trade & Tariffs", ())
