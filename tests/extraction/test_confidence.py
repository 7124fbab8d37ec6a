"""How certain the fields of a header are, by the evidence for them."""

from dataclasses import replace

import pytest

from wildwood.extraction.data import Author, Header, Line
from wildwood.extraction.header import Start, estimate, extract_header
from wildwood.extraction.title import Title
from wildwood.extraction.zones import Zone

TEXT = "Towns and the Work of Their People"
ANNA = Author("Anna Berg", "Anna", "Berg", ("University of Oslo",), "berg@uio.no")
ABSTRACT = "We show that towns grow where work is. " * 10
WORDS = dict.fromkeys((*TEXT.lower().split(), "berg"), 3)
HEADER = Header(TEXT, (ANNA,), ABSTRACT.strip(), affiliations=ANNA.affiliations)
CLEAR = Title(TEXT, (0,), 0.95, margin=4.0, is_stated=True)
ZONED = tuple(
    (Line(text, 0, 72, 400, bottom, bottom + 9, 10, hyphenated=False), zone)
    for text, bottom, zone in (
        ("Abstract", 520, Zone.ABSTRACT),
        (ABSTRACT.strip(), 500, Zone.ABSTRACT),
        ("1 Introduction", 450, Zone.FRONT),
    )
)


def confidence(header: Header, title: Title = CLEAR) -> dict[str, float]:
    return estimate(header, Start((), (), title, zoned=ZONED), WORDS)


def test_a_field_is_certain_if_all_evidence_agrees() -> None:
    page = tuple(line._replace(text=line.text * 3) for line, _ in ZONED)
    whole = replace(HEADER, emails=(ANNA.email,))
    values = estimate(whole, Start((), page, CLEAR, zoned=ZONED), WORDS)
    assert min(value for name, value in values.items() if name != "affiliations") > 0.9
    assert max(values.values()) < 1


def test_affiliations_are_never_certain() -> None:
    """One in five is wrong that nothing speaks against."""
    page = tuple(line._replace(text=line.text * 3) for line, _ in ZONED)
    start = Start((), page, CLEAR, zoned=ZONED)
    assert 0.8 < estimate(HEADER, start, WORDS)["affiliations"] < 0.9


def test_a_title_is_doubtful_if_another_text_could_be_it_and_there_are_no_authors() -> None:
    close = replace(CLEAR, margin=0.1, is_stated=False)
    assert confidence(replace(HEADER, authors=()), close)["title"] <= 0.7
    assert confidence(HEADER, close)["title"] <= 0.7
    assert confidence(replace(HEADER, title="A WEB", authors=()), close)["title"] < 0.1


def test_authors_are_less_certain_beside_a_doubtful_title() -> None:
    alike = replace(CLEAR, margin=0.1)
    assert confidence(HEADER, alike)["authors"] < 0.8
    assert confidence(HEADER)["authors"] > 0.9


def test_authors_are_less_certain_if_a_name_is_like_other_words() -> None:
    doubtful = replace(
        HEADER,
        authors=(*HEADER.authors, Author("Reading Comprehension", "Reading", "Comprehension")),
    )
    assert confidence(doubtful)["authors"] < 0.7


def test_authors_are_less_certain_if_nothing_is_known_of_them() -> None:
    bare = replace(HEADER, authors=(Author("FAMILY NAME"),), affiliations=())
    assert confidence(bare)["authors"] < confidence(HEADER)["authors"]


def test_fields_of_a_cover_are_less_certain() -> None:
    page = tuple(line._replace(text=line.text * 3) for line, _ in ZONED)
    title = replace(CLEAR, is_stated=False)
    whole = estimate(HEADER, Start((), page, title, zoned=ZONED), WORDS)
    cover = confidence(HEADER, title)
    assert all(cover[name] < whole[name] for name in ("affiliations", "abstract"))


def test_authors_are_more_certain_if_each_has_an_address() -> None:
    with_email = replace(HEADER, emails=(ANNA.email,))
    assert confidence(HEADER)["authors"] < confidence(with_email)["authors"]


def test_affiliations_are_less_certain_without_a_word_for_an_institution() -> None:
    vague = replace(ANNA, affiliations=("Some text beside a name",), email="")
    header = replace(HEADER, authors=(vague,), affiliations=vague.affiliations)
    assert confidence(header)["affiliations"] < confidence(HEADER)["affiliations"]


def test_an_abstract_is_doubtful_if_it_is_cut() -> None:
    assert confidence(replace(HEADER, abstract="of all towns in the sample of"))["abstract"] < 0.5


def test_an_abstract_is_less_certain_if_text_without_a_heading_follows() -> None:
    start = Start((), (), CLEAR, zoned=ZONED[:2])
    assert estimate(HEADER, start, WORDS)["abstract"] < confidence(HEADER)["abstract"]


def test_an_abstract_is_less_certain_without_a_heading() -> None:
    start = Start((), (), CLEAR, zoned=ZONED[1:])
    assert estimate(HEADER, start, WORDS)["abstract"] < confidence(HEADER)["abstract"]


def test_fields_are_less_certain_whose_words_the_document_has_but_once() -> None:
    once = estimate(HEADER, Start((), (), CLEAR, zoned=ZONED), dict.fromkeys(WORDS, 1))
    both = confidence(HEADER)
    assert all(once[name] < both[name] for name in ("title", "authors", "affiliations"))


def test_authors_are_doubtful_if_there_are_more_addresses() -> None:
    more = replace(HEADER, emails=(ANNA.email, "eva@uio.no"))
    assert confidence(more)["authors"] < 0.7


def test_affiliations_are_doubtful_if_all_authors_share_several() -> None:
    places = ("University of Oslo", "Bank of Norway")
    people = tuple(replace(ANNA, name=name, affiliations=places) for name in ("A Berg", "E Berg"))
    shared = replace(HEADER, authors=people, affiliations=places)
    apart = tuple(replace(one, affiliations=(places[n],)) for n, one in enumerate(people))
    own = confidence(replace(shared, authors=apart))
    assert confidence(shared)["affiliations"] < 0.6 < own["affiliations"]


def test_what_is_absent_has_no_confidence() -> None:
    assert confidence(Header()) == {}


def test_a_title_of_signs_is_left_empty() -> None:
    lines = [
        Line('HJI?K–LGM <?B7NPORQ"', 0, 72, 400, 700, 716, 16, hyphenated=False),
        Line("?B7NP/ORQ$ 1#", 0, 72, 400, 650, 660, 10, hyphenated=False),
    ]
    header = extract_header(lines)
    assert header.title == ""
    assert "title" not in header.confidence


def test_a_title_in_a_script_with_vowel_signs_is_kept() -> None:
    lines = [
        Line("การพัฒนาที่ยั่งยืนของเมือง", 0, 72, 400, 700, 716, 16, hyphenated=False),
        Line("เมืองเติบโตขึ้นที่ซึ่งมีงานทำ", 0, 72, 400, 650, 660, 10, hyphenated=False),
    ]
    assert extract_header(lines).title == lines[0].text


@pytest.mark.parametrize(("heading", "is_kept"), [("Abstract", True), ("By Anna Smith", False)])
def test_an_abstract_that_goes_on_too_far_is_kept_below_its_heading(
    heading: str, *, is_kept: bool
) -> None:
    texts = ["trade in towns; work in towns; how both of them grow in the county"] * 30
    lines = [
        Line("Towns and Trade in the County", 0, 72, 400, 750, 766, 16, hyphenated=False),
        Line(heading, 0, 72, 400, 700, 712, 10, hyphenated=False),
        *(
            Line(text, 0, 72, 400, 680 - 12 * place, 690 - 12 * place, 10, hyphenated=False)
            for place, text in enumerate(texts)
        ),
    ]
    header = extract_header(lines)
    assert header.abstract.startswith("trade in towns") is is_kept
    assert header.confidence.get("abstract", 0) < 0.05


def test_an_abstract_on_a_page_of_its_own_is_kept_below_its_heading() -> None:
    cover = [
        Line("Towns and Trade in the County", 0, 72, 400, 650, 666, 16, hyphenated=False),
        Line("A dissertation", 0, 72, 200, 500, 510, 10, hyphenated=False),
        Line("Anna Smith", 0, 72, 200, 450, 460, 10, hyphenated=False),
        Line("University of Oslo", 0, 72, 200, 400, 410, 10, hyphenated=False),
        Line("2019", 0, 72, 100, 300, 310, 10, hyphenated=False),
    ]
    texts = ["trade in towns; work in towns; how both of them grow in the county"] * 30
    contents = [
        Line(
            f"Part {place} .... {place}",
            1,
            72,
            400,
            800 - 3 * place,
            803 - 3 * place,
            10,
            hyphenated=False,
        )
        for place in range(230)
    ]
    own_page = [
        Line(text, 2, 72, 400, 700 - 12 * place, 710 - 12 * place, 10, hyphenated=False)
        for place, text in enumerate(["Abstract", *texts])
    ]
    header = extract_header([*cover, *contents, *own_page])
    assert header.abstract.startswith("trade in towns")
    assert header.confidence["abstract"] < 0.05
