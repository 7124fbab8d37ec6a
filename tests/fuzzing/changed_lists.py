"""Change lists of all formats as damaged files are, and check that each is read or refused.

What is read is written again, whole and without some records, and read once more.

usage: python -m tests.fuzzing.changed_lists SECONDS

It stops at the first that fails a check, and writes it to the file changed-list.
"""

import io
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from wildwood.biblio.entry import Entry, LocalizedText
from wildwood.kernel.errors import InputError
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.formats import Format
from wildwood.lists.reading import ReadList, read_list
from wildwood.lists.writing import list_as

from tests.lists.test_formats import BINARY, SAMPLES

_TOKENS = (
    b"", b"\n", b"\n\n", b"\x00", b"\xff", b"\x1d", b"\x1e", b'"', b"{", b"}", b"<", b">", b"&",
    b"]", b",", b"\t", b"  - ", b"null", b"[[", b"{}", b"-1", b"9" * 400, b"\\", b"\\u0000",
    b"\\ud800", b"ER", b"PT J\n", b"<1>\n", b"%0 ", b"TY  - ", b"@a{", b"\xe2\x80\xa8",
    b"https://doi.org/10.1000/",
)  # fmt: skip
_MORE = Entry("", (), (), keywords=("sand",), dois=("10.1000/1",), abstracts=(LocalizedText("“”"),))


def changed(data: bytes, seed: int) -> bytes:
    """Return a file with up to four changes: pieces are missing, repeated, moved or inserted."""
    chance = random.Random(seed)
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + chance.choice((0, 1, 2, 8, 40, 200)))
        piece = data[start:end]
        data = chance.choice((
            data[:start] + data[end:],
            data[:end] + piece + data[end:],
            data[:start],
            data[:start] + chance.choice(_TOKENS) + data[end:],
            data[:start] + bytes(byte ^ 1 << chance.randrange(8) for byte in piece) + data[end:],
            data[end:] + piece + data[:start],
        ))  # fmt: skip
    return data


def check(data: bytes) -> None:
    """Check that a file is refused with one sentence, or read with handles that differ."""
    try:
        read = read_list(io.BytesIO(data), needs=ANY_RECORD)
    except InputError as error:
        sentence = str(error)
        assert sentence.splitlines() == [sentence], sentence
        assert sentence.endswith("."), sentence
        return
    handles = [entry.handle for entry in read.entries if entry.id]
    assert len(set(handles)) == len(handles), handles
    for entry in read.entries:
        repr(entry).encode()
        assert all(title.text for title in entry.titles), entry
        assert all(author.family for author in entry.authors), entry
    assert all(message.isprintable() for message in read.messages), read.messages
    check_written(data, read)


def check_written(data: bytes, read: ReadList) -> None:
    """Check that a list is written again as it is, and without the records that are left out."""
    if read.original is None or not all(one.id and one.titles for one in read.entries):
        return
    if is_exact(read):
        assert list_as(read.format, read, read.entries) == data
    staying = read.entries[::2]
    gains = {entry.handle: _MORE for entry in staying}
    try:
        written = list_as(read.format, read, staying, {}, gains)
        again = read_list(io.BytesIO(written), needs=ANY_RECORD)
    except InputError:  # a place is not known, or only what is gone told the format
        return
    is_told = again.format is read.format and again.encoding == read.encoding in ("", "UTF-8")
    if is_told and not read.faults:
        titles = [[one.titles for one in entries] for entries in (again.entries, staying)]
        assert titles[0] == titles[1], titles


def is_exact(read: ReadList) -> bool:
    """Return whether a list is no spreadsheet, and has no damage in UTF-16."""
    return read.format is not Format.SPREADSHEET and "\ufffd" not in str(read.original)


def main(seconds: float, samples: Callable[[], list[bytes]]) -> None:
    """Check changed samples until the time is over."""
    end, seed, lists = time.monotonic() + seconds, 0, samples()
    while time.monotonic() < end:
        for sample in lists:
            data = changed(sample, seed)
            try:
                check(data)
            except BaseException:
                Path("changed-list").write_bytes(data)
                raise
        seed += 1
    print(f"{seed * len(lists):,} changed lists were read or refused")


def all_samples() -> list[bytes]:
    """Return the lists of the tests."""
    texts = (text.replace("ENCODING", "UTF-8").encode() for _, text in SAMPLES.values())
    return [*texts, *BINARY.values()]


if __name__ == "__main__":
    main(float(sys.argv[1]), all_samples)
