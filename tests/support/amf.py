"""Small rifs for tests."""

from xml.sax.saxutils import escape, quoteattr

from wildwood.biblio.entry import Record

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<amf xmlns="http://amf.openlib.org">\n'
TAIL = "</amf>\n"


def text(record: Record) -> str:
    """Return the `text` element of a record."""
    titles = "".join(f"<title>{escape(title)}</title>" for title in record.titles)
    authors = "".join(
        f"<hasauthor><person><name>{escape(name)}</name></person></hasauthor>"
        for name in record.names
    )
    return f"<text id={quoteattr(record.handle)}>{titles}{authors}</text>\n"


def rif(*records: Record) -> bytes:
    """Make a rif of these records."""
    return (HEAD + "".join(map(text, records)) + TAIL).encode()
