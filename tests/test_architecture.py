"""Products stand on the kernel, each library has its modules, and only stores use collections."""

import ast
import subprocess
import sys

import pytest

from tests.support.architecture import (
    folders,
    imports,
    levels,
    members,
    modules,
    own_imports,
    users,
)

ROOMS: dict[str, set[str]] = {
    "biblio": set(),
    "kernel": {"biblio"},
    "page": {"biblio", "kernel"},
    "nep": {"biblio", "kernel"},
    "lists": {"biblio", "kernel", "nep"},
    "screening": {"biblio", "kernel", "lists", "nep", "page"},
    "extraction": {"biblio", "kernel", "lists", "nep"},
    "api": {"biblio", "extraction", "kernel", "lists", "nep", "page", "screening"},
    "cli": {"api", "biblio", "extraction", "kernel", "lists", "nep", "page", "screening"},
    "__main__": {"cli"},
}
"""The rooms, and those that each may import."""

JOINTS = {
    ("kernel", "biblio"): {
        ("kernel.pairs", "biblio.entry"),
        ("kernel.features", "biblio.entry"),
        ("kernel.model", "biblio.entry"),
    },
    ("extraction", "lists"): {
        ("extraction.http.checking", "lists.content"),
        ("extraction.http.checking", "lists.reading"),
    },
    ("lists", "nep"): {
        ("lists.amf", "nep.rif"),
        ("lists.reading", "nep.rif"),
        ("lists.xml", "nep.splicing"),
    },
}
"""All imports of two rooms of which one was to stand without the other."""

LIBRARIES = {
    "pymongo": {"nep", "screening.word_store", "extraction.service.store"},
    "bson": {"nep", "extraction.service.store"},
    "psutil": {"nep"},
    "lxml": {
        "kernel.safe_xml",
        "nep.rif",
        "lists.amf",
        "lists.marc",
        "lists.xml",
        "lists.reference_xml",
        "lists.oai",
        "extraction.tei",
        "extraction.http.formats",
    },
    "click": {"cli"},
    "rich": {"cli"},
    "jinja2": {"extraction.http.formats", "page"},
    "markupsafe": {"page"},
    "tomllib": {"kernel.settings"},
    "numpy": {
        "kernel",
        "nep",
        "lists",
        "screening.evidence",
        "extraction.crf",
        "extraction.network",
    },
    "distributed": {"nep.cluster_tasks"},
    "py3langid": {"screening.evidence"},
    "langcodes": {"screening.declared"},
    "spellchecker": {"screening.spelling"},
    "stopwordsiso": {"extraction.service.simhash"},
    "httpx2": {"screening.oai_client"},
    "pypdfium2": {
        "extraction.characters",
        "extraction.documents",
        "extraction.page_content",
        "extraction.pdf",
    },
    "pycrfsuite": {"extraction.crf"},
    "Stemmer": {"extraction.service.simhash"},
    "fastapi": {"extraction.http"},
    "fastapi_standalone_docs": {"extraction.http.pages"},
    "starlette": {"extraction.http"},
    "anyio": {"extraction.http"},
    "uvicorn": {"extraction.http"},
    "bibtexparser": {"lists.bibtex"},
    "pylatexenc": {"lists.bibtex"},
    "python_calamine": {"lists.spreadsheets"},
    "pymarc": {"lists.marc"},
    "opencc": {"lists.stated_facts"},
    "pypinyin": {"lists.stated_facts"},
    "prometheus_client": {"extraction.http.monitoring"},
    "werkzeug": {
        "extraction.http.addresses",
        "extraction.http.documents",
        "extraction.http.formats",
    },
    "pydantic": {"extraction.http.web", "extraction.service.kinds"},
}
"""The modules and rooms that may use a library."""

STORES = ("nep.", "screening.word_store", "extraction.service.store")
"""The modules that use collections, besides the migrations."""

EXTRAS = {
    "nep.cluster": ("cli.rebuild",),
    "screening.": ("api.texts", "api.running", "cli.screen"),
    "extraction.": ("api.texts", "cli.extraction"),
}
"""What needs an extra, and the modules that may import it."""

STANDARD = ("strength", "tolerant", "features")
"""The modules of the kernel that import the standard library and the model alone."""


def room(module: str) -> str:
    return module.partition(".")[0]


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_imports_the_rooms_that_it_may(name: str) -> None:
    imported = {
        room(target)
        for module, targets in own_imports().items()
        if room(module) == name
        for target in targets
    }
    assert imported - {name, "__init__"} <= ROOMS[name]


def test_every_room_is_listed() -> None:
    assert {room(module) for module in modules()} - {"__init__"} == set(ROOMS)


@pytest.mark.parametrize("rooms", JOINTS, ids="-".join)
def test_rooms_that_should_not_need_each_other_do_at_few_places(rooms: tuple[str, str]) -> None:
    importer, imported = rooms
    joints = {
        (module, target)
        for module, targets in own_imports().items()
        if room(module) == importer
        for target in targets
        if room(target) == imported and not target.endswith("__init__")
    }
    assert joints == JOINTS[rooms]


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_library_is_used_in_its_modules_only(library: str) -> None:
    places = {
        next((place for place in LIBRARIES[library] if f"{name}.".startswith(f"{place}.")), name)
        for name in users(library)
    }
    assert places == LIBRARIES[library]


@pytest.mark.parametrize("module", STANDARD)
def test_the_scorer_imports_only_the_standard_library_and_the_model(module: str) -> None:
    allowed = {f"wildwood.kernel.{name}" for name in (*STANDARD, "model")}
    allowed.add("wildwood.biblio.entry")
    needed = imports()[f"kernel.{module}"]
    assert {name for name in needed if name.split(".")[0] not in sys.stdlib_module_names} <= allowed


@pytest.mark.parametrize("folder", sorted(folders() - {""}))
def test_a_room_has_no_import_cycle(folder: str) -> None:
    assert levels(members(folder))


def test_only_stores_use_collections() -> None:
    users_of_collections = set()
    for name, path in modules().items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "collection":
                users_of_collections.add(name)
    assert {name for name in users_of_collections if not name.startswith(STORES)} == set()
    assert users_of_collections


def test_files_that_a_user_names_are_written_by_one_module() -> None:
    writers = {
        name
        for name, path in modules().items()
        if "write_atomically(" in path.read_text(encoding="utf-8")
    }
    own_data = (
        "nep.",
        "screening.evidence",
        "screening.harvest_folder",
        "screening.kept_verdicts",
        "extraction.",
    )
    assert {name for name in writers if not name.startswith(own_data)} == {"kernel.files"}


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_is_imported_by_its_commands_only(extra: str) -> None:
    importers = {
        name
        for name, imported in own_imports().items()
        if not name.startswith(extra) and any(target.startswith(extra) for target in imported)
    }
    assert {name for name in importers if not name.startswith(EXTRAS[extra])} == set()
    assert importers


def test_the_program_starts_without_loading_a_library_of_an_extra() -> None:
    program = "import sys, wildwood.cli.program; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    of_extras = {
        library
        for library, places in LIBRARIES.items()
        if all(place.startswith(("extraction", "screening", "nep.cluster")) for place in places)
    }
    assert not loaded & of_extras
