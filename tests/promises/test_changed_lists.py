"""Lists of all formats that are damaged are read or refused with a sentence."""

import pytest

from tests.fuzzing.changed_lists import all_samples, changed, check

SAMPLES = all_samples()


@pytest.mark.parametrize("number", range(len(SAMPLES)))
def test_a_changed_list_is_read_or_refused(number: int) -> None:
    for seed in range(40):
        check(changed(SAMPLES[number], seed))
