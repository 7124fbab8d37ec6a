"""No output is an input, and none loses what a person has decided."""

import os
from pathlib import Path

import pytest

from wildwood.kernel.errors import InputError
from wildwood.kernel.files import check_outputs, write_file, write_files

DECIDED = "id,similar_id,decision,keep\r\nb,a,{},{}\r\n"


@pytest.fixture
def read(tmp_path: Path) -> Path:
    file = tmp_path / "read.csv"
    file.write_bytes(b"id,title\n1,Trade\n")
    return file


def refused(outs: list[Path], inputs: list[Path | None]) -> str:
    with pytest.raises(InputError) as caught:
        check_outputs(outs, inputs)
    return str(caught.value)


def decided(file: Path, decision: str = "different", keep: str = "") -> Path:
    file.write_text(DECIDED.format(decision, keep), encoding="utf-8")
    return file


class TestAnOutputThatIsAnInput:
    def test_is_refused(self, read: Path) -> None:
        said = f"Cannot write {read}: it is read, too; name another file."
        assert refused([read], [None, read]) == said

    def test_is_refused_under_another_spelling(self, read: Path) -> None:
        out = read.parent / "." / ".." / read.parent.name / read.name
        said = f"Cannot write {out}: it is {read}, which is read, too; name another file."
        assert refused([out], [read]) == said

    @pytest.mark.parametrize("link", [os.symlink, os.link])
    def test_is_refused_as_a_link(self, read: Path, link: object) -> None:
        out = read.with_name("link.csv")
        assert callable(link)
        link(read, out)
        assert f"it is {read}, which" in refused([out], [read])

    def test_is_refused_where_the_file_system_ignores_case(
        self, read: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found = read.stat()
        monkeypatch.setattr(Path, "stat", lambda *_args, **_named: found)
        assert "which is read, too" in refused([read.with_name("READ.csv")], [read])

    def test_is_refused_if_it_is_standard_input(
        self, read: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found = read.stat()
        monkeypatch.setattr(os, "fstat", lambda _handle: found)
        assert "it is standard input, which" in refused([read], [Path("-")])

    def test_is_another_file_if_only_the_names_are_equal(self, read: Path, tmp_path: Path) -> None:
        check_outputs([tmp_path / "sub" / read.name], [read])


class TestAnOutputThatIsGivenTwice:
    def test_is_refused(self, tmp_path: Path) -> None:
        out = tmp_path / "p.csv"
        said = f"Cannot write {out}: it would be written twice; name another file."
        assert refused([out, out], []) == said

    def test_is_refused_under_another_spelling(self, tmp_path: Path) -> None:
        outs = [tmp_path / "p.csv", tmp_path / "P.csv"]
        assert f"it would be written twice, also as {outs[0]};" in refused(outs, [])


class TestDecisionsInAnOutput:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    def test_are_not_overwritten(self, tmp_path: Path, encoding: str, delimiter: str) -> None:
        file = tmp_path / "p.csv"
        text = DECIDED.format("same", "1").replace(",", delimiter) + "é" + delimiter * 3 + "\r\n"
        content = text.encode(encoding)
        file.write_bytes(content)
        with pytest.raises(InputError) as caught:
            write_file(file, b"new")
        assert str(caught.value) == (
            f"Cannot write {file}: it has 1 decision that would be lost; name another file, and"
            " apply decisions with --decisions, which carries them over."
        )
        assert file.read_bytes() == content

    def test_are_seen_before_anything_is_computed(self, tmp_path: Path, read: Path) -> None:
        out = decided(tmp_path / "p.csv")
        assert "it has 1 decision that would be lost" in refused([out], [read])

    def test_are_not_looked_for_in_a_pipe(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        both_ends = os.open(pipe, os.O_RDWR)
        os.write(both_ends, b"decision\n")
        check_outputs([tmp_path / "p.csv"], [pipe])
        assert os.read(both_ends, 100) == b"decision\n"
        os.close(both_ends)

    def test_can_be_carried_over_from_an_input(self, tmp_path: Path) -> None:
        check_outputs([decided(tmp_path / "p.csv")], [decided(tmp_path / "decisions.csv")])

    def test_are_written_again_in_another_order(self, tmp_path: Path) -> None:
        file = decided(tmp_path / "p.csv", "same", "1")
        content = DECIDED.format("same", "2").replace("b,a", "a,b").encode()
        write_file(file, content)
        assert file.read_bytes() == content

    @pytest.mark.parametrize("cells", [("", "1"), ("maybe", "")])
    def test_are_whatever_a_person_wrote(self, tmp_path: Path, cells: tuple[str, str]) -> None:
        with pytest.raises(InputError):
            write_file(decided(tmp_path / "p.csv", *cells), DECIDED.format("", "").encode())

    def test_are_taken_for_lost_if_they_cannot_be_read(self, tmp_path: Path) -> None:
        file = tmp_path / "p.csv"
        file.write_text(DECIDED.format('"s"ame', ""), encoding="utf-8")
        with pytest.raises(InputError):
            write_file(file, b"new")

    def test_keep_the_other_outputs_from_being_written(self, tmp_path: Path) -> None:
        new, out = tmp_path / "new.csv", decided(tmp_path / "p.csv")
        with pytest.raises(InputError):
            write_files({new: b"new", out: b"new"})
        assert not new.exists()

    def test_that_are_open_are_none(self, tmp_path: Path) -> None:
        write_file(decided(tmp_path / "p.csv", ""), b"new")

    def test_are_taken_back_where_a_person_does_so(self, tmp_path: Path) -> None:
        file = decided(tmp_path / "p.csv")
        write_file(file, b"new", keeps_decisions=False)
        assert file.read_bytes() == b"new"
