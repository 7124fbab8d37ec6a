"""The marks of languages in ps rifs."""

import datetime
from xml.etree import ElementTree as ET

import pytest

from wildwood.nep import workers

from tests.support.amf import HEAD, TAIL
from tests.support.installation import Installation
from tests.support.screening import AGAIN, AMF, ENGLISH, FIRST, FORMULA, GERMAN, SECOND, configure


class TestMarks:
    @staticmethod
    def marks(installation: Installation, date: str) -> dict[str, dict[str, str]]:
        root = ET.parse(installation.ps / f"{date}.amf.xml").getroot()
        return {
            text.attrib["id"]: mark.attrib for text in root for mark in text.iter(f"{AMF}language")
        }

    def test_are_off_by_default(self, installation: Installation) -> None:
        installation.issue(FIRST, ENGLISH, GERMAN)
        assert installation.run(FIRST).exit_code == 0
        assert self.marks(installation, FIRST) == {}

    @pytest.mark.parametrize("command", [[SECOND], ["latest"], ["rebuild"]])
    def test_show_whether_each_paper_with_words_is_in_english(
        self, installation: Installation, command: list[str]
    ) -> None:
        configure(installation, "mark = true")
        installation.issue(FIRST, ENGLISH)
        assert installation.run(FIRST).exit_code == 0
        installation.issue(SECOND, AGAIN, GERMAN, FORMULA)
        assert installation.run(*command).exit_code == 0
        assert self.marks(installation, SECOND) == {
            "again": {"code": "en", "reason": "detector", "unknown": "0.00"},
            "de": {"code": "other", "reason": "detector", "unknown": "1.00"},
        }

    def test_precede_the_similar_papers_and_change_nothing_else(
        self, installation: Installation
    ) -> None:
        configure(installation, "mark = true")
        installation.issue(FIRST, ENGLISH)
        us = installation.issue(SECOND, AGAIN, FORMULA)
        for date in (FIRST, SECOND):
            assert installation.run(date).exit_code == 0
        added = (
            '<language code="en" reason="detector" unknown="0.00"/>'
            '<wildwood><similar id="en" strength="1.0000" type="ext"/></wildwood>'
        )
        ps = (installation.ps / us.name).read_text(encoding="utf-8")
        assert f"{added}</text>" in ps
        assert ps.replace(added, "") == us.read_text(encoding="utf-8")

    def test_in_the_us_rif_are_replaced(self, installation: Installation) -> None:
        configure(installation, "mark = true")
        paper = (
            '<text id="a"><title>Trade</title><language>en</language>'
            '<language code="other" reason="declared" unknown="0.90"/></text>\n'
        )
        (installation.us / f"{FIRST}.amf.xml").write_text(HEAD + paper + TAIL, encoding="utf-8")
        assert installation.run(FIRST).exit_code == 0
        ps = (installation.ps / f"{FIRST}.amf.xml").read_text(encoding="utf-8")
        assert ps.count("<language") == 2
        assert '<language>en</language><language code="en" reason="detector"' in ps

    def test_show_a_declared_language(self, installation: Installation) -> None:
        configure(installation, "mark = true")
        paper = '<text id="a" xml:lang="fr"><title>Commerce</title></text>\n'
        (installation.us / f"{FIRST}.amf.xml").write_text(HEAD + paper + TAIL, encoding="utf-8")
        assert installation.run(FIRST).exit_code == 0
        assert self.marks(installation, FIRST)["a"]["reason"] == "declared"

    def test_are_the_same_after_a_rebuild_with_several_processes(
        self, installation: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(workers, "_RIFS_PER_PROCESS", 2)
        configure(installation, "mark = true")
        day = datetime.date(2015, 1, 1)
        for number in range(6):
            installation.issue(str(day + datetime.timedelta(number)), ENGLISH, GERMAN)
        assert installation.run("rebuild", "--workers", "1").exit_code == 0
        with_one_worker = {path.name: path.read_bytes() for path in installation.ps.iterdir()}
        assert installation.run("rebuild", "--workers", "2").exit_code == 0
        assert {
            path.name: path.read_bytes() for path in installation.ps.iterdir()
        } == with_one_worker
        assert len(self.marks(installation, str(day))) == 2
