"""Print bibliographic entries in styles made at random, to train on.

`python -m tests.training.styles ENTRIES PRINTED COUNT` reads entries in the data format of the
Citation Style Language, and writes references like `render`. A style is a random choice of how
names, years, titles, sources and numbers are printed, so that there are more of them than journals
have; among them are those of GOST, references without titles, and errors of reading.
"""

import json
import random
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

Part = tuple[str, str]
"""A label and its text."""
Entry = Mapping[str, Any]
Person = Mapping[str, str]
Choice = TypeVar("Choice")

_SEED = 6
_DATA: dict[str, Any] = json.loads(
    Path(__file__).with_name("styles.json").read_text(encoding="utf-8")
)
_WEIGHTS = {
    "en": 58, "de": 13, "fr": 7, "es": 7, "pt": 4, "it": 4, "ru": 3, "nl": 2, "da": 1, "pl": 1,
}  # fmt: skip
"""How often the words around the fields are in a language."""
_OWN_LANGUAGE, _ANY_LANGUAGE = 0.7, 0.1
"""How often an entry is in that language, or in any; the others are in English."""
_RUN = 8
"""References in one style."""
_GOST = {"ru": 0.7}
"""How often a list in a language is in the style of GOST."""
_RARE_GOST = 0.02
_IN_SERIES = 0.5
"""How often a report, or what is in no journal, is a working paper."""
_WITH_PART, _WITH_NAMES = 0.15, 0.02
"""How often a journal has a part, in the style of GOST, and a title the names behind a slash."""
_MAX_TITLE = 300
_PREPRINT = re.compile(r"arxiv|corr", re.IGNORECASE)
_MARKUP = re.compile(r"[{}$\\]|</?\w{1,4}>")
_SPACES = re.compile(r"\s{2,}")
_DASHES = re.compile(r"--?|[–—]")
_CLASSES = ("cs.CL", "cs.LG", "math.ST", "hep-ph", "stat.ML", "cs.CV", "econ.EM", "cs.SE")
_QUOTES = [
    *[("", "")] * 5, ("“", "”"), ("“", "”"), ('"', '"'), ("‘", "’"), ("„", "“"), ("``", "''"),
    ("«", "»"), ("'", "'"),
]  # fmt: skip
_ISSUES = ("({})", " ({})", ", {label}{}", ":{}", ".{}", "({label}{})")


@dataclass(frozen=True)
class Style:
    """What all references of a list have in common."""

    language: str
    words: Mapping[str, str]
    inverted: str
    """Whose family names are first: of `all`, the `first` or `none`."""
    initials: str
    """What `Anna Berta` becomes; empty if names are in full."""
    has_comma: bool  # before given names
    between_names: str
    before_last_name: str
    are_capitals: bool
    most_names: int
    year: str
    """Where the year is: behind the `names`, the `venue` or the `publisher`, or at the `end`."""
    is_year_in_brackets: bool
    has_month: bool
    after_names: str
    quotes: tuple[str, str]
    is_mark_inside: bool  # before the closing quotation mark
    after_title: str
    case: str
    """`sentence`, `title`, or empty for that of the entry."""
    before_container: str
    is_journal_introduced: bool
    abbreviation: str
    """Whether journals are abbreviated: with `stops`, without (`bare`), or not (empty)."""
    journal: int
    pages: str
    """Forms of pages: behind a `label`, a `long` one, a `colon`, nothing (`bare`), or `none`."""
    dash: str
    has_short_ranges: bool
    before_publisher: str
    has_place: bool
    editors: str
    """Where editors are: `before` or `after` the title of the book; empty if nowhere."""
    series: str
    """`volume of`, `after`, or empty."""
    has_titles: bool
    has_extent: bool  # the number of a book's pages
    doi: str
    with_url: float
    is_visit_dated: bool
    has_stop: bool
    is_misread: bool


def main(entries: Path, printed: Path, count: str) -> None:
    """Print entries in random styles, and write the references to a file."""
    chance = random.Random(_SEED)
    by_language: dict[str, list[Entry]] = {}
    for entry in json.loads(entries.read_text(encoding="utf-8")):
        if entry.get("title") and len(entry["title"]) < _MAX_TITLE and "\ufffd" not in str(entry):
            by_language.setdefault(entry["language"], []).append(entry)
    everything = [entry for some in by_language.values() for entry in some]
    with printed.open("w", encoding="utf-8") as file:
        for number in range(int(count)):
            if number % _RUN == 0:
                language = chance.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
                style = draw_style(language, chance)
                is_gost = chance.random() < _GOST.get(language, _RARE_GOST)
            own = language if chance.random() < _OWN_LANGUAGE else "en"
            among = (
                everything if chance.random() < _ANY_LANGUAGE else by_language.get(own, everything)
            )
            reference = Printer(chance.choice(among), style, chance)
            parts = reference.print_gost() if is_gost else reference.print_parts()
            file.write(json.dumps(parts, ensure_ascii=False) + "\n")


def draw_style(language: str, chance: random.Random) -> Style:
    """Return a random style with the words of a language."""
    pick = chance.choice
    words = {name: pick(forms) for name, forms in _DATA["words"][language].items()}
    initials = pick(["", "", "A. B.", "A. B.", "A.B.", "AB", "A B"])
    is_bare = initials in ("AB", "A B")
    inverted = "all" if is_bare else pick(["all", "all", "first", "none", "none"])
    has_comma = not is_bare or chance.random() < 0.3
    between = pick(["; ", "; ", ", "]) if inverted == "all" and has_comma else ", "
    conjunction = f" {words['and']} "
    last = [conjunction, conjunction, " & ", f",{conjunction}", ", & ", between]
    if between == "; ":
        last = [between, between, f";{conjunction}", conjunction]
    year = pick(["names"] * 5 + ["end"] * 3 + ["publisher"] * 2 + ["venue"] * 2)
    after = [". ", ". ", ". ", ", ", ": ", " "]
    container = pick([words["in"] + " ", words["in"] + ": ", words["in"].lower() + " "])
    return Style(
        language=language,
        words=words,
        inverted=inverted,
        initials=initials,
        has_comma=has_comma,
        between_names=between,
        before_last_name=pick(last),
        are_capitals=chance.random() < 0.06,
        most_names=pick([1, 3, 3, 6, 8, 99, 99]),
        year=year,
        is_year_in_brackets=chance.random() < 0.5,
        has_month=chance.random() < 0.2,
        after_names=pick(after if year == "names" else [*after, ", "]),
        quotes=pick(_QUOTES),
        is_mark_inside=chance.random() < 0.7,
        after_title=pick(
            [". ", ". ", ". ", ", ", ", "] + [" - ", ". – "] * (chance.random() < 0.2)
        ),
        case=pick(["", "", "sentence", "title"]),
        before_container=container,
        is_journal_introduced=chance.random() < 0.12,
        abbreviation=pick(["", "", "stops", "bare"]),
        journal=chance.randrange(12),
        pages=pick(["label", "label", "long", "colon", "bare", "none"]),
        dash=pick(["–", "–", "-", "--", "—"]),
        has_short_ranges=chance.random() < 0.15,
        before_publisher=pick([", ", ", ", ". "]),
        has_place=chance.random() < 0.4,
        editors=pick(["", "before", "after"]),
        series=pick(["", "", "volume of", "after"]),
        has_titles=chance.random() > 0.05,
        has_extent=chance.random() < 0.2,
        doi=pick(["", "", *_DATA["before DOI"]]),
        with_url=pick([0, 0.2, 0.9]),
        is_visit_dated=chance.random() < 0.5,
        has_stop=chance.random() < 0.75,
        is_misread=chance.random() < 0.15,
    )


class Printer:
    """Prints an entry in a style."""

    def __init__(self, entry: Entry, style: Style, chance: random.Random) -> None:
        self._entry, self._style, self._chance = entry, style, chance
        self._parts: list[Part] = []
        self._date, self._year = self._dates()
        self._is_dated = not self._year

    def print_parts(self) -> list[Part]:
        """Return the labels and texts of the reference."""
        self._print_people()
        self._print_title()
        kind, container = self._entry.get("type", ""), self._text("container-title")
        is_preprint = _PREPRINT.search(container) is not None
        if container and not is_preprint:
            if kind.startswith("article"):
                self._print_journal(container)
            else:
                self._print_book_around(container)
        elif kind == "thesis":
            self._print_thesis()
        elif kind in ("report", "article", "manuscript") and self._is(_IN_SERIES):
            self._print_working_paper()
        elif kind == "report":
            self._print_report()
        elif is_preprint or kind == "manuscript" or (kind.startswith("article") and self._is(0.5)):
            self._print_preprint()
        else:
            self._print_book()
        self._print_identifiers(kind)
        if self._style.has_stop:
            self._end(".")
        return self._finished()

    def print_gost(self) -> list[Part]:
        """Return the reference in the style of GOST 7.1, whatever the style is."""
        is_russian = self._style.language == "ru"
        style = replace(
            self._style, inverted="all", initials=self._pick(["A. B.", "A.B."]), case="",
            has_comma=self._is(0.3), between_names=", ", before_last_name=", ", are_capitals=False,
            most_names=self._pick([3, 4, 99]), has_short_ranges=False,
        )  # fmt: skip
        self._style = style
        between = self._pick([". – ", ". – ", ". — ", ". - ", ". "])
        people = self._people("author") or self._people("editor")
        is_named = bool(people) and self._is(0.85)
        if is_named:
            names = self._names(people)
            self._put("author", names)
            self._put("other", " " if names.endswith(".") or self._is(0.3) else ". ")
        self._put("title", self._title())
        if people and self._is(0.12):
            self._print_names_behind_slash("note" if is_named else "author", people)
        container = self._text("container-title")
        if container:
            self._put("other", " // ")
            kind = "Russian " * is_russian
            part = f". {self._pick(_DATA[f'{kind}parts'])}" if self._is(_WITH_PART) else ""
            self._put("venue", self._abbreviated(container) + part)
            self._put("other", between)
            self._put("date", self._year or "2001")
            labels = ["Т. ", "№ ", "С. "] if is_russian else self._pick(_DATA["GOST's labels"])
            fields = ("volume", "issue", "page")
            for label, name, before in zip(
                ("volume", "issue", "pages"), fields, labels, strict=True
            ):
                if self._text(name):
                    self._put("other", between + before)
                    self._put(label, self._range(self._text(name)))
            self._put("other", ".")
        else:
            kind = "Russian " * is_russian
            self._put("other", between)
            self._put("place", self._pick(_DATA[f"{kind}places"]))
            self._put("other", self._pick([": ", ": ", " : "]))
            self._put(
                "publisher", self._text("publisher") or self._pick(_DATA[f"{kind}publishers"])
            )
            self._put("other", ", ")
            self._put("date", self._year or "2001")
            if self._is(0.7):
                self._put("other", between)
                self._put("note", self._extent())
            self._put("other", ".")
        return self._finished()

    def _print_people(self) -> None:
        style, authors, editors = self._style, self._people("author"), self._people("editor")
        if not (authors or editors):
            return
        self._put("author", self._names(authors or editors))
        if not authors:
            self._put("other", self._editors(editors))
        if style.year == "names" and not self._is_dated:
            if style.is_year_in_brackets:
                self._put("other", " (")
                self._put("date", self._date)
                self._put("other", self._pick([")", ").", ")"]))
            else:
                self._put("other", " " if self._is_ended() else self._pick([". ", " ", ", "]))
                self._put("date", self._date)
            self._is_dated = True
        self._end(style.after_names)

    def _print_title(self) -> None:
        style, title = self._style, self._title()
        if not style.has_titles and self._text("container-title") and self._text("volume"):
            return
        opening, closing = style.quotes
        self._put("other", opening)
        self._put("title", title)
        is_open = title[-1:] not in "?!"
        if not closing and self._people("author") and self._is(_WITH_NAMES):
            self._print_names_behind_slash("note", self._people("author"))
        if not closing:
            self._end(style.after_title)
        elif style.is_mark_inside and is_open:
            self._put("other", f"{style.after_title.strip()}{closing} ")
        else:
            self._put("other", closing + (style.after_title if is_open else " "))

    def _print_names_behind_slash(self, label: str, people: Sequence[Person]) -> None:
        style = self._style
        self._put("other", " / ")
        self._style = replace(style, inverted="none")
        self._put(label, self._names(people))
        self._style = style

    def _print_journal(self, title: str) -> None:
        style, number = self._style, self._style.journal
        volume, issue = self._text("volume"), self._text("issue") or self._text("number")
        if style.is_journal_introduced:
            self._put("other", style.before_container)
        self._put("venue", self._abbreviated(title))
        if style.year == "venue":
            self._print_year()
        if volume:
            self._put(
                "other", f", {style.words['volume']}" if number % 2 else self._pick([" ", ", "])
            )
            self._put("volume", volume)
        if issue:
            form = _ISSUES[number % len(_ISSUES)] if volume else ", {label}{}"
            before, after = form.replace("{label}", style.words["issue"]).split("{}")
            self._put("other", before)
            self._put("issue", issue)
            self._put("other", after)
        if number > 8:
            self._print_year(" ")
        self._print_pages(self._pick([", ", ", ", ": ", " "]))
        self._print_year()
        if self._is(0.1):
            self._print_imprint(". ")

    def _print_book_around(self, title: str) -> None:
        style, editors = self._style, self._people("editor") if self._people("author") else []
        if self._is(0.85):
            self._put("other", style.before_container)
        if editors and style.editors == "before":
            self._put("editor", self._names(editors))
            self._put("other", self._editors(editors) + self._pick([", ", ": ", ". ", " "]))
        self._put("venue", self._abbreviated(title) if style.abbreviation else self._cased(title))
        if editors and style.editors == "after":
            self._put("other", self._pick([", ed. ", ", edited by ", ". Ed. by ", ", Hrsg. "]))
            self._put("editor", self._names(editors))
        if style.year == "venue":
            self._print_year()
        self._print_series()
        if self._entry.get("type") == "paper-conference" and self._is(0.35):
            self._put("other", style.before_publisher)
            self._put("place", self._pick(_DATA["places"]))
        are_pages_first = self._is(0.5)
        if are_pages_first:
            self._print_pages(self._pick([", ", ", ", ". "]))
        self._print_imprint(style.before_publisher)
        self._print_year()
        if not are_pages_first:
            self._print_pages(", ")

    def _print_series(self) -> None:
        volume = self._text("volume")
        number = volume or str(self._chance.randint(1, 9999))
        if self._style.series == "volume of" and self._is(0.4):
            self._put("other", self._pick([", volume ", ", vol. ", ", Vol. ", ". Vol. "]))
            self._put("volume", number)
            self._put("other", self._pick([" of ", ", ", ". "]))
            self._put("venue", self._pick(_DATA["series"]))
        elif self._style.series == "after" and self._is(0.3):
            self._put("other", self._pick([". ", ", "]))
            self._put("venue", self._pick(_DATA["series"]))
            self._put("other", self._pick([" ", ", vol. ", ", "]))
            self._put("volume", number)
        elif volume and self._is(0.7):
            self._put("other", f", {self._style.words['volume']}")
            self._put("volume", volume)

    def _print_thesis(self) -> None:
        genre = str(self._entry.get("genre", ""))
        self._put("note", genre if 0 < len(genre) < 40 else self._style.words["thesis"])
        self._put("other", ", ")
        self._put("publisher", self._text("publisher") or self._pick(_DATA["universities"]))
        if self._text("publisher-place") or self._style.has_place:
            self._put("other", ", ")
            self._put("place", self._text("publisher-place") or self._pick(_DATA["places"]))
        self._print_year()

    def _print_working_paper(self) -> None:
        number = self._text("number") or str(self._chance.randint(1, 30000))
        series = self._pick(_DATA["working papers"])
        self._put(
            "venue", series + self._pick([" ", " ", " No. ", " no. ", " #", ", No. "]) + number
        )
        self._print_year()

    def _print_report(self) -> None:
        number = self._text("number") or self._text("issue")
        after = self._pick([" ", " No. ", " no. "]) + number if number else ""
        self._put("note", self._style.words["report"] + after)
        self._print_imprint(self._pick([", ", ". "]))
        self._print_year()

    def _print_preprint(self) -> None:
        chance = self._chance
        month = f"{chance.randint(7, 25):02}{chance.randint(1, 12):02}"
        number = f"{month}.{chance.randint(1, 99999):05}"
        self._put("venue", self._pick(_DATA["preprints"]).format(number, self._pick(_CLASSES)))
        self._print_year()

    def _print_book(self) -> None:
        style = self._style
        after = style.before_publisher
        if self._is(0.12):
            self._put("note", style.words["edition"])
            self._put("other", after)
        elif self._text("collection-title") and self._is(0.6):
            self._put("venue", self._text("collection-title"))
            self._put("other", after)
        elif self._text("volume") and self._is(0.4):
            self._put("other", self._pick(["Vol. ", "vol. ", style.words["volume"]]))
            self._put("volume", self._text("volume"))
            self._put("other", after)
        self._print_imprint("")
        self._print_year()
        if style.has_extent:
            self._end(self._pick([". ", ", ", ". – "]))
            self._put("note", self._extent())

    def _print_imprint(self, before: str) -> None:
        style, kind = self._style, self._entry.get("type")
        publisher, place = self._text("publisher"), self._text("publisher-place")
        if not publisher and kind in ("book", "chapter", "paper-conference") and self._is(0.5):
            publisher = self._pick(_DATA["publishers"])
        if not publisher:
            return
        if not place and style.has_place:
            place = self._pick(_DATA["places"])
        parts = [("publisher", publisher), ("place", place)][: 1 + bool(place)]
        if place and self._is(0.6):
            parts.reverse()
        in_brackets = style.year == "publisher" and style.is_year_in_brackets and not self._is_dated
        if in_brackets:
            self._put("other", "(" if not self._parts or self._parts[-1][1].endswith(" ") else " (")
        else:
            self._end(before)
        between = ": " if parts[0][0] == "place" and self._is(0.8) else ", "
        for number, (label, text) in enumerate(parts):
            self._put("other", between * bool(number))
            self._put(label, text)
        if style.year == "publisher" and not self._is_dated:
            self._put("other", self._pick([", ", ", ", " "]))
            self._put("date", self._year)
            self._is_dated = True
        if in_brackets:
            self._put("other", ")")

    def _print_year(self, before: str = "") -> None:
        if self._is_dated:
            return
        is_in_brackets = self._style.year != "names" and self._style.is_year_in_brackets
        before = before or self._pick([", ", ", ", " ", ". "])
        self._put("other", " (" if is_in_brackets else before)
        self._put("date", self._date)
        self._put("other", ")" * is_in_brackets)
        self._is_dated = True

    def _print_pages(self, before: str) -> None:
        style, pages = self._style, self._text("page")
        if not pages or (style.pages == "none" and self._is(0.7)):
            return
        label = {"label": style.words["pages"], "long": style.words["long pages"]}
        before = ": " if style.pages == "colon" else before
        self._put("other", before + label.get(style.pages, ""))
        self._put("pages", self._range(pages))

    def _print_identifiers(self, kind: str) -> None:
        style, chance = self._style, self._chance
        doi = self._text("DOI") or (self._invented_doi() if kind.startswith("article") else "")
        if style.doi and doi and self._is(0.7):
            self._end(self._pick([". ", ". ", ", ", " "]))
            before, scheme, address = style.doi.partition("http")
            self._put("other", before)
            self._put("doi", scheme + address + re.sub(r"^https?://(?:dx\.)?doi\.org/", "", doi))
        url = self._text("URL")
        if not url and not self._text("container-title") and self._is(0.2):
            url = self._pick(_DATA["addresses"]).format(chance.randint(1, 99999))
        if url and self._is(style.with_url):
            self._end(self._pick([". ", ", ", " "]))
            self._put("other", style.words["url"])
            self._put("web", url)
            if style.is_visit_dated:
                visit = style.words["seen"].format(self._day())
                self._put("other", self._pick([" {}", ", {}", ". {}", " ({})"]).format(visit))

    def _dates(self) -> tuple[str, str]:
        """Return the date and the year as printed, or empty texts for an undated work."""
        parts = (self._entry.get("issued", {}).get("date-parts") or [[""]])[0]
        year = str(parts[0] if parts else "")
        if not year:
            missing = ["n.d.", "n. d.", "in press", "forthcoming", "to appear"]
            year = self._pick(missing) if self._is(0.5) else ""
            return year, year
        year += self._pick("abc") if self._is(0.04) else ""
        if len(parts) == 1 or not self._style.has_month or not 1 <= int(parts[1] or 0) <= 12:
            return year, year
        month = _DATA["months"][int(parts[1]) - 1][: self._pick([3, None])]
        if self._style.year != "names":
            return f"{month} {year}", year
        if len(parts) == 2:
            return self._pick([f"{month} {year}", f"{year}, {month}"]), year
        day = parts[2]
        forms = [f"{month} {day}, {year}", f"{day} {month} {year}", f"{year}, {month} {day}"]
        return self._pick(forms), year

    def _day(self) -> str:
        chance = self._chance
        day, year = chance.randint(1, 28), chance.randint(1999, 2025)
        number = chance.randint(1, 12)
        month = str(_DATA["months"][number - 1])
        forms = [
            f"{day} {month} {year}", f"{day}.{number}.{year}", f"{month} {day}, {year}",
            f"{year}-{number:02}-{day:02}",
        ]  # fmt: skip
        return self._pick(forms)

    def _names(self, people: Sequence[Person]) -> str:
        style, count = self._style, len(people)
        if count > style.most_names:
            people = people[: 1 if style.most_names == 1 else style.most_names]
        names = [self._name(person, number) for number, person in enumerate(people)]
        if len(names) < count:
            others = str(style.words["others"])
            after = self._pick([others, f",{others}", style.between_names.rstrip() + others])
            return style.between_names.join(names) + after
        if len(names) == 1:
            return names[0]
        return style.between_names.join(names[:-1]) + style.before_last_name + names[-1]

    def _name(self, person: Person, number: int) -> str:
        style = self._style
        family = person.get("family", "")
        if not family:
            return str(person.get("literal") or person.get("given") or "N. N.")
        if particle := person.get("non-dropping-particle") or person.get("dropping-particle"):
            family = f"{particle} {family}"
        family = family.upper() if style.are_capitals else family
        given = shorten(person.get("given", ""), style.initials)
        if not given:
            return family
        if style.inverted == "all" or (style.inverted == "first" and not number):
            return f"{family}, {given}" if style.has_comma else f"{family} {given}"
        return f"{given} {family}"

    def _editors(self, editors: Sequence[Person]) -> str:
        return str(self._style.words["editors" if len(editors) > 1 else "editor"])

    def _title(self) -> str:
        return self._cased(self._text("title").strip(" ."))

    def _cased(self, text: str) -> str:
        if self._style.language != "en" or not self._style.case:
            return text
        first, *words = text.split(" ")
        if self._style.case == "sentence":
            return " ".join([first, *(word.lower() if word.istitle() else word for word in words)])
        small = _DATA["small words"]
        return " ".join(
            [first, *(word if word in small else word[:1].upper() + word[1:] for word in words)]
        )

    def _abbreviated(self, title: str) -> str:
        title = title.strip(" .,")
        if not self._style.abbreviation or " " not in title:
            return title
        short = _DATA["abbreviations"]
        left_out = _DATA["not abbreviated"]
        words = [word for word in title.split() if word.lower() not in left_out]
        words = [short.get(word.lower(), word) for word in words]
        if self._style.abbreviation == "bare":
            words = [word.rstrip(".") for word in words]
        return " ".join(words)

    def _range(self, pages: str) -> str:
        first, *others = _DASHES.split(pages.replace(" ", ""))
        if len(others) != 1:
            return pages
        (last,) = others
        if self._style.has_short_ranges and len(first) == len(last):
            while len(last) > 1 and first[-len(last)] == last[0]:
                last = last[1:]
        return first + self._style.dash + last

    def _extent(self) -> str:
        return self._style.words["extent"].format(self._chance.randint(60, 900))

    def _invented_doi(self) -> str:
        chance = self._chance
        name = self._pick(["j.", "s", "", "jmlr.", "978-3-"]) + str(chance.randint(1000, 9999999))
        end = self._pick(["", ".", "-"]) + str(chance.randint(1, 999))
        return f"10.{chance.randint(1000, 99999)}/{name}{end}"

    def _people(self, role: str) -> Sequence[Person]:
        return self._entry.get(role) or []

    def _text(self, name: str) -> str:
        return _MARKUP.sub("", str(self._entry.get(name) or ""))

    def _is(self, share: float) -> bool:
        return self._chance.random() < share

    def _pick(self, forms: Sequence[Choice]) -> Choice:
        return self._chance.choice(forms)

    def _put(self, label: str, text: str) -> None:
        if text:
            self._parts.append((label, text))

    def _is_ended(self) -> bool:
        return self._parts[-1][1].rstrip().endswith((".", "?", "!", ",", ":"))

    def _end(self, mark: str) -> None:
        """Put a mark behind a part, unless it ends with one."""
        is_doubled = self._parts and self._is_ended() and mark[:1] in (".", ",")
        self._put("other", mark[1:] if is_doubled else mark)

    def _finished(self) -> list[Part]:
        """Return the parts, those between fields joined, perhaps with errors of reading."""
        joined: list[Part] = []
        for label, text in self._parts:
            read = self._misread(text) if self._style.is_misread else text
            if joined and joined[-1][0] == label == "other":
                joined[-1] = label, _SPACES.sub(" ", joined[-1][1] + read)
            else:
                joined.append((label, read))
        return joined

    def _misread(self, text: str) -> str:
        if len(text) > 20 and self._is(0.05):
            place = self._chance.randrange(5, len(text) - 5)
            text = text[:place] + self._pick(["- ", " "]) + text[place:]
        return text.replace(" ", "", 1) if self._is(0.03) else text


def shorten(given: str, initials: str) -> str:
    """Return given names in the form of the initials of `Anna Berta`; all if there is no form."""
    names = re.findall(r"[^\s.]+", given)
    if not initials:
        return given
    if "." not in initials:
        return (" " * (" " in initials)).join(name[0].upper() for name in names)
    shortened = (
        "-".join(f"{part[0].upper()}." for part in name.split("-") if part) for name in names
    )
    return (" " * (" " in initials)).join(shortened)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
