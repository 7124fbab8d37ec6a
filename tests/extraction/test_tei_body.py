"""The structured full text as TEI."""

from dataclasses import replace

from lxml import etree

from wildwood.extraction import tei
from wildwood.extraction.data import (
    Acknowledgements,
    Box,
    Called,
    Callout,
    Caption,
    Cell,
    Figure,
    FullText,
    Funder,
    PageSize,
    Paragraph,
    Part,
    Passage,
    Row,
    Section,
    Table,
)
from wildwood.extraction.tei import NESTED, TeiOptions
from wildwood.kernel.safe_xml import Element

from tests.support.citations import ARTICLE

NAMESPACE = {"t": "http://www.tei-c.org/ns/1.0"}
IN_A_ROW = TeiOptions(is_nested=False)
TEXT = "As Knuth [1] says. See Fig. 1."
CALLOUTS = (
    Callout(9, 12, Called.CITATION, (0,)),
    Callout(23, 29, Called.FIGURE, (0,)),
)
FIGURE = Caption("figure", "1", "Dunes", 1, 50, 60, 150, 70)
PARAGRAPH = Paragraph(
    Passage(TEXT, (Row(0, 1, Box(100, 690, 200, 697)), Row(19, 1, Box(100, 678, 155, 685)))),
    CALLOUTS,
    ((0, 18), (19, 30)),
)
FOUND = Figure("1", "Dunes", 1, Box(50, 80, 150, 180))
FULL = FullText(
    (
        Section(0, "", Passage(""), (Paragraph(Passage("Before.")),)),
        Section(1, "1", Passage("Methods"), ()),
        Section(2, "1.1", Passage("Sand"), (PARAGRAPH,)),
        Section(1, "2", Passage("Results"), (Paragraph(Passage("None.")),)),
    ),
    (ARTICLE,),
    (FIGURE,),
    figures=(FOUND,),
    pages=(PageSize(612, 792),),
)


def written(full: FullText, options: TeiOptions = NESTED) -> Element:
    root = etree.fromstring(tei.write_tei(tei.Parts(full_text=full), options))
    text = root.find("t:text", NAMESPACE)
    assert text is not None
    return text


def heads(path: str, root: Element) -> list[str | None]:
    return [one.text for one in root.iterfind(path, NAMESPACE)]


def test_a_section_contains_those_below_it() -> None:
    root = written(FULL)
    assert heads("t:body/t:div/t:head", root) == ["Methods", "Results"]
    assert heads("t:body/t:div/t:div/t:head", root) == ["Sand"]


def test_sections_are_in_a_row_for_clients_of_grobid() -> None:
    assert heads("t:body/t:div/t:head", written(FULL, IN_A_ROW)) == ["Methods", "Sand", "Results"]


def test_a_head_has_its_number() -> None:
    numbers = [one.get("n") for one in written(FULL).iter("{*}head")]
    assert numbers[:2] == ["1", "1.1"]


def test_callouts_point_to_entries_and_figures_within_the_text() -> None:
    root = written(FULL)
    (paragraph,) = root.iterfind("t:body/t:div/t:div/t:p", NAMESPACE)
    assert "".join(paragraph.itertext()) == TEXT
    assert [(one.text, dict(one.attrib)) for one in paragraph] == [
        ("[1]", {"type": "bibr", "target": "#b0"}),
        ("Fig. 1", {"type": "figure", "target": "#fig_0"}),
    ]


def test_a_figure_stands_after_the_paragraph_that_calls_it_first() -> None:
    root = written(FULL)
    (figure,) = root.iter("{*}figure")
    before = figure.getprevious()
    assert before is not None
    assert "".join(before.itertext()) == TEXT
    assert [one.text for one in figure] == ["Figure 1", "1", "Dunes"]


def test_a_figure_is_written_once_if_the_annex_calls_it_too() -> None:
    annex = Section(1, "", Passage("Data"), (PARAGRAPH,), Part.ANNEX)
    root = written(replace(FULL, sections=(*FULL.sections, annex)))
    assert len(list(root.iter("{*}figure"))) == 1


def test_figures_are_at_the_end_of_the_body_for_clients_of_grobid() -> None:
    (body,) = written(FULL, IN_A_ROW).iterfind("t:body", NAMESPACE)
    assert etree.QName(body[-1]).localname == "figure"


def test_sentences_contain_their_callouts() -> None:
    root = written(FULL, TeiOptions(has_sentences=True))
    sentences = ["".join(one.itertext()) for one in root.iterfind(".//t:p/t:s", NAMESPACE)]
    assert sentences == ["As Knuth [1] says.", "See Fig. 1."]
    assert len(root.findall(".//t:s/t:ref", NAMESPACE)) == 2


def test_coordinates_are_from_the_upper_left_corner() -> None:
    root = written(FULL, TeiOptions(coordinates=frozenset({"p", "figure"})))
    (paragraph,) = root.iterfind("t:body/t:div/t:div/t:p", NAMESPACE)
    assert paragraph.get("coords") == "1,100.00,95.00,100.00,9.10;1,100.00,107.00,55.00,9.10"
    (figure,) = root.iter("{*}figure")
    assert figure.get("coords") == "1,50.00,612.00,100.00,100.00"
    assert not [one for one in root.iter("{*}ref") if one.get("coords")]


def test_a_figure_that_is_not_found_has_a_caption_and_no_place() -> None:
    full = replace(FULL, figures=(replace(FOUND, box=None),))
    (figure,) = written(full, TeiOptions(coordinates=frozenset({"figure"}))).iter("{*}figure")
    assert figure.get("coords") is None
    assert figure.findtext("{*}figDesc") == "Dunes"


def test_a_table_has_its_cells_with_spans_and_heads() -> None:
    place = Box(0, 0, 1, 1)
    cells = (
        Cell(0, 1, 2, "Sand", is_head=True, box=place),
        Cell(1, 0, 1, "Wells", is_head=False, box=place),
        Cell(1, 2, 1, "7", is_head=False, box=place),
    )
    caption = replace(FIGURE, type="table")
    table = Table("1", "Dunes", 1, place, cells=cells, notes=("Source: wells.",))
    (figure,) = written(replace(FULL, captions=(caption,), tables=(table,))).iter("{*}figure")
    rows = [[(cell.text, dict(cell.attrib)) for cell in row] for row in figure.iter("{*}row")]
    assert rows == [
        [(None, {}), ("Sand", {"role": "label", "cols": "2"})],
        [("Wells", {}), (None, {}), ("7", {})],
    ]
    assert figure.findtext("{*}note") == "Source: wells."


def test_a_table_without_cells_is_a_graphic() -> None:
    caption, table = replace(FIGURE, type="table"), Table("1", "Dunes", 1)
    (figure,) = written(replace(FULL, captions=(caption,), tables=(table,))).iter("{*}figure")
    assert figure.find("{*}table/{*}graphic") is not None
    assert figure.find("{*}table/{*}row") is None


def test_the_sizes_of_pages_come_with_coordinates() -> None:
    parts = tei.Parts(full_text=FULL)
    tree = etree.fromstring(tei.write_tei(parts, TeiOptions(coordinates=frozenset({"p"}))))
    (surface,) = tree.iterfind("t:facsimile/t:surface", NAMESPACE)
    assert (surface.get("lrx"), surface.get("lry")) == ("612.0", "792.0")
    assert etree.fromstring(tei.write_tei(parts)).find("t:facsimile", NAMESPACE) is None


def test_what_follows_the_text_is_at_the_back() -> None:
    interests = Section(1, "", Passage("Interests"), (Paragraph(Passage("None.")),), Part.ANNEX)
    root = written(FullText((interests,)))
    assert not root.findall("t:body/t:div", NAMESPACE)
    assert heads("t:back/t:div[@type='annex']/t:div/t:head", root) == ["Interests"]


def test_acknowledgements_and_funders_are_at_the_back() -> None:
    thanks = Acknowledgements("We thank all.", (Funder("Sand Fund", ("42", "7/1")),))
    root = written(FullText(acknowledgements=thanks))
    assert heads("t:back/t:div[@type='acknowledgement']/t:p", root) == ["We thank all."]
    (item,) = root.iterfind("t:back/t:div[@type='funding']/t:list/t:item", NAMESPACE)
    assert [(etree.QName(one).localname, one.text) for one in item] == [
        ("orgName", "Sand Fund"), ("idno", "42"), ("idno", "7/1"),
    ]  # fmt: skip
