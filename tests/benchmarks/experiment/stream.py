"""The stream of uploads: which papers, which of them repeat, and their texts."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from tests.benchmarks.experiment.exchange import Vocabulary
from tests.benchmarks.experiment.papers import Paper
from tests.benchmarks.experiment.versions import CHANGES, PAGE, REPEATS, Version


@dataclass(frozen=True, slots=True)
class Upload:
    """One upload; two uploads are of the same paper if they have the same `paper`."""

    number: int
    paper: int
    version: Version


def plan(uploads: int, repeats: float, seed: int) -> list[Upload]:
    """Draw a stream in which a share of the uploads repeats any earlier paper.

    The start of a longer stream of the same share and seed is the same stream.
    """
    chance = random.Random(seed)
    planned: list[Upload] = []
    papers = 0
    for number in range(uploads):
        if papers and chance.random() < repeats:
            paper = chance.randrange(papers)
            planned.append(Upload(number, paper, chance.choice(REPEATS)))
        else:
            planned.append(Upload(number, papers, Version.FIRST))
            papers += 1
    return planned


class Texts:
    """The texts of uploads, made when they are asked for."""

    def __init__(self, papers: Sequence[Paper], seed: int) -> None:
        self._papers = papers
        self._vocabulary = Vocabulary(paper.text for paper in papers)
        self._seed = seed

    def text(self, upload: Upload) -> str:
        """Return the text of an upload.

        The first papers are the real ones. Each other one has the first half of the pages of a real
        one and the second half of another's, with words exchanged.
        """
        text = self._paper(upload.paper, is_other=upload.version is Version.OTHER_READER)
        if change := CHANGES.get(upload.version):
            text = change(text, random.Random(f"{self._seed} {upload.number}"))
        return text

    def _paper(self, number: int, *, is_other: bool) -> str:
        texts = [paper.other if is_other else paper.text for paper in self._papers]
        if number < len(texts):
            return texts[number]
        chance = random.Random(f"{self._seed} paper {number}")
        first, second = (text.split(PAGE) for text in chance.sample(texts, 2))
        pages = first[: (len(first) + 1) // 2] + second[len(second) // 2 :]
        return self._vocabulary.exchange(PAGE.join(pages), (self._seed, number))
