"""The stream of uploads."""

from tests.benchmarks.experiment.papers import Paper
from tests.benchmarks.experiment.stream import Texts, Upload, plan
from tests.benchmarks.experiment.versions import Version

PAPERS = [
    Paper("one", "Apples grow.\fTrees bear.", "Apples\ngrow.\fTrees\nbear."),
    Paper("two", "Prices fall.\fBonds yield.", "Prices\nfall.\fBonds\nyield."),
    Paper("three", "Genes mutate.\fCells divide.", "Genes\nmutate.\fCells\ndivide."),
]


class TestThePlan:
    def test_has_the_given_share_of_repeats(self) -> None:
        repeats = sum(one.version is not Version.FIRST for one in plan(10_000, 0.2, 1))
        assert 1900 < repeats < 2100

    def test_repeats_only_earlier_papers(self) -> None:
        seen: set[int] = set()
        for one in plan(1000, 0.3, 1):
            assert (one.paper in seen) == (one.version is not Version.FIRST)
            seen.add(one.paper)

    def test_begins_like_a_longer_one(self) -> None:
        assert plan(100, 0.2, 1) == plan(200, 0.2, 1)[:100]

    def test_has_every_version(self) -> None:
        assert {one.version for one in plan(200, 0.2, 1)} == set(Version)


class TestTexts:
    texts = Texts(PAPERS, 1)

    def test_begin_with_the_real_papers(self) -> None:
        first = [self.texts.text(Upload(n, n, Version.FIRST)) for n in range(3)]
        assert first == [paper.text for paper in PAPERS]

    def test_go_on_with_halves_of_two_papers(self) -> None:
        made = [self.texts.text(Upload(n, n, Version.FIRST)) for n in range(3, 30)]
        assert len(set(made)) > 20  # chance can draw the same few words again
        halves = [[page.split() for page in text.split("\f")] for text in made]
        assert all([len(words) for words in pages] == [2, 2] for pages in halves)

    def test_of_identical_uploads_are_equal(self) -> None:
        for paper in (0, 5):
            first, again = (
                self.texts.text(Upload(number, paper, version))
                for number, version in ((paper, Version.FIRST), (9, Version.IDENTICAL))
            )
            assert first == again

    def test_of_another_reader_have_the_same_words(self) -> None:
        for paper in (0, 5):
            first = self.texts.text(Upload(paper, paper, Version.FIRST))
            again = self.texts.text(Upload(9, paper, Version.OTHER_READER))
            assert first != again
            assert first.split() == again.split()
