"""What a fresh installation with the same rifs, settings and code comes to."""

import hashlib
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pymongo.database import Database

from tests.endurance.operator.code_version import forget_caches
from tests.endurance.operator.configuration import as_toml
from tests.endurance.operator.scene import Scene, ViolationError, ps_rifs
from tests.support.installation import Installation
from tests.support.state import State, differences

_COMPARED = ("handles", "issues", "similar")
_INDEXED = (*_COMPARED, "frequencies")
_LEARNED = ("neologisms", "neologism_sources")
_MOST_KEPT = 2_000


@dataclass
class FreshRebuilds:
    """Rebuilds in another database and an empty ps directory; equal ones run once."""

    folder: Path
    known: dict[str, State] = field(default_factory=dict)
    comparisons: int = 0
    rebuilds: int = 0

    def compare(self, scene: Scene) -> None:
        """Compare an installation whose status is well.

        Raises:
            ViolationError: a fresh rebuild fails, or comes to something else.
        """
        self.comparisons += 1
        ours, theirs = _state(scene.database, scene.ps), self.of(scene)
        if different := differences(ours, theirs):
            kinds = sorted({name if name in ours[0] else "ps rifs" for name in different})
            raise ViolationError(
                f"well, but other {' and '.join(kinds)} than a fresh wildwood_all", different
            )

    def of(self, scene: Scene) -> State:
        """Return what a fresh rebuild leaves."""
        key = _key(scene)
        if key not in self.known:
            if len(self.known) >= _MOST_KEPT:
                self.known.clear()
            self.known[key] = self._rebuilt(scene)
        return self.known[key]

    def _rebuilt(self, scene: Scene) -> State:
        self.rebuilds += 1
        home, name = self.folder / "fresh", f"{scene.name}_fresh"
        shutil.rmtree(home, ignore_errors=True)
        (home / "ps").mkdir(parents=True)
        scene.client.drop_database(name)
        configuration = scene.configuration
        tables = configuration.tables(ps=home / "ps", database=name)
        (home / "wildwood.toml").write_text(as_toml(tables), encoding="utf-8")
        made = Installation(home, configuration.uri, scene.client[name])
        _copy_learned_words(scene, made)
        if scene.us_rifs.dates():
            forget_caches()
            done = made.run("rebuild", "--workers", "1")
            if done.exit_code != 0:
                raise ViolationError("well, but a fresh wildwood_all fails", done.output)
        return _state(made.database, made.ps)


def _copy_learned_words(scene: Scene, made: Installation) -> None:
    """Give a fresh installation what was learned, which rifs alone do not tell."""
    made.run("migrate")
    if scene.configuration.marks_languages:
        for name in _LEARNED:
            if words := list(scene.database[name].find()):
                made.database[name].insert_many(words)


def _key(scene: Scene) -> str:
    """Return a digest of all that a result can depend on."""
    digest = hashlib.sha256(f"{scene.code} {scene.configuration.essence()}".encode())
    for path, content in scene.us_rifs.contents().items():
        digest.update(f"{path.name} {hashlib.sha256(content).hexdigest()}\n".encode())
    if scene.configuration.marks_languages:
        digest.update(str(_learned(scene)).encode())
    return digest.hexdigest()


def _learned(scene: Scene) -> list[dict[str, Any]]:
    return [word for name in _LEARNED for word in scene.database[name].find().sort("_id")]


def _state(database: Database[dict[str, Any]], ps: Path) -> State:
    """Return the documents of papers and issues, the collections' indexes, and the ps rifs."""
    documents = {name: list(database[name].find().sort("_id")) for name in _COMPARED}
    for name in _INDEXED:
        indexes = [dict(index) for index in database[name].list_indexes()]
        documents[f"indexes of {name}"] = sorted(indexes, key=str)
        documents[f"options of {name}"] = [dict(database[name].options())]
    return documents, {path.name: path.read_bytes() for path in ps_rifs(ps, database)}
