"""The operations that take no process of their own, and how often each is drawn."""

import os
import random
import shutil
from collections.abc import Callable, Mapping

from tests.endurance.operator.code_version import CodeVersion
from tests.endurance.operator.dumps import dump_of
from tests.endurance.operator.rifs import DATES
from tests.endurance.operator.scene import Scene, ViolationError
from tests.support.databases import collections_of

Operation = Callable[[Scene, random.Random], object]
"""Changes a scene, and returns what to print of it."""

_LIMITS = ("0.3", "0.6", "0.95")
_COLLECTIONS = (
    "handles", "issues", "similar", "frequencies", "meta", "omissions", "neologisms",
)  # fmt: skip
_STRAY = ("2015-03-05.old.xml", "2014-01-02.amf.xml", "notes.txt", ".wildwood-2015-03-05-ab.tmp")


def run_latest(scene: Scene, _chance: random.Random) -> object:
    return scene.run("latest").exit_code


def run_latest_stale(scene: Scene, _chance: random.Random) -> object:
    status = scene.run("latest", "--stale").exit_code
    if status == 0 and not scene.status().is_well:
        raise ViolationError("a silent night, after which status is not well")
    return status


def run_date(scene: Scene, chance: random.Random) -> object:
    words = [scene.a_date(chance), *chance.sample(_LIMITS, chance.choice([0, 0, 0, 1, 2]))]
    return words, scene.run(*words).exit_code


def rebuild(scene: Scene, chance: random.Random) -> object:
    limits = chance.sample(_LIMITS, chance.choice([0, 0, 0, 0, 1, 2]))
    options = ["--skip-bad"] if chance.random() < 0.3 else []
    words = ["rebuild", "--workers", "1", *options, *limits]
    return words, scene.run(*words).exit_code


def forget(scene: Scene, chance: random.Random) -> object:
    date = scene.a_date(chance)
    if chance.random() < 0.7:
        scene.us_rifs.withdraw(date)
    return date, scene.run("forget", date).exit_code


def read(scene: Scene, chance: random.Random) -> object:
    words = chance.choice([["show", scene.a_date(chance)], ["status"], ["migrate"], ["strengths"]])
    return words, scene.run(*words).exit_code


def learn(scene: Scene, chance: random.Random) -> object:
    again = ["--again"] if chance.random() < 0.3 else []
    return scene.run("screen", "learn", *again).exit_code


def arrive(scene: Scene, chance: random.Random) -> object:
    return scene.us_rifs.arrive(chance.choice(DATES), chance)


def restore_rif(scene: Scene, chance: random.Random) -> object:
    return scene.us_rifs.restore(chance)


def withdraw(scene: Scene, chance: random.Random) -> object:
    date = scene.a_date(chance)
    scene.us_rifs.withdraw(date)
    return date


def rename(scene: Scene, chance: random.Random) -> object:
    return scene.us_rifs.rename(chance) if scene.us_rifs.dates() else ""


def supersede(scene: Scene, chance: random.Random) -> object:
    return scene.us_rifs.supersede(chance.choice(DATES), chance)


def spoil_rif(scene: Scene, chance: random.Random) -> object:
    return scene.us_rifs.spoil(chance.choice(DATES), chance)


def pad(scene: Scene, chance: random.Random) -> object:
    return scene.us_rifs.pad(chance.choice(DATES), chance)


def misname(scene: Scene, chance: random.Random) -> object:
    return scene.us_rifs.misname(chance)


def configure(scene: Scene, chance: random.Random) -> object:
    return scene.configuration.change(chance)


def configure_defaults(scene: Scene, _chance: random.Random) -> object:
    return scene.configuration.to_defaults()


def spoil_ps(scene: Scene, chance: random.Random) -> object:
    """Change a ps rif, keeping its size and times, or remove it."""
    if not (files := scene.ps_files()):
        return ""
    path = chance.choice(files)
    content, times = path.read_bytes(), path.stat()
    scene.taken = [*scene.taken[-5:], (path.name, content)]
    path.unlink()
    if chance.random() < 0.7:
        spoilt = content[:-1] + bytes([content[-1] ^ 1]) if content else b"x"
        path.write_bytes(chance.choice([spoilt, b"", content[:50], files[0].name.encode()]))
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return path.name


def bring_back_ps(scene: Scene, chance: random.Random) -> object:
    """Bring a ps rif back that was there before."""
    if not scene.taken:
        return ""
    name, content = chance.choice(scene.taken)
    scene.ps.mkdir(exist_ok=True)
    (scene.ps / name).write_bytes(content)
    return name


def put_stray(scene: Scene, chance: random.Random) -> object:
    scene.ps.mkdir(exist_ok=True)
    path = scene.ps / chance.choice(_STRAY)
    path.write_bytes(b"<stray/>")
    return path.name


def empty_ps(scene: Scene, _chance: random.Random) -> object:
    shutil.rmtree(scene.ps, ignore_errors=True)
    return "removed"


def move_us(scene: Scene, _chance: random.Random) -> object:
    """Rename the us directory, and its key of the configuration."""
    old, new = scene.us, scene.us.with_name(f"{scene.us.name}2")
    old.rename(new)
    scene.us_rifs.folder = new
    return scene.configuration.set_path("us", new)


def move_ps(scene: Scene, chance: random.Random) -> object:
    """Configure another ps directory: the old one under a new name, or a new one."""
    old, new = scene.ps, scene.ps.with_name(f"{scene.ps.name}2")
    if chance.random() < 0.5 and old.exists():
        old.rename(new)
    return scene.configuration.set_path("ps", new)


def drop(scene: Scene, chance: random.Random) -> object:
    names = chance.choice([*([name] for name in _COLLECTIONS), _COLLECTIONS[:2]])
    for name in names:
        scene.database.drop_collection(name)
    return names


def dump(scene: Scene, _chance: random.Random) -> object:
    scene.dumps = [*scene.dumps[-2:], dump_of(scene.database)]
    return len(scene.dumps)


def restore_all(scene: Scene, chance: random.Random) -> object:
    if not scene.dumps:
        return ""
    found = chance.choice(scene.dumps)
    found.restore(scene.database, {*found.documents, *collections_of(scene.database)})
    return sorted(found.documents)


def restore_one(scene: Scene, chance: random.Random) -> object:
    if not scene.dumps:
        return ""
    found, name = chance.choice(scene.dumps), chance.choice(_COLLECTIONS)
    found.restore(scene.database, [name])
    return name


def change_code(scene: Scene, chance: random.Random) -> object:
    """Update the code, or go back."""
    scene.run_as(CodeVersion(chance.randrange(2), chance.randrange(2)))
    return scene.code


def lose_us(scene: Scene, chance: random.Random) -> object:
    """Run a command while the us directory is gone or empty, as if it were not mounted."""
    away, words = scene.home / "away", chance.choice([["latest"], ["rebuild", "--workers", "1"]])
    is_empty = chance.random() < 0.5
    scene.us.rename(away)
    if is_empty:
        scene.us.mkdir()
    try:
        return words, is_empty, scene.run(*words).exit_code
    finally:
        if is_empty:
            scene.us.rmdir()
        away.rename(scene.us)


WEIGHTS: Mapping[Operation, float] = {
    run_latest: 14,
    run_latest_stale: 14,
    run_date: 10,
    rebuild: 8,
    forget: 4,
    read: 1,
    learn: 4,
    arrive: 16,
    restore_rif: 5,
    withdraw: 2,
    rename: 2,
    supersede: 2,
    spoil_rif: 3,
    pad: 1,
    misname: 1,
    configure: 25,
    configure_defaults: 1,
    spoil_ps: 3,
    bring_back_ps: 3,
    put_stray: 1,
    empty_ps: 1,
    move_us: 0.5,
    move_ps: 0.5,
    drop: 2,
    dump: 3,
    restore_all: 2,
    restore_one: 2,
    change_code: 5,
    lose_us: 1,
}
