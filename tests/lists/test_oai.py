"""OAI-PMH responses in Dublin Core and MARCXML."""

import io
from pathlib import Path

import pytest

from wildwood import pairs
from wildwood.biblio.entry import CatalogueRecord, LocalizedText, Series
from wildwood.kernel.errors import InputError
from wildwood.kernel.model import PairVerdict
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.oai import parse_page
from wildwood.lists.reading import read_list

from tests.support.oai_server import deleted, dublin_core, page, refusal, title

CREATOR = "<dc:creator>Keen, Michael</dc:creator>"


class TestAPage:
    def test_has_the_titles_descriptions_and_languages_of_each_record(self) -> None:
        record = dublin_core(
            "oai:x:1",
            '<dc:title xml:lang="en">Trade</dc:title>',
            "<dc:title>Handel</dc:title>",
            "<dc:description>About <b xmlns=''>trade</b></dc:description>",
            "<dc:language>eng</dc:language><dc:language> ger </dc:language><dc:language/>",
        )
        (entry,) = parse_page(page(record)).entries
        assert entry.catalogue_record == CatalogueRecord(
            "oai:x:1",
            (LocalizedText("Trade", "en"), LocalizedText("Handel")),
            (LocalizedText("About trade"),),
            ("eng", "ger"),
        )

    def test_has_subjects_and_the_date_as_guidelines_for_repositories_say(self) -> None:
        """OpenAIRE has keywords in one element, too, and a date on which an embargo ends."""
        record = dublin_core(
            "oai:x:1",
            title("Trade"),
            "<dc:subject>Trade; Wages &amp; jobs</dc:subject><dc:subject>Debt</dc:subject>",
            "<dc:date>info:eu-repo/date/embargoEnd/2023-01-01</dc:date><dc:date>2021-05</dc:date>",
        )
        (entry,) = parse_page(page(record)).entries
        assert (entry.keywords, entry.date) == (("Trade", "Wages & jobs", "Debt"), "2021-05")

    def test_has_the_date_of_publication_not_that_of_the_deposit(self) -> None:
        """DSpace writes all its dates, those of the deposit first and with a time."""
        deposits = "<dc:date>2012-03-19T17:29:42Z</dc:date>" * 2
        record = dublin_core("oai:x:1", title("Trade"), deposits, "<dc:date>2011-03</dc:date>")
        (entry,) = parse_page(page(record)).entries
        assert entry.date == "2011-03"

    def test_has_names_date_doi_and_address(self) -> None:
        record = dublin_core(
            "oai:x:1",
            title("Trade"),
            CREATOR,
            "<dc:creator>World Bank</dc:creator><dc:date>2010-05-01T00:00:00Z</dc:date>",
            "<dc:identifier>https://doi.org/10.1000/1</dc:identifier>",
            "<dc:identifier>http://x.example/1</dc:identifier>",
        )
        (entry,) = parse_page(page(record)).entries
        assert entry.names == ("Michael Keen", "World Bank")
        assert (entry.date, entry.dois, entry.urls) == (
            "2010-05-01", ("10.1000/1",), ("http://x.example/1",),
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("source", "expected"),
        [
            (
                "Trade; Vol 12 No 3 (2010): Spring; 123-129",
                Series("Trade", "12", "3", "123-129", "1532-4435"),
            ),
            ("Saúde; v. 12 n. 3 (2010); e12", Series("Saúde", "12", "3", "e12", "1532-4435")),
            ("Журнал; Том 12, № 3 (2010); 5", Series("Журнал", "12", "3", "5", "1532-4435")),
            ("Trade; Bd. 12 (2010)", Series("Trade", "12", issn="1532-4435")),
            ("Trade 12 (2010)", Series(issn="1532-4435")),
        ],
    )
    def test_has_the_place_in_a_journal_that_its_source_says(
        self, source: str, expected: Series
    ) -> None:
        sources = f"<dc:source>1532-4435</dc:source><dc:source>{source}</dc:source>"
        (entry,) = parse_page(page(dublin_core("oai:x:1", title("Trade"), sources))).entries
        assert entry.series == expected

    def test_and_one_of_a_database_are_the_same_record_by_that_place(self, tmp_path: Path) -> None:
        source = "<dc:source>Trade; Vol 12 No 3 (2010): Spring; 123-129</dc:source>"
        name = "Sand and dust in the ports of the north"
        archive, database = tmp_path / "archive.xml", tmp_path / "database.csv"
        archive.write_bytes(page(dublin_core("oai:x:1", title(name), CREATOR, source)))
        database.write_text(
            "id,title,authors,year,journal,volume,issue,pages\n"
            f'2,{name},"Keen, Michael",2010,Trade,12,3,123-129\n'
        )
        (pair,) = pairs(archive, database)
        assert pair.verdict is PairVerdict.SAME

    @pytest.mark.parametrize("answer", ["Identify", "ListSets", "ListIdentifiers"])
    def test_must_be_a_list_of_records(self, answer: str) -> None:
        data = (
            '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">'
            f"<responseDate/><request/><{answer}/></OAI-PMH>"
        )
        with pytest.raises(InputError, match=f"without a list of records \\({answer}\\)"):
            parse_page(data.encode())

    def test_names_a_deleted_record_with_metadata_as_deleted(self) -> None:
        record = dublin_core("a", title("Trade")).replace("<header>", '<header status="deleted">')
        parsed = parse_page(page(record))
        assert parsed.entries == ()
        assert [(fault.id, fault.word) for fault in parsed.faults] == [("a", "deleted")]

    def test_names_deleted_records_and_those_without_metadata(self) -> None:
        bare = "<record><header><identifier>b</identifier></header></record>"
        parsed = parse_page(page(deleted("a"), bare))
        assert [(fault.id, fault.word) for fault in parsed.faults] == [
            ("a", "deleted"),
            ("b", "no Dublin Core"),
        ]

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
        with pytest.raises(InputError, match=f"^{sentence}"):
            parse_page(data)

    @pytest.mark.parametrize("before", [b"\n", b"\r\n \t", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n "])
    @pytest.mark.parametrize("after", [b"", b"\x00\x00\n"])
    def test_can_have_white_space_around_it(self, before: bytes, after: bytes) -> None:
        records = [dublin_core(name, title(f"T{name}")) for name in ("a", "b")]
        damaged = dublin_core("c", "<dc:title>\x01</dc:title>")
        for some in ([], [damaged]):
            read = parse_page(before + page(*records, *some) + after)
            assert [entry.id for entry in read.entries] == ["a", "b"]
            assert [fault.id for fault in read.faults] == ["c" for _ in some]

    def test_counts_lines_from_its_beginning(self) -> None:
        malformed = page(dublin_core("a", "<dc:title>\x01</dc:title>"))
        (fault,) = parse_page(malformed).faults
        (after_two_lines,) = parse_page(b"\n\n" + malformed).faults
        line = int(fault.place.removeprefix("line "))
        assert after_two_lines.place == f"line {line + 2}"


class TestAList:
    def test_of_deleted_records_has_no_message(self) -> None:
        read = read_list(io.BytesIO(page(dublin_core("a", title("T"), CREATOR), deleted("b"))))
        assert [entry.id for entry in read.entries] == ["a"]
        assert [fault.id for fault in read.faults] == ["b"]
        assert read.messages == []

    def test_can_report_that_no_records_match(self) -> None:
        assert read_list(io.BytesIO(refusal("noRecordsMatch"))).entries == ()

    @pytest.mark.parametrize(
        ("code", "text", "said"),
        [("badArgument", "no\n such", "badArgument: no such"), ("", "", "no reason given")],
    )
    def test_cannot_be_another_error(self, code: str, text: str, said: str) -> None:
        with pytest.raises(InputError) as caught:
            read_list(io.BytesIO(refusal(code, text)))
        expected = f"the list is an OAI-PMH error, not a list of records ({said})."
        assert str(caught.value) == expected

    def test_can_have_marc_that_is_damaged_in_a_record(self) -> None:
        marc = (
            '<record xmlns="http://www.loc.gov/MARC21/slim"><leader/>'
            '<datafield tag="100" ind1="1" ind2=" "><subfield code="a">Keen, M.</subfield>'
            '</datafield><datafield tag="245" ind1="1" ind2="0"><subfield code="a">{}</subfield>'
            "</datafield></record>"
        )
        records = [
            f"<record><header><identifier>{name}</identifier></header>"
            f"<metadata>{marc.format(text)}</metadata></record>\n"
            for name, text in (("a", "Trade /"), ("b", "\x01"))
        ]
        read = read_list(io.BytesIO(page(*records)))
        assert [(entry.id, entry.names) for entry in read.entries] == [("a", ("M. Keen",))]
        assert [(fault.id, fault.place) for fault in read.faults] == [("b", "line 6")]

    def test_can_have_rioxx(self) -> None:
        record = (
            "<record><header><identifier>a</identifier></header><metadata>"
            '<rioxx xmlns="http://www.rioxx.net/schema/v2.0/rioxx/"'
            ' xmlns:r="http://www.rioxx.net/schema/v2.0/rioxxterms/"'
            ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:t="http://purl.org/dc/terms/">'
            "<dc:identifier>https://example.org/1</dc:identifier><dc:title>Trade</dc:title>"
            "<t:dateAccepted>2020-07-14</t:dateAccepted><r:author>Ng, Ann</r:author>"
            "<r:author>Ek, Al</r:author><r:publication_date>2022</r:publication_date>"
            "<r:version_of_record>https://doi.org/10.1000/salt</r:version_of_record></rioxx></metadata></record>"
        )
        [entry] = read_list(io.BytesIO(page(record))).entries
        assert (entry.names, entry.date) == (("Ann Ng", "Al Ek"), "2022")
        assert entry.dois == ("10.1000/salt",)

    @pytest.mark.parametrize("author", ["dc:author", "t:author"])
    def test_names_an_author_of_another_namespace_once(self, author: str) -> None:
        metadata = f'<{author} xmlns:t="http://purl.org/dc/terms/">Ng, Ann</{author}>'
        record = dublin_core("a", title("Trade"), metadata)
        [entry] = read_list(io.BytesIO(page(record))).entries
        assert entry.names == ("Ann Ng",)

    def test_that_is_screened_can_lack_everything_but_a_record(self) -> None:
        read = read_list(io.BytesIO(page(dublin_core(""))), needs=ANY_RECORD)
        assert read.catalogue_records == [CatalogueRecord("line 5", (), (), ())]
