"""Workers of a rebuild have the code of the process that asks them."""

import pytest

from wildwood.errors import WorkerError
from wildwood.runs.rebuild.same_code import CODE, by_same_code


def test_a_process_of_the_same_code_does_the_work() -> None:
    assert by_same_code(CODE, abs, -1) == 1


def test_another_is_refused_with_the_cure() -> None:
    with pytest.raises(WorkerError, match="was updated while it ran; run the command again"):
        by_same_code("of an older version", abs, -1)
