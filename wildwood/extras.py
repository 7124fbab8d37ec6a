"""Libraries of optional extras, imported where they are used."""

from collections.abc import Iterator
from contextlib import contextmanager

from wildwood.errors import WildwoodError


@contextmanager
def requires_extra(extra: str) -> Iterator[None]:
    """Wrap the import of modules that need the libraries of an extra.

    Raises:
        WildwoodError: one of the libraries is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("wildwood"):
            raise
        raise WildwoodError(
            f"This command needs the extra {extra!r} ({error.name} is missing);"
            f" install it in Wildwood's checkout: pip install '.[{extra}]'."
        ) from error
