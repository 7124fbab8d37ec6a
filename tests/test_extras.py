"""A library of an extra that is not installed is named with the extra."""

import pytest

from wildwood.errors import WildwoodError
from wildwood.extras import requires_extra


def test_a_missing_library_is_named_with_what_to_install() -> None:
    with (
        pytest.raises(
            WildwoodError, match=r"extra 'plots' \(seaborn is .*pip install '.\[plots\]'"
        ),
        requires_extra("plots"),
    ):
        raise ModuleNotFoundError(name="seaborn")


def test_a_missing_module_of_wildwood_is_a_defect() -> None:
    with pytest.raises(ModuleNotFoundError), requires_extra("plots"):
        raise ModuleNotFoundError(name="wildwood.gone")
