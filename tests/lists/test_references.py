"""Which entries of BibTeX others refer to."""

from wildwood.lists.references import references_in


def test_are_those_that_a_field_names() -> None:
    text = """
        @inbook{c, crossref = {Book}, xref="x", title = {On related = work}}
        @set{s, entryset = {a, b}, RELATED={c1,c2}}
    """
    assert references_in(text) == {"book", "x", "a", "b", "c1", "c2"}
