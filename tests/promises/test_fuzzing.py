"""The fuzzer's checks pass for known texts, and fail for a wrong copy.

test_bad_rifs.py makes them of the known rifs.
"""

import pytest

from wildwood.nep.rif import Rif

from tests.fuzzing.targets import TARGETS
from tests.support.bad_rifs import CASES

TEXTS = {
    "a mark before its letter": "\u030em",
    "a letter without a capital": "\u0138",
    "a capital that is two letters": "\u1e9e",
    "a capital I with a dot": "\u0130",
    "no letters": "-",
    "nothing": "",
}


@pytest.mark.parametrize("written", TEXTS.values(), ids=TEXTS)
def test_a_known_text_has_the_features_of_the_specification(written: str) -> None:
    TARGETS["text"](written.encode())


def test_a_wrong_copy_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    annotated = Rif.annotated

    def without_a_title(rif: Rif, similars: object, *, presort: bool) -> bytes:
        data = annotated(rif, similars, presort=presort)  # type: ignore[arg-type]
        return data.replace(b"<title>T</title>", b"")

    monkeypatch.setattr(Rif, "annotated", without_a_title)
    with pytest.raises(AssertionError):
        TARGETS["rif"](CASES["UTF-8 with a mark"].data)
