"""Names of references, and addresses."""

import pytest

from wildwood.extraction.names import cited_names, cleaned, emails_in, is_name, remove_emails


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("陈俊恒,楼云江,黄瑞宁", ("陈俊恒", "楼云江", "黄瑞宁")),
        ("王伟, 李明", ("王伟", "李明")),
        ("王, 明", ("王, 明",)),
        ("田中, 太郎; 佐藤, 花子", ("田中, 太郎", "佐藤, 花子")),
    ],
)
def test_chinese_names_have_commas_between_them(text: str, names: tuple[str, ...]) -> None:
    assert cited_names(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Walt, S. van der, Gommers, R.", ("Walt, S. van der", "Gommers, R.")),
        ("Nijs, M. den and Rao, R. P. N.", ("Nijs, M. den", "Rao, R. P. N.")),
        ("Río, J. F. del; Wiebe M", ("Río, J. F. del", "Wiebe M")),
        ("Knuth, Donald, and Leslie Lamport", ("Knuth, Donald", "Leslie Lamport")),
        ("Smith, A., Jr., et al.", ("Smith, A. Jr.",)),
        ("Keen M (ed.)", ("Keen M",)),
        ("Keen M., Slemrod J., Bolton P.", ("Keen M.", "Slemrod J.", "Bolton P.")),
        ("Keen, M./Slemrod, J./Bolton, P.", ("Keen, M.", "Slemrod, J.", "Bolton, P.")),
    ],
)
def test_initials_belong_to_the_name_before_them(text: str, names: tuple[str, ...]) -> None:
    assert cited_names(text) == names


_INVERTED = ("Acemoglu, Daron", "Johnson, Simon", "Robinson, James A.")


@pytest.mark.parametrize(
    "text",
    [
        "Acemoglu, Daron, Johnson, Simon and Robinson, James A.",
        "Acemoglu, Daron, Johnson, Simon, and Robinson, James A.",
        "Acemoglu, Daron, Johnson, Simon und Robinson, James A.",
        "Acemoglu, Daron and Johnson, Simon and Robinson, James A.",
        "Acemoglu, Daron; Johnson, Simon; Robinson, James A.",
        "Acemoglu, Daron; Johnson, Simon; & Robinson, James A.",
        "Acemoglu, Daron/Johnson, Simon/Robinson, James A.",
        "Acemoglu, Daron / Johnson, Simon / Robinson, James A.",
        "Acemoglu, Daron, Johnson, Simon, Robinson, James A.",
        "Acemoglu, Daron, Johnson, Simon, Robinson, James A., et al.",
        "Acemoglu, Daron, Johnson, Simon and Robinson, James A., eds.",
    ],
)
def test_every_name_of_a_list_can_be_inverted(text: str) -> None:
    assert cited_names(text) == _INVERTED


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Daron Acemoglu, Simon Johnson and James Robinson",
            ("Daron Acemoglu", "Simon Johnson", "James Robinson"),
        ),
        ("Daron Acemoglu, Simon Johnson", ("Daron Acemoglu", "Simon Johnson")),
        ("Acemoglu, Johnson and Robinson", ("Acemoglu", "Johnson", "Robinson")),
        ("Acemoglu, Johnson, & Robinson", ("Acemoglu", "Johnson", "Robinson")),
        ("Acemoglu; Johnson; Robinson", ("Acemoglu", "Johnson", "Robinson")),
    ],
)
def test_names_in_their_order_and_family_names_alone_stay_apart(
    text: str, names: tuple[str, ...]
) -> None:
    assert cited_names(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Acemoglu, Daron, Simon Johnson, and James A. Robinson",
            ("Acemoglu, Daron", "Simon Johnson", "James A. Robinson"),
        ),
        (
            "Keen, M., Slemrod, Joel, and van der Berg, Jan",
            ("Keen, M.", "Slemrod, Joel", "van der Berg, Jan"),
        ),
        (
            "Acemoglu, Daron, World Bank and Johnson, Simon",
            ("Acemoglu, Daron", "World Bank", "Johnson, Simon"),
        ),
        ("Acemoglu, Daron; Suharto; Keen, M.", ("Acemoglu, Daron", "Suharto", "Keen, M.")),
        ("Lowman, Paul D., Jr., and Keen, Jr., M.", ("Lowman, Paul D. Jr.", "Keen Jr., M.")),
        ("Vargas Llosa, Mario", ("Vargas Llosa, Mario",)),
        ("Arrow, Kenneth, J.", ("Arrow, Kenneth", "J.")),
    ],
)
def test_a_list_can_have_names_of_several_forms(text: str, names: tuple[str, ...]) -> None:
    assert cited_names(text) == names


@pytest.mark.parametrize("editors", [", ed.", ", eds", " (Ed.).", ", editors."])
def test_the_word_for_editors_is_no_name(editors: str) -> None:
    assert cited_names(f"Fisher, Dexter and Bo Lee{editors}") == ("Fisher, Dexter", "Bo Lee")


@pytest.mark.parametrize(
    "others",
    [
        "et al.", "etal.", "Et al.", "ET AL.", "and others", "and Others", "u. a.", "y otros",
        "e outros",
    ],
)  # fmt: skip
def test_further_authors_that_are_not_named_are_left_out(others: str) -> None:
    assert cited_names(f"Keen, M., Slemrod, J. {others}") == ("Keen, M.", "Slemrod, J.")


@pytest.mark.parametrize("word", ["and", "und", "et", "y", "e", "UND"])
def test_names_are_divided_at_the_word_before_the_last(word: str) -> None:
    assert cited_names(f"Keen, M. {word} de la Cruz, J.") == ("Keen, M.", "de la Cruz, J.")


@pytest.mark.parametrize("word", ["ja", "dan", "és", "och", "a", "i", "oraz", "и"])
def test_references_in_further_languages_have_their_word_before_the_last_name(word: str) -> None:
    assert cited_names(f"Keen, M., Anna Smith {word} Bo Lee") == (
        "Keen, M.",
        "Anna Smith",
        "Bo Lee",
    )


def test_a_family_name_can_have_the_word_before_the_last_name_of_another_language() -> None:
    assert cited_names("Padró i Miquel, G., Lee, J. A., ter Ek, A.") == (
        "Padró i Miquel, G.", "Lee, J. A.", "ter Ek, A.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "emails"),
    [
        ("mail to a.b@example.org.", ("a.b@example.org",)),
        ("{a, b}@example.org", ("a@example.org", "b@example.org")),
        ("a @ example.org", ("a@example.org",)),
        ("SMITH%ROOM@EXAMPLE.ORG", ("SMITH%ROOM@EXAMPLE.ORG",)),
        ("a@b", ()),
    ],
)
def test_braces_have_several_addresses_of_a_host(text: str, emails: tuple[str, ...]) -> None:
    assert emails_in(text) == emails


def test_a_text_can_be_without_its_addresses() -> None:
    assert remove_emails("Keen, {a,b}@example.org, IMF", "") == "Keen, , IMF"


@pytest.mark.parametrize("name", ["郭丹琪", "張祐琪", "白石 覚也", "윤대영", "정 영 준"])
def test_chinese_names_begin_with_a_family_name(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "text", ["研究背景", "ボード型入力装置 を製品化したものを用い", "目录", "이 논문", "공학전공"]
)
def test_other_words_in_chinese_characters_are_no_names(text: str) -> None:
    assert not is_name(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [("Иванов И.И.,", "Иванов И. И."), ("Nithya S.", "Nithya S."), ("Anna Smith.", "Anna Smith")],
)
def test_a_last_initial_keeps_its_full_stop(text: str, name: str) -> None:
    assert cleaned(text) == name


def test_a_family_name_can_be_a_function_word() -> None:
    assert is_name("Zhongxin An")
    assert not is_name("Anna and")


def test_a_line_of_thousands_of_spaces_is_read() -> None:
    assert cited_names(f"Smith,{' ' * 20_000}A.") == ("Smith, A.",)


@pytest.mark.parametrize("name", ["Nan MA", "Yi-Fan DO"])
def test_a_short_family_name_in_capitals_is_no_degree(name: str) -> None:
    assert cleaned(name) == name
