"""Data flows one way, each library has its modules, and only stores use collections."""

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

LIBRARIES = {
    "pymongo": {"store", "language.learning.word_store", "extraction.service.document_store"},
    "bson": {"store", "extraction.service.document_store"},
    "psutil": {"store"},
    "lxml": {
        "safe_xml",
        "rif",
        "language.kept",
        "lists.as_amf",
        "lists.readers.xml_formats",
        "extraction.fields.grobid_tei",
        "extraction.formats.as_tei",
        "extraction.formats.tei_elements",
        "extraction.formats.tei_fragments",
        "extraction.http.xml_or_json",
    },
    "click": {"cli"},
    "rich": {"cli"},
    "jinja2": {"extraction.http.html", "report.page"},
    "markupsafe": {"report.page"},
    "tomllib": {"config_file"},
    "numpy": {
        "scoring.bounds",
        "matching",
        "analysis",
        "extraction.service.simhash",
        "store.selection.sieve",
    },
    "matplotlib": {"analysis.plots"},
    "distributed": {"cluster.engine"},
    "py3langid": {"language.judging.detector"},
    "langcodes": {"language.declared_language"},
    "spellchecker": {"language.judging.dictionary"},
    "stopwordsiso": {"extraction.service.text_language", "language.judging.dictionary"},
    "httpx2": {"language.harvest.oai_client", "extraction.fields.grobid"},
    "pypdfium2": {
        "extraction.documents.characters",
        "extraction.documents.page_sizes",
        "extraction.documents.pdf",
        "extraction.documents.scans",
    },
    "pycrfsuite": {"extraction.fields.labelling.sequence"},
    "Stemmer": {"extraction.service.simhash"},
    "fastapi": {"extraction.http"},
    "fastapi_standalone_docs": {"extraction.http.pages"},
    "starlette": {"extraction.http"},
    "anyio": {
        "extraction.http.monitoring",
        "extraction.http.web",
    },
    "uvicorn": {"extraction.http.serving"},
    "bibtexparser": {"lists.readers.bibtex.bibtex"},
    "pylatexenc": {"lists.readers.bibtex.latex"},
    "python_calamine": {"lists.readers.tables.spreadsheets"},
    "pymarc": {"lists.readers.xml_formats.marc"},
    "prometheus_client": {
        "extraction.http.metrics",
        "extraction.http.monitoring",
    },
    "werkzeug": {"extraction.http.media_formats"},
    "pydantic": {
        "extraction.http.web",
        "extraction.service.plain_data",
    },
}
"""The modules and folders that may use a library."""

STORES = ("store.", "language.learning.word_store", "extraction.service.document_store")
"""The modules that use collections, besides the migrations."""

EXTRAS = {
    "cluster": ("cli.commands.rebuild",),
    "language": ("api.languages", "api.running", "cli.commands.screen."),
    "extraction": ("api.extracting", "cli.commands.serve", "cli.commands.extract"),
}
"""The folders that need the extra of the same name, and the modules that may import them."""


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_library_is_used_in_its_modules_only(library: str) -> None:
    found = {
        next((place for place in LIBRARIES[library] if f"{name}.".startswith(f"{place}.")), name)
        for name in users(library)
    }
    assert found == LIBRARIES[library]


SCORER = {
    "wildwood.model",
    "wildwood.scoring.candidates",
    "wildwood.scoring.features",
    "wildwood.scoring.formulas",
    "wildwood.scoring.tolerant",
    "wildwood.scoring.wording",
}


@pytest.mark.parametrize(
    "module", ["candidates", "features", "formulas", "similarity", "tolerant", "wording"]
)
def test_the_scorer_imports_only_the_standard_library_and_the_model(module: str) -> None:
    needed = imports()[f"scoring.{module}"]
    assert {name for name in needed if name.split(".")[0] not in sys.stdlib_module_names} <= SCORER


@pytest.mark.parametrize("folder", sorted(folders()))
def test_a_package_has_no_import_cycle(folder: str) -> None:
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
    own_data = ("rif.", "store.", "language.harvest.", "extraction.service.")
    assert {name for name in writers if not name.startswith(own_data)} == {
        "atomic_write", "output_files",
    }  # fmt: skip


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_is_imported_by_its_commands_only(extra: str) -> None:
    importers = {
        name
        for name, imported in own_imports().items()
        if not name.startswith(f"{extra}.")
        and any(other.startswith(f"{extra}.") for other in imported)
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
        if all(place.split(".")[0] in EXTRAS for place in places)
    }
    assert not loaded & (of_extras | {"matplotlib"})
