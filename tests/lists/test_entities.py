"""Exports can have the entities of HTML, once or twice escaped, in formats that are no HTML."""

import io

import pytest

from wildwood.lists.reading import read_list

LISTS = {
    "RIS": "TY  - JOUR\nTI  - {0} test\nAU  - M{1}ller, A.\nT2  - Salt {2} Sand\nER  - \n",
    "BibTeX": (
        "@article{{a, title = {{{0} test}}, author = {{Müller, A.}}, journal = {{Salt {2} Sand}}}}"
    ),
    "CSV": 'Title,Authors,Source title\n"{0} test","M{1}ller, A.","Salt {2} Sand"\n',
    "nbib": "PMID- 1\nTI  - {0} test\nFAU - M{1}ller, A.\nJT  - Salt {2} Sand\n",
    "Crossref": (
        '[{{"DOI": "10.1000/1", "title": ["{0} test"], "author": [{{"family": "Müller",'
        ' "given": "A."}}], "container-title": ["Salt {2} Sand"]}}]'
    ),
}


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("signs", [("&beta;", "&uuml;", "&amp;"), ("&amp;#946;", "ü", "&amp;amp;")])
def test_entities_are_read_as_what_they_stand_for(name: str, signs: tuple[str, str, str]) -> None:
    (entry,) = read_list(io.BytesIO(LISTS[name].format(*signs).encode())).entries
    assert (entry.title, entry.names) == ("β test", ("A. Müller",))
    assert entry.series.title == "Salt & Sand"


@pytest.mark.parametrize("written", ["R&D; a test", "Salt & Sand; more", "&copy a", "&#0;"])
def test_a_sign_that_begins_no_entity_stays(written: str) -> None:
    (entry,) = read_list(io.BytesIO(f"title\n{written}\n".encode()), needs=frozenset()).entries
    assert entry.title in (written, "�")
