"""Why mongod exited: the entries are of MongoDB 6.0, shortened."""

import json
from pathlib import Path
from typing import Any

import pytest

from wildwood.nep.mongod import Failure, failure

INFORMATION = {"s": "I", "c": "CONTROL", "msg": "Now exiting"}
ASSERTION = {"s": "F", "c": "ASSERT", "msg": "Fatal assertion", "attr": {"msgid": 28595}}
ABORT = {"s": "F", "c": "ASSERT", "msg": "\n\n***aborting after fassert() failure\n\n"}
SIGNAL = {
    "s": "F",
    "c": "CONTROL",
    "msg": "Writing fatal message",
    "attr": {"message": "Got signal: 6 (Aborted).\n"},
}
TERMINATING = {
    "s": "F",
    "c": "STORAGE",
    "msg": "Terminating.",
    "attr": {"reason": "13: Permission denied"},
}
ENGINE = {
    "s": "E",
    "c": "WT",
    "msg": "WiredTiger error message",
    "attr": {
        "error": 13,
        "message": {
            "msg": "__posix_open_file:812:/db/data/WiredTiger.wt: handle-open: open",
            "error_str": "Permission denied",
        },
    },
}
EARLY = {
    "s": "E",
    "c": "WT",
    "msg": "WiredTiger error message",
    "attr": {
        "error": 13,
        "message": "[1795364366:238277][4695:0x7ff35fe8d3c0], wiredtiger_open: [ERROR]:"
        " __posix_open_file, 812: /db/data/WiredTiger.turtle: handle-open: open: Permission denied",
    },
}
PANIC = {
    "s": "E",
    "c": "WT",
    "msg": "WiredTiger error message",
    "attr": {"message": {"msg": "the process must exit and restart", "error_str": "WT_PANIC"}},
}
METADATA = {
    "s": "F",
    "c": "STORAGE",
    "msg": "Unable to read the storage engine metadata file",
    "attr": {"error": {"code": 30, "errmsg": "Metadata file storage.bson cannot be empty."}},
}
ADDRESS = {
    "s": "E",
    "c": "CONTROL",
    "msg": "Failed to set up listener",
    "attr": {"error": "address in use"},
}
LIMIT = "Too many open files"


def lines(*entries: dict[str, Any] | str) -> str:
    return "".join(
        f"{entry if isinstance(entry, str) else json.dumps(entry)}\n" for entry in entries
    )


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([ADDRESS], Failure("Failed to set up listener: address in use")),
        ([{"s": "E", "msg": "Slow disk"}, METADATA, ASSERTION, ABORT],
         Failure("Unable to read the storage engine metadata file: Metadata file storage.bson"
                 " cannot be empty", is_in_data=True)),
        ([INFORMATION, ENGINE, PANIC, TERMINATING, ASSERTION, ABORT, SIGNAL],
         Failure("/db/data/WiredTiger.wt: handle-open: open: Permission denied",
                 is_in_data=True)),
        ([EARLY, TERMINATING],
         Failure("/db/data/WiredTiger.turtle: handle-open: open: Permission denied",
                 is_in_data=True)),
        (["4711", "no JSON", "[]", '{"s": "E"}', {"s": "F", "msg": "Out of", "attr": 5}],
         Failure("Out of")),
    ],
    ids=["an error", "the first fatal message", "the first error of several", "an early error",
         "odd lines"],
)  # fmt: skip
def test_the_log_tells_what_went_wrong(
    tmp_path: Path, entries: list[dict[str, Any] | str], expected: Failure
) -> None:
    log = tmp_path / "mongod.log"
    log.write_text(lines(*entries), encoding="utf-8")
    assert failure(log, "ERROR: child process failed") == expected


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (lines(INFORMATION, ADDRESS), "Failed to set up listener: address in use"),
        (
            lines(INFORMATION, "about to fork", "ERROR: stage 1 fork() failed: no memory"),
            "ERROR: stage 1 fork() failed: no memory",
        ),
        ("no space\nleft\n", "no space left"),
        ("", "no reason given"),
    ],
    ids=["entries", "errors among other lines", "other lines", "nothing"],
)
def test_without_a_log_the_output_does(tmp_path: Path, output: str, reason: str) -> None:
    assert failure(tmp_path / "missing.log", output) == Failure(reason)


def test_a_limit_of_the_system_says_nothing_of_the_data(tmp_path: Path) -> None:
    message = {"msg": "__posix_directory_list:41:/db/data/journal: opendir", "error_str": LIMIT}
    log = tmp_path / "mongod.log"
    log.write_text(lines({"s": "E", "c": "WT", "msg": "", "attr": {"message": message}}))
    assert failure(log, "") == Failure(f"/db/data/journal: opendir: {LIMIT}")


def test_a_long_output_is_cut_off(tmp_path: Path) -> None:
    reason = failure(tmp_path / "missing.log", "unspecified (general) error\n" * 1000).reason
    assert len(reason) == 301
    assert reason.startswith("unspecified (general) error unspecified")
