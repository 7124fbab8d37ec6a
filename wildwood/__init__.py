"""Find papers that are the same under several handles, by their author names and titles.

The names below are the Python API; docs/api.md shows how to use them. They are imported when they
are used first, so that `import wildwood` takes no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "1.0.0"

if TYPE_CHECKING:
    from wildwood.api.cleaning import deduplicate, write_list
    from wildwood.api.comparing import Pairs, explain, families, pairs, strength
    from wildwood.api.evaluating import evaluate
    from wildwood.api.stored import Store
    from wildwood.api.texts import extract, extract_all, judge_language, judge_languages
    from wildwood.kernel.errors import WildwoodError
else:

    def __getattr__(name: str) -> object:
        """Import a name of the API."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_MODULES[name]), name)

    def __dir__() -> list[str]:
        """Return the names of the API, too."""
        return sorted({*globals(), *__all__})


_NAMES = {
    "api.cleaning": ("deduplicate", "write_list"),
    "api.comparing": ("Pairs", "explain", "families", "pairs", "strength"),
    "api.evaluating": ("evaluate",),
    "api.stored": ("Store",),
    "api.texts": ("extract", "extract_all", "judge_language", "judge_languages"),
    "kernel.errors": ("WildwoodError",),
}
_MODULES = {name: f"wildwood.{module}" for module, names in _NAMES.items() for name in names}

__all__ = [
    "Pairs", "Store", "WildwoodError", "__version__", "deduplicate", "evaluate", "explain",
    "extract", "extract_all", "families", "judge_language", "judge_languages", "pairs", "strength",
    "write_list",
]  # fmt: skip
