"""Half-broken lists give what can be read, and say what cannot."""

import io
import json

import pytest

from wildwood.errors import InputError
from wildwood.lists import ANY_RECORD, list_as, read_list

GOOD = "@article{good, title = {Trade}, author = {Keen, M.}}\n"
RIS = "TY  - JOUR\nID  - a\nTI  - Trade\nAU  - Keen, M.\nER  - \n"


def read(text: str) -> tuple[list[str], list[str]]:
    found = read_list(io.BytesIO(text.encode()))
    return [entry.handle for entry in found.entries], [
        message.removeprefix("the list, ").removesuffix("; it is left out.")
        for message in found.messages
    ]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("@article{bad, title = {Trade},\n", "bad cannot be read (it is not closed)"),
        ("@article{bad title = {T}}\n", "bad cannot be read (there is no comma after its key)"),
        ("@article{bad, title = {T} {U}}\n", "bad cannot be read (the field title is not followed"),
        ("@article{bad, author = {M. K.}}\n", "bad has no title"),
        ("@article{, title = {T}, author = {M. K.}}\n", "'T' has no id"),
    ],
)
def test_bibtex(broken: str, said: str) -> None:
    handles, messages = read(GOOD + broken)
    assert handles == ["good"]
    assert messages[0].startswith(f"line 2: {said}")


def test_bibtex_ends_an_open_entry_where_the_next_begins() -> None:
    handles, messages = read("@article{open, title = {A {B},\n" + GOOD)
    assert handles == ["good"]
    assert messages == ["line 1: open cannot be read (it is not closed before the next entry)"]


def test_bibtex_without_a_comma_between_fields_is_read() -> None:
    handles, messages = read("@article{a, title = {Trade}\n author = {Keen, M.}}\n")
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
def test_bibtex_that_is_commented_out_is_no_fault(commented: str) -> None:
    assert read(GOOD + commented + GOOD) == (["good", "good (2)"], [])


def test_bibtex_with_names_in_the_extended_format_of_biblatex() -> None:
    names = "given=Simon, prefix=de, prefix-i=d, family={La Place} and family=Doe, suffix=Jr."
    text = f"@misc{{a, title = {{Trade}}, author = {{{names} and Keen, M.}}}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.names == ("Simon de La Place", "Doe Jr", "M. Keen")


@pytest.mark.parametrize("others", ["others", "{others}", "{{Others}}", "et al.", "{et al.}"])
def test_bibtex_has_no_author_named_others(others: str) -> None:
    text = f"@misc{{a, title = {{Trade}}, author = {{Keen, M. and {others}}}}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.names == ("M. Keen",)


def test_bibtex_of_a_type_like_a_comment_is_read() -> None:
    commentary = GOOD.replace("article{good", "Commentary{other")
    read = read_list(io.BytesIO(f"@comment{{{GOOD}}}\n{commentary}".encode()))
    assert [(entry.id, entry.kind) for entry in read.entries] == [("other", "Commentary")]
    assert list_as(read.format, read, []).decode() == f"@comment{{{GOOD}}}\n"


def test_bibtex_with_fields_that_are_commented_out_is_read() -> None:
    text = "@misc{a,\n% the title:\ntitle = {5%\nof trade},\n%note = {x}\nauthor = {Keen}\n%\n}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert (entry.titles[0].text, entry.names) == ("5% of trade", ("Keen",))


def test_bibtex_of_one_key_is_kept_twice() -> None:
    assert read(GOOD + GOOD) == (["good", "good (2)"], [])


def test_bibtex_without_any_key_has_places() -> None:
    assert read(GOOD.replace("good", ""))[0] == ["line 1"]


@pytest.mark.parametrize(
    "first", ["author", " author", "\nauthor", "\n  author", "\n\n   author", "\n\tauthor"]
)
def test_bibtex_whose_entries_have_no_key_at_all_is_read(first: str) -> None:
    text = f"@article{{{first} = {{Keen, M.}},\n title = {{Trade}}}}\n"
    assert read(text + text) == (["line 1", f"line {1 + text.count(chr(10))}"], [])
    entries = read_list(io.BytesIO((text + text).encode())).entries
    assert [entry.kind for entry in entries] == ["article", "article"]


def test_bibtex_has_what_it_lacks_from_its_crossref() -> None:
    chapter = "@incollection{a, title = {Trade}, author = {Keen, M.}, year = 2011, crossref = {B}}"
    book = "@book{b, title = {Taxes}, editor = {Li, A.}, year = 2010, publisher = {Press}}"
    entry, _ = read_list(io.BytesIO(f"{chapter}\n{book}\n".encode())).entries
    assert (entry.date, entry.series.title, entry.series.publisher) == ("2011", "Taxes", "Press")


def test_bibtex_macros_that_grow_are_not_expanded() -> None:
    macros = "@string{a0 = {lol}}\n" + "".join(
        f"@string{{a{number} = a{number - 1} # a{number - 1}}}\n" for number in range(1, 64)
    )
    handles, messages = read(macros + GOOD + "@misc{bad, author = {M. K.}, title = a40 # a40}\n")
    assert handles[0] == "good"
    assert len(messages) + len(handles) == 2


def test_bibtex_commands_of_symbols_are_read() -> None:
    text = r"@misc{a, title = {\LaTeX{} in {\TeX}, a \textless{} b \textbar{} c}, author = {M. K.}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.titles[0].text == "LaTeX in TeX, a < b | c"


def test_bibtex_commands_keep_their_text_unless_it_is_invisible() -> None:
    title = r"The \texttt{biblatex} \textsf{R}\vphantom{\{} \mbox{Package}"
    text = f"@misc{{a, title = {{{title}}}, author = {{M. K.}}}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.titles[0].text == "The biblatex R Package"


def test_bibtex_commands_read_no_file() -> None:
    text = r"@article{a, title = {T \input{/etc/passwd}}, author = {M. K.}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.titles[0].text == "T"


def test_bibtex_that_is_nested_very_deep_loses_its_braces() -> None:
    text = "@article{a, title = {" + "{" * 5000 + "T" + "}" * 5000 + "}, author = {M. K.}}"
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert entry.titles[0].text == "T"


@pytest.mark.parametrize(
    ("text", "handles", "messages"),
    [
        (RIS.replace("ER  - \n", ""), ["a"], []),
        (RIS.replace("ER  - \n", "") + RIS.replace("ID  - a", "ID  - b"), ["a", "b"], []),
        (RIS.replace("  - ", " - "), ["a"], []),
        ("1.\n" + RIS + "junk\nNL  - after the end\n" + RIS, ["a", "a (2)"], []),
        (
            RIS + "AU  - Lost, A.\nTI  - Lost\nER  - \n",
            ["a"],
            ["line 6: the record begins with AU instead of TY"],
        ),
        (RIS.replace("ID  - a\n", ""), ["line 1"], []),
        (RIS + RIS.replace("ID  - a\n", ""), ["a"], ["line 6: 'Trade' has no id"]),
        (RIS.replace("ID  - a", "DO  - 10.1000/1"), ["10.1000/1"], []),
    ],
    ids=[
        "no end", "no end between", "one space", "junk", "no beginning", "no ids", "one without",
        "DOI",
    ],
)  # fmt: skip
def test_ris(text: str, handles: list[str], messages: list[str]) -> None:
    assert read(text) == (handles, messages)


CSV = 'id,title,authors\na,Trade,"Keen, M."\n'


@pytest.mark.parametrize(
    ("text", "handles", "messages"),
    [
        (CSV + "b,Growth\n", ["a"], ["line 3: the record has 2 cells for 3 columns"]),
        (CSV + "b,Growth,M. K.,x\n", ["a"], ["line 3: the record has 4 cells for 3 columns"]),
        (CSV + 'b,"Growth,M. K.\n\n', ["a"], ["line 3: the record has a quotation that does not"]),
        (CSV + "\n,Growth,M. K.\n", ["a"], ["line 4: 'Growth' has no id"]),
        ("sep=,\n" + CSV, ["a"], []),
        ("About the data: exported today\n\n" + CSV, ["a"], []),
        (CSV.replace("id,", "nr,"), ["line 2"], []),
        (CSV + 'b,"Growth\nin two lines",M. K.,,\n', ["a", "b"], []),
    ],
)
def test_csv(text: str, handles: list[str], messages: list[str]) -> None:
    found, said = read(text)
    assert found == handles
    assert [one[: len(two)] for one, two in zip(said, messages, strict=True)] == messages


def test_csv_with_a_cell_that_is_divided_is_read_up_to_the_last_that_is_certain() -> None:
    header = "authors,title,year,references,EID\n"
    read = read_list(io.BytesIO(f"{header}M. K.,Trade,2010,a,b,c\nM.,K.,Trade,2010,a,b".encode()))
    (entry,) = read.entries
    assert (entry.id, entry.titles[0].text, entry.date) == ("line 2", "Trade", "2010")
    assert [fault.reason for fault in read.faults] == ["has 6 cells for 5 columns"]


@pytest.mark.parametrize(
    "text",
    [
        "Titel;Autor;Jahr\nTrade;Keen, Michael;2010\n",
        "Item Title,Publication Year,Authors\nTrade,2010,Michael Keen\n",
        "author1,author2,title,year\nMichael Keen,,Trade,2010\n",
    ],
)
def test_csv_with_other_usual_columns(text: str) -> None:
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert (entry.titles[0].text, entry.names, entry.date) == ("Trade", ("Michael Keen",), "2010")


def test_csv_with_huge_cells_goes_on_after_them() -> None:
    handles, messages = read(CSV + "b," + "x" * (1 << 24) + "y,M. K.\nc,Growth,M. K.\n")
    assert handles == ["a", "c"]
    assert messages == ["line 3: the record has a cell of more than 16,777,216 characters"]


def test_csv_without_the_columns_names_those_that_it_has() -> None:
    with pytest.raises(InputError) as caught:
        read_list(io.BytesIO(b"nr,name,who\n1,2,3\n"))
    assert str(caught.value) == (
        "the list has no column for the title by a usual name; its columns are nr, name, who;"
        " name it with --columns title=…."
    )


def test_csv_with_columns_that_are_named() -> None:
    columns = {"id": "nr", "title": "name", "authors": "who"}
    (entry,) = read_list(io.BytesIO(b"nr,name,who,title\n1,Trade,M. K.,x\n"), columns).entries
    assert (entry.id, entry.titles[0].text, entry.names) == ("1", "Trade", ("M. K.",))


@pytest.mark.parametrize(
    ("title", "texts"),
    [
        ({"value": "Trade", "language": "en"}, [("Trade", "en")]),
        ({"@value": "Trade", "@language": "en"}, [("Trade", "en")]),
        ({"rendered": "Trade"}, [("Trade", "")]),
        ({"en": "Trade", "pt-BR": ["Comércio"]}, [("Trade", "en"), ("Comércio", "pt-BR")]),
        ({"lang": "de", "title": {"text": "Handel"}}, [("Handel", "de")]),
    ],
)
@pytest.mark.parametrize("form", ["lines", "array", "CSL"])
def test_a_title_in_json_can_be_an_object(
    title: object, texts: list[tuple[str, str]], form: str
) -> None:
    record = {"id": 1, "title": title, "author": [{"family": "Keen"}] if form == "CSL" else "Keen"}
    text = json.dumps(record if form == "lines" else [record])
    (entry,) = read_list(io.BytesIO(text.encode())).entries
    assert list(entry.titles) == texts


@pytest.mark.parametrize(
    "title", [{"sort": "Trade"}, [{"weight": 3}], {"value": {"x": 1}}, None, []]
)
@pytest.mark.parametrize("form", ["lines", "array", "CSL"])
def test_a_title_in_json_of_another_form_is_told(title: object, form: str) -> None:
    record = {"id": "a", "title": title, "author": [{"family": "K"}] if form == "CSL" else "K"}
    text = json.dumps(record if form == "lines" else [record])
    read = read_list(io.BytesIO(text.encode()), needs=ANY_RECORD)
    if title:
        assert not read.entries
        (message,) = read.messages
        assert message.endswith(
            "line 1: a has a title that is neither a text nor an object with one; it is left out."
        )
    else:
        assert (len(read.entries), read.messages) == (1, [])


@pytest.mark.parametrize(
    ("text", "handles", "messages"),
    [
        ('[{"id": 1, "title": "T", "author": [{"literal": "A B"}]}, {"id"', ["1"],
         ["line 1: the record is not JSON, so nothing from there on is read"]),
        ("[7]", [], ["line 1: the record is not an object"]),
        ('{"message": {"items": [{"DOI": "10.1/1", "title": ["T"], "author": [{"name": "B"}]}]}}',
         ["10.1/1"], []),
    ],
)  # fmt: skip
def test_json(text: str, handles: list[str], messages: list[str]) -> None:
    assert read(text) == (handles, messages)
