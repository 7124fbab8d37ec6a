"""Print bibliographic entries as lists of the social sciences do, to train on.

`python -m tests.training.traditions ENTRIES PRINTED COUNT` reads entries in the data format of the
Citation Style Language, and writes references like `render`. The styles of CSL are those of
journals; in lists of the social sciences, names can be full, between slashes, before a colon; a
book often has a place only; a title can have quoted words, a year, a volume or its kind behind it.
"""

import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Part = tuple[str, str]
"""A label and its text."""
Entry = Mapping[str, Any]

_SEED = 13
_WORDS: dict[str, dict[str, list[str]]] = json.loads(
    Path(__file__).with_name("traditions.json").read_text(encoding="utf-8")
)
"""The words around the fields, by language; `{}` is where the field is."""
_WEIGHTS = {"de": 62, "en": 14, "fr": 8, "es": 6, "it": 6, "pt": 4}
"""How often the words around the fields are in a language."""
_OWN_LANGUAGE = 0.7
"""How often an entry is in that language; the others are in English."""
_RUN = 20
"""References in one style."""
_AROUND_ISSUE = {0: " ({})", 2: "/{}"}
"""Forms of the issue in some styles of journals; the others have a word before it."""
_MONTHS = ["Januar", "März", "April", "Juli", "Oktober", "Dezember", "May", "June"]
_WITH_YEAR = 3
"""The style of journals whose issue has the year behind it, as in `H. 3/1999`."""
_MARKS = re.compile(r"[“”\"„«»<>$\\]")
_INNER_QUOTES = [("„", "“"), ("»", "«"), ("“", "”"), ('"', '"'), ("‚", "‘"), ("'", "'"), ("«", "»")]
"""What encloses some words of a title."""


@dataclass(frozen=True)
class Style:
    """What all references of a list have in common."""

    words: Mapping[str, str]
    is_inverted: bool
    is_only_first_inverted: bool
    has_initials: bool
    are_capitals: bool
    between_names: str
    year: str  # how it is printed behind the names; empty if it is at the end
    after_names: str
    quotes: tuple[str, str]
    before_subtitle: str
    after_title: str
    is_place_first: bool
    has_publisher: bool
    before_year: str
    journal: int
    has_stop: bool


def main(entries: Path, printed: Path, count: str) -> None:
    """Print entries in random styles, and write the references to a file."""
    chance = random.Random(_SEED)
    by_language: dict[str, list[Entry]] = {}
    for entry in json.loads(entries.read_text(encoding="utf-8")):
        if not _MARKS.search(json.dumps(entry, ensure_ascii=False).replace('"', "")):
            by_language.setdefault(entry["language"], []).append(entry)
    with printed.open("w", encoding="utf-8") as file:
        for number in range(int(count)):
            if number % _RUN == 0:
                language = chance.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
                style = _style(language, chance)
            own = language if chance.random() < _OWN_LANGUAGE else "en"
            parts = list(_joined(_reference(chance.choice(by_language[own]), style, chance)))
            file.write(json.dumps(parts, ensure_ascii=False) + "\n")


def _style(language: str, chance: random.Random) -> Style:
    is_inverted = chance.random() < 0.8
    has_year = chance.random() < 0.6
    between = ["/", "/", " / ", "; ", "and", "and", ", ", "/ ", " – "]
    year = chance.choice([" ({})", " ({})", " ({})", " {}", ", {}", " [{}]"]) if has_year else ""
    after = (
        [": ", ": ", ": ", ", "]
        if not has_year
        else [": ", ": ", ": ", ", ", ". ", " "]
        if "(" in year
        else [": ", ": ", ", ", ". "]
    )
    quotes = [
        *[("", "")] * 12,
        ("„", "“"),
        ("„", "“"),
        ('"', '"'),
        ("»", "«"),
        ("“", "”"),
        ("«", "»"),
    ]
    return Style(
        words={name: chance.choice(forms) for name, forms in _WORDS[language].items()},
        is_inverted=is_inverted,
        is_only_first_inverted=chance.random() < 0.25,
        has_initials=chance.random() < 0.3,
        are_capitals=chance.random() < 0.05,
        between_names=chance.choice(between),
        year=year,
        after_names=chance.choice(after),
        quotes=chance.choice(quotes),
        before_subtitle=chance.choice([". ", ". ", ". ", ": ", ": ", " – "]),
        after_title=chance.choice([". ", ". ", ", ", ", "]),
        is_place_first=chance.random() < 0.75,
        has_publisher=chance.random() < 0.6,
        before_year=chance.choice([" ", ", ", ", "]),
        journal=chance.randrange(6),
        has_stop=chance.random() < 0.7,
    )


def _reference(entry: Entry, style: Style, chance: random.Random) -> Iterator[Part]:
    """Yield the parts of a reference; one label can occur twice in a row."""
    if chance.random() < 0.05:
        yield "other", style.words["cited"]
    year, day = _dates(entry, chance)
    is_edited = not entry.get("author") and bool(entry.get("editor"))
    people = entry.get("author") or entry.get("editor") or []
    if people:
        yield from _names("author", people, style, chance)
        if is_edited:
            yield from _editors(people, style)
        if style.year:
            before, after = style.year.split("{}")
            yield "other", before
            yield "date", year if chance.random() < 0.94 else _rare_year(year, chance)
            yield "other", after
        yield "other", style.after_names
    yield from _body(entry, style, "" if people and style.year else year, day, chance)
    if style.has_stop:
        yield "other", "."


def _body(entry: Entry, style: Style, year: str, day: str, chance: random.Random) -> Iterator[Part]:
    """Yield the title and what follows it; `year` is empty if it is behind the names."""
    kind = entry["type"]
    is_on_web = bool(entry.get("URL")) or (kind in ("book", "report") and chance.random() < 0.06)
    yield from _title(_varied(entry["title"], style, chance), style, chance)
    is_article = kind.startswith("article-")
    if not is_article:
        yield from _kind(style, chance)
    if is_on_web and not is_article and chance.random() < 0.5:
        if year:
            yield "date", day or year
    else:
        yield from _source(entry, style, year, day, chance)
    if is_on_web:
        yield "other", chance.choice([", ", ". ", " "]) + style.words["url"]
        yield "web", entry.get("URL") or f"http://www.example.org/{chance.randrange(10**5)}.html"
        if chance.random() < 0.5:
            seen = f"{chance.randint(1, 28)}.{chance.randint(1, 12)}.{chance.randint(1999, 2020)}"
            yield "other", " " + style.words["seen"].format(seen)


def _source(
    entry: Entry, style: Style, year: str, day: str, chance: random.Random
) -> Iterator[Part]:
    """Yield where a work appeared."""
    if entry["type"].startswith("article-") and entry.get("container-title"):
        yield from _journal(entry, style, year, day, chance)
    elif entry.get("container-title"):
        yield from _chapter(entry, style, year, chance)
    else:
        yield from _imprint(entry, style, year, chance)
        if chance.random() < 0.1:
            before = chance.choice(["", "", style.words["here"]]) + style.words["pages"]
            yield "other", ", " + before
            yield "pages", f"{chance.randint(2, 400)}{chance.choice(['', '', ' f.', 'ff.'])}"


def _dates(entry: Entry, chance: random.Random) -> tuple[str, str]:
    """Return the year, perhaps with a letter, and the day in figures, if there is one."""
    parts = (entry.get("issued", {}).get("date-parts") or [[chance.randint(1950, 2020)]])[0]
    year = str(parts[0]) + (chance.choice("abc") if chance.random() < 0.06 else "")
    if len(parts) < 3:
        return year, ""
    month = chance.choice(_MONTHS)
    days = [f"{parts[2]}.{parts[1]}.{parts[0]}", f"{parts[2]}. {month} {parts[0]}"]
    return year, chance.choice([*days, f"{parts[2]}.{parts[1]}."])


def _rare_year(year: str, chance: random.Random) -> str:
    """Return a year beside that of the first edition, with the number of its edition, or none."""
    first, edition = f"{year}/{chance.randint(1900, 1990)}", f"{year}{chance.randint(2, 9)}"
    return chance.choice([first, edition, "o.J.", "im Erscheinen", "i.E.", "n.d.", "forthcoming"])


def _names(
    label: str, people: Sequence[Mapping[str, str]], style: Style, chance: random.Random
) -> Iterator[Part]:
    shown = people[:1] if len(people) > 3 and chance.random() < 0.5 else people[:6]
    texts = []
    for number, person in enumerate(shown):
        is_inverted = style.is_inverted and (label == "author" or chance.random() < 0.6)
        if number and style.is_only_first_inverted:
            is_inverted = False
        texts.append(_name(person, style, is_inverted=is_inverted))
    text = texts[0]
    for number, other in enumerate(texts[1:], 1):
        is_last = number == len(texts) - 1
        between = style.between_names
        if between == "and" or (is_last and between == ", "):
            between = style.words["and"] if is_last else ", "
        text += between + other
    if len(shown) < len(people):
        text += style.words["others"]
    yield label, text


def _name(person: Mapping[str, str], style: Style, *, is_inverted: bool) -> str:
    if not person.get("family"):
        return str(person.get("literal", person.get("given", "N.N.")))
    family, given = person["family"], person.get("given", "")
    if particle := person.get("non-dropping-particle") or person.get("dropping-particle"):
        family = f"{particle} {family}"
    if style.are_capitals:
        family = family.upper()
    if style.has_initials:
        given = " ".join(f"{name[0]}." for name in given.split() if name)
    if not given:
        return family
    return f"{family}, {given}" if is_inverted else f"{given} {family}"


def _editors(people: Sequence[Mapping[str, str]], style: Style) -> Iterator[Part]:
    word = style.words["editors" if len(people) > 1 else "editor"]
    yield "other", word if word.startswith(",") else f" {word}"


def _varied(title: str, style: Style, chance: random.Random) -> str:
    """Return a title, perhaps with words in quotation marks or with a year behind it."""
    opening, closing = chance.choice(_INNER_QUOTES)
    head, colon, tail = title.partition(": ")
    words = head.split()
    if chance.random() < 0.1 and opening not in style.quotes:
        first = chance.choice([0, chance.randrange(len(words))])
        most = first + chance.randint(1, 3) if chance.random() < 0.7 else len(words)
        last = min(len(words), most)
        quoted = f"{opening}{' '.join(words[first:last])}{closing}"
        return " ".join([*words[:first], quoted, *words[last:]]) + colon + tail
    if chance.random() < 0.07 and title[-1].isalpha():
        year = chance.randint(1850, 2010)
        years = chance.choice([f"{year}", f"{year}–{year + 15}", f"{year} - {year + 7}"])
        return f"{title} {years}"
    return title


def _kind(style: Style, chance: random.Random) -> Iterator[Part]:
    """Yield what can be behind the title of a work that is no article: its volume, or its kind."""
    after = style.after_title
    if chance.random() < 0.05:
        yield from _filled(style.words["series"], "volume", str(chance.randint(1, 9)))
        yield "other", after
    elif chance.random() < 0.1:
        number = f"{chance.randint(1, 40)}"
        forms = [number, f"Nr. {number}", f"{number}/{chance.randint(1995, 2015)}", ""]
        yield "note", f"{style.words['kind']} {chance.choice(forms)}".rstrip()
        yield "other", after
    elif chance.random() < 0.02:
        yield "note", style.words["edited"]
        yield "other", after


def _title(title: str, style: Style, chance: random.Random) -> Iterator[Part]:
    opening, closing = style.quotes
    head, colon, tail = title.partition(": ")
    if colon and "." in style.before_subtitle:
        tail = tail[:1].upper() + tail[1:]
    text = head + style.before_subtitle + tail if colon else title
    if opening:
        yield "other", opening
    yield "title", text.rstrip(". ")
    yield "other", closing
    is_open = not closing and chance.random() < 0.015
    if is_open or (text[-1] in "?!" and chance.random() < 0.8):
        yield "other", " "
    else:
        yield "other", style.after_title


def _journal(
    entry: Entry, style: Style, year: str, day: str, chance: random.Random
) -> Iterator[Part]:
    if chance.random() < 0.7:
        yield "other", style.words["in"] + chance.choice([": ", ": ", " "])
    yield "venue", entry["container-title"]
    if day:
        yield "other", chance.choice([" vom ", ", ", " v. ", " "])
        yield "date", day
        page = chance.choice([", S. ", ", S.", ""])
        if page and entry.get("page"):
            yield "other", page
            yield "pages", entry["page"]
        return
    volume, issue, pages = (str(entry.get(name, "")) for name in ("volume", "issue", "page"))
    if volume:
        form = style.words["volume"] if style.journal % 2 else "{}"
        yield "other", ", " if form != "{}" else " "
        yield from _filled(form, "volume", volume)
    if issue:
        yield from _issue(issue, style, year)
        year = "" if style.journal == _WITH_YEAR else year
    if year:
        before, after = (", ", "") if style.journal == 4 else (" (", ")")
        yield "other", before
        yield "date", year
        yield "other", after
    if pages:
        yield "other", chance.choice([", ", ", ", ": "]) + style.words["pages"]
        yield "pages", pages.replace("--", "-")


def _issue(issue: str, style: Style, year: str) -> Iterator[Part]:
    if style.journal in _AROUND_ISSUE:
        yield from _filled(_AROUND_ISSUE[style.journal], "issue", issue)
        return
    yield "other", ", "
    yield from _filled(style.words["issue"], "issue", issue)
    if style.journal == _WITH_YEAR and year:
        yield "other", "/"
        yield "date", year


def _chapter(entry: Entry, style: Style, year: str, chance: random.Random) -> Iterator[Part]:
    yield "other", style.words["in"] + chance.choice([": ", ": ", " "])
    editors = entry.get("editor") or []
    if editors and year == "" and chance.random() < 0.05:
        yield "editor", "/".join(str(editor.get("family", "")) for editor in editors).strip("/")
        yield "other", " "
        yield "date", str(chance.randint(1960, 2010))
        yield "other", ", " + style.words["pages"]
        yield "pages", str(entry.get("page", "7-9"))
        return
    if editors:
        yield from _names("editor", editors, style, chance)
        yield from _editors(editors, style)
        yield "other", chance.choice([": ", ": ", ", "])
    head, colon, tail = entry["container-title"].partition(": ")
    if colon and "." in style.before_subtitle:
        tail = tail[:1].upper() + tail[1:]
    yield "venue", head + style.before_subtitle + tail if colon else head
    yield "other", chance.choice([". ", ". ", ", "])
    is_before = bool(entry.get("page")) and chance.random() < 0.12
    if is_before:
        yield "other", style.words["pages"]
        yield "pages", str(entry["page"]).replace("--", "-")
        yield "other", chance.choice([". ", ", "])
    yield from _imprint(entry, style, year, chance)
    if entry.get("page") and not is_before:
        yield "other", chance.choice([", ", ", ", ": "]) + style.words["pages"]
        yield "pages", str(entry["page"]).replace("--", "-")


def _imprint(entry: Entry, style: Style, year: str, chance: random.Random) -> Iterator[Part]:
    """Yield the edition, series, place, publisher and year."""
    if chance.random() < 0.1:
        yield "note", style.words["edition"].format(chance.randint(2, 9))
        yield "other", chance.choice([". ", ", ", " "])
    if entry.get("genre"):
        yield "note", entry["genre"]
        yield "other", chance.choice([", ", " ", ". "])
    is_series_last = chance.random() < 0.5
    if entry.get("collection-title") and not is_series_last:
        yield from _series(entry, style, chance)
        yield "other", ". "
    place, publisher = entry.get("publisher-place", ""), entry.get("publisher", "")
    if not publisher and not place:
        publisher = chance.choice(["", entry.get("event-title", "")])
    if place and not style.has_publisher:
        publisher = ""
    yield from _published(place, publisher, style)
    if year:
        yield "other", style.before_year if place or publisher else ""
        yield "date", year
    if entry.get("collection-title") and is_series_last:
        yield "other", " (= " if chance.random() < 0.3 else " ("
        yield from _series(entry, style, chance)
        yield "other", ")"


def _published(place: str, publisher: str, style: Style) -> Iterator[Part]:
    parts = [(label, text) for label, text in (("place", place), ("publisher", publisher)) if text]
    if not style.is_place_first:
        parts.reverse()
    for number, part in enumerate(parts):
        if number:
            yield "other", ": " if style.is_place_first else ", "
        yield part


def _series(entry: Entry, style: Style, chance: random.Random) -> Iterator[Part]:
    yield "venue", entry["collection-title"]
    if number := entry.get("collection-number"):
        yield "other", chance.choice([", ", " ", "; "])
        yield from _filled(style.words["series"], "volume", str(number))


def _filled(form: str, label: str, text: str) -> Iterator[Part]:
    before, after = form.split("{}")
    yield "other", before
    yield label, text
    yield "other", after


def _joined(parts: Iterator[Part]) -> Iterator[Part]:
    """Yield the parts without empty ones and without two stops or commas in a row."""
    last = ""
    for label, text in parts:
        is_repeated = text[:1] in (".", ",") and last.rstrip()[-1:] in (".", ",", "?", "!")
        whole = text
        if label == "other" and is_repeated:
            whole = text[1:] if last.rstrip() == last else text[1:].lstrip()
        if whole:
            yield label, whole
            last = whole


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
