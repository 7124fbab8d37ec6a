"""Reading of OAI-PMH responses, rifs, JSON lines and archives, and the written lists."""

import gzip
import io
import json
from pathlib import Path

import pytest

from wildwood.errors import ScreenError
from wildwood.language.archives import read_archives
from wildwood.language.lists import list_rows, write_lists
from wildwood.language.oai import parse_page
from wildwood.language.record_files import STDIN, RecordFile, SkippedRecord, read_record_file
from wildwood.language.screening import Screen
from wildwood.model import CatalogueRecord, LocalizedText
from wildwood.settings import Doubtful, Thresholds

from tests.support.amf import HEAD, TAIL
from tests.support.oai_server import deleted, dublin_core, page, refusal, title

THRESHOLDS = Thresholds(
    strict=0.07, entries=10, english=0.07, other=0.5, certain=0.7, doubtful=Doubtful.AS_JUDGED
)


class TestAPage:
    def test_has_the_titles_descriptions_and_languages_of_each_record(self) -> None:
        record = dublin_core(
            "oai:x:1",
            '<dc:title xml:lang="en">Trade</dc:title>',
            "<dc:title>Handel</dc:title>",
            "<dc:description>About <b xmlns=''>trade</b></dc:description>",
            "<dc:language>eng</dc:language><dc:language> ger </dc:language><dc:language/>",
        )
        assert parse_page(page(record)).records == (
            CatalogueRecord(
                "oai:x:1",
                (LocalizedText("Trade", "en"), LocalizedText("Handel")),
                (LocalizedText("About trade"),),
                ("eng", "ger"),
            ),
        )

    @pytest.mark.parametrize("answer", ["Identify", "ListSets", "ListIdentifiers"])
    def test_must_be_a_list_of_records(self, answer: str) -> None:
        data = (
            '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">'
            f"<responseDate/><request/><{answer}/></OAI-PMH>"
        )
        with pytest.raises(ScreenError, match=f"without a list of records \\({answer}\\)"):
            parse_page(data.encode())

    def test_names_a_deleted_record_with_metadata_as_deleted(self) -> None:
        record = dublin_core("a", title("Trade")).replace("<header>", '<header status="deleted">')
        parsed = parse_page(page(record))
        assert (parsed.records, parsed.deleted) == ((), ("a",))

    def test_names_deleted_records_and_those_without_dublin_core(self) -> None:
        bare = "<record><header><identifier>b</identifier></header></record>"
        parsed = parse_page(page(deleted("a"), bare))
        assert (parsed.records, parsed.deleted) == ((), ("a",))
        assert parsed.without_dublin_core == ("b",)

    @pytest.mark.parametrize(("token", "expected"), [(None, None), ("", None), ("t1", "t1")])
    def test_has_a_token_if_the_list_continues(
        self, token: str | None, expected: str | None
    ) -> None:
        assert parse_page(page(token=token)).token == expected

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            (b"", "is malformed XML at line"),
            (page(dublin_core("a", title("T")))[:-40], "is malformed XML at line"),
            (
                b"<html><body>Down for maintenance</body></html>",
                "is not an OAI-PMH response: its root",
            ),
            (b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', "has a document type"),
        ],
        ids=["nothing", "half a response", "another root", "entities"],
    )
    def test_that_is_malformed_is_refused(self, data: bytes, sentence: str) -> None:
        with pytest.raises(ScreenError, match=f"^{sentence}"):
            parse_page(data)


class TestAFile:
    def test_of_oai_pmh_has_its_records_and_names_those_left_out(self, tmp_path: Path) -> None:
        path = tmp_path / "page.xml.gz"
        path.write_bytes(gzip.compress(page(dublin_core("a", title("Trade")), deleted("b"))))
        file = read_record_file(path)
        assert [record.id for record in file.records] == ["a"]
        assert file.left_out == (SkippedRecord("b", "deleted"),)

    def test_of_amf_has_its_papers_with_abstracts_and_languages(self, tmp_path: Path) -> None:
        path = tmp_path / "2015-03-05.amf.xml"
        path.write_text(
            HEAD.replace("<amf ", '<amf xml:lang="de" ')
            + '<text id="a"><title xml:lang="en">Trade</title><abstract>Handel</abstract>'
            + '<language>eng</language><language code="en" reason="dictionary"/></text>'
            + TAIL,
            encoding="utf-8",
        )
        assert read_record_file(path).records == (
            CatalogueRecord(
                "a", (LocalizedText("Trade", "en"),), (LocalizedText("Handel", "de"),), ("eng",)
            ),
        )

    def test_of_amf_names_papers_without_a_handle(self, tmp_path: Path) -> None:
        path = tmp_path / "2015-03-05.amf.xml"
        path.write_text(HEAD + "<text><title>Trade</title></text>" + TAIL, encoding="utf-8")
        assert read_record_file(path).left_out == (SkippedRecord("", "no handle", "Trade"),)

    def test_of_json_lines_can_have_nulls_and_lone_surrogates(self, tmp_path: Path) -> None:
        path = tmp_path / "some.jsonl"
        path.write_bytes(b'{"title": "Trade \\ud800", "abstract": null}')
        assert read_record_file(path).records == (
            CatalogueRecord("line 1", (LocalizedText("Trade ?"),), (), ()),
        )

    def test_of_json_lines_has_titles_abstracts_and_languages(self, tmp_path: Path) -> None:
        path = tmp_path / "some.jsonl"
        lines = [{"title": "Trade", "abstract": "", "lang": "en"}, {"title": "Growth"}]
        path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        assert read_record_file(path).records == (
            CatalogueRecord("line 1", (LocalizedText("Trade"),), (), ("en",)),
            CatalogueRecord("line 2", (LocalizedText("Growth"),), (), ()),
        )

    @pytest.mark.parametrize(
        ("fields", "expected"),
        [
            ({"id": "x", "title": "T"}, CatalogueRecord("x", (LocalizedText("T"),), (), ())),
            (
                {"handle": "x", "title": ["T", "U"], "language": ["eng", "ger"]},
                CatalogueRecord("x", (LocalizedText("T"), LocalizedText("U")), (), ("eng", "ger")),
            ),
            (
                {"identifier": 7, "titles": [{"text": "T", "lang": "en"}], "languages": "fr"},
                CatalogueRecord("7", (LocalizedText("T", "en"),), (), ("fr",)),
            ),
            (
                {"Title": "T", "Description": "A"},
                CatalogueRecord("line 2", (LocalizedText("T"),), (LocalizedText("A"),), ()),
            ),
        ],
    )
    def test_of_json_lines_can_have_other_names_lists_and_blank_lines(
        self, tmp_path: Path, fields: dict[str, object], expected: CatalogueRecord
    ) -> None:
        path = tmp_path / "some.jsonl"
        path.write_text(f"\n{json.dumps(fields)}\n\n", encoding="utf-8")
        assert read_record_file(path).records == (expected,)

    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    def test_can_be_csv(self, tmp_path: Path, delimiter: str) -> None:
        path = tmp_path / "some.csv"
        rows = [("id", "Title", "lang"), ("a", '"Trade\nagain"', "en"), ("", "Growth", "")]
        lines = "\n".join(delimiter.join(row) for row in rows)
        path.write_text(f"\ufeff{lines}\n", encoding="utf-8")
        assert read_record_file(path).records == (
            CatalogueRecord("a", (LocalizedText("Trade\nagain"),), (), ("en",)),
            CatalogueRecord("line 4", (LocalizedText("Growth"),), (), ()),
        )

    @pytest.mark.parametrize(
        ("content", "title"),
        [
            (page(dublin_core("a", title("Trade"))), "Trade"),
            (b'{"title": "Trade"}', "Trade"),
            (b"id,title\na,Trade\n", "Trade"),
            (gzip.compress(b'{"title": "Trade"}'), "Trade"),
        ],
        ids=["OAI-PMH", "JSON lines", "CSV", "gzip"],
    )
    def test_can_be_standard_input(
        self, monkeypatch: pytest.MonkeyPatch, content: bytes, title: str
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        (record,) = read_record_file(STDIN).records
        assert record.titles[0].text == title

    @pytest.mark.parametrize(
        ("name", "content", "sentence"),
        [
            ("a.csv", b"id,name\n1,x\n", "{path} has no column named title in its first line."),
            ("a.csv", b"title\n\xff\n", "{path} is not in UTF-8 in line 2."),
            ("a.xml", b"<broken", "{path} is malformed XML at line 1: "),
            ("a.xml", HEAD.encode(), "{path} is malformed XML at line 3: "),
            (
                "a.xml",
                refusal("badArgument", "no\n such"),
                "{path} is an OAI-PMH error, not a list of records (badArgument: no such).",
            ),
            (
                "a.xml",
                refusal("", ""),
                "{path} is an OAI-PMH error, not a list of records (no reason given).",
            ),
            ("a.xml.gz", b"no gzip", "Cannot read {path}: it is not a whole gzip file"),
            ("a.jsonl", b'{"title": "T"}\n[1]', "{path} does not have {{"),
            ("a.jsonl", b"{", "{path} does not have {{"),
        ],
    )
    def test_that_is_malformed_is_named(
        self, tmp_path: Path, name: str, content: bytes, sentence: str
    ) -> None:
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(ScreenError) as caught:
            read_record_file(path)
        assert str(caught.value).startswith(sentence.format(path=path))

    def test_of_oai_pmh_can_report_that_no_records_match(self, tmp_path: Path) -> None:
        path = tmp_path / "page.xml"
        path.write_bytes(refusal("noRecordsMatch"))
        assert read_record_file(path).records == ()


class TestLists:
    @pytest.fixture
    def file(self) -> RecordFile:
        german = CatalogueRecord(
            "b",
            (LocalizedText("Außen-\n\thandel\x1b\u202e"), LocalizedText("Wachstum")),
            (),
            ("ger",),
        )
        english = CatalogueRecord("a", (LocalizedText("Trade and Growth"),), (), ())
        formula = CatalogueRecord("c", (LocalizedText("E = mc²"),), (), ())
        return RecordFile("digest", (english, german, formula), (SkippedRecord("d", "deleted"),))

    def test_have_every_record_and_the_reason_for_leaving_one_out(
        self, file: RecordFile, tmp_path: Path
    ) -> None:
        rows = list_rows(file, Screen((), THRESHOLDS))
        screened, left_out = write_lists(tmp_path / "new", "some", rows)
        head = "id\tlanguage\treason\tunknown\tconfidence\tdoubtful\ttitle\n"
        german = "b\tother\tdeclared\t0.67\t\t\tAußen- handel�� / Wachstum\n"
        skipped = "d\t\tdeleted\t\t\t\t\n"
        assert screened.read_text(encoding="utf-8") == (
            head
            + "a\ten\tdictionary\t0.00\t0.99\t\tTrade and Growth\n"
            + german
            + "c\tunknown\tno words\t\t\t\tE = mc²\n"
            + skipped
        )
        assert left_out.read_text(encoding="utf-8") == head + german + skipped

    def test_that_cannot_be_written_are_named(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(ScreenError, match=r"^Cannot write the lists to "):
            write_lists(tmp_path / "file", "some", [])


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
        with pytest.raises(ScreenError, match=sentence):
            read_archives(path)

    def test_that_do_not_exist_are_named(self, tmp_path: Path) -> None:
        with pytest.raises(ScreenError, match=r"^Cannot read .*: No such file or directory\.$"):
            read_archives(tmp_path / "nowhere.json")
