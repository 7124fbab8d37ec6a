"""Find the callouts of a text, and bind them to the bibliography and to captions."""

from collections.abc import Iterable, Sequence
from enum import Enum

from wildwood.extraction.extracted import Caption
from wildwood.extraction.fields.callouts import cited_names, cited_numbers
from wildwood.extraction.fields.callouts.bibliography import Bibliography
from wildwood.extraction.fields.callouts.called_floats import Floats
from wildwood.extraction.full_text import Callout, Passage, Span


class Form(Enum):
    """How a document cites."""

    BRACKETS = "[1]"
    RAISED = "¹"
    PARENTHESES = "(1)"
    LABELS = "[ABC99]"
    NAMES = "(Smith, 2001)"


class Callouts:
    """The callouts of a document, which cites in one form."""

    def __init__(
        self, texts: Sequence[Passage], bibliography: Bibliography, captions: Sequence[Caption]
    ) -> None:
        self._bibliography = bibliography
        self._floats = Floats(captions)
        found = {form: {text: self._in_form(text, form) for text in texts} for form in Form}
        self._form = max(Form, key=lambda form: _entries(found[form].values()))
        self._found = found[self._form]

    def of(self, text: Passage) -> tuple[Callout, ...]:
        """Return the callouts of a text in order."""
        cited = self.cited(text)
        floats = (
            one
            for one in self._floats.called(text.text)
            if not any(one.start < other.end and other.start < one.end for other in cited)
        )
        return tuple(sorted([*cited, *floats], key=lambda one: one.start))

    def cited(self, text: Passage) -> list[Callout]:
        """Return the callouts of entries in a text."""
        known = self._found.get(text)
        return self._in_form(text, self._form) if known is None else known

    def _in_form(self, text: Passage, form: Form) -> list[Callout]:
        match form:
            case Form.LABELS:
                return list(cited_numbers.labels(text.text, self._bibliography.labelled))
            case Form.NAMES:
                return list(cited_names.find(text.text, self._bibliography.by_year))
        numbered = self._bibliography.numbered
        groups = _groups(text, form) if numbered else []
        return [
            one for group in groups for one in cited_numbers.in_group(text.text, group, numbered)
        ]


def _entries(found: Iterable[Sequence[Callout]]) -> int:
    """Return how many entries are called."""
    return len({target for callouts in found for one in callouts for target in one.targets})


def _groups(text: Passage, form: Form) -> list[Span]:
    """Return the spans of what can be numbers of entries."""
    if form is Form.RAISED:
        return list(text.raised)
    pattern = cited_numbers.BRACKETS if form is Form.BRACKETS else cited_numbers.PARENTHESES
    return [one.span() for one in pattern.finditer(text.text)]
