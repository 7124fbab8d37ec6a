"""A malformed record costs itself, not the page that it is in."""

import io
from itertools import accumulate
from pathlib import Path

import pytest

from wildwood.kernel.errors import InputError
from wildwood.lists.content import ANY_RECORD, Fault
from wildwood.lists.oai import MalformedError, parse_page
from wildwood.lists.reading import read_list

from tests.support.oai_server import deleted, dublin_core, page, title

GOOD = dublin_core("oai:good", title("Trade"))
MARK = "MARK"
DAMAGED = dublin_core("oai:bad", title(MARK))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\x01", "it contains a control character"),
        (b"&#1;", "it contains a control character"),
        (b"a < b", "it contains a < or & that is not escaped"),
        (b"<b>", "its tags do not match"),
        (b"x" * 12_000_000, "it contains a text of more than 10 MB"),
    ],
    ids=["control character", "reference", "less than", "tag", "12 MB"],
)
def test_the_record_is_named_with_what_is_wrong_in_words(content: bytes, reason: str) -> None:
    data = page(GOOD, DAMAGED, deleted("oai:gone"), token="t1").replace(MARK.encode(), content)
    parsed = parse_page(data)
    bad, gone = parsed.faults
    assert bad == Fault("line 6", f"is malformed: {reason}", "oai:bad")
    assert (gone.id, gone.word, parsed.token) == ("oai:gone", "deleted", "t1")
    assert [entry.id for entry in parsed.entries] == ["oai:good"]


@pytest.mark.parametrize(
    ("content", "text", "names"),
    [
        (b"a&nbsp;&ndash;&eacute;b", "a \u2013\u00e9b", "entities of HTML"),
        (b"R & D", "R & D", "bare ampersands"),
        (b"AT&T; &amp; &#233; &lt;", "AT&T; & \u00e9 <", "bare ampersands"),
        (b"caf\xe9 \x93x\x94 \xc3\xa9", "caf\u00e9 \u201cx\u201d \u00e9", "bytes of Windows-1252"),
        (
            b"\x81 & &nbsp;",
            "\ufffd &",
            "bytes of Windows-1252, bare ampersands, entities of HTML",
        ),
        (b"<![CDATA[a&nbsp;b]]>\x96", "a&nbsp;b\u2013", "bytes of Windows-1252"),
    ],
)
def test_what_browsers_read_is_repaired_and_said(content: bytes, text: str, names: str) -> None:
    data = page(GOOD, DAMAGED, token="t1").replace(MARK.encode(), content)
    read = read_list(io.BytesIO(data), needs=ANY_RECORD)
    assert [entry.titles[0].text for entry in read.entries] == ["Trade", text]
    assert read.faults == ()
    assert read.messages == [
        f"the list, line 6: oai:bad has {names}, which XML forbids; it is repaired."
    ]


def test_a_repair_that_does_not_help_is_none() -> None:
    data = page(DAMAGED).replace(MARK.encode(), b"&nbsp;<b>")
    read = read_list(io.BytesIO(data), needs=ANY_RECORD)
    assert (read.entries, read.repairs) == ((), ())
    assert read.faults[0].word == "damaged"


def test_bytes_of_a_declared_encoding_are_not_repaired() -> None:
    data = page(DAMAGED).replace(b'encoding="UTF-8"', b'encoding="ISO-8859-2"')
    read = read_list(io.BytesIO(data.replace(MARK.encode(), b"\xe8 &nbsp;")), needs=ANY_RECORD)
    assert read.entries[0].titles[0].text == "\u010d"


def test_a_page_with_prefixes_is_read_record_by_record_too() -> None:
    data = (
        b'<?xml version="1.0"?>\n<o:OAI-PMH xmlns:o="http://www.openarchives.org/OAI/2.0/">'
        b"<o:ListRecords><o:record><o:header><o:identifier>a</o:identifier></o:header></o:record>"
        b"<o:record><o:header><o:identifier>b\x01</o:identifier></o:header></o:record>"
        b"</o:ListRecords></o:OAI-PMH>"
    )
    parsed = parse_page(data)
    assert [(fault.id, fault.word) for fault in parsed.faults] == [
        ("a", "no Dublin Core"),
        ("b\x01", "damaged"),
    ]


@pytest.mark.parametrize(
    "data",
    [page(GOOD, DAMAGED)[:-30], page(GOOD)[:-200], page(GOOD) + b"<", b"<OAI-PMH>\x01</OAI-PMH>"],
)
def test_damage_outside_the_records_costs_the_page(data: bytes) -> None:
    with pytest.raises(MalformedError, match=r"^is malformed XML at line \d+: [a-z]"):
        parse_page(data)


def test_damaged_records_of_a_file_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "page.xml"
    path.write_bytes(page(GOOD, DAMAGED).replace(MARK.encode(), b"\x02"))
    read = read_list(path, needs=ANY_RECORD)
    assert read.messages == [
        f"{path}, line 6: oai:bad is malformed: it contains a control character; it is left out."
    ]
    assert [entry.id for entry in read.entries] == ["oai:good"]


class TestAListThatIsCutOff:
    """As of a download that was interrupted."""

    RECORDS = tuple(dublin_core(f"oai:{name}", title("Trade")) for name in "abc")
    DATA = page(*RECORDS)
    BEGINS = DATA.index(RECORDS[0].encode())
    LENGTHS = tuple(len(record.encode()) for record in RECORDS)

    def whole_before(self, end: int) -> list[str]:
        ends = accumulate(self.LENGTHS, initial=self.BEGINS)
        return [
            f"oai:{name}" for name, at in zip("abc", list(ends)[1:], strict=True) if at <= end + 1
        ]

    @pytest.mark.parametrize("missing", range(1, len(DATA) - BEGINS - LENGTHS[0], 7))
    def test_keeps_its_whole_records_and_says_where_it_ends(self, missing: int) -> None:
        data = self.DATA[:-missing]
        read = read_list(io.BytesIO(data), needs=ANY_RECORD)
        assert [entry.id for entry in read.entries] == self.whole_before(len(data))
        if data.rstrip().endswith(b"</OAI-PMH>"):
            assert read.faults == ()
        else:
            (fault,) = read.faults
            assert fault.reason == "is not whole, because the list is cut off there"

    def test_names_the_record_in_which_it_ends(self) -> None:
        data = self.DATA[: self.DATA.index(b"</dc:title>", self.BEGINS + self.LENGTHS[0])]
        read = read_list(io.BytesIO(data), needs=ANY_RECORD)
        (fault,) = read.faults
        assert (fault.place, fault.id, fault.word) == ("line 6", "oai:b", "damaged")

    def test_names_damaged_records_too(self) -> None:
        damaged = dublin_core("oai:bad", "<dc:title>\x01</dc:title>")
        data = page(GOOD, damaged, deleted("oai:gone"), GOOD)[:-60]
        read = read_list(io.BytesIO(data), needs=ANY_RECORD)
        assert [entry.id for entry in read.entries] == ["oai:good"]
        assert [fault.id for fault in read.faults] == ["oai:bad", "oai:gone", "oai:good"]

    def test_with_prefixes_is_closed_with_them(self) -> None:
        data = (
            b'<o:OAI-PMH xmlns:o="http://www.openarchives.org/OAI/2.0/"><o:ListRecords>'
            b"<o:record><o:header><o:identifier>a</o:identifier></o:header></o:record><o:rec"
        )
        read = read_list(io.BytesIO(data), needs=ANY_RECORD)
        assert [(fault.id, fault.word) for fault in read.faults] == [
            ("a", "no Dublin Core"),
            ("", "damaged"),
        ]

    def test_without_a_whole_record_is_refused(self) -> None:
        data = self.DATA[: self.BEGINS + self.LENGTHS[0] // 2]
        with pytest.raises(InputError, match="is malformed XML at line"):
            read_list(io.BytesIO(data), needs=ANY_RECORD)
