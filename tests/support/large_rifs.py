"""Rifs of few bytes, or few papers, that cost much: in queries, documents or comparisons."""

from wildwood.biblio.entry import Record

AUTHORS = ("Paul Krugman", "Maurice Obstfeld")
SHORT = ("Trade and Growth",)
WORD_LETTERS = 5_700
HANDLE_LETTERS = 100_000


def long_words(authors: int = 100, words: int = 102, titles: int = 1) -> list[Record]:
    """Make a paper with almost as many feature pairs as are stored, of very long words."""
    made = [_word(number, WORD_LETTERS) for number in range(words)]
    divided = tuple(" ".join(made[number::titles]) for number in range(titles))
    return [Record("long:words", tuple(f"Author{n}" for n in range(authors)), divided)]


def long_names(authors: int = 40) -> list[Record]:
    """Make two papers whose author words are very long and differ by a letter."""
    names = [_word(number, WORD_LETTERS) for number in range(authors)]
    again = [f"{name}x" for name in names]
    return [
        Record(f"long:names:{n}", tuple(found), SHORT) for n, found in enumerate((names, again))
    ]


def long_titles(titles: int = 2, words: int = 6_000) -> list[Record]:
    """Make a paper with titles of many words."""
    made = tuple(" ".join(f"w{n}t{title}" for n in range(words)) for title in range(titles))
    return [Record("long:titles", AUTHORS, made)]


def long_title_each(papers: int = 3, words: int = 4_000) -> list[Record]:
    """Make papers, each of which has a title of many words."""
    return [
        Record(f"long:title:{n}", AUTHORS, (" ".join(f"{n}of{word}" for word in range(words)),))
        for n in range(papers)
    ]


def long_handles(papers: int = 180) -> list[Record]:
    """Make papers with very long handles, in total more than fit in one query."""
    return [
        Record(f"long:{_word(n, HANDLE_LETTERS)}", AUTHORS, (f"{_spelled(n)} Trade",))
        for n in range(papers)
    ]


def equal_texts(texts: int = 5_000) -> list[Record]:
    """Make papers that are all the same, with one handle."""
    return [Record("equal:text", AUTHORS[:1], ("Trade and Growth in Open Economies",))] * texts


def _word(number: int, letters: int) -> str:
    return f"{_spelled(number)}{'o' * letters}"


def _spelled(number: int) -> str:
    """Write a number in letters."""
    return str(number).translate(str.maketrans("0123456789", "abcdefghij"))
