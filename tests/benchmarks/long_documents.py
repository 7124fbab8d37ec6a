"""Show how extraction grows with the length of a document: `long_documents.py [PAGES …]`.

Each document is made: pages of prose with broken words and addresses, and a list of references of
a tenth of its pages. The times are those of the processor, in seconds.
"""

import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from wildwood.extraction import citations, documents, floats, full_text, header
from wildwood.extraction.data import DocumentType
from wildwood.extraction.lines import join_lines, paragraphs, words_of

from tests.support.made_pdfs import Text, centred, paragraph, text, write

_LINES = 45
_REFERENCES = 15


def page(number: int) -> list[Text]:
    return [*paragraph(72, 720, _LINES, seed=f"Page {number} of"), *centred(40, 9, str(number))]


def references(first: int) -> list[Text]:
    rows: list[Text] = []
    for number in range(first, first + _REFERENCES):
        # Lines that differ in numbers alone would be running heads.
        name = "".join(chr(ord("a") + int(digit)) for digit in str(number)).title()
        height = 720 - (number - first) * 30
        rows += text(72, height, 10, f"[{number}] {name}, A., Jones, B. ({1950 + number % 70}). Of")
        rows += text(96, height - 14, 10, f"cities like {name}. Journal of {name}, 5(1), 7-9.")
    return rows


def document(path: Path, pages: int) -> Path:
    """Make a document with a title page, pages of text and a list of references."""
    listed = max(pages // 10, 1)
    front = [*centred(700, 18, "A Long Book on Cities"), *centred(670, 11, "Anna Smith")]
    text_pages = [page(number) for number in range(2, pages - listed)]
    lists = [references(1 + number * _REFERENCES) for number in range(listed)]
    lists[0] = [*text(72, 750, 14, "References", bold=True), *lists[0]]
    return write(path, [front, *text_pages, *lists])


def main(sizes: list[int]) -> None:
    names = ("read", "text", "header", "citations", "body", "others")
    print(f"{'pages':>6}" + "".join(f"{name:>11}" for name in names) + "      found")
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            path = document(Path(folder) / "long.pdf", size)
            moments = [time.process_time()]
            lines = documents.read_document(path, DocumentType.PDF)
            moments.append(time.process_time())
            join_lines(lines, words_of(lines))
            paragraphs(lines)
            moments.append(time.process_time())
            header.extract_header(lines)
            moments.append(time.process_time())
            found = citations.extract_citations(lines)
            moments.append(time.process_time())
            full_text.extract_body(lines)
            moments.append(time.process_time())
            floats.extract_captions(lines)
            floats.extract_acknowledgements(lines)
            moments.append(time.process_time())
        spent = [after - before for before, after in pairwise(moments)]
        print(f"{size:6}" + "".join(f"{one:11.2f}" for one in spent) + f"{len(found):11}")


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [10, 100, 1000])
