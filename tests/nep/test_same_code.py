"""Workers of a rebuild have the code of the process that asks them."""

import pytest

from wildwood.kernel.errors import WorkerError
from wildwood.nep.workers import CODE, call_with_same_code


def test_a_process_of_the_same_code_does_the_work() -> None:
    assert call_with_same_code(CODE, abs, -1) == 1


def test_another_is_refused_with_the_cure() -> None:
    with pytest.raises(WorkerError, match="was updated while it ran; run the command again"):
        call_with_same_code("of an older version", abs, -1)
