"""The steps of a verdict, as lines."""

from collections.abc import Iterator, Sequence

from wildwood.display import one_line
from wildwood.language.declared_language import Declared
from wildwood.language.judging.judge import Judgement, Language, Reason
from wildwood.language.screening import RecordExplanation, Verdict

_DECLARED = {
    Declared.ENGLISH: "English, which proves nothing",
    Declared.OTHER: "another language",
    Declared.NOTHING: "no language",
}


def verdict_line(verdict: Verdict) -> str:
    """Return the verdict and what decided on it."""
    line = f"{verdict.language.value} ({verdict.reason.value})"
    return f"{line}, doubtful" if verdict.doubtful else line


def explanation_lines(explanation: RecordExplanation) -> Iterator[str]:
    """Yield every step from the declaration to the verdict."""
    verdict = explanation.verdict
    yield verdict_line(verdict)
    if verdict.reason is Reason.NO_WORDS:
        return
    if verdict.confidence is not None:
        yield f"confidence  {verdict.certainty}"
    yield f"declared  {_DECLARED[explanation.declared]}"
    for name, judgements in (("title", explanation.titles), ("abstract", explanation.abstracts)):
        for judgement in judgements:
            yield from _judgement_lines(name, judgement)


def _judgement_lines(name: str, judgement: Judgement) -> Iterator[str]:
    yield f"{name}  {judgement.language.value} ({judgement.reason.value})"
    evidence = judgement.evidence
    if judgement.reason is not Reason.NO_WORDS:
        yield f"  unknown  {evidence.share or 0.0:.2f} of {evidence.counted} words"
        yield f"  unknown words  {_listed(evidence.unknown)}"
        yield f"  names and other words of no language  {_listed(evidence.names)}"
        yield f"  words of other languages  {_listed(evidence.foreign)}"
    for detector, answer in judgement.answers:
        language = answer.language or "no language"
        yield (
            f"  {detector}  {language}; English {answer.english:.2f},"
            f" highest other {answer.other:.2f}"
        )
    if judgement.language is not Language.UNKNOWN:
        yield f"  log-odds of English  {judgement.log_odds:+.2f}"
    for part in judgement.parts:
        yield from (f"  {line}" for line in _judgement_lines(one_line(part.text), part))


def _listed(words: Sequence[str]) -> str:
    return " ".join(words) or "none"
