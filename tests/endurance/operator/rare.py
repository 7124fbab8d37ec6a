"""The operations that take processes, mounts or a cluster, and so time."""

import os
import random
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

from wildwood.nep import workers

from tests.endurance.operator.code_version import CodeVersion, run_as
from tests.endurance.operator.operations import Operation
from tests.endurance.operator.scene import Scene, ViolationError
from tests.support import faults
from tests.support.fork_server import Completed, ForkedProcess
from tests.support.servers import end_servers

_STEPS = 90
"""Kills come before any of so many steps; shorter commands end undisturbed."""
_PUBLISHING = re.compile(r"os\.rename ps/\.wildwood_all-\w+/\d")
"""The steps that put the ps rifs of a rebuild in place, right after its decision."""


def _words(scene: Scene, chance: random.Random) -> list[str]:
    """Draw a command that writes."""
    return chance.choice(
        [
            ["latest"],
            ["latest", "--stale"],
            ["rebuild", "--workers", "1"],
            [scene.a_date(chance)],
            ["forget", scene.a_date(chance)],
        ]
    )


def _configured(scene: Scene, words: list[str]) -> list[str]:
    return [*words, "--config", str(scene.installation.config)]


def run_killed(code: CodeVersion, command: faults.Command, record: Path) -> None:
    """Run a command in this process, in a version of the code; it is killed at its step."""
    code.apply()
    faults.run_command(command, record)


def kill(scene: Scene, chance: random.Random) -> object:
    """Kill or stop a command before one of its steps."""
    words, step = _words(scene, chance), chance.randint(1, _STEPS)
    number = chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM])
    command = faults.Command(_configured(scene, words), str(scene.home), step, signal=number)
    output, record = scene.home / "output", scene.home / "steps"
    output.write_bytes(b"")
    with scene.fork_server.start(
        *(run_killed, scene.code, command, record), stdout=output, stderr=output
    ) as process:
        status = process.wait()
    if status >= 0:
        completed = Completed(words, status, "", output.read_text(encoding="utf-8"))
        scene.check_processes(completed, words)
    return words, step, number.name, status


def two_at_once(scene: Scene, chance: random.Random) -> object:
    """Run two commands at the same time; one may wait for the other."""
    commands = [_words(scene, chance), _words(scene, chance)]
    outputs = [scene.home / f"output{number}" for number in range(2)]
    processes = [
        _started(scene, [*words, *chance.choice([[], ["--wait", "20"]])], output)
        for words, output in zip(commands, outputs, strict=True)
    ]
    statuses = [process.wait() for process in processes]
    for words, status, output in zip(commands, statuses, outputs, strict=True):
        completed = Completed(words, status, "", output.read_text(encoding="utf-8"))
        scene.check_processes(completed, words)
    return commands, statuses


def _started(scene: Scene, words: list[str], output: Path) -> ForkedProcess:
    output.write_bytes(b"")
    command = ["wildwood", *_configured(scene, words)]
    return scene.fork_server.start(run_as, scene.code, command, stdout=output, stderr=output)


def run_with_workers(code: CodeVersion, words: list[str]) -> None:
    """Run a rebuild in this process that has two workers for however few rifs."""
    workers._RIFS_PER_PROCESS = 1  # noqa: SLF001
    run_as(code, words)


def rebuild_with_workers(scene: Scene, chance: random.Random) -> object:
    """Rebuild with two worker processes, which mostly run the same version of the code."""
    theirs = scene.code if chance.random() < 0.7 else CodeVersion(1 - scene.code.output)
    words = _configured(scene, ["wildwood", "rebuild", "--workers", "2"])
    with theirs.in_processes(scene.home / "site"):
        done = scene.fork_server.call(run_with_workers, scene.code, words)
    scene.check_processes(done, words[1:])
    return theirs, done.returncode


def link(scene: Scene, chance: random.Random) -> object:
    """Run commands while the ps directory is a link to the us directory; they must refuse."""
    away = scene.home / "away"
    if scene.ps.exists():
        scene.ps.rename(away)
    scene.ps.symlink_to(scene.us)
    try:
        return _refused_as_one(scene, chance)
    finally:
        scene.ps.unlink()
        if away.exists():
            away.rename(scene.ps)


def bind_mount(scene: Scene, chance: random.Random) -> object:
    """Run commands while the us directory is mounted on the ps directory; they must refuse."""
    scene.ps.mkdir(exist_ok=True)
    subprocess.run(["mount", "--bind", scene.us, scene.ps], check=True)
    try:
        return _refused_as_one(scene, chance)
    finally:
        subprocess.run(["umount", scene.ps], check=True)


def _refused_as_one(scene: Scene, chance: random.Random) -> object:
    words, before = _words(scene, chance), scene.us_rifs.contents()
    status = scene.run(*words).exit_code
    if scene.us_rifs.contents() != before:
        raise ViolationError("us rifs are changed by a command whose ps is us", words)
    if status == 0:
        raise ViolationError("ps is us, and a command succeeds", words)
    return words, status


def use_copy(scene: Scene, chance: random.Random) -> object:
    """Copy a tree with a private database, and run commands in the copy."""
    trees = [scene.home / name for name in ("rehearsal", "original", "copy")]
    rehearsal, original, copy = trees
    try:
        steps = _rebuilt_tree(scene, rehearsal)
        published = [step for step, name in enumerate(steps, 1) if _PUBLISHING.match(name)]
        step = chance.choice([*range(min(published, default=1), len(steps) + 1)])
        _rebuilt_tree(scene, original, step)
        shutil.copytree(original, copy, symlinks=True, ignore=shutil.ignore_patterns("*.sock"))
        before = _content(original)
        words = chance.choice([["status"], ["latest"], ["rebuild", "--skip-bad"]])
        command = ["wildwood", *words, "--config", str(copy / "wildwood.toml")]
        done = scene.fork_server.call(run_as, scene.code, command)
        scene.check_processes(done, words)
        if _content(original) != before:
            raise ViolationError("a command in a copy changes the original", words)
        return step, steps[step - 1], words, done.returncode
    finally:
        for tree in trees:
            end_servers(tree / "db")
            shutil.rmtree(tree, ignore_errors=True)


def _rebuilt_tree(scene: Scene, tree: Path, step: int = 0) -> list[str]:
    """Rebuild from a copy of the us rifs, and kill that before a step; return all steps."""
    shutil.copytree(scene.us, tree / "us", symlinks=True)
    configuration = tree / "wildwood.toml"
    configuration.write_text('[paths]\nus = "us"\nps = "ps"\ndb = "db"\n', encoding="utf-8")
    words = ["rebuild", "--skip-bad", "--config", str(configuration)]
    command, record, output = faults.Command(words, str(tree), step), tree / "steps", tree / "out"
    output.write_bytes(b"")
    with scene.fork_server.start(
        *(run_killed, scene.code, command, record), stdout=output, stderr=output
    ) as process:
        process.wait()
    end_servers(tree / "db")  # one that is stopping still removes files
    return record.read_text(encoding="utf-8").splitlines()


def _content(tree: Path) -> dict[Path, bytes]:
    return {
        path: path.read_bytes()
        for folder in ("us", "ps")
        for path in (tree / folder).rglob("*")
        if path.is_file()
    }


WEIGHTS: Mapping[Operation, float] = {
    kill: 3,
    two_at_once: 1,
    rebuild_with_workers: 0.5,
    use_copy: 0.3,
    link: 0.3,
    **({bind_mount: 0.5} if os.geteuid() == 0 else {}),
}
