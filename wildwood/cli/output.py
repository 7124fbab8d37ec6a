"""What papers and files say, as a terminal may show it."""

from rich.text import Text


def cell(said: str) -> Text:
    """A table's cell that shows what is said, which rich would else read as markup."""
    return Text(said)
