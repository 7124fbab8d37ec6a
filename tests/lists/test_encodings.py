"""The encoding of a list is found by what it makes of the text."""

import io

import pytest

from wildwood.lists.reading import read_list
from wildwood.lists.writing import list_as

from tests.lists.test_formats import IDS, RIS, SAMPLES, check, read


def test_mac_roman_is_told_from_windows_1252() -> None:
    text = "id,title,authors\na,Évaluation de la fiscalité,José Nuñez\n"
    found = read(text.encode("mac-roman"))
    assert (found.encoding, found.entries[0].titles[0].text) == (
        "Mac Roman",
        "Évaluation de la fiscalité",
    )


def test_latin_1_is_told_from_windows_1252() -> None:
    text = RIS.replace("“", '"').replace("”", '"')
    assert read(text.encode("latin-1")).encoding == "Latin-1"


def test_lines_of_two_encodings_are_each_read_in_theirs() -> None:
    first, second = RIS.split("\n\n")
    found = read(first.encode() + b"\n\n" + second.encode("cp1252"))
    check(found, "RIS")
    assert found.encoding == "UTF-8, in part Windows-1252"


CHINESE = """TY  - JOUR
ID  - a
TI  - 中国农村劳动力流动与城市工资差异研究
AU  - 王小明
ER  -
"""
KOREAN = "TY  - JOUR\nID  - a\nTI  - 한국 노동시장의 임금 격차에 관한 연구\nAU  - 김 철수\nER  -\n"
CAPITALS = "id,title,authors\na,LA CRÉÉE DE LA FORÊT,JOSÉ NUÑEZ\n"


@pytest.mark.parametrize("codec", ["gb2312", "gbk", "gb18030"])
def test_chinese_is_read_in_its_encoding(codec: str) -> None:
    (entry,) = read(CHINESE.encode(codec)).entries
    assert (entry.title, entry.names) == ("中国农村劳动力流动与城市工资差异研究", ("王小明",))


def test_chinese_is_written_in_its_encoding() -> None:
    text = CHINESE + CHINESE.replace("ID  - a", "ID  - b")
    found = read(text.encode("gb18030"))
    assert found.encoding == "GB18030"
    assert list_as(found.format, found, found.entries) == text.encode("gb18030")
    assert list_as(found.format, found, found.entries[:1]) == CHINESE.encode("gb18030")


@pytest.mark.parametrize(
    ("text", "codec"), [(KOREAN, "euc-kr"), (CAPITALS, "cp1252"), (CHINESE, "big5")]
)
def test_other_encodings_are_not_taken_for_chinese(text: str, codec: str) -> None:
    assert read(text.encode(codec, "ignore")).encoding != "GB18030"


@pytest.mark.parametrize("name", ["RIS", "CSV", "nbib", "Web of Science", "BibTeX", "JSON lines"])
def test_files_that_are_joined_with_their_byte_order_marks_are_read(name: str) -> None:
    text = SAMPLES[name][1]
    joined = f"{text}\n\ufeff{text}".encode()
    found = read(joined)
    assert [entry.id for entry in found.entries] == [*IDS, *IDS]
    assert list_as(found.format, found, found.entries) == joined
    first = read_list(io.BytesIO(list_as(found.format, found, found.entries[1:2])))
    assert [entry.id for entry in first.entries] == [IDS[1]]
