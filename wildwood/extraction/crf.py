"""Label the words of a reference by the places that they have in it, and by a CRF and a network."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, groupby, pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pycrfsuite

from wildwood.biblio.person import AND, AND_OTHERS, PARTICLE, SUFFIX
from wildwood.biblio.words import entries
from wildwood.extraction import network
from wildwood.extraction.network import Flags, Numbers

MODELS = network.MODEL.parent
CITATIONS = MODELS / "citations.crfsuite"
BEGINS = "B-"  # prefix of the label of the first token of a field
LABELS = (
    "B-title", "B-venue", "author", "date", "doi", "editor", "idno", "issue", "note", "other",
    "pages", "place", "publisher", "title", "venue", "volume", "web",
)  # fmt: skip

_CRF_SHARE = 0.7  # of the CRF in the logarithms of probabilities; the network has the rest
_LEAST = np.float32(-6)  # least logarithm of a probability; less likely labels are left out
_UNBEGUN = -9.0  # for a title or venue whose first token has not the label of a first token
_AT_START = np.array([_UNBEGUN if BEGINS + label in LABELS else 0.0 for label in LABELS])
_AFTER = np.array(
    [
        np.where([before in (label, BEGINS + label) for label in LABELS], 0.0, _AT_START)
        for before in LABELS
    ]
)  # by the label before, and the label
_TOKEN = re.compile(r"\w+|[^\w\s]")
_YEAR = re.compile(r"(1[89]|20)\d\d[a-z]?")
_AFFIX_LENGTHS = (2, 3, 4)
_NEIGHBOURS = (-2, -1, 1, 2)
_TENTHS = 10
_REMEMBERED = 4_096  # words whose features are remembered; most occur again and again
_QUOTES = '“”"„«»'


class Token(NamedTuple):
    text: str
    start: int
    end: int


class Field(NamedTuple):
    """Adjacent tokens with the same label."""

    label: str
    tokens: tuple[Token, ...]
    confidence: float = 1.0  # mean probability of the label, according to the model


def tokenize(text: str) -> list[Token]:
    return [Token(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text)]


def features(sequence: Sequence[Token]) -> list[list[str]]:
    """Return the features of each token; changes need a new model."""
    texts = [token.text.lower() for token in sequence]
    shapes = [shape(token.text) for token in sequence]
    rows = []
    for place, token in enumerate(sequence):
        tenth = place * _TENTHS // len(sequence)
        row = [*_own_features(token.text), f"at={tenth}", f"n={min(place, 12)}"]
        for step in _NEIGHBOURS:
            beside = place + step
            is_inside = 0 <= beside < len(sequence)
            near = (texts[beside], shapes[beside]) if is_inside else ("none",)
            row += (f"{step}:{feature}" for feature in near)
        row.append(f"glued={place > 0 and sequence[place - 1].end == token.start}")
        rows.append(row)
    _add_preceding(sequence, rows)
    for row, extra in zip(rows, structure(sequence), strict=True):
        row.extend(extra)
    return rows


@lru_cache(_REMEMBERED)
def _own_features(word: str) -> tuple[str, ...]:
    text = word.lower()
    own = [f"w={text}", f"s={shape(word)}"]
    for length in _AFFIX_LENGTHS:
        if len(text) > length:
            own += (f"p={text[:length]}", f"e={text[-length:]}")
    if is_year(text):
        own.append("year")
    return tuple(own)


def is_year(text: str) -> bool:
    return _YEAR.fullmatch(text) is not None


@lru_cache(_REMEMBERED)
def shape(text: str) -> str:
    """Return `9` and the number of digits, the case of letters, or a single mark."""
    if text.isdigit():
        return f"9{min(len(text), 5)}"
    if text.isalpha():
        if len(text) == 1:
            return "X" if text.isupper() else "x"
        if text.isupper():
            return "XX"
        return "Xx" if text[0].isupper() else "xx"
    return text if len(text) == 1 else "mixed"


def _add_preceding(sequence: Sequence[Token], rows: list[list[str]]) -> None:
    year, quotes = 0, 0
    for token, row in zip(sequence, rows, strict=True):
        row += [f"years={min(year, 2)}", f"quotes={quotes % 3}"]
        year += is_year(token.text)
        quotes += token.text in _QUOTES


@cache
def _tagger(model: Path) -> pycrfsuite.Tagger:
    tagger = pycrfsuite.Tagger()
    tagger.open(str(model))
    return tagger


@cache
def _known_labels(model: Path) -> Flags:
    """Return which labels a model knows: all, unless it is trained on few references."""
    labels = set(_tagger(model).labels())
    return np.array([label in labels for label in LABELS])


def load_models() -> None:
    """Load all models, so that forked processes share them."""
    network.weights()
    for model in MODELS.glob("*.crfsuite"):
        _known_labels(model)


def label_fields(model: Path, sequence: Sequence[Token]) -> list[Field]:
    """Return the labelled fields in order; raise MemoryError if the sequence is too long."""
    if not sequence:
        return []
    rows = features(sequence)
    scores = np.maximum(network.log_probabilities(rows), _LEAST)
    scores += _CRF_SHARE * (_crf_scores(model, rows, scores > _LEAST) - scores)
    path = best_path(scores)
    likely = np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))
    labels = [LABELS[place] for place in path]
    before = ["", *(label.removeprefix(BEGINS) for label in labels)]
    starts = [number for number, label in enumerate(labels) if label != before[number]]
    sure = likely[np.arange(len(path)), path]
    return [
        Field(
            before[start + 1], tuple(sequence[start:end]), round(float(sure[start:end].mean()), 2)
        )
        for start, end in pairwise([*starts, len(path)])
    ]


def _crf_scores(model: Path, rows: Sequence[Sequence[str]], are_likely: Flags) -> Numbers:
    """Return the logarithm of the probability of each label that is likely for each token."""
    tagger = _tagger(model)
    are_likely = are_likely & _known_labels(model)
    scores = np.full(are_likely.shape, _LEAST)
    places = np.argwhere(are_likely).tolist()
    try:
        tagger.set(rows)
        likely = [tagger.marginal(LABELS[label], row) for row, label in places]
    except SystemError as error:
        # The binding turns the library's std::bad_alloc into this, and nothing else.
        raise MemoryError(f"{len(rows)} words are too many to label.") from error
    scores[are_likely] = np.maximum(np.log(np.maximum(likely, np.exp(_LEAST))), _LEAST)
    return scores


def best_path(scores: Numbers) -> list[int]:
    """Return the labels with the largest sum of scores; a field of some begins with its own."""
    likeliest = scores.argmax(axis=1)
    if not (_AT_START[likeliest[0]] or _AFTER[likeliest[:-1], likeliest[1:]].any()):
        return [int(place) for place in likeliest]
    best = scores[0] + _AT_START
    before = []
    for row in scores[1:]:
        sums = best[:, None] + _AFTER
        before.append(sums.argmax(axis=0))
        best = sums.max(axis=0) + row
    path = [int(best.argmax())]
    for places in reversed(before):
        path.append(int(places[path[-1]]))
    return path[::-1]


_JOINS_WORDS = "'’-‐–"
_ENDS_SENTENCE, _ENDS_PART, _OPENS, _CLOSES = ".?!", ",;:", "([", ")]"
_OPENS_QUOTE, _CLOSES_QUOTE = '"“„«»', '"”“»«'
_OPENS_SINGLE, _CLOSES_SINGLE = "‘‚`'", "’'‘"
_AFTER_MARK = "”\"»’'"  # what closes a quotation after the mark that ends the sentence or part
_BEFORE_END = ')]”"»’'  # before the full stop of a sentence, apart from words and numbers
_MIN_WORD = 3  # letters; after shorter words, a full stop is that of an abbreviation


class Place(NamedTuple):
    sentence: int
    part: int  # number of commas, semicolons and colons before it in its sentence
    depth: int  # number of brackets that it is in
    mark: str  # last punctuation mark before it


def find_places(tokens: Sequence[Token]) -> Iterator[Place]:
    sentence = part = depth = 0
    mark = "^"
    for number, token in enumerate(tokens):
        yield Place(sentence, part, depth, mark)
        text = token.text
        if text in _OPENS:
            depth += 1
        elif text in _CLOSES:
            depth = max(0, depth - 1)
        ends = _end(tokens, number)
        if ends and ends in _ENDS_SENTENCE:
            sentence, part = sentence + 1, 0
        elif ends:
            part += 1
        if is_mark(text):
            mark = text


def is_mark(text: str) -> bool:
    return not text[0].isalnum() and text not in _JOINS_WORDS


def _end(tokens: Sequence[Token], number: int) -> str:
    """Return the mark after a token that ends a sentence or part, or an empty string."""
    if number + 1 < len(tokens) and tokens[number + 1].start == tokens[number].end:
        return ""
    if tokens[number].text in _AFTER_MARK and number:
        number -= 1
    text = tokens[number].text
    if text not in _ENDS_SENTENCE:
        return text if text in _ENDS_PART else ""
    before = tokens[number - 1].text if number else "-"
    return text if len(before) >= _MIN_WORD or before.isdigit() or before in _BEFORE_END else ""


def quotations(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    opening = -1
    for number, token in enumerate(tokens):
        if opening < 0:
            opening = number if _opens(tokens, number) else -1
        elif _closes(tokens, number, tokens[opening].text):
            if number > opening + 1:
                spans.append((opening, number))
            opening = -1
        elif token.text in _OPENS_QUOTE and tokens[opening].text in _OPENS_SINGLE:
            opening = number
    return spans


def _opens(tokens: Sequence[Token], number: int) -> bool:
    text = tokens[number].text
    if text in _OPENS_SINGLE:
        beside = [token.start for token in tokens[number + 1 : number + 2]]
        return beside == [tokens[number].end] and not _word_beside(tokens, number, -1)
    return text in _OPENS_QUOTE


def _closes(tokens: Sequence[Token], number: int, opening: str) -> bool:
    text = tokens[number].text
    if opening in _OPENS_SINGLE:
        return text in _CLOSES_SINGLE and not _word_beside(tokens, number, 1)
    return text in _CLOSES_QUOTE


def _word_beside(tokens: Sequence[Token], number: int, step: int) -> bool:
    beside = number + step
    if not 0 <= beside < len(tokens) or not tokens[beside].text[0].isalnum():
        return False
    first, second = sorted((number, beside))
    return tokens[first].end == tokens[second].start


_CAPITALISED = r"[^\W\d_a-z][\w’'‐-]*"
_PARTICLES = rf"(?:{PARTICLE}\s)*"
_INITIALS = r"[^\W\d_a-z]\.?(?:[\s‐-]?[^\W\d_a-z]\.?){0,3}(?![a-z])"
_FAMILY = rf"{_PARTICLES}{_CAPITALISED}(?:\s{_CAPITALISED}){{0,2}}"
_GIVEN = rf"(?:{_CAPITALISED}(?:\s{_CAPITALISED}){{0,2}}(?:\s[^\W\d_a-z]\.)*|{_INITIALS})"
_TRAILING = rf"(?!{AND}\b){PARTICLE}\b"  # a particle behind the given names
_WITH_INITIALS = rf"{_FAMILY},?\s{_INITIALS}(?:\s?(?:{_TRAILING}|{SUFFIX.pattern}(?!\w)))?"
_INVERTED = rf"{_FAMILY},\s{_GIVEN}(?:\s{_TRAILING})?"
_FULL = rf"(?:{_INITIALS}\s?|{_CAPITALISED}\s){{1,3}}{_PARTICLES}{_CAPITALISED}"
_AND = rf"(?:{AND}|&)"
_BETWEEN = rf"(?:\s?[,;]\s?(?:{_AND}\s)?|\s{_AND}\s|\s?[/–—]\s?)"
_OTHERS = rf"(?:,?\s{AND_OTHERS})?"
_LISTS = tuple(
    re.compile(rf"{first}(?:{_BETWEEN}(?:{others}))*{_OTHERS}")
    for first, others in (
        (_WITH_INITIALS, _WITH_INITIALS),
        (_INVERTED, rf"{_FULL}|{_INVERTED}"),
        (_FULL, _FULL),
    )
)  # initials after, given names after (first or all), and before
_IN = entries("in_words")
_FAR = 9  # the distance if a mark is missing
_SHORT = 4  # letters of a word at the beginning of a part that is a feature itself, such as `Vol`
_NEAR = 3  # tokens after the names in which the year is beside them
_FROM_END = 4  # tokens in which a year is at the end


def structure(tokens: Sequence[Token]) -> Iterator[list[str]]:
    """Yield the features of each token; the model must be retrained if they change."""
    places = list(find_places(tokens))
    names = _neighbour_features(tokens)
    quoted = list(_quotation_features(tokens))
    marks, body = _style(tokens, names, quoted)
    parts = _part_features(tokens, places, marks, places[body].sentence)
    sentences = dict(_sentences(tokens, places))
    years = _ahead([is_year(token.text) for token in tokens], 2)
    numbers = _ahead([token.text.isdigit() for token in tokens], 3)
    rows = zip(
        places, names, _marks_after(tokens), years, numbers, _shapes(tokens), quoted, parts,
        strict=True,
    )  # fmt: skip
    for place, beside, (mark, distance), years_after, numbers_after, shapes, quote, extra in rows:
        part = min(place.part, 5)
        digits, own = sentences[place.sentence]
        number, capped = min(place.sentence, 4), min(place.sentence, 3)
        yield [
            f"names={beside}", f"part={part}", f"depth={min(place.depth, 2)}",
            f"before={place.mark}", f"after={mark}", f"between={place.mark}{mark}",
            f"far={distance}", f"years after={years_after}", f"numbers after={numbers_after}",
            f"names={beside},{number}", f"names={beside},{capped},{min(part, 4)}",
            f"{capped},{beside}:{digits}", f"quote={quote}", *own, *shapes, *extra,
        ]  # fmt: skip


def _style(tokens: Sequence[Token], names: Sequence[str], quoted: Sequence[str]) -> tuple[str, int]:
    """Return a mark of names, year and quotations, and the number of the token after the names."""
    end = next((number for number, where in enumerate(names) if where != "in"), 0)
    texts = [token.text for token in tokens]
    after = "none" if names[0] == "none" else "word" if texts[end].isalnum() else texts[end]
    years = [number for number, text in enumerate(texts) if is_year(text)]
    year = "none"
    if years:
        first, last = years[0], years[-1]
        is_near = after != "none" and first <= end + _NEAR
        year = "near" if is_near else "end" if last + _FROM_END > len(texts) else "middle"
        year += "(" * (texts[first - 1 : first] == ["("])
    return f"{after} {year} {any(where != 'none' for where in quoted)}", end


def _quotation_features(tokens: Sequence[Token]) -> Iterator[str]:
    spans = quotations(tokens)
    for number in range(len(tokens)):
        inside = next((span for span in spans if span[0] <= number <= span[1]), None)
        if not spans:
            yield "none"
        elif inside:
            yield "mark" if number in inside else "in"
        elif number < spans[0][0]:
            yield "before"
        else:
            yield "after" if number > spans[-1][1] else "between"


def _part_features(
    tokens: Sequence[Token], places: Sequence[Place], marks: str, body: int
) -> Iterator[list[str]]:
    keys = [(place.sentence, place.part) for place in places]
    parts = [list(group) for _, group in groupby(range(len(tokens)), key=keys.__getitem__)]
    texts = [[tokens[number].text for number in part] for part in parts]
    likes = ["^", *map(_description, texts), "$"]
    begins = [*map(_beginning, texts), "$"][1:]
    by_sentence = groupby(zip(places, tokens, strict=True), key=lambda pair: pair[0].sentence)
    sentences = [_description([token.text for _, token in group]) for _, group in by_sentence]
    sentences.append("$")
    for number, part in enumerate(parts):
        sentence, commas = keys[part[0]]
        place = f"{marks},{max(-1, min(sentence - body, 3))}"
        before, own, after = likes[number : number + 3]
        common = [
            f"part:{own}", f"part before:{before}", f"part after:{after}",
            f"begins:{begins[number]}", f"ends:{texts[number][-1]}{begins[number]}",
            f"next:{sentences[sentence + 1]}",
            f"sentences:{sentences[sentence]}>{sentences[sentence + 1]}",
            f"style:{place}", f"style:{place},{min(commas, 3)}",
        ]  # fmt: skip
        for step in range(len(part)):
            yield [*common, f"to end:{min(len(part) - step, 4)}", f"from start:{min(step, 3)}"]


def _description(texts: Sequence[str]) -> str:
    """Return the number of words, the share in lower case, and whether numbers and years occur."""
    words = [text for text in texts if len(text) > _MIN_WORD and text.isalpha()]
    small = sum(word[0].islower() for word in words) * 3 // len(words) if words else "-"
    digits = "9" * any(map(str.isdigit, texts)) + "y" * any(map(is_year, texts))
    return f"{min(len(words), 4)}{small}{digits}"


def _beginning(texts: Sequence[str]) -> str:
    text = texts[0]
    return text.lower() if len(text) <= _SHORT or not text.isalpha() else shape(text)


def _sentences(
    tokens: Sequence[Token], places: Sequence[Place]
) -> Iterator[tuple[int, tuple[str, tuple[str, ...]]]]:
    """Yield for each sentence its number, whether it has numbers, and its features."""
    last = max((place.sentence for place in places), default=0)
    pairs = zip(places, tokens, strict=True)
    for number, group in groupby(pairs, key=lambda pair: pair[0].sentence):
        texts = [token.text for _, token in group]
        words = [text for text in texts if text.isalpha() and len(text) > _MIN_WORD]
        small = sum(word[0].islower() for word in words)
        like = f"small={small * 4 // len(words) if words else '-'}"
        digits = f"digits={any(text.isdigit() for text in texts)}"
        own = (
            f"sent={min(number, 4)}", f"left={min(last - number, 4)}", like, digits,
            f"words={min(len(words) // 3, 4)}", f"in={texts[0].lower() in _IN}",
            f"colon={':' in texts}", f"year={any(map(is_year, texts))}",
            f"{min(number, 3)}:{like}",
        )  # fmt: skip
        yield number, (digits, own)


def names_end(text: str) -> int:
    """Return where the names at the beginning end, or 0."""
    matches = (names.match(text) for names in _LISTS)
    return max((match.end() for match in matches if match), default=0)


def _neighbour_features(tokens: Sequence[Token]) -> list[str]:
    """Return whether each token is in the names at the beginning, or first after them."""
    text = ""
    for token in tokens:
        text = text.ljust(token.start) + token.text
    end = names_end(text)
    if not end:
        return ["none"] * len(tokens)
    inside = sum(token.end <= end for token in tokens)
    outside = tokens[inside:]
    worded = (step for step, token in enumerate(outside) if token.text[0].isalpha())
    gap = next(worded, len(outside))
    after = ["gap"] * gap + ["first"] + ["after"] * len(outside)
    return (["in"] * inside + after)[: len(tokens)]


def _marks_after(tokens: Sequence[Token]) -> list[tuple[str, int]]:
    marks: list[tuple[str, int]] = []
    mark, distance = "$", _FAR
    for token in reversed(tokens):
        marks.append((mark, min(distance, 5)))
        if is_mark(token.text):
            mark, distance = token.text, 0
        distance += 1
    return marks[::-1]


def _ahead(marked: Sequence[bool], most: int) -> list[int]:
    """Count the marked tokens after each one, up to `most`."""
    counts = accumulate(reversed(marked), lambda count, is_marked: count + is_marked, initial=0)
    return [min(count, most) for count in counts][-2::-1]


def _shapes(tokens: Sequence[Token]) -> Iterator[list[str]]:
    shapes = ["^", "^", *(shape(token.text) for token in tokens), "$"]
    for number, token in enumerate(tokens):
        two, before, own, after = shapes[number : number + 4]
        row = [f"shapes={before}{own}{after}", f"shapes={two}{before}{own}:"]
        previous = tokens[number - 1].text if number else ""
        if previous and not (previous.isalnum() and token.text.isalnum()):
            row.append(f"pair={previous.lower()}_{token.text.lower()}")
        yield row
