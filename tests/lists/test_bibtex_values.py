"""The values of BibTeX: which entries others refer to."""

from wildwood.lists.bibtex import references_in


def test_references_are_the_keys_that_fields_name() -> None:
    text = """
        @inbook{c, crossref = {Book}, xref="x", title = {On related = work}}
        @set{s, entryset = {a, b}, RELATED={c1,c2}}
    """
    assert references_in(text) == {"book", "x", "a", "b", "c1", "c2"}
