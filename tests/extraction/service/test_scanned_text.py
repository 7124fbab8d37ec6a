"""Scanned papers, which Tesseract reads if the settings say so."""

import json
from pathlib import Path

import pytest

from wildwood.extraction.data import NothingToExtractError
from wildwood.extraction.service import processes
from wildwood.extraction.service.processes import Workers
from wildwood.extraction.service.worker import WorkLimits

from tests.support.extraction_server import DUST, TITLE, Place
from tests.support.scans import scan_of
from tests.support.waiting import TIMEOUT_S

LIMITS = WorkLimits(processes=1, waiting=0, seconds=TIMEOUT_S, memory_bytes=1024 << 20)


@pytest.mark.program("tesseract")
def test_the_header_of_a_scanned_paper_is_extracted(place: Place) -> None:
    place.configure(f'ocr = "eng"\ntime_s = {TIMEOUT_S}')
    scan = scan_of(DUST, place.home / "scan.pdf", cut=340)
    done = place.run("extract", "--no-filter", str(scan))
    assert done.exit_code == 0, done.output
    header = json.loads((place.home / "scan.header.json").read_text(encoding="utf-8"))
    assert header["title"] == TITLE
    text = (place.home / "scan.text.txt").read_text(encoding="utf-8")
    assert "in collaboration with Copernicus and ACTRIS" in text


def test_without_the_setting_a_scan_is_refused_with_the_cure(place: Place) -> None:
    place.configure('ocr = ""')
    scan = scan_of(DUST, place.home / "scan.pdf")
    done = place.run("extract", "--no-filter", str(scan))
    assert done.exit_code == 1
    assert "pictures, as of a scan. The setting extraction.ocr lets" in done.stderr
    assert not list(place.home.glob("scan.*.json"))


@pytest.mark.program("tesseract")
def test_a_language_without_a_model_is_named(shared_workers: Workers, tmp_path: Path) -> None:
    scan = scan_of(DUST, tmp_path / "scan.pdf")
    folder = tmp_path / "scratch"
    folder.mkdir()
    with pytest.raises(NothingToExtractError, match="the models of xyz"):
        processes.read_scan(shared_workers, scan, folder, "xyz")


def test_a_scan_of_too_many_pages_is_refused(
    shared_workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_MAX_PAGES", 1)
    scan = scan_of(DUST, tmp_path / "scan.pdf", pages=2)
    with pytest.raises(NothingToExtractError, match=r"has 2 pages; at most 1 are read"):
        processes.read_scan(shared_workers, scan, tmp_path, "eng")
