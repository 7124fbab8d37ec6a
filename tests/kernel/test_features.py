"""Normalising single characters, and the features of real names and titles."""

import unicodedata
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wildwood.biblio.entry import Record
from wildwood.kernel.features import add_names, normalise, paper_of, title_features, title_words
from wildwood.kernel.model import Features, Paper, Punctuation

from tests.support.strengths import author_features

punctuations = st.sampled_from(Punctuation)


def id_of(value: object) -> str | None:
    """Return the name of a character as the id of a test."""
    return unicodedata.name(value, None) if isinstance(value, str) and len(value) == 1 else None


# Normalising: removed and kept characters

PUNCTUATION_AND_SYMBOLS = [
    "_",  # Pc
    "\N{UNDERTIE}",
    "-",  # Pd
    "\N{EN DASH}",
    "\N{EM DASH}",
    "\N{NON-BREAKING HYPHEN}",
    "(",  # Ps
    "\N{LEFT CORNER BRACKET}",
    ")",  # Pe
    "}",
    "«",  # Pi
    "\N{LEFT SINGLE QUOTATION MARK}",
    "»",  # Pf
    "\N{RIGHT SINGLE QUOTATION MARK}",
    ".",  # Po
    ",",
    ":",
    "'",
    '"',
    "&",
    "/",
    "\\",
    "¿",
    "…",
    "、",
    "\N{GREEK QUESTION MARK}",
    "+",  # Sm
    "<",
    "~",
    "\N{MINUS SIGN}",
    "$",  # Sc
    "€",
    "^",  # Sk
    "`",
    "\N{ACUTE ACCENT}",
    "¨",
    "©",  # So
    "°",
    "\N{REPLACEMENT CHARACTER}",
    "\N{PILE OF POO}",
]

FORMAT_CHARACTERS = [
    "\N{SOFT HYPHEN}",
    "\N{ARABIC LETTER MARK}",
    "\N{ZERO WIDTH SPACE}",
    "\N{ZERO WIDTH NON-JOINER}",
    "\N{ZERO WIDTH JOINER}",
    "\N{LEFT-TO-RIGHT MARK}",
    "\N{RIGHT-TO-LEFT OVERRIDE}",
    "\N{WORD JOINER}",
    "\N{ZERO WIDTH NO-BREAK SPACE}",
    "\N{LANGUAGE TAG}",
]


@pytest.mark.parametrize("character", PUNCTUATION_AND_SYMBOLS, ids=id_of)
def test_punctuation_and_symbols_become_a_space(character: str) -> None:
    assert normalise(f"a{character}b") == "a b"


@pytest.mark.parametrize("character", PUNCTUATION_AND_SYMBOLS, ids=id_of)
def test_punctuation_and_symbols_are_removed_with_delete(character: str) -> None:
    assert normalise(f"a{character}b", Punctuation.DELETE) == "ab"


@pytest.mark.parametrize("punctuation", Punctuation)
@pytest.mark.parametrize("character", FORMAT_CHARACTERS, ids=id_of)
def test_format_characters_are_removed(character: str, punctuation: Punctuation) -> None:
    assert normalise(f"a{character}b", punctuation) == "ab"


@pytest.mark.parametrize(
    "character",
    [
        *"éüłøßñçåžð",
        "\N{LATIN SMALL LETTER DOTLESS I}",
        "\N{CYRILLIC SMALL LETTER SHORT I}",
        "\N{GREEK SMALL LETTER ALPHA WITH TONOS}",
        "\N{ARABIC LETTER MEEM}",
        "\N{HANGUL SYLLABLE GAG}",
        "\N{MODIFIER LETTER APOSTROPHE}",
        "\N{COMBINING DOUBLE TILDE}",
        "李",
        "7",
        "\N{DEVANAGARI DIGIT SEVEN}",
    ],
    ids=id_of,
)
def test_letters_marks_and_digits_stay(character: str) -> None:
    assert normalise(f"a{character}b") == f"a{character}b"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("e\N{COMBINING ACUTE ACCENT}", "é"),
        ("\N{ANGSTROM SIGN}", "å"),
        ("\N{LATIN SMALL LIGATURE FI}", "fi"),
        ("\N{FULLWIDTH LATIN SMALL LETTER A}", "a"),
        ("\N{HALFWIDTH KATAKANA LETTER KA}\N{HALFWIDTH KATAKANA VOICED SOUND MARK}", "ガ"),
        ("x\N{SUPERSCRIPT TWO}", "x2"),
        ("\N{SMALL ROMAN NUMERAL FOUR}", "iv"),
        ("\N{LATIN SMALL LETTER LONG S}", "s"),
    ],
)
def test_equivalent_characters_become_one(text: str, expected: str) -> None:
    assert normalise(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KRUGMAN", "krugman"),
        ("ÉCOLE", "école"),
        ("ŁÓDŹ", "łódź"),
        ("\N{CYRILLIC CAPITAL LETTER ZHE}", "\N{CYRILLIC SMALL LETTER ZHE}"),
        ("Straße", "straße"),
    ],
)
def test_capitals_become_small(text: str, expected: str) -> None:
    assert normalise(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        " a b",
        "a b ",
        "a   b",
        "\ta\r\n b\n",
        "a\N{NO-BREAK SPACE}b",
        "a\N{IDEOGRAPHIC SPACE}b",
        "a\N{THIN SPACE}b",
        "a\N{LINE SEPARATOR}b",
        "a\N{NEXT LINE}b",
        "(a) - b!",
    ],
)
def test_white_space_is_trimmed_and_collapsed(text: str) -> None:
    assert normalise(text) == "a b"


@pytest.mark.parametrize("text", ["", " ", "\n\t", "-", "...", "\N{SOFT HYPHEN}", " ( ) "])
def test_a_text_without_words_is_empty(text: str) -> None:
    assert normalise(text) == ""


# Normalising: the order of its steps


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Wildwood™", "wildwood", id="no letters from a trade mark"),
        pytest.param("a\N{NUMERO SIGN}b", "a b", id="no letters from a number sign"),
        pytest.param("20\N{DEGREE CELSIUS}", "20", id="no letter from a unit"),
        pytest.param("o\N{ACUTE ACCENT}n", "o n", id="no combining accent from an accent"),
        pytest.param("e\N{SOFT HYPHEN}\N{COMBINING ACUTE ACCENT}", "é", id="no break in a letter"),
    ],
)
def test_symbols_and_format_characters_are_removed_before_nfkc(text: str, expected: str) -> None:
    assert normalise(text) == expected


@pytest.mark.parametrize(
    ("text", "spaced", "deleted"),
    [
        ("a\N{PARENTHESIZED DIGIT ONE}b", "a 1 b", "a1b"),
        ("\N{DIGIT ONE FULL STOP}a", "1 a", "1a"),
        ("\N{VULGAR FRACTION ONE HALF}", "1 2", "12"),
        ("a\N{LATIN SMALL LETTER L WITH MIDDLE DOT}l", "al l", "all"),
    ],
)
def test_punctuation_that_nfkc_produces_is_removed_too(
    text: str, spaced: str, deleted: str
) -> None:
    assert normalise(text, Punctuation.SPACE) == spaced
    assert normalise(text, Punctuation.DELETE) == deleted


def test_capitals_that_nfkc_produces_become_small() -> None:
    assert normalise("\N{MATHEMATICAL BOLD CAPITAL A}\N{MODIFIER LETTER CAPITAL B}") == "ab"


def test_white_space_left_by_punctuation_is_trimmed_and_collapsed() -> None:
    assert normalise("(Trade) - & -  'growth'.") == "trade growth"


# Normalising: any text


@settings(deadline=None)
@given(st.text(), punctuations)
def test_no_punctuation_symbol_or_format_character_is_left(
    text: str, punctuation: Punctuation
) -> None:
    categories = {unicodedata.category(character) for character in normalise(text, punctuation)}
    assert not {category for category in categories if category == "Cf" or category[0] in "PS"}


@settings(deadline=None)
@given(st.text(), punctuations)
def test_only_single_spaces_between_words_are_left(text: str, punctuation: Punctuation) -> None:
    normal = normalise(text, punctuation)
    assert normal == " ".join(normal.split())


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["M", "Cs"])), punctuations)
def test_normalising_again_changes_nothing(text: str, punctuation: Punctuation) -> None:
    normal = normalise(text, punctuation)
    assert normalise(normal, punctuation) == normal


@settings(deadline=None)
@given(st.text(), punctuations)
def test_normalising_again_only_composes_combining_marks(
    text: str, punctuation: Punctuation
) -> None:
    normal = normalise(text, punctuation)
    assert normalise(normal, punctuation) == unicodedata.normalize("NFC", normal)


# Author features


@pytest.mark.parametrize(
    ("name", "features"),
    [
        ("Paul Krugman", ("paul", "krugman")),
        ("KRUGMAN, Paul R", ("krugman", "paul")),
        ("Keen,M.", ("keen",)),
        ("J.E. Stiglitz", ("stiglitz",)),
        ("J.E.", ()),
        ("O\N{ACUTE ACCENT}Neill, Donal", ("neill", "donal")),
        ("D'Aspremont, Claude", ("aspremont", "claude")),
        (r"Garc\'ia-P\'erez, J.", ("garc", "ia", "erez")),
        ("García\N{HYPHEN}Pérez, J.", ("garcía", "pérez")),
        ("Robert E. Lucas, Jr.", ("robert", "lucas", "jr")),
        ("Müller-Lüden\N{SOFT HYPHEN}scheidt", ("müller", "lüdenscheidt")),
        ("\N{ZERO WIDTH NO-BREAK SPACE}Mc\N{ZERO WIDTH SPACE}Donald", ("mcdonald",)),
        ("  van\n      der Ploeg ", ("van", "der", "ploeg")),
        ("Anna Anna", ("anna", "anna")),
        ("李 明", ("李", "明")),
        ("-", ()),
        ("", ()),
    ],
)
def test_the_words_of_a_name_are_its_features(name: str, features: tuple[str, ...]) -> None:
    assert author_features([name]) == features


@pytest.mark.parametrize(
    ("name", "features"),
    [
        ("Keen,M.", ("keenm",)),
        ("J.E. Stiglitz", ("je", "stiglitz")),
        ("J. E. Stiglitz", ("stiglitz",)),
        ("O'Neill", ("oneill",)),
        ("García-Pérez", ("garcíapérez",)),
    ],
)
def test_words_of_a_name_are_joined_with_delete(name: str, features: tuple[str, ...]) -> None:
    assert author_features([name], Punctuation.DELETE) == features


@pytest.mark.parametrize(
    "letter",
    [
        "J",
        "j",
        "É",
        "E\N{COMBINING ACUTE ACCENT}",
        "\N{FULLWIDTH LATIN CAPITAL LETTER J}",
        "\N{CYRILLIC CAPITAL LETTER ZHE}",
        "\N{GREEK CAPITAL LETTER SIGMA}",
        "\N{ARMENIAN CAPITAL LETTER AYB}",
        "\N{LATIN SMALL LETTER DOTLESS I}",
        pytest.param("İ", id="small letter of two code points"),
        pytest.param("M\N{COMBINING TILDE}", id="letter and mark"),
    ],
    ids=id_of,
)
def test_a_word_of_one_cased_letter_is_not_a_feature(letter: str) -> None:
    assert author_features([f"{letter}. Smith"]) == ("smith",)


@pytest.mark.parametrize(
    "character",
    [
        "李",
        "\N{HANGUL SYLLABLE GIM}",
        "\N{HIRAGANA LETTER A}",
        "\N{HEBREW LETTER ALEF}",
        "3",
    ],
    ids=id_of,
)
def test_a_word_of_one_character_without_case_is_a_feature(character: str) -> None:
    assert author_features([f"{character} Smith"]) == (character, "smith")


def test_the_features_of_several_names_are_one_multiset() -> None:
    assert author_features(["Anna Smith", "Bob Smith"]) == ("anna", "smith", "bob", "smith")


def test_names_do_not_run_into_each_other() -> None:
    assert author_features(["Anna", "Smith"]) == ("anna", "smith")


def test_a_paper_without_names_has_no_author_features() -> None:
    assert author_features([]) == ()


@settings(deadline=None)
@given(st.lists(st.text(max_size=10), max_size=5), punctuations)
def test_author_features_are_those_of_all_names_together(
    names: list[str], punctuation: Punctuation
) -> None:
    each = [feature for name in names for feature in author_features([name], punctuation)]
    assert Counter(author_features(names, punctuation)) == Counter(each)


# Title features


def test_the_features_of_a_title_are_its_windows_of_three_words() -> None:
    assert title_features(["Then, a moving window of length three"]) == (
        "then a moving",
        "a moving window",
        "moving window of",
        "window of length",
        "of length three",
    )


@pytest.mark.parametrize(
    ("title", "feature"),
    [
        ("Inequality", "inequality"),
        ("On Inequality", "on inequality"),
        ("On Rising Inequality", "on rising inequality"),
        ("A", "a"),
        ("Inequality?!", "inequality"),
    ],
)
def test_a_title_of_one_to_three_words_is_its_own_feature(title: str, feature: str) -> None:
    assert title_features([title]) == (feature,)


def test_single_letters_stay_in_a_title() -> None:
    assert title_features(["A B C D"]) == ("a b c", "b c d")


def test_a_repeated_window_is_counted_repeatedly() -> None:
    assert title_features(["The more the more the more"]) == (
        "the more the",
        "more the more",
        "the more the",
        "more the more",
    )


def test_no_window_spans_two_titles() -> None:
    assert title_features(["One two three four", "Five six"]) == (
        "one two three",
        "two three four",
        "five six",
    )


def test_a_repeated_title_is_counted_repeatedly() -> None:
    assert title_features(["A title", "A Title"]) == ("a title", "a title")


def test_titles_without_words_have_no_features() -> None:
    assert title_features(["", "A title", " ", "-", "\N{SOFT HYPHEN}"]) == ("a title",)


def test_a_paper_without_titles_has_no_title_features() -> None:
    assert title_features([]) == ()


@pytest.mark.parametrize(
    ("punctuation", "features"),
    [
        (Punctuation.SPACE, ("trade offs in", "offs in models")),
        (Punctuation.DELETE, ("tradeoffs in models",)),
    ],
)
def test_a_hyphen_separates_or_joins_the_words_of_a_title(
    punctuation: Punctuation, features: tuple[str, ...]
) -> None:
    assert title_features(["Trade-offs in Models"], punctuation) == features


words = st.lists(st.text("abc", min_size=1, max_size=3), max_size=12)


@settings(deadline=None)
@given(words)
def test_a_title_has_two_windows_fewer_than_words_and_at_least_one(title: list[str]) -> None:
    expected = max(len(title) - 2, 1) if title else 0
    assert len(title_features([" ".join(title)])) == expected


@settings(deadline=None)
@given(words.filter(lambda title: len(title) >= 3))
def test_every_three_adjacent_words_are_a_window(title: list[str]) -> None:
    windows = [tuple(feature.split()) for feature in title_features([" ".join(title)])]
    assert windows == list(zip(title, title[1:], title[2:], strict=False))


@settings(deadline=None)
@given(st.lists(st.text(max_size=20), max_size=5), punctuations)
def test_title_features_are_those_of_all_titles_together(
    titles: list[str], punctuation: Punctuation
) -> None:
    each = [feature for title in titles for feature in title_features([title], punctuation)]
    assert Counter(title_features(titles, punctuation)) == Counter(each)


# Papers


@pytest.mark.parametrize(
    ("punctuation", "features"),
    [
        (
            Punctuation.SPACE,
            Features(
                ("anna", "jones", "smith"),
                ("on re insurance",),
                people=("anna jones", "anna smith", "jones smith"),
            ),
        ),
        (
            Punctuation.DELETE,
            Features(("anna", "jonessmith"), ("on reinsurance",), people=("anna jonessmith",)),
        ),
    ],
)
def test_a_paper_is_a_record_with_the_features_of_both_types(
    punctuation: Punctuation, features: Features
) -> None:
    record = Record("RePEc:x:1", ("Anna Jones-Smith",), ("On Re-Insurance",))
    assert paper_of(record, punctuation) == Paper(record, features)


def test_punctuation_becomes_a_space_by_default() -> None:
    record = Record("RePEc:x:1", ("Keen,M.",), ("On Re-Insurance",))
    assert paper_of(record).features == Features(("keen",), ("on re insurance",), ("m",))


@pytest.mark.parametrize("punctuation", Punctuation)
@pytest.mark.parametrize("names", [("Keen,M.",), ("J.E. Stiglitz", "Ann-É. Lee"), ("李 A",), ()])
def test_all_of_names_is_known_beside_their_words_whatever_became_of_punctuation(
    names: tuple[str, ...], punctuation: Punctuation
) -> None:
    features = paper_of(Record("", names, ("A Title",)), punctuation).features
    bare = Features(features.authors, features.titles)
    assert add_names(bare, names) == features


def test_the_initials_of_a_name_are_one_multiset() -> None:
    record = Record("", ("J. J. É. Keen", "M. Keen"), ())
    assert paper_of(record).features.initials == ("j", "j", "é", "m")


def test_people_are_each_two_words_of_a_name() -> None:
    features = paper_of(Record("", ("Anna B. Smith", "Bo", "Smith Smith"), ())).features
    assert features.people == ("anna smith",)


def test_a_name_of_many_words_has_no_people() -> None:
    [eight, nine] = (" ".join(map(str, range(10, 18 + more))) for more in (0, 1))
    assert len(paper_of(Record("", (eight,), ())).features.people) == 8 * 7 / 2
    assert paper_of(Record("", (nine,), ())).features.people == ()


@given(st.lists(st.text(alphabet="abc ", max_size=12), max_size=1))
def test_the_words_of_a_title_are_known_from_its_features(titles: list[str]) -> None:
    assert title_words(title_features(titles)) == " ".join(titles).split()


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        (("a b c d", "e f"), "a b c d e f"),
        (("a b c d", "c d e"), "a b c d e"),
        (("c d", "c d e"), "c d c d e"),
        ((), ""),
    ],
)
def test_a_title_that_begins_as_the_one_before_ends_counts_as_a_part_of_it(
    titles: tuple[str, ...], expected: str
) -> None:
    assert title_words(title_features(titles)) == expected.split()
