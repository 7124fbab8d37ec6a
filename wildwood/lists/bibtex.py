"""Read BibTeX and BibLaTeX, with the macros of their values."""

import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from wildwood.biblio import field_texts
from wildwood.biblio.entry import Entry, EntrySpan, Series, localized
from wildwood.biblio.field_texts import MACROS
from wildwood.biblio.identifiers import dois_in, identifier_of, isbn_in, pmid_in, urls_in
from wildwood.biblio.names import author_in
from wildwood.biblio.person import Person
from wildwood.kernel.extras import requires_extra
from wildwood.kernel.text import clipped, read_tex_letters
from wildwood.lists.content import Content, Entries, Fault, end_of
from wildwood.lists.fields import places_of, words_of

with requires_extra("lists"):
    from bibtexparser import model
    from bibtexparser.middlewares.names import split_multiple_persons_names
    from bibtexparser.splitter import Splitter
    from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db

logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # faults say the same
logging.getLogger("pylatexenc").setLevel(logging.ERROR)
_MAX_VALUE = 1 << 20  # characters of a value; macros that make more of it are not expanded
_BRACE = re.compile(r"(?<!\\)[{}]")
_BRACE_OR_QUOTE = re.compile(r'(?<!\\)[{}]|"')
_WORD = re.compile(r"[^\s#{}\"]+")
_NEXT = re.compile(r"\s*(#|$)\s*")
_FIELD = re.compile(r"\s*([A-Za-z][\w-]*)\s*=\s*(.*)", re.DOTALL)
_COMMENTS = re.compile(r"(?:\s*%.*)*\s*")  # as Biber reads them; BibTeX has no comments

_REFERENCE = re.compile(
    r"\b(?:crossref|xref|related|entryset|xdata)\s*=\s*(?:\{([^{}]*)\}|\"([^\"]*)\")", re.IGNORECASE
)

Macros = dict[str, str]


class BibtexValueError(ValueError):
    """A value does not follow BibTeX's syntax; the message continues a sentence on its field."""


def fields_in(name: str, written: str, macros: Macros) -> Iterator[tuple[str, str]]:
    """Yield a field, and those that follow it without a comma."""
    while True:
        value, end = _value_and_end(written, macros)
        yield name, value
        end = end_of(_COMMENTS, written, end)
        if end == len(written):
            return
        following = _FIELD.match(written, end)
        if following is None:
            raise BibtexValueError("is not followed by a comma")
        name, written = following[1], following[2]


def _value_and_end(written: str, macros: Macros) -> tuple[str, int]:
    parts: list[str] = []
    position = 0
    while position < len(written):
        end = _end_of_part(written, position)
        part = written[position:end]
        if part[0] in '{"':
            parts.append(part[1:-1])
        else:
            parts.append(part if part.isdigit() else macros.get(part.lower(), part))
        following = _NEXT.match(written, end)
        position = following.end() if following else end
        if following is None:
            break
    if sum(map(len, parts)) > _MAX_VALUE:
        raise BibtexValueError("has more than a million characters")
    return "".join(parts), position


def _end_of_part(written: str, start: int) -> int:
    """Return where a part of a value ends: in braces, in quotation marks, or a word."""
    if written[start] not in '{"':
        word = _WORD.match(written, start)
        if word is None:
            raise BibtexValueError("has an empty part")
        return word.end()
    quoted, depth = written[start] == '"', 0
    for match in (_BRACE_OR_QUOTE if quoted else _BRACE).finditer(written, start + quoted):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0 and match[0] == ('"' if quoted else "}"):
            return match.end()
    raise BibtexValueError("is not closed")


def is_in_braces(name: str) -> bool:
    try:
        return name.startswith("{") and _end_of_part(name, 0) == len(name)
    except BibtexValueError:
        return False


def references_in(text: str) -> frozenset[str]:
    """Return the keys, in lower case, that fields such as `crossref` name in BibTeX."""
    values = (match[1] or match[2] or "" for match in _REFERENCE.finditer(text))
    keys = (key.strip().lower() for value in values for key in value.split(","))
    return frozenset(filter(None, keys))


_LATEX = re.compile(r"[\\${}~]|--|``|''|[?!]`")
_SIGN = re.compile(r"(?<!\\)[%&]")  # a comment or the end of a cell, which no field has
_MANY_BRACES = re.compile(r"[{}]")
_MAX_LENGTH = 1 << 16
_MAX_BRACES = 200  # more than any real field has; a parser that recurses into each would stop
_MARKS = {
    "---": "\u2014", "--": "\u2013", "``": "\u201c", "''": "\u201d", "~": "\xa0", "{": "", "}": "",
    **{f"\\{sign}": sign for sign in "&%_$#"},
}  # fmt: skip
_MARK = re.compile("|".join([*map(re.escape, _MARKS), r"[?!]`|[\\$]"]))

_SYMBOLS = places_of("latex_symbols")
"""Those that pylatexenc does not know, or reads as another character."""
_INVISIBLE = ("phantom", "hphantom", "vphantom")  # print nothing, unlike the text of `texttt`

_context = get_default_latex_context_db()
_symbols = [MacroTextSpec(name, text) for name, text in _SYMBOLS.items()]
_context.add_context_category("symbols", macros=_symbols, prepend=True)
_invisible = [MacroTextSpec(name, discard=True) for name in _INVISIBLE]
_context.add_context_category("invisible", macros=_invisible)
_context.set_unknown_macro_spec(MacroTextSpec("", discard=False))
_to_text = LatexNodes2Text(latex_context=_context, math_mode="text")  # follows no `\input`


def read_latex(value: str) -> str:
    """Return the text that LaTeX prints; what cannot be read as LaTeX loses its braces only."""
    if not _LATEX.search(value):
        return value
    common = _read_common(value)
    if common is not None:
        return common
    if len(value) > _MAX_LENGTH or value.count("{") > _MAX_BRACES:
        return _MANY_BRACES.sub("", value)
    try:
        return str(_to_text.latex_to_text(_SIGN.sub(r"\\\g<0>", value), tolerant_parsing=True))
    except (ValueError, RecursionError, IndexError, TypeError):
        return _MANY_BRACES.sub("", value)


def _read_common(value: str) -> str | None:
    """Return the text of a value that needs no parser: letters, ligatures and braces."""
    text = read_tex_letters(value)
    is_common = _MARKS.keys() >= {*_MARK.findall(text)} and text.count("{") == text.count("}")
    return _MARK.sub(lambda match: _MARKS[match[0]], text) if is_common else None


_SERIES = ("journal", "journaltitle", "booktitle", "series", "institution", "school")
_NUMBERS = ("chapter", "eprint", "pmcid", "mrnumber", "zbl")
_NO_PAPERS = frozenset({"set", "xdata", "control", "ieeetranbstctl", "bibnote"})
_REASONS = places_of("bibtex_reasons")
_KEY = re.compile(r"@\s*\w+\s*[{(]\s*([^\s,={}()]+)")
_COMMENT_TYPE = re.compile(r"@(comment(\w+))(.*)", re.DOTALL | re.IGNORECASE)
_OTHERS = re.compile(r"\{*(?:others|et\.? al\.?)\}*", re.IGNORECASE)  # stands for more authors
_NAME_PART = re.compile(r'\b(family|given|prefix|suffix)\s*=\s*"?([^,="]+)\b[^,]*')
_PROTECTED = re.compile(r"\{(?:and|,)\}", re.IGNORECASE)
_COMMA = re.compile(r",(?!\})")
_LIST = re.compile(r"\s*[,;]\s*")
_WITHOUT_KEY = re.compile(
    r"^([ \t]*@[ \t]*(?!(?:comment|preamble|string)\b)[a-z]\w*)\w([ \t]*[{(])"
    r"(?=\s*[a-z][\w-]*[ \t]*=)",
    re.IGNORECASE | re.MULTILINE,
)  # the start of an entry without a key, as EndNote writes it
_TYPE = re.compile(r"@\s*(\w+)")
_SEPARATORS = dict.fromkeys(("accession", "keywords", "ids", "groups"), _LIST)
_SEPARATORS["file"] = re.compile(r"(?<!\\);")
_READ = frozenset((*words_of("bibtex_read"), *_SERIES))
_INHERITED = words_of("bibtex_inherited")
"""What an entry has from its `crossref`, if it lacks it."""

Fields = Mapping[str, str]


def read_bibtex(content: Content) -> Entries:
    """Yield an entry for each publication; one that is not closed is left out."""
    macros: Macros = dict(zip(MACROS, MACROS, strict=True))
    # The comma takes the place of the type's last letter, so that places and lines stay.
    text = _WITHOUT_KEY.sub(r"\1\2,", content.text)
    blocks = [_entry_of(block) for block in Splitter(text).split().blocks]
    has_keys = any(isinstance(block, model.Entry) and block.key for block in blocks)
    read: list[_Publication | Fault] = []
    span = EntrySpan(0, 0)
    for block in blocks:
        span = _span(block, text, span.end)
        if _is_commented_out(block, span, text):
            read.append(Fault(_place(block), "is commented out", _key(block), is_expected=True))
        elif isinstance(block, model.ParsingFailedBlock):
            reason = f"cannot be read ({_reason(block)})"
            read.append(Fault(_place(block), reason, _key(block)))
        elif isinstance(block, model.Entry):
            # Without a key, the comma has cost the type its last letter.
            written = _TYPE.match(content.text, span.start)
            if written and written[1].startswith(block.entry_type):
                block.entry_type = written[1]
            read.append(_publication(block, span, macros, "" if has_keys else _place(block)))
        elif isinstance(block, model.String):
            with suppress(ValueError):  # what has something after its value counts for nothing
                ((name, macro),) = fields_in(block.key.lower(), block.value, macros)
                macros[name] = macro
    yield from _entries(read)


class _Publication(NamedTuple):
    block: model.Entry
    span: EntrySpan
    fields: Fields
    otherwise: str  # its id if it has no key


def _entries(read: Sequence[_Publication | Fault]) -> Entries:
    publications = [each for each in read if isinstance(each, _Publication)]
    parents = {each.block.key.lower(): each.fields for each in publications if each.block.key}
    for publication in read:
        if isinstance(publication, Fault):
            yield publication
        elif publication.block.entry_type.lower() not in _NO_PAPERS:
            parent = parents.get(publication.fields.get("crossref", "").strip().lower(), {})
            yield _entry(publication._replace(fields={**_inherited(parent), **publication.fields}))


def _inherited(parent: Fields) -> Fields:
    fields = {name: parent[name] for name in _INHERITED if name in parent}
    if book := parent.get("booktitle") or parent.get("title"):
        fields["booktitle"] = book
    return fields


def _entry_of(block: model.Block) -> model.Block:
    """Return the entry in a block that bibtexparser reads as something else, or the block."""
    is_comment = isinstance(block, model.ExplicitComment)
    if is_comment and (match := _COMMENT_TYPE.match(block.raw or "")):
        for entry in Splitter(f"@{match[2]}{match[3]}").split().entries:
            return model.Entry(match[1], entry.key, entry.fields, block.start_line, block.raw)
    duplicates = model.DuplicateBlockKeyBlock, model.DuplicateFieldKeyBlock
    while isinstance(block, duplicates) and block.ignore_error_block is not None:
        block = block.ignore_error_block
    return block


def _span(block: model.Block, text: str, position: int) -> EntrySpan:
    raw = block.raw or ""
    start = text.index(raw, position)
    is_failed = isinstance(block, model.ParsingFailedBlock)
    return EntrySpan(start, start if is_failed else start + len(raw))


def _is_commented_out(block: model.Block, span: EntrySpan, text: str) -> bool:
    """Return whether the lines of a block begin with %, which Biber reads as a comment."""
    before = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    if not before.lstrip().startswith("%"):
        return False
    inner = (block.raw or "").split("\n")[1:]
    return all(line.lstrip().startswith(("%", "@")) for line in inner if line.strip())


def _place(block: model.Block) -> str:
    return f"line {(block.start_line or 0) + 1}"


def _reason(block: model.ParsingFailedBlock) -> str:
    reason = str(getattr(block.error, "abort_reason", ""))
    return next((ours for theirs, ours in _REASONS.items() if theirs in reason), "wrong syntax")


def _key(block: model.Block) -> str:
    match = _KEY.match(block.raw or "")
    return match[1] if match else ""


def _publication(
    block: model.Entry, span: EntrySpan, macros: Macros, otherwise: str
) -> _Publication | Fault:
    fields: dict[str, str] = {}
    for field in block.fields:
        key = field.key[end_of(_COMMENTS, field.key) :]
        try:
            for name, value in fields_in(key, field.value, macros):
                _add(fields, name.lower(), value)
        except BibtexValueError as error:
            if key:
                reason = f"cannot be read (the field {clipped(key)} {error})"
                return Fault(_place(block), reason, block.key)
    return _Publication(block, span, fields, otherwise)


def _add(fields: dict[str, str], name: str, value: str) -> None:
    """Add a field; the second of a name counts only if it is a list."""
    if name in fields and name in _SEPARATORS:
        fields[name] += f"{';' if name == 'file' else ','}{value}"
    fields.setdefault(name, value)


def _entry(publication: _Publication) -> Entry:
    block, span, fields, otherwise = publication
    get = partial(_text, fields)
    linked = [fields.get(name, "") for name in ("doi", "url", "ee", "howpublished", "note")]
    title = ": ".join(filter(None, (get("title"), get("subtitle"))))
    editors = _authors(fields.get("editor", ""))
    return Entry(
        id=get("wildwood-id") or field_texts.clean(block.key) or otherwise,
        titles=localized([title, *get("alttitle").split(" = ")]),
        authors=_authors(fields.get("author", "")) or editors,
        editors=editors,
        place=_place(block),
        kind=block.entry_type,
        date=_date(get),
        languages=field_texts.cleaned(_LIST.split(get("language", "langid", "hyphenation"))),
        abstracts=localized([get("abstract")]),
        keywords=field_texts.keywords_in(get("keywords", "keyword")),
        pmid=pmid_in(*linked, own=get("pmid")),
        identifiers=field_texts.cleaned(identifier_of(get(name), name) for name in _NUMBERS),
        edition=get("edition", "version"),
        dois=dois_in(*map(field_texts.clean, linked)),
        urls=urls_in(*map(field_texts.clean, linked)),
        series=_series(get),
        archive=get("source"),
        notes=field_texts.cleaned([get("note"), get("annote", "annotation")]),
        extra=tuple(_extra(block.key, fields)),
        spare=tuple(_spare(fields, get(*_SERIES))),
        span=span,
    )


def _spare(fields: Fields, series: str) -> Iterator[tuple[str, str]]:
    """Yield the editors beside the authors, and a second series."""
    if "editor" in fields and _authors(fields.get("author", "")):
        yield "editor", fields["editor"]
    others = (name for name in _SERIES if _text(fields, name) not in ("", series))
    yield from ((name, fields[name]) for name in others)


def _extra(key: str, fields: Fields) -> Iterator[tuple[str, str]]:
    """Yield the fields that only BibTeX has, and numbers of databases as AN, as RIS names them.

    Its key is one by which it is cited.
    """
    if key:
        yield "ids", key
    for name, value in fields.items():
        if name not in _READ and value.strip() and value.count("{") == value.count("}"):
            parts = _SEPARATORS[name].split(value) if name in _SEPARATORS else [value]
            written = "AN" if name == "accession" else name
            yield from ((written, part.strip()) for part in parts if part.strip())


def _text(fields: Fields, *names: str) -> str:
    texts = (field_texts.plain(read_latex(fields[name])) for name in names if name in fields)
    return next(filter(None, texts), "")


def _authors(value: str) -> tuple[Person, ...]:
    """Read a field of names; one in braces is that of an institution."""
    authors: list[Person] = []
    for name in split_multiple_persons_names(value) if value else ():
        if _OTHERS.fullmatch(name):
            continue
        if is_in_braces(name):
            authors.append(Person(field_texts.clean(read_latex(name[1:-1]))))
        elif parts := dict(_NAME_PART.findall(read_latex(name))):
            family = (parts.get(part, "") for part in ("prefix", "family", "suffix"))
            authors.append(Person(" ".join(filter(None, family)), parts.get("given", "")))
        elif _PROTECTED.search(name):
            divided = (read_latex(part).strip() for part in _COMMA.split(name, maxsplit=1))
            authors.append(Person(*divided))
        else:
            authors += author_in(read_latex(name))
    return tuple(author for author in authors if author.family)


def _date(get: Callable[..., str]) -> str:
    date, month, day = field_texts.iso_date(get("date", "year")), get("month"), get("day")
    if not month or len(date) > len("2021"):
        return date
    written = f"{date}-{month}-{day}" if month.isdecimal() else f"{day} {month} {date}"
    return field_texts.iso_date(written)


def _series(get: Callable[..., str]) -> Series:
    title, volume, number = get(*_SERIES), get("volume"), get("number", "issue")
    pages, isbn = field_texts.page_range(get("pages")), isbn_in(get("isbn"))
    return Series(title, volume, number, pages, get("issn"), get("publisher"), isbn)
