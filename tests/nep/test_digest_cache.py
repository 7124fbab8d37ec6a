"""Digests of unchanged files are not computed again; whatever changed or looks wrong is read."""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from wildwood.kernel.errors import RifError
from wildwood.nep import folders, rif
from wildwood.nep.folders import known_digests
from wildwood.nep.rif import digest_of

HOUR_NS = 3600 * 10**9
NAME, OTHER_NAME = "2015-03-05.amf.xml", "2015-03-12.amf.xml"
BEFORE, AFTER = b"<amf>1</amf>", b"<amf>2</amf>"


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The names of the files that are read; the cache is empty."""
    names: list[str] = []
    read = rif.digest_and_status

    def recorded(path: Path, max_bytes: int) -> tuple[str, os.stat_result]:
        names.append(path.name)
        return read(path, max_bytes)

    monkeypatch.setattr(folders, "digest_and_status", recorded)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return names


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all files of the test be an hour old."""
    now_ns = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now_ns() + HOUR_NS)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "us" / NAME
    path.parent.mkdir()
    path.write_bytes(BEFORE)
    return path


def digest(file: Path) -> str:
    with known_digests(file.parent) as known:
        return known(file)


def cache(tmp_path: Path) -> Path:
    [found] = (tmp_path / "cache" / "wildwood").iterdir()
    return found


@pytest.mark.usefixtures("later")
def test_an_unchanged_file_is_read_once(file: Path, reads: list[str]) -> None:
    assert [digest(file) for _ in range(3)] == [digest_of(file)] * 3
    assert reads == [NAME]


@pytest.mark.usefixtures("later")
def test_a_folder_is_known_by_its_real_path(file: Path, reads: list[str], tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(file.parent)
    assert digest(file) == digest(link / NAME)
    assert reads == [NAME]


def rewrite(file: Path) -> None:
    file.write_bytes(AFTER)


def replace(file: Path) -> None:
    beside = file.with_name("other")
    beside.write_bytes(AFTER)
    beside.replace(file)


def link_elsewhere(file: Path) -> None:
    beside = file.with_name("other")
    beside.write_bytes(AFTER)
    file.unlink()
    file.symlink_to(beside)


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("change", [rewrite, replace, link_elsewhere])
def test_a_change_that_keeps_size_and_time_is_noticed(
    change: Callable[[Path], None], file: Path, reads: list[str]
) -> None:
    digest(file)
    status = file.stat()
    change(file)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (status.st_size, status.st_mtime_ns)
    assert digest(file) == digest_of(file)
    assert reads == [NAME, NAME]


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("part", ["st_size", "st_mtime_ns", "st_ctime_ns", "st_ino", "st_dev"])
def test_each_part_of_the_status_counts(
    part: str, file: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    digest(file)
    status = file.stat()
    parts = {name: getattr(status, name) for name in dir(status) if name.startswith("st_")}
    parts[part] += 1
    monkeypatch.setattr(Path, "stat", lambda _: SimpleNamespace(**parts))
    with known_digests(file.parent) as known:
        known(file)
    assert reads == [NAME, NAME]


def test_a_young_file_is_read_each_time(file: Path, reads: list[str]) -> None:
    assert [digest(file), digest(file)] == [digest_of(file)] * 2
    assert reads == [NAME, NAME]


@pytest.mark.usefixtures("reads")
def test_a_second_change_within_one_tick_of_the_clock_is_noticed(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "_state", lambda status: [status.st_size, 0, 0, 0, 0])
    digest(file)
    file.write_bytes(AFTER)
    assert digest(file) == digest_of(file)


@pytest.mark.usefixtures("reads", "later")
def test_a_file_from_the_future_is_young(file: Path, reads: list[str]) -> None:
    future_ns = time.time_ns() + HOUR_NS
    os.utime(file, ns=(future_ns, future_ns))
    digest(file)
    digest(file)
    assert reads == [NAME, NAME]


@pytest.mark.usefixtures("later", "reads")
def test_a_known_file_that_is_too_large_is_refused(file: Path) -> None:
    digest(file)
    with known_digests(file.parent) as known, pytest.raises(RifError, match=NAME):
        known(file, len(BEFORE) - 1)


@pytest.mark.usefixtures("later", "reads")
def test_a_known_file_that_is_gone_is_an_error(file: Path) -> None:
    digest(file)
    file.unlink()
    with pytest.raises(RifError, match=NAME):
        digest(file)


def lose(cache: Path) -> None:
    cache.unlink()


def cut(cache: Path) -> None:
    cache.write_bytes(cache.read_bytes()[:-20])


def change_digest(cache: Path) -> None:
    content = cache.read_bytes()
    place = content.rindex(b'"]') - 1
    cache.write_bytes(
        content[:place] + b"%x" % (15 - int(content[place:][:1], 16)) + content[place + 1 :]
    )


def outdate(cache: Path) -> None:
    cache.write_bytes(cache.read_bytes().replace(b"digests 1 ", b"digests 0 ", 1))


def empty(cache: Path) -> None:
    cache.write_bytes(b"")


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("damage", [lose, cut, change_digest, outdate, empty])
def test_a_bad_cache_costs_one_reading(
    damage: Callable[[Path], None], file: Path, reads: list[str], tmp_path: Path
) -> None:
    digest(file)
    damage(cache(tmp_path))
    assert [digest(file), digest(file)] == [digest_of(file)] * 2
    assert reads == [NAME, NAME]


@pytest.mark.usefixtures("later")
def test_the_cache_of_another_folder_is_not_taken(
    file: Path, reads: list[str], tmp_path: Path
) -> None:
    digest(file)
    its_cache = cache(tmp_path)
    file.parent.rename(tmp_path / "other")
    digest(tmp_path / "other" / NAME)
    [others] = {*its_cache.parent.iterdir()} - {its_cache}
    others.write_bytes(its_cache.read_bytes())
    digest(tmp_path / "other" / NAME)
    assert reads == [NAME] * 3


@pytest.mark.usefixtures("later")
def test_the_cache_of_another_user_is_not_trusted(
    file: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    digest(file)
    user = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: user + 1)
    digest(file)
    assert reads == [NAME, NAME]


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("place", ["/dev/null", "~no-such-user-here/cache"])
def test_without_a_cache_files_are_read(
    place: str, file: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", place)
    assert [digest(file), digest(file)] == [digest_of(file)] * 2
    assert reads == [NAME, NAME]


@pytest.mark.usefixtures("later", "reads")
def test_the_cache_forgets_files_that_are_gone(file: Path, tmp_path: Path) -> None:
    other = file.with_name(OTHER_NAME)
    other.write_bytes(AFTER)
    with known_digests(file.parent) as known:
        known(file)
        known(other)
    other.unlink()
    digest(file)
    assert OTHER_NAME.encode() not in cache(tmp_path).read_bytes()


@pytest.mark.usefixtures("later", "reads")
def test_a_cache_without_news_is_not_written(file: Path, tmp_path: Path) -> None:
    digest(file)
    before = cache(tmp_path).stat()
    digest(file)
    assert cache(tmp_path).stat().st_ino == before.st_ino


@pytest.mark.usefixtures("later", "reads")
def test_the_folder_of_the_cache_is_private(file: Path, tmp_path: Path) -> None:
    digest(file)
    assert cache(tmp_path).parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.usefixtures("later", "reads")
def test_several_commands_at_once_leave_a_whole_cache(file: Path) -> None:
    files = [file.with_name(f"{number}.xml") for number in range(200)]
    for number, one in enumerate(files):
        one.write_bytes(b"%d" % number)
    expected = [digest_of(one) for one in files]

    def command(number: int) -> list[str]:
        with known_digests(file.parent) as known:
            digests = [known(one) for one in files]
            known(files[0].with_name(NAME)) if number % 2 else None
            return digests

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(command, range(40))) == [expected] * 40
    assert [digest(one) for one in files] == expected
