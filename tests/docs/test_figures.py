"""Figures of the documentation that the code decides, and the tests and programs that it names."""

import ast
import re
from pathlib import Path

import pytest

from wildwood.extraction.http import addresses, checking, documents, grobid, web
from wildwood.extraction.service import files, worker
from wildwood.extraction.service.simhash import MAX_DISTANCE
from wildwood.kernel import features, postings, strength
from wildwood.lists import stated_facts
from wildwood.lists.formats import Format
from wildwood.nep import connection, handles, private_server, writer_lock
from wildwood.nep.documents import _KEPT, _LONGEST
from wildwood.page.page import MAX_PAIRS
from wildwood.screening import archives, evidence, judge, learning, words

from tests.support.paths import CHECKOUT, DOCS, TESTS, python_files
from tests.training import styles

# ruff: noqa: SLF001

PAGES = [
    *sorted(CHECKOUT.glob("*.md")),
    *sorted(DOCS.rglob("*.md")),
    *sorted(TESTS.glob("*/README.md")),
]
TEXTS = {
    str(page.relative_to(CHECKOUT)): " ".join(page.read_text(encoding="utf-8").split())
    for page in PAGES
}
COUNTING = [name for name in TEXTS if not name.startswith(("tests/", "CHANGELOG"))]
FILES = {path.name: path for path in python_files()}
WORDS = {2: "two", 3: "three", 4: "four", 6: "six", 8: "eight", 10: "ten"}


def languages_with(heading: str) -> str:
    """Return, as a word, how many languages have words below a heading."""
    files = (CHECKOUT / "wildwood" / "biblio" / "languages").glob("*.txt")
    texts = [file.read_text("utf-8") for file in files]
    return WORDS[sum(f"[{heading}]" in text for text in texts)]


DETECTORS = WORDS[len(judge.Judge(evidence.Dictionary()).detectors)]
"""How many judge the language of a title."""
*PARTS, _ = re.findall(r"^## (.*)", (DOCS / "README.md").read_text("utf-8"), re.MULTILINE)
"""Of the documentation; the last section is about the site."""

STATED = [
    ("compare", "if it has {} letters or more", stated_facts._MIN_LETTERS),
    ("compare", "or a title of {} letters or more, authors", stated_facts._MIN_LETTERS),
    ("compare", "Of more than {0:,} pairs, it leaves out", MAX_PAIRS),
    ("compare", "prevent the first verdict, in {} languages", languages_with("notices")),
    ("compare", "*discussion papers*, in {} languages", languages_with("series")),
    ("decisions", "offers {} other formulas", WORDS[len(strength.Formula) - 1]),
    ("extraction", "many styles in {} languages", WORDS[len(styles._WEIGHTS)]),
    ("extraction", "within {} bits", WORDS[MAX_DISTANCE]),
    ("glossary", "differs in at most {} bits", WORDS[MAX_DISTANCE]),
    ("how-to/install", "| {} detectors, dictionaries", DETECTORS),
    ("operation", "| extra `language` | {} detectors", DETECTORS),
    ("operation", "or boot, after {:.0f} seconds without", writer_lock.LIFETIME_S),
    ("operation", "for longer than {:.0f} seconds", private_server._STRANGER_LIMIT_S),
    ("promises", "is named after {:.0f} seconds", private_server._STRANGER_LIMIT_S),
    ("promises", "An issue with more than a million pairs", postings.MAX_COMPARED == 1_000_000),
    ("scale", "{} queries at a time", WORDS[connection._QUERIES_AT_ONCE]),
    ("scale", "{:,} papers in one unordered bulk", connection._USUAL),
    ("screening", "it has {} words or more", words.STRICT_WORDS),
    ("screening", "less than {:.0f} % of them unknown", 100 * words.STRICT),
    ("screening", "English is at least {:.0f} % likely by its title", 100 * learning._SURE),
    ("screening", "not surer than {:.0f} %", 100 * (1 - learning._NOT_DENIED)),
    ("screening", "A word that {} records have counts as known", words.ENTRIES),
    ("screening", "the first {} characters count", words.MAX_CHARACTERS),
    ("screening", "of {} words or more is English", words.STRICT_WORDS),
    ("screening", "`eldc` is at least {:.0f} % sure", 100 * judge._SURE_SCORE),
    ("screening", "title of at most {} words", WORDS[judge.SHORT]),
    ("screening", "confidence is below {} is doubtful", words.LEAST_CONFIDENCE),
    ("screening", "{} servers are asked at a time", WORDS[archives._HOSTS].capitalize()),
    ("service", "with fewer than {} words", worker.MIN_WORDS),
    ("service", "less than {} KB a second", documents._MIN_RATE // 1024),
    ("service", "after its first {} seconds", documents._GRACE_PERIOD_S),
    ("service", "take strings of {:,} characters", grobid._MAX_CHARACTERS),
    ("service", "in a form of {} MB", documents._MAX_TEXT >> 20),
    ("service", "A list of up to {} records", checking._MAX_RECORDS),
    ("service", "with {:,} characters in their titles", checking._MAX_CHARACTERS),
    ("service", "in a body of {} MB", documents._MAX_TEXT >> 20),
    ("service", "are {} random bits", files._TOKEN_BYTES * 8),
    ("service", "in IPv6 a network of {} bits", addresses._PREFIX),
    ("service", "gives unfinished work {} seconds", web._WORK_TIMEOUT_S),
    ("shell", "A feature of more than {} characters", _LONGEST),
    ("shell", "stored as its first {} and a hash", _KEPT),
    ("shell", "a sample of {:,} papers", handles._SAMPLE),
    ("README", "{} parts: tutorials teach", WORDS[len(PARTS)].capitalize()),
    ("tutorials/screen-an-archive", "and {} detectors are asked", DETECTORS),
    ("strength", "at least 1 in {} of those of both titles", strength.PER_SHARED),
    ("strength", "of more than {} words is a list of names", WORDS[features._LONGEST_NAME]),
    ("strength", "at least {} windows, or two or three", WORDS[strength.SIMILAR.enough]),
    ("strength", "and 1 in {}.", strength.NAMELESS.per_shared),
]
FORMATS = set(Format) - {Format.EMPTY}

COUNT = re.compile(
    r"(?<!-n )\b(?:\d[\d,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|[a-z]+teen|[a-z]+ty)(?: (?:other|more|small))? \[?(?:commands|detectors|extras|formats"
    r"|formulas|languages|migrations|modules|options|packages|representations|rooms|routes"
    r"|settings|tests|tutorials)\b",
    re.IGNORECASE,
)
"""A number of something that the project has."""
GENERATED = re.compile(r"<!-- \w+: written by .*?<!-- end of \w+ -->")
OTHERS = (
    f"[{len(FORMATS)} formats]",  # see the next test
    "titles in two languages", "one paper in two languages", "abstracts in two languages",
    "theses in 13 languages", "theses in 14 languages",  # that were measured
    "## Two commands at once", "two commands write at once",
    "each of two formulas",
)  # fmt: skip
"""Where such a number counts something else."""


@pytest.mark.parametrize(
    ("name", "sentence", "figure"), STATED, ids=[f"{name}: {text}" for name, text, _ in STATED]
)
def test_a_page_states_what_the_code_does(name: str, sentence: str, figure: object) -> None:
    assert figure
    assert sentence.format(figure) in TEXTS[f"docs/{name}.md"]


@pytest.mark.parametrize("name", COUNTING)
def test_a_page_counts_what_the_project_has_only_in_a_sentence_above(name: str) -> None:
    text = GENERATED.sub("", TEXTS[name])
    for page, sentence, figure in STATED:
        if name == f"docs/{page}.md":
            text = text.replace(sentence.format(figure), "")
    for sentence in OTHERS:
        text = text.replace(sentence, "")
    assert COUNT.findall(text) == []


@pytest.mark.parametrize("name", TEXTS)
def test_a_page_that_counts_the_formats_of_lists_knows_all(name: str) -> None:
    counts = re.findall(r"\b(\d+) \[?formats\b", TEXTS[name])
    assert {*counts} <= {str(len(FORMATS))}


def test_the_table_of_formats_has_a_row_for_each() -> None:
    lines = (DOCS / "lists.md").read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("| format |"))
    rows = lines[start + 2 : lines.index("", start)]
    assert len(rows) == len(FORMATS)


def defined(path: Path) -> set[str]:
    return {getattr(node, "name", "") for node in ast.walk(ast.parse(path.read_bytes()))}


@pytest.mark.parametrize("name", TEXTS)
def test_the_tests_that_a_page_names_exist(name: str) -> None:
    named = re.findall(r"\b(test_\w+\.py)(?:::(\w+))?", TEXTS[name])
    assert [file for file, _ in named if file not in FILES] == []
    assert [test for file, test in named if test and test not in defined(FILES[file])] == []


@pytest.mark.parametrize("name", TEXTS)
def test_the_files_that_a_page_names_in_full_exist(name: str) -> None:
    text = TEXTS[name].replace("/CODE.txt", "/en.txt")
    named = re.findall(r"`((?:tests|wildwood|config|migrations)/[\w./-]+\.\w+)`", text)
    modules = [
        module.replace(".", "/")
        for module in re.findall(r"python -m (tests\.[\w.]*\w)", TEXTS[name])
    ]
    modules = [
        f"{one}/__main__.py" if (CHECKOUT / one).is_dir() else f"{one}.py" for one in modules
    ]
    assert [file for file in (*named, *modules) if not (CHECKOUT / file).exists()] == []
