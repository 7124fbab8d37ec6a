"""Each query of docs/shell.md, in the real shell: its answer, and the documents that it reads."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import mongomock_ng
import pytest
from pymongo.database import Database

import wildwood
from wildwood.biblio.entry import Record

from tests.support.amf import rif
from tests.support.databases import Databases
from tests.support.fork_server import ForkServer
from tests.support.paths import DOCS
from tests.support.shell_queries import answer

DEMO = Path(wildwood.__file__).parent / "demo"
PAGE = (DOCS / "shell.md").read_text(encoding="utf-8")
DATABASE = "wildwood_shell_page"
LAST = "2015-04-02"
NAMELESS = Record("RePEc:xyz:wpaper:0", (), ("Anonymous Thoughts on Money",))
WIDE = Record(
    "RePEc:xyz:wpaper:1",
    tuple(f"Anna{number} Schwartz" for number in range(60)),
    (" ".join(f"word{number}" for number in range(120)),),
)
OFTEN = [
    Record(f"RePEc:abc:wpaper:{number}", ("Elinor Ostrom",), (f"Money Volume {number}",))
    for number in range(6)
]

SECTION = re.compile(
    r"^### (?P<question>[^\n]*)\n(?P<text>.*?)```js\n(?P<query>.*?)```", re.MULTILINE | re.DOTALL
)
SECTIONS = {section["question"]: section for section in SECTION.finditer(PAGE)}

Answers = dict[str, dict[str, Any]]
AnyDatabase = Database[dict[str, Any]]


def nber(*numbers: str) -> list[str]:
    return [f"RePEc:nbr:nberwo:{number}" for number in numbers]


MARCH_26 = nber("29327", "21806", "29372", "11882", "22239", "8665", "4323", "21162")
"""The papers of that issue of the demo; the last one was also in the first issue."""

HANDLES = {
    "A handle": nber("29172"),
    "Which issues a handle came in": nber("21162"),
    "All papers of an author": nber("21162", "29327"),
    "Papers that share a title's three words": nber("21162", "29327"),
    "What a nightly run compares with one another": nber("8000", "10902"),
    "A paper by its whole title": nber("14517"),
    "Papers with too many features to be paired": [WIDE.handle],
    "Papers in several issues": nber("21162"),
    "Papers without authors": [NAMELESS.handle],
    "The papers of an issue": MARCH_26,
    "An issue's papers that were in another one, too": nber("21162"),
    "An issue's papers without authors": [NAMELESS.handle],
    "Issues that are only half stored": [],
}
"""The documents that answer a question."""

AUTHOR = "Papers of an author with their repeats"
SERIES = "The most frequent pairs of series"

SIMILAR = {
    "The pairs of an issue, strongest first": [("10902", "8000")],
    "What resembles a paper": [("10902", "8000")],
    "Pairs above 0.9 that nobody decided on": [
        ("RePEc:nbr:nberte:0006", "0580"),
        ("0580", "RePEc:nbr:nberte:0006"),
        ("11757", "9426"),
        ("24415", "14517"),
        ("8453", "8128"),
        ("21162", "21162"),
        ("21162", "29327"),
        ("29327", "21162"),
        ("29327", "21162"),
        ("29372", "29172"),
        ("4323", "4325"),
        ("10902", "8000"),
    ],
    "The repeats of a series": [("RePEc:nbr:nberte:0006", "0580")],
    "What changed since a date": [
        ("21162", "21162"),
        ("21162", "29327"),
        ("29327", "21162"),
        ("29327", "21162"),
        ("29372", "29172"),
        ("4323", "4325"),
        ("22239", "17313"),
        ("8665", "2760"),
    ],
}
"""The pairs that answer a question, in order; a number stands for a handle of the series nberwo."""

ROWS: dict[str, list[dict[str, Any]]] = {
    "Handles of one archive by year": [{"_id": "2015", "papers": 31}],
    "The last issues, with their limits": [
        {"_id": date, "papers": papers, "ps": {"made_from": {"external": 0.6, "internal": 0.6}}}
        for date, papers in ((LAST, 8), ("2015-03-26", 8), ("2015-03-19", 8))
    ],
    "How many papers an issue added": [{"added": 7}],
    "How many papers each issue added": [
        {"_id": date, "added": added}
        for date, added in (
            ("2015-03-05", 8),
            ("2015-03-12", 8),
            ("2015-03-19", 8),
            ("2015-03-26", 7),
            (LAST, 8),
        )
    ],
    "A paper with its number of repeats": [
        {
            "_id": "RePEc:nbr:nberwo:21162",
            "names": ["Helene Rey"],
            "titles": [
                "Dilemma not Trilemma: The Global Financial Cycle and Monetary Policy Independence"
            ],
            "first_issue": "2015-03-05",
            "last_issue": "2015-03-26",
            "repeats": 2,
        }
    ],
    "Who is flagged most": [
        {"_id": name, "count": 2} for name in ("Helene Rey", "Steven Shavell", "Willem H Buiter")
    ],
    "Flagged papers by issue": [
        {"_id": date, "papers": papers}
        for date, papers in (
            ("2015-03-05", 2),
            ("2015-03-12", 1),
            ("2015-03-19", 6),
            ("2015-03-26", 6),
        )
    ],
    "The most frequent features": [
        {"_id": key, "share": 6 / 39, "papers": 39} for key in ("author:elinor", "author:ostrom")
    ],
    "The most frequent author words, counted now": [
        {"_id": "author:elinor", "papers": 6},
        {"_id": "author:ostrom", "papers": 6},
        {"_id": "author:david", "papers": 3},
        {"_id": "author:lipsey", "papers": 3},
        {"_id": "author:robert", "papers": 3},
    ],
    "The most frequent features of an issue, of all types": [
        {"_id": "author:shavell", "papers": 2},
        {"_id": "author:steven", "papers": 2},
        {"_id": "name:shavell steven", "papers": 2},
    ],
    "The most frequent title features of an issue": [
        {"_id": "title:a note on", "papers": 2},
        {"_id": "title:note on optimal", "papers": 2},
        {"_id": "title:among harmful acts", "papers": 1},
    ],
}
"""The rows that answer a question, in order."""


def put_issues(us: Path) -> None:
    """Write the rifs of the demo and one more."""
    shutil.copytree(DEMO, us, ignore=shutil.ignore_patterns("*.md"))
    (us / f"{LAST}.amf.xml").write_bytes(rif(NAMELESS, WIDE, *OFTEN))


def run(server: ForkServer, home: Path, path: str, *arguments: str) -> str:
    """Run `wildwood ARGUMENTS`, and return what it prints."""
    done = server.run(
        "wildwood",
        "--config",
        home / "wildwood.toml",
        *arguments,
        environment={"PATH": path, "HOME": str(home)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def all_answers(
    tmp_path_factory: pytest.TempPathFactory,
    fork_server: ForkServer,
    databases: Databases,
    mongosh_path: str,
) -> Iterator[dict[str, Answers]]:
    """Return the rows and the plan of every query of the page, by the issues that are stored."""
    home = tmp_path_factory.mktemp("shell")
    put_issues(home / "us")
    config = home / "wildwood.toml"
    with databases.unused() as database, databases.unused() as demo:
        for stored, us in ((demo, DEMO), (database, home / "us")):
            config.write_text(
                f'[paths]\nus = "{us}"\nps = "{home / stored.name}"\n[mongodb]\n'
                f'uri = "{databases.uri}"\ndatabase = "{stored.name}"\n',
                encoding="utf-8",
            )
            run(fork_server, home, os.environ["PATH"], "rebuild")
        names = {"the demo": demo.name, "the demo and one more": database.name}
        yield ask_all(fork_server, home, mongosh_path, names)


@pytest.fixture
def answers(all_answers: dict[str, Answers]) -> Answers:
    return all_answers["the demo and one more"]


@pytest.fixture
def demo_answers(all_answers: dict[str, Answers]) -> Answers:
    return all_answers["the demo"]


def ask_all(
    server: ForkServer, home: Path, path: str, databases: dict[str, str]
) -> dict[str, Answers]:
    """Run all queries in one shell, because it takes longer to start than to answer."""
    entries = ",".join(
        f"{json.dumps(question)}: {{rows: ({query}).toArray(), plan: ({query}).explain()}}"
        for question, section in SECTIONS.items()
        for query in [section["query"].strip()]
    )
    script = "const answers = {};" + "".join(
        f"db = db.getSiblingDB({json.dumps(name)}); answers[{json.dumps(key)}] = {{{entries}}};"
        for key, name in databases.items()
    )
    printing = f"{script} print(EJSON.stringify(answers))"
    answers: dict[str, Answers] = json.loads(run(server, home, path, "shell", "--eval", printing))
    return answers


@pytest.fixture(scope="module", params=["mongomock", "MongoDB"])
def asked(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AnyDatabase]:
    """Return the database of a program that gives its client, with the same issues."""
    home = tmp_path_factory.mktemp("program")
    put_issues(home / "us")
    with ExitStack() as stack:
        if request.param == "MongoDB":
            databases = request.getfixturevalue("databases")
            database = stack.enter_context(databases.unused())
        else:
            database = mongomock_ng.MongoClient()[DATABASE]
        (home / "wildwood.toml").write_text(
            f'[paths]\nus = "us"\nps = "ps"\n[mongodb]\ndatabase = "{database.name}"\n',
            encoding="utf-8",
        )
        wildwood.Store(home / "wildwood.toml", client=database.client).run_latest()
        yield database


NEED_A_SERVER = {
    "Handles of one archive by year",
    "The papers of an issue",
    "A paper with its number of repeats",
}
"""The questions for which mongomock lacks `$substrBytes`, `$` in a projection, and views."""


@pytest.mark.parametrize("question", sorted({*HANDLES, *ROWS, *SIMILAR} - NEED_A_SERVER))
def test_a_query_has_the_same_answer_through_the_client_of_a_program(
    asked: AnyDatabase, question: str
) -> None:
    rows = answer(asked, SECTIONS[question]["query"])
    if question in ROWS:
        assert rows == ROWS[question]
    elif question in SIMILAR:
        assert pairs_of(rows) == SIMILAR[question]
    else:
        assert sorted(row["_id"] for row in rows) == sorted(HANDLES[question])


def pairs_of(rows: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """Return the handles of pairs, those of the series nberwo without its name."""
    prefix = nber("")[0]
    return [tuple(row[side].removeprefix(prefix) for side in ("handle", "similar")) for row in rows]


def stages(plan: Any) -> set[str]:
    """Return the names of all stages of the winning plans."""
    if isinstance(plan, list):
        return set().union(*map(stages, plan))
    if not isinstance(plan, dict):
        return set()
    own = {plan["stage"]} if "stage" in plan else set()
    kept = (value for key, value in plan.items() if key != "rejectedPlans")
    return own.union(*map(stages, kept))


def test_the_page_has_the_questions_of_this_test() -> None:
    assert set(SECTIONS) == {*HANDLES, *SIMILAR, *ROWS, AUTHOR, SERIES}


def test_every_query_of_the_page_has_a_question() -> None:
    assert PAGE.count("```js\n") == len(SECTIONS) >= 12


@pytest.mark.parametrize("question", HANDLES)
def test_a_query_finds_the_right_documents(answers: Answers, question: str) -> None:
    handles = [row["_id"] for row in answers[question]["rows"]]
    assert sorted(handles) == sorted(HANDLES[question])


@pytest.mark.parametrize("question", SIMILAR)
def test_a_query_finds_the_right_pairs(answers: Answers, question: str) -> None:
    assert pairs_of(answers[question]["rows"]) == SIMILAR[question]


def test_the_papers_of_an_author_have_their_repeats(answers: Answers) -> None:
    found = {
        row["_id"]: sorted(repeat["similar"] for repeat in row["repeats"])
        for row in answers[AUTHOR]["rows"]
    }
    assert found == {
        "RePEc:nbr:nberwo:21162": nber("21162", "29327"),
        "RePEc:nbr:nberwo:29327": nber("21162", "21162"),
    }


def test_pairs_of_series_are_counted_and_the_most_frequent_come_first(answers: Answers) -> None:
    rows = [
        (*(series for _, _, series in row["_id"]), row["count"]) for row in answers[SERIES]["rows"]
    ]
    assert rows[0] == ("nberwo", "nberwo", 15)
    assert set(rows[1:]) == {("nberte", "nberwo", 1), ("nberwo", "nberte", 1)}


def test_questions_about_repeats_have_an_answer_in_one_line() -> None:
    repeats = PAGE[PAGE.index("## Repeats") : PAGE.index("## Issues")]
    assert all(match["query"].strip().count("\n") == 0 for match in SECTION.finditer(repeats))


@pytest.mark.parametrize("question", ROWS)
def test_a_query_returns_the_right_rows(answers: Answers, question: str) -> None:
    assert answers[question]["rows"] == ROWS[question]


@pytest.mark.parametrize("question", SECTIONS)
def test_a_query_finds_something_in_the_demo_unless_the_page_says_otherwise(
    demo_answers: Answers, question: str
) -> None:
    has_none = "he demo has none." in SECTIONS[question]["text"]
    assert bool(demo_answers[question]["rows"]) is not has_none


@pytest.mark.parametrize("question", SECTIONS)
def test_a_query_uses_an_index_unless_the_page_says_otherwise(
    answers: Answers, question: str
) -> None:
    used = stages(answers[question]["plan"])
    if "Reads every" in SECTIONS[question]["text"]:
        assert "COLLSCAN" in used
    else:
        assert used & {"IXSCAN", "IDHACK", "DISTINCT_SCAN"}
        assert "COLLSCAN" not in used


def test_the_papers_of_an_issue_have_only_its_version(answers: Answers) -> None:
    rows = answers["The papers of an issue"]["rows"]
    assert {issue["date"] for row in rows for issue in row["issues"]} == {"2015-03-26"}


def test_the_issues_of_a_handle_are_in_order(answers: Answers) -> None:
    (row,) = answers["Which issues a handle came in"]["rows"]
    assert row["issues"] == [{"date": "2015-03-05"}, {"date": "2015-03-26"}]
