"""Half-broken BibTeX gives what can be read, and says what cannot."""

import io

import pytest

from wildwood.lists.reading import read_list
from wildwood.lists.writing import list_as

from tests.support.read_text import handles_and_messages

GOOD = "@article{good, title = {Trade}, author = {Keen, M.}}\n"


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("@article{bad, title = {Trade},\n", "bad cannot be read (it is not closed)"),
        ("@article{bad title = {T}}\n", "bad cannot be read (there is no comma after its key)"),
        ("@article{bad, title = {T} {U}}\n", "bad cannot be read (the field title is not followed"),
        (
            "@article{bad, title = # {T}}\n",
            "bad cannot be read (the field title has an empty part)",
        ),
        ("@article{bad, author = {M. K.}}\n", "bad has no title"),
        ("@article{, title = {T}, author = {M. K.}}\n", "'T' has no id"),
    ],
)
def test_a_broken_entry_is_told(broken: str, said: str) -> None:
    handles, messages = handles_and_messages(GOOD + broken)
    assert handles == ["good"]
    assert messages[0].startswith(f"line 2: {said}")


def test_ends_an_open_entry_where_the_next_begins() -> None:
    handles, messages = handles_and_messages("@article{open, title = {A {B},\n" + GOOD)
    assert handles == ["good"]
    assert messages == ["line 1: open cannot be read (it is not closed before the next entry)"]


def test_without_a_comma_between_fields_is_read() -> None:
    handles, messages = handles_and_messages("@article{a, title = {Trade}\n author = {Keen, M.}}\n")
    assert (handles, messages) == (["a"], [])


@pytest.mark.parametrize(
    "commented",
    [
        "%@article{old,\n%  title = {Growth},\n%  author = {Keen, M.}\n%}\n",
        "  % @article{old,\n%issn = 1,\n%}\n",
        "%@article{old, title = {Growth}\n",
    ],
    ids=["whole", "with a comma before its end", "not closed"],
)
def test_that_is_commented_out_is_no_fault(commented: str) -> None:
    assert handles_and_messages(GOOD + commented + GOOD) == (["good", "good (2)"], [])


def test_with_names_in_the_extended_format_of_biblatex() -> None:
    names = "given=Simon, prefix=de, prefix-i=d, family={La Place} and family=Doe, suffix=Jr."
    text = f"@misc{{a, title = {{Trade}}, author = {{{names} and Keen, M.}}}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.names == ("Simon de La Place", "Doe Jr", "M. Keen")


def test_with_a_comma_in_braces_divides_a_name_at_the_first_other_comma() -> None:
    text = "@misc{a, title = {Trade}, author = {Doe{,} Roe {and} Co., Jr., Ann and Keen, M.}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.names == ("Jr., Ann Doe, Roe and Co.", "M. Keen")


def test_has_a_shortened_last_page_in_full() -> None:
    text = "@article{a, title = {Trade}, author = {Keen, M.}, pages = {1021--7}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.series.pages == "1021-1027"


@pytest.mark.parametrize("others", ["others", "{others}", "{{Others}}", "et al.", "{et al.}"])
def test_has_no_author_named_others(others: str) -> None:
    text = f"@misc{{a, title = {{Trade}}, author = {{Keen, M. and {others}}}}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.names == ("M. Keen",)


def test_of_a_type_like_a_comment_is_read() -> None:
    commentary = GOOD.replace("article{good", "Commentary{other")
    read = read_list(io.BytesIO(f"@comment{{{GOOD}}}\n{commentary}".encode()))
    assert [(entry.id, entry.kind) for entry in read.entries] == [("other", "Commentary")]
    assert list_as(read.format, read, []).decode() == f"@comment{{{GOOD}}}\n"


def test_with_fields_that_are_commented_out_is_read() -> None:
    text = "@misc{a,\n% the title:\ntitle = {5%\nof trade},\n%note = {x}\nauthor = {Keen}\n%\n}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert (entry.titles[0].text, entry.names) == ("5% of trade", ("Keen",))


def test_of_one_key_is_kept_twice() -> None:
    assert handles_and_messages(GOOD + GOOD) == (["good", "good (2)"], [])


def test_without_any_key_has_places() -> None:
    assert handles_and_messages(GOOD.replace("good", ""))[0] == ["line 1"]


@pytest.mark.parametrize(
    "first", ["author", " author", "\nauthor", "\n  author", "\n\n   author", "\n\tauthor"]
)
def test_whose_entries_have_no_key_at_all_is_read(first: str) -> None:
    text = f"@article{{{first} = {{Keen, M.}},\n title = {{Trade}}}}\n"
    assert handles_and_messages(text + text) == (["line 1", f"line {1 + text.count(chr(10))}"], [])
    entries = read_list(io.BytesIO((text + text).encode())).entries
    assert [entry.kind for entry in entries] == ["article", "article"]


def test_has_what_it_lacks_from_its_crossref() -> None:
    chapter = "@incollection{a, title = {Trade}, author = {Keen, M.}, year = 2011, crossref = {B}}"
    book = "@book{b, title = {Taxes}, editor = {Li, A.}, year = 2010, publisher = {Press}}"
    entry, _ = read_list(io.BytesIO(f"{chapter}\n{book}\n".encode())).entries
    assert (entry.date, entry.series.title, entry.series.publisher) == ("2011", "Taxes", "Press")


def test_macros_that_grow_are_not_expanded() -> None:
    macros = "@string{a0 = {lol}}\n" + "".join(
        f"@string{{a{number} = a{number - 1} # a{number - 1}}}\n" for number in range(1, 64)
    )
    handles, messages = handles_and_messages(
        macros + GOOD + "@misc{bad, author = {M. K.}, title = a40 # a40}\n"
    )
    assert handles[0] == "good"
    assert len(messages) + len(handles) == 2


def test_commands_of_symbols_are_read() -> None:
    text = r"@misc{a, title = {\LaTeX{} in {\TeX}, a \textless{} b \textbar{} c}, author = {M. K.}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.titles[0].text == "LaTeX in TeX, a < b | c"


def test_commands_keep_their_text_unless_it_is_invisible() -> None:
    title = r"The \texttt{biblatex} \textsf{R}\vphantom{\{} \mbox{Package}"
    text = f"@misc{{a, title = {{{title}}}, author = {{M. K.}}}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.titles[0].text == "The biblatex R Package"


def test_commands_read_no_file() -> None:
    text = r"@article{a, title = {T \input{/etc/passwd}}, author = {M. K.}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.titles[0].text == "T"


def test_that_is_nested_very_deep_loses_its_braces() -> None:
    text = "@article{a, title = {" + "{" * 5000 + "T" + "}" * 5000 + "}, author = {M. K.}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.titles[0].text == "T"
