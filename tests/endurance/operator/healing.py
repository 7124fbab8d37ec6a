"""Repair what is at fault, run what `status` asks for, and check that it is well again."""

import random
import re

from tests.endurance.operator.rifs import DATES, good_rif
from tests.endurance.operator.scene import Scene, Status, ViolationError


def heal(scene: Scene, chance: random.Random) -> object:
    """Heal an installation as its operator would.

    Raises:
        ViolationError: it is not well after that.
    """
    repaired = scene.us_rifs.repair(chance)
    if not scene.us_rifs.dates():
        repaired.append(scene.us_rifs.put(chance.choice(DATES), good_rif(chance), chance))
    cures = _cure(scene, scene.status())
    after = scene.status()
    if not after.is_well and "wildwood_all" in cures[-1]:
        cures.append(_run(scene, "rebuild", "--workers", "1"))
        cures += _cure(scene, scene.status())  # a rebuild stores what can be in doubt
        after = scene.status()
    if not after.is_well:
        kind = f"the cures do not heal {', '.join(after.troubles())}: {_error(cures[-1])}"
        raise ViolationError(kind, f"{after.troubles()} after {cures}")
    return repaired, cures


def _cure(scene: Scene, status: Status) -> list[str]:
    """Do what status asks for, except a rebuild; return the commands with what they print."""
    for name in status.listed("stray"):
        (scene.ps / name).unlink(missing_ok=True)
    cures = [_run(scene, "forget", date) for date in status.listed("gone")]
    cures.append(_run(scene, "latest", "--stale"))
    # What became of strays, once the issues are stored of which they might have been.
    for name in scene.status().listed("stray"):
        (scene.ps / name).unlink(missing_ok=True)
    for doubt in scene.status().listed("doubts"):
        if implausible := re.match(r"(\S+) .* run wildwood forget (\S+)\.", doubt):
            (scene.us / implausible[1]).unlink(missing_ok=True)
            cures.append(_run(scene, "forget", implausible[2]))
            cures.append(_run(scene, "latest", "--stale"))
    return cures


def _error(told: str) -> str:
    """Return the error that a command printed, without what differs each time."""
    error = re.search(r"Error: (.*)", told)
    return re.sub(r"\S*\d\S*", "…", error[1]) if error else "no error"


def _run(scene: Scene, *words: str) -> str:
    result = scene.run(*words)
    return f"{' '.join(words)}: {result.exit_code} {result.stderr.strip()}"
