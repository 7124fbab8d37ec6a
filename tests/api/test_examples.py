"""The examples in docs/api.md and in the docstrings of the API."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from wildwood import api

MODULES = sorted(path.stem for path in Path(api.__file__).parent.glob("[a-z]*.py"))


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    module = import_module(f"wildwood.api.{name}")
    assert doctest.testmod(module, verbose=False).failed == 0
