"""What is wrong with malformed XML, in words."""

from lxml import etree

_IN_WORDS = {
    "ERR_DOCUMENT_EMPTY": "it is empty or not XML",
    "ERR_DOCUMENT_END": "something follows its end",
    "ERR_INVALID_CHAR": "it contains a control character",
    "ERR_INVALID_CHARREF": "it contains a control character",
    "ERR_UNDECLARED_ENTITY": "it contains an entity that XML does not know, such as &nbsp;",
    "ERR_INVALID_ENCODING": "it contains bytes that are wrong in its encoding",
    "ERR_UNSUPPORTED_ENCODING": "its encoding is unknown",
    "ERR_TAG_NOT_FINISHED": "it ends too early",
    "ERR_GT_REQUIRED": "a tag in it is not finished",
    "ERR_NAME_REQUIRED": "it contains an < or & that is not escaped",
    "ERR_ENTITYREF_SEMICOL_MISSING": "it contains an & that is not escaped",
    "ERR_RESOURCE_LIMIT": "it contains a text of more than 10 MB",
    "ERR_TAG_NAME_MISMATCH": "its tags do not match",
}
_OTHERWISE = "it does not follow the rules of XML"
_NAMES = {code: name for name, code in vars(etree.ErrorTypes).items() if name in _IN_WORDS}


def in_words(error: etree.XMLSyntaxError) -> str:
    """Return what is wrong as a clause, in place of libxml's message."""
    return _IN_WORDS.get(_NAMES.get(error.code, ""), _OTHERWISE)
