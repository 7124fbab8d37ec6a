"""The names of the package `wildwood`."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import wildwood
from wildwood.kernel import errors

from tests.support.paths import CHECKOUT


@pytest.mark.parametrize("name", wildwood.__all__)
def test_each_is_there_and_documented(name: str) -> None:
    assert getattr(wildwood, name).__doc__
    assert name in dir(wildwood)


@pytest.mark.parametrize("name", wildwood.__all__)
def test_none_hides_a_module(name: str) -> None:
    modules = {path.stem for path in Path(wildwood.__file__).parent.iterdir()}
    assert name not in modules


def test_another_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="module 'wildwood' has no attribute 'compare'"):
        getattr(wildwood, "compare")  # noqa: B009 - a type checker refuses it as well


def test_the_version_is_that_of_the_distribution() -> None:
    assert wildwood.__version__ == metadata.version("nep-wildwood")


def test_a_checkout_has_its_version_without_being_installed() -> None:
    program = "import wildwood; print(wildwood.__version__)"
    command = [sys.executable, "-S", "-c", program]  # -S hides what the tests have installed
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{wildwood.__version__}\n"


def test_the_error_is_that_of_the_commands() -> None:
    assert wildwood.WildwoodError is errors.WildwoodError


def test_its_import_loads_nothing_but_the_standard_library() -> None:
    program = "import sys; before = {*sys.modules}; import wildwood; wildwood.WildwoodError;"
    show = "print(*{name for name in sys.modules.keys() - before})"
    done = subprocess.run(
        [sys.executable, "-c", program + show], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert {name for name in loaded if name.startswith("wildwood")} == {
        "wildwood",
        "wildwood.kernel",
        "wildwood.kernel.errors",
    }
    tops = {name.split(".")[0] for name in loaded} - {"wildwood"}
    assert tops <= sys.stdlib_module_names
    assert not tops & {
        "asyncio",
        "multiprocessing",
        "email",
        "xml",
        "sqlite3",
        "importlib.metadata",
    }
