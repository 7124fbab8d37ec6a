"""Check records that are in no issue against all that are stored, on a real MongoDB."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel import settings
from wildwood.kernel.errors import StoreError
from wildwood.kernel.model import Limits, Punctuation
from wildwood.kernel.settings import Config
from wildwood.kernel.strength import Formula
from wildwood.nep import search, session
from wildwood.nep.search import Checked, check_records
from wildwood.nep.store import Store

from tests.support.counted_commands import counted_commands
from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.usual_papers import AUTHORS, FIRST, LIKE_TRADE, MONEY, SECOND, TRADE, TRADE_AGAIN

NEW = TRADE._replace(handle="new")


def store_two(made: Installation) -> None:
    made.issue(FIRST, TRADE, MONEY)
    made.issue(SECOND, TRADE, TRADE_AGAIN, LIKE_TRADE)
    for issue in (FIRST, SECOND):
        assert made.run(issue).exit_code == 0


@pytest.fixture
def stored(installation: Installation) -> Installation:
    """Store two issues; the first paper was in both."""
    return built(installation, store_two)


@pytest.fixture
def config(stored: Installation) -> Config:
    return settings.load_config(stored.config, {})


@pytest.fixture
def papers(config: Config) -> Iterator[Store]:
    with session.open_store(config) as opened:
        yield opened


def similar(checked: Checked) -> list[tuple[str, str]]:
    return [(paper.printed, paper.record.handle) for paper in checked.similar]


def contents(stored: Installation) -> dict[str, list[dict[str, Any]]]:
    names = stored.database.list_collection_names()
    return {name: sorted(stored.database[name].find(), key=str) for name in names}


def test_all_stored_issues_are_the_past_and_the_strongest_paper_is_first(
    papers: Store, config: Config
) -> None:
    (checked,) = check_records(papers, config, [NEW])
    assert similar(checked) == [
        ("1.0000", TRADE_AGAIN.handle), ("1.0000", TRADE.handle), ("0.7071", LIKE_TRADE.handle),
    ]  # fmt: skip


def test_the_past_is_not_searched_if_nothing_is_stored(installation: Installation) -> None:
    config = settings.load_config(installation.config, {})
    with counted_commands() as commands, session.open_store(config, creates=True) as empty:
        before = commands.sent.copy()
        (checked,) = search.compare_records(empty, config, [NEW])
    assert checked == Checked(NEW)
    assert (commands.sent - before).keys() <= {"count", "find"}
    assert (commands.sent - before)["find"] <= 1  # the punctuation of what is stored


def test_a_similar_paper_has_the_dates_of_its_issues_and_what_explains_its_strength(
    papers: Store, config: Config
) -> None:
    (checked,) = check_records(papers, config, [NEW])
    paper = checked.similar[1]
    assert paper.issues == (date.fromisoformat(FIRST), date.fromisoformat(SECOND))
    assert paper.explanation.titles.shared.total() == 4
    assert paper.explanation.left.record == NEW


def test_the_limit_is_the_external_one_and_the_most_similar_papers_count(
    papers: Store, config: Config
) -> None:
    strict = replace(config, limits=Limits(0.8, 0.1))
    (checked,) = check_records(papers, strict, [NEW])
    assert [strength for strength, _ in similar(checked)] == ["1.0000", "1.0000"]
    (checked,) = check_records(papers, replace(config, limits=Limits(0.6, 0.6, 1)), [NEW])
    assert similar(checked) == [("1.0000", TRADE_AGAIN.handle)]


def test_records_are_not_compared_with_each_other(papers: Store, config: Config) -> None:
    unlike = Record("a", ("Esther Duflo",), ("Schooling and Labor Market Consequences",))
    checked = check_records(papers, config, [unlike, unlike._replace(handle="b")])
    assert [record.similar for record in checked] == [(), ()]


def test_each_of_many_records_has_its_own_similar_papers(
    papers: Store, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "_RECORDS", 20)
    records = [
        (MONEY if number % 7 == 0 else NEW)._replace(handle=str(number)) for number in range(50)
    ]
    checked = check_records(papers, config, records)
    assert [record.record for record in checked] == records
    assert {
        (int(record.record.handle) % 7 == 0, record.similar[0].record.handle) for record in checked
    } == {(True, MONEY.handle), (False, TRADE_AGAIN.handle)}


@pytest.mark.parametrize("formula", Formula)
def test_it_finds_what_the_ps_rif_of_a_later_issue_would_list(
    stored: Installation, papers: Store, config: Config, formula: Formula
) -> None:
    chosen = replace(config, formula=formula)
    reworded = Record("new", ("P. Krugman",), ("Trade and Growth in the Open Economies",))
    (checked,) = check_records(papers, chosen, [reworded])
    with stored.config.open("a", encoding="utf-8") as opened:
        opened.write(f'\n[strength]\nformula = "{formula.value}"\n')
    stored.issue("2015-03-19", reworded)
    assert stored.run("2015-03-19").exit_code == 0
    written = (stored.ps / "2015-03-19.amf.xml").read_text(encoding="utf-8")
    assert written.count("<similar ") == len(checked.similar)
    for strength, handle in similar(checked):
        assert f'<similar id="{handle}" strength="{strength}" type="ext"/>' in written


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (Record("a", AUTHORS, ()), "a has no title; it is not compared."),
        (Record("a", AUTHORS, ("…",)), "a has no title; it is not compared."),
        (
            Record("a", (), ("Trade",)),
            "a has no authors; the formula specified does not compare it.",
        ),
    ],
)
def test_a_record_that_cannot_be_compared_says_why(
    papers: Store, config: Config, record: Record, reason: str
) -> None:
    checked = check_records(papers, config, [record, NEW])
    assert [each.left_out for each in checked] == [reason, ""]
    assert len(checked[1].similar) == 3


def test_a_formula_that_compares_titles_alone_needs_no_authors(
    papers: Store, config: Config
) -> None:
    tolerant = replace(config, formula=Formula.TOLERANT)
    (checked,) = check_records(papers, tolerant, [NEW._replace(names=())])
    assert checked.left_out == ""


def test_nothing_is_stored_and_no_lock_is_taken(
    stored: Installation, papers: Store, config: Config
) -> None:
    before = contents(stored)
    check_records(papers, config, [NEW, MONEY])
    assert contents(stored) == before


def test_it_works_while_another_command_writes(stored: Installation, config: Config) -> None:
    with session.writing_store(config, "a long run"):
        before = contents(stored)
        with session.open_store(config) as opened:
            (checked,) = check_records(opened, config, [NEW])
        assert contents(stored) == before
    assert len(checked.similar) == 3


def test_features_of_another_setting_are_refused(papers: Store, config: Config) -> None:
    with pytest.raises(StoreError, match="change it back"):
        check_records(papers, replace(config, punctuation=Punctuation.DELETE), [NEW])


def test_an_empty_store_is_no_answer(installation: Installation) -> None:
    config = settings.load_config(installation.config, {})
    with (
        session.open_store(config) as opened,
        pytest.raises(StoreError, match=r"Nothing is stored yet; run wildwood latest first\."),
    ):
        check_records(opened, config, [NEW])
