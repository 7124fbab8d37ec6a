"""The lists that a screening writes, and the archives that it reads."""

import json
from pathlib import Path

import pytest

from wildwood.biblio.entry import Entry, LocalizedText
from wildwood.biblio.person import Person
from wildwood.kernel.errors import InputError
from wildwood.kernel.settings import Doubtful
from wildwood.lists.content import Fault
from wildwood.lists.formats import Format
from wildwood.lists.reading import ReadList
from wildwood.screening.archives import read_archives
from wildwood.screening.own import Corrections, OwnLists
from wildwood.screening.screening import Screen, list_files, list_rows, write_lists


class TestLists:
    @pytest.fixture
    def file(self) -> ReadList:
        german = Entry(
            "b",
            (LocalizedText("Außen-\n\thandel\x1b\u202e"), LocalizedText("Wachstum")),
            (Person("Smith"),),
            languages=("ger",),
        )
        english = Entry("a", (LocalizedText("Trade and Growth"),), ())
        formula = Entry("c", (LocalizedText("E = mc²"),), ())
        skipped = Fault("line 5", "is deleted", "d", word="deleted")
        entries = (english, german, formula)
        return ReadList("some", Format.OAI_PMH, "UTF-8", "digest", entries, (skipped,))

    def test_have_every_record_and_the_reason_for_leaving_one_out(
        self, file: ReadList, tmp_path: Path
    ) -> None:
        rows = list_rows(file, Screen({}, Doubtful.AS_JUDGED))
        write_lists(tmp_path / "new", "some", rows)
        screened, left_out = list_files(tmp_path / "new", "some")
        head = "id\tlanguage\treason\tunknown\tconfidence\tdoubtful\ttitle\n"
        german = "b\tother\tdeclared\t0.67\t\t\tAußen- handel�� / Wachstum\n"
        skipped = "d\t\tdeleted\t\t\t\t\n"
        assert screened.read_text(encoding="utf-8") == (
            head
            + "a\ten\tdetector\t0.00\t0.9868\t\tTrade and Growth\n"
            + german
            + "c\tunknown\tno words\t\t\t\tE = mc²\n"
            + skipped
        )
        assert left_out.read_text(encoding="utf-8") == head + german + skipped

    def test_that_cannot_be_written_are_named(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(InputError, match=r"^Cannot write .*file/some\.screened\.tsv: "):
            write_lists(tmp_path / "file", "some", [])

    def test_name_a_correction_that_no_longer_holds_once(self) -> None:
        stale = ("a", "other", "", "", "", "", "Trade, revised")
        screen = Screen({}, Doubtful.AS_JUDGED, own=OwnLists(corrections=Corrections([stale])))
        titles = ("Trade: revised", "Trade and Growth")
        entries = tuple(
            Entry("a", (LocalizedText(title),), (), place=f"line {number}")
            for number, title in enumerate(titles, 1)
        )
        read = ReadList("some", Format.OAI_PMH, "UTF-8", "digest", entries)
        note = (
            "the title of a has changed since you corrected its language,"
            " so the correction does not apply; correct it again."
        )
        assert [row.note for row in list_rows(read, screen)] == ["", f"some, line 2: {note}"]


class TestArchives:
    @staticmethod
    def file(tmp_path: Path, content: object) -> Path:
        path = tmp_path / "opendoar.json"
        path.write_text(json.dumps(content), encoding="utf-8")
        return path

    @pytest.mark.parametrize(
        ("languages", "kept"),
        [
            (["en"], True),
            (["de", "en", "fr"], True),
            (["de"], False),
            ([], False),
            (None, False),
            ("en", True),
            ("de", False),
            ([7, None], False),
        ],
    )
    def test_are_kept_if_they_declare_english_content(
        self, tmp_path: Path, languages: object, *, kept: bool
    ) -> None:
        metadata = {
            "content_languages": languages,
            "name": [{"name": "An Archive", "language": "en"}],
            "url": "https://a.example/",
            "oai_url": "https://a.example/oai",
        }
        content = {"items": [{"repository_metadata": metadata}]}
        (archive,) = read_archives(self.file(tmp_path, content))
        assert (archive.name, archive.address) == ("An Archive", "https://a.example/oai")
        assert archive.kept is kept

    @pytest.mark.parametrize(
        "item",
        [{}, None, 7, [], {"repository_metadata": None}, {"repository_metadata": {"name": 1}}],
    )
    def test_without_any_field_are_listed_and_left_out(self, tmp_path: Path, item: object) -> None:
        (archive,) = read_archives(self.file(tmp_path, {"items": [item]}))
        assert (archive.name, archive.kept) == ("(no name)", False)

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [(b"{", "is not JSON: "), (b"7", "is not in OpenDOAR"), (b"{}", "is not in OpenDOAR")],
    )
    def test_in_another_format_are_refused(
        self, tmp_path: Path, content: bytes, sentence: str
    ) -> None:
        path = tmp_path / "opendoar.json"
        path.write_bytes(content)
        with pytest.raises(InputError, match=sentence):
            read_archives(path)

    def test_that_do_not_exist_are_named(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"^Cannot read .*: No such file or directory\.$"):
            read_archives(tmp_path / "nowhere.json")
