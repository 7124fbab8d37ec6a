"""Reading a list of any format: what is kept, what is left out, and what is said of it."""

import gzip
import hashlib
import io
from pathlib import Path

import pytest

from wildwood.kernel.errors import InputError
from wildwood.lists.content import STDIN, Fault, Need
from wildwood.lists.formats import Format
from wildwood.lists.reading import read_list

ROW = '{"id": "a", "title": "Trade", "authors": "Keen, Michael"}'


def test_says_format_encoding_and_digest() -> None:
    data = ROW.encode()
    read = read_list(io.BytesIO(data))
    assert (read.format, read.encoding) == (Format.JSON_LINES, "UTF-8")
    assert read.digest == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize("lacking", list(Need))
def test_leaves_out_a_record_that_lacks_something_and_names_its_place(lacking: Need) -> None:
    field = {Need.ID: "id", Need.TITLE: "title", Need.NAMES: "authors"}[lacking]
    broken = ROW.replace(f'"{field}"', '"other"')
    read = read_list(io.BytesIO(f"{ROW}\n{broken}\n".encode()))
    assert [entry.id for entry in read.entries] == ["a"]
    (fault,) = read.faults
    assert (fault.place, fault.reason) == ("line 2", f"has no {lacking.value}")
    assert f", line 2: {fault.id or repr(fault.title)} has no {lacking.value};" in read.messages[0]


def test_keeps_a_record_that_lacks_what_is_not_needed() -> None:
    read = read_list(io.BytesIO(b'{"title": "Trade"}'), needs=frozenset({Need.TITLE}))
    assert (len(read.entries), read.faults) == (1, ())


def test_tells_apart_records_of_one_id() -> None:
    taken = ROW.replace('"a"', '"a (2)"')
    read = read_list(io.BytesIO(f"{taken}\n{ROW}\n{ROW}\n{ROW}\n".encode()))
    assert [entry.id for entry in read.entries] == ["a (2)", "a", "a", "a"]
    assert [entry.record.handle for entry in read.entries] == ["a (2)", "a", "a (3)", "a (4)"]


def test_unpacks_gzip_whatever_the_name(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(gzip.compress(ROW.encode()))
    assert len(read_list(path).entries) == 1


def test_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(ROW.encode())))
    read = read_list(STDIN)
    assert (read.name, len(read.entries)) == ("standard input", 1)


def test_names_can_be_in_lists_as_programs_make_them_of_xml() -> None:
    name = '{"firstName": ["O"], "lastName": ["Borug\u0103"], "fullName": ["Borug\u0103 O"]}'
    authors = f'"authorString": [""], "authorList": [{{"author": [{name}]}}]'
    text = f'[{{"id": ["1"], "title": ["T"], {authors}}}]'
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert (entry.id, entry.names) == ("1", ("O Borug\u0103",))


def test_can_drop_the_details() -> None:
    row = ROW.replace("{", '{"abstract": "On trade.", ')
    (full,) = read_list(io.BytesIO(row.encode())).entries
    (lean,) = read_list(io.BytesIO(row.encode()), details=False).entries
    assert full.abstracts[0].text == "On trade."
    assert (lean.abstracts, lean.record) == ((), full.record)


@pytest.mark.parametrize("details", [True, False])
def test_keeps_the_text_of_a_list_that_can_be_written_again(details: bool) -> None:  # noqa: FBT001
    text = "@misc{a, title = {Trade}, author = {Keen, M.}}"
    original = read_list(io.BytesIO(text.encode()), details=details).original
    assert (original is not None and original.data == text.encode()) is details


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf\r\n", gzip.compress(b"", mtime=0)])
def test_an_empty_file_is_a_list_without_papers(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "list"
    path.write_bytes(data)
    read = read_list(path)
    assert (read.format, read.encoding, read.entries, read.messages) == (Format.EMPTY, "", (), [])


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b"Dear all",
            "{path} begins with 'Dear all', an unknown format. Known formats: AMF, ReDIF, ",
        ),
        (b"<svg/>", "{path} is XML with the root 'svg', an unknown format"),
        (
            b'<d:dc xmlns:d="http://www.openarchives.org/OAI/2.0/oai_dc/"/>',
            "{path} is XML with the root 'dc', an unknown format",
        ),
        (
            b"<OAI-PMH/>",
            "{path} is not an OAI-PMH response: its root is OAI-PMH, not {{http://www.openarchives",
        ),
        (b"<!-- nothing -->", "{path} begins with '<!-- nothing -->', an unknown format"),
        (b"\x1f\x8bno gzip", "Cannot read {path}: it is not a whole gzip file ("),
    ],
)
def test_refuses_a_file_of_no_known_format(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "list"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_list(path)
    assert str(caught.value).startswith(sentence.format(path=path))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b"=LDR  00759nam-a--002294i-4500\n=001  it22",
            "is MARC in MarcEdit's text form; convert it into MARCXML.",
        ),
        (
            b"PAR1\x15\x04",
            (
                "is Parquet; convert it into CSV, in Python with"
                ' pandas.read_parquet("{path}").to_csv("list.csv", index=False).'
            ),
        ),
        (
            b"ARROW1\0\0",
            (
                "is Arrow; convert it into CSV, in Python with"
                ' pandas.read_feather("{path}").to_csv("list.csv", index=False).'
            ),
        ),
        (
            b"PK\x03\x04\x14\x00\x06\x00",
            "is a zip file, or a spreadsheet that is not whole.",
        ),
        (
            b"<RDF/>",
            "is RDF of another kind than Zotero's own; export the list as RIS or CSL-JSON.",
        ),
        (
            b"<!doctype html>\n<html lang='en'><body/></html>",
            "is a web page; save the list in one of the formats that it offers.",
        ),
    ],
)
def test_says_what_to_do_with_another_format(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "list"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_list(path)
    assert str(caught.value) == f"{path} {sentence.format(path=path)}"


def test_names_a_file_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^Cannot read .*: No such file or directory\.$"):
        read_list(tmp_path / "nowhere")


def test_goes_on_after_broken_lines() -> None:
    read = read_list(io.BytesIO(f'{ROW}\n[1]\n{{"id\n{ROW}'.encode()))
    assert len(read.entries) == 2
    assert read.faults == (
        Fault("line 2", 'is not an object such as {"id": …, "title": …, "authors": …}'),
        Fault("line 3", "is not JSON"),
    )
