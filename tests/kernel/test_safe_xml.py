"""XML is parsed without entities, DTDs or network, and its faults are said in words."""

from pathlib import Path

import pytest
from lxml import etree

from wildwood.kernel.safe_xml import (
    Element,
    allowed,
    describe_error,
    language_of,
    safe_parser,
    text_of,
)


def parsed(text: str) -> Element:
    return etree.fromstring(text.encode(), safe_parser())


def test_the_file_of_an_entity_is_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret", encoding="utf-8")
    root = parsed(f'<!DOCTYPE a [<!ENTITY e SYSTEM "{secret.as_uri()}">]><a>&e;</a>')
    assert text_of(root) == ""


def test_an_entity_stays_a_reference_that_a_reader_can_refuse() -> None:
    root = parsed('<!DOCTYPE a [<!ENTITY e "text">]><a>&e;</a>')
    assert [entity.text for entity in root.iter(etree.Entity)] == ["&e;"]


def test_an_entity_that_grows_is_refused() -> None:
    with pytest.raises(etree.XMLSyntaxError, match="amplification"):
        parsed(f'<!DOCTYPE a [<!ENTITY e "{"x" * 100_000}">]><a>{"&e;" * 1000}</a>')


def test_an_attribute_of_a_dtd_is_not_loaded(tmp_path: Path) -> None:
    dtd = tmp_path / "a.dtd"
    dtd.write_text('<!ATTLIST a b CDATA "default">', encoding="utf-8")
    assert parsed(f'<!DOCTYPE a SYSTEM "{dtd.as_uri()}"><a/>').get("b") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is empty or not XML"),
        ("<a/>b", "something follows its end"),
        ("<a>\x01</a>", "it contains a control character"),
        ("<a>&#1;</a>", "it contains a control character"),
        ("<a>&nbsp;</a>", "it contains an entity that XML does not know, such as &nbsp;"),
        ("<a>b & c</a>", "it contains a < or & that is not escaped"),
        ("<a></b>", "its tags do not match"),
        ("<a><b></a>", "its tags do not match"),
        ('<a b="1" b="2"/>', "it does not follow the rules of XML"),
    ],
)
def test_a_fault_is_said_in_words(text: str, words: str) -> None:
    with pytest.raises(etree.XMLSyntaxError) as caught:
        parsed(text)
    assert describe_error(caught.value) == words


@pytest.mark.parametrize("character", ["\x00", "\x0b", "\x1f", "\ud800", "\ufffe", "\uffff"])
def test_a_character_that_xml_does_not_allow_is_replaced(character: str) -> None:
    assert allowed(f"a{character}b") == "a\ufffdb"


def test_other_characters_stay() -> None:
    assert allowed("\t\n\r ä経\U0001f600") == "\t\n\r ä経\U0001f600"


def test_the_text_of_an_element_includes_its_children() -> None:
    assert text_of(parsed("<a>b<c>d<!--e--></c>f</a>")) == "bdf"


def test_the_language_is_the_nearest_one_in_scope() -> None:
    root = parsed('<a xml:lang="en"><b><c xml:lang=""/><d/></b></a>')
    assert [language_of(element) for element in root.iter()] == ["en", "en", "", "en"]
    assert language_of(parsed("<a/>")) == ""
