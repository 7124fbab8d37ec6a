"""Know what stands above a title and looks like one: a journal, series or institution."""

import re
from collections.abc import Sequence

from wildwood.extraction.fields.first_page import front
from wildwood.extraction.model import Line

_BANNER = re.compile(
    r"\b(?:journal|proceedings|transactions|annals|archives?|bulletin|magazine|acta|actes|revue|"
    r"revista|zeitschrift|volume|vol|issn|isbn|issue|published|publishing|publishers?|elsevier|"
    r"springer|wiley|press|biomed|workshop|conference|symposium|congress|conférence|conferencia|"
    r"lecture\snotes|university|technical\sreport|working\spapers?|discussion\spapers?|"
    r"economics?\s(?:research\s)?papers|supplement)\b|©|www\.|https?:",
    re.IGNORECASE,
)
_ISSUE = re.compile(
    r"\b(?:vol(?:ume|\.)?\s?\d|no\.\s?\d|issue\s\d|issn|isbn)|^\W*(?:19|20)\d\d\W*$|"
    r"\b(?:19|20)\d\d\s*[;,:]\s*\d+|"
    r"\((?:19|20)\d\d\)[.,]?\s*\d{1,4}\s?(?:\(\d{1,3}\))?\s?[:,]\s*\d", re.IGNORECASE
)  # fmt: skip
_INSTITUTION = re.compile(
    r"^(?:Universi(?:dade?|té|tät|tà|tat|teit)|Hochschule|Fachbereich|Lehrstuhl)\s[^\W\d_a-z]|"
    r"\b(?:Universi\w+|Department|Département|Dept|Institut\w*|Laborato\w+|Faculty|School|"
    r"Facultad|Faculdade|Faculté|Facoltà|Fakultät|Escuela|Escola|École|Scuola|"
    r"College|Hospital|Center|Centre)(?:\s(?:Federal|Técnica|Politécnica|Católica|Nacional|Estadual))?"
    r"\s(?i:of|de|do|da|dos|das|des|del|della|di|du|für|for|and)\b"
)
_UNIVERSITY = re.compile(
    r"(?:the\s)?(?:universi(?:dade?|té|tät|tà|tat|teit|ty)|hochschule)(?:\s[^\s:]+){1,5}",
    re.IGNORECASE,
)
"""The name of a university, and nothing else."""
_DOCUMENT_TYPE = re.compile(
    r"(?:(?:master|bachelor|diploma|doctoral|ph\.?\s?d\.?|m\.?sc\.?|b\.?sc\.?)(?:['’]?s)?[\s-]?"
    r"(?:thesis|dissertation|project)|thesis|dissertation|"
    r"(?:bachelor|master|diplom|seminar|haus|projekt|studien|examens|abschluss)-?arbeit|"
    r"dissertation(?:sschrift)?|habilitation(?:sschrift)?|inaugural-?dissertation|"
    r"(?:thèse|mémoire)(?:\sde\s(?:doctorat|master|maîtrise|recherche|stage)|\sde\sfin\sd['’]études)?|"
    r"rapport\s(?:de\s(?:stage|recherche|projet)|technique)|"
    r"tesis?(?:\s(?:doctoral|de\s(?:doctorado|grado|maestría|licenciatura|laurea)|di\slaurea))?|"
    r"trabajo\s(?:de\s)?fin\sde\s(?:grado|máster|carrera)|proyecto\s(?:de\s)?fin\sde\scarrera|"
    r"tese(?:\sde\sdoutorad[oa])?|dissertação(?:\sde\smestrado)?|"
    r"trabalho\sde\sconclusão\sde\scurso|monograf[ií]a(?:\sfinal)?|"
    r"(?:project|final|research|technical|annual|internship)\sreports?|"
    r"(?:working|discussion|research|policy)\spapers?(?:\sseries)?|"
    r"(?:seminar|term|course)\spaper|(?:final|capstone)\sproject|"
    r"(?:bachelor|master|doctor|licenciado|licence|magister)\s(?:of|en|em|in)\s[^\W\d_]+"
    r"(?:\s\([\w. ]+\))?)",
    re.IGNORECASE,
)
_DEGREE = re.compile(
    r"(?:(?:que\s)?(?:para|pour|per|zur)\s(?:obtener|optar|obtenção|a\sobtenção|l['’]obtention|"
    r"il\sconseguimento|conseguir|alcanzar|erlangung|recibir)|in\spartial\sfulfil\w+|"
    r"présentée?\s(?:à|au|par|pour|comme|en\svue)|(?:a?presentad[ao])\s(?:a|à|ao|por|para|como)\b|"
    r"comme\sexigence|submitted\s(?:in|to|for)\b|vorgelegt\s(?:der|dem|von|zur|an)\b|"
    r"(?:du|de\sla|del|do|da)\s(?:doctorat|maîtrise|mestrado|doutorado|doctorado|grado|grau)\b|"
    r"(?:grado|grau|degree|grade)\s(?:académico\s)?(?:de|of)\b|"
    r"(?:doble\s)?(?:grado|grau|máster(?:\suniversitario)?|maestría|mestrado|doctorado|doutorado|"
    r"licenciatura|bacharelado)\s(?:en|em)\s|corso\sdi\slaurea\b|(?:im\s)?studiengang\b|"
    r"(?:trabajo\s(?:de\s)?fin\sde\s(?:grado|máster|carrera)|tesis\sdoctoral|tesi\sdi\slaurea|"
    r"dissertação\sde\smestrado|tese\sde\sdoutorado|trabalho\sde\sconclusão|thèse\sde\sdoctorat|"
    r"mémoire\sde\s(?:master|fin|recherche|stage)|rapport\sde\sstage|doctoral\s(?:thesis|dissertation)|"
    r"(?:bachelor|master)(?:['’]?s)?[\s-]?(?:thesis|arbeit))\b|"
    r"título\s(?:profesional|académico|de\s(?:bachiller|licenciad|ingenier|grado|doctor|m[áa]))|"
    r"(?:présentée?s?|a?presentad[ao]s?(?:\spor)?|presented|submitted|vorgelegt)\s*:?$|"
    r"(?:presenta|autor(?:a|es|en|in)?|auteure?s?|authors?|estudiante|asesor|tutor)\s?:|"
    r"(?:bachiller|licenciad[ao]|ingenier[ao]|magíster|doctor|bacharel|mestre)\s(?:en|em)\s)",
    re.IGNORECASE,
)
"""The beginning of what says for which degree a thesis is."""
_INTRODUCES_TITLE = re.compile(
    r"(?:on\sthe\s(?:subject|topic)(?:\sof)?|(?:zum|mit\sdem|über\sdas)\sthema|thema|subject|sujet|"
    r"topic|en?titled|intitulée?|titulad[ao]|titolo|dal\stitolo|sob\so\stítulo|título|titre|title)",
    re.IGNORECASE,
)
_SPACED = re.compile(r"(?:\w\s)+\w")
_ADDENDUM = re.compile(
    r"(?:(?:online|web|internet|supplementary|supplemental)\s(?:appendix|appendices|materials?|"
    r"information)|pre-?analysis\splan|job\smarket\spaper)",
    re.IGNORECASE,
)
_MAX_SERIES_WORDS = 5
_SERIES = re.compile(
    r"\b(?:(?:working|discussion|research|policy|occasional|staff|economics?)\s(?:research\s)?"
    r"papers?(?:\sseries)?|documentos?\sde\s(?:trabajo|discusión|trabalho)|borradores\sde\s\w+|"
    r"textos?\spara\sdiscussão|(?:cahiers?|documents?)\sde\s(?:recherche|travail)|"
    r"temi\sdi\sdiscussione|(?:diskussions|arbeits)papiere?)$",
    re.IGNORECASE,
)
_MAX_BEFORE_SERIES = 12
"""The most letters before the name of a series on the line with its number."""


def is_document_type(text: str) -> bool:
    """Return whether a line says what kind of thesis or report it begins, or for which degree.

    Its letters can be spaced.
    """
    text = text.strip(" .:*–—-")
    whole = text.replace(" ", "") if _SPACED.fullmatch(text) else text
    return _DOCUMENT_TYPE.fullmatch(whole) is not None


def introduces_title(text: str) -> bool:
    """Return whether a line says that the title follows, such as `on the subject`."""
    return _INTRODUCES_TITLE.fullmatch(text.strip(' .:«“"')) is not None


def is_addendum(text: str) -> bool:
    """Return whether a line says that a document is an appendix, plan or draft of a paper."""
    return _ADDENDUM.fullmatch(text.strip(" .:*()[]–—-")) is not None


def has_issue(text: str) -> bool:
    """Return whether a text has the volume or number of a journal."""
    return _ISSUE.search(text) is not None


def likeness(text: str) -> float:
    """Return how much a text is like a journal, issue, address, institution or degree, from 0."""
    text = text.strip(" –—-")
    spelled = text.title() if text.isupper() else text
    return (
        1.5 * (_BANNER.search(text) is not None)
        + 2.5 * has_issue(text)
        + 2.0 * front.has_address(text)
        + 2.0 * (len(text.split()) <= _MAX_SERIES_WORDS and _SERIES.search(text) is not None)
        + 3.0 * (_INSTITUTION.search(spelled) is not None)
        + 2.0 * (_UNIVERSITY.fullmatch(text) is not None)
        + 5.0 * (_DEGREE.match(text) is not None)
    )


def is_series(text: str, page: Sequence[Line]) -> bool:
    """Return whether a text is named again beside the number of an issue, as in a page's foot."""
    name = front.letters(text)
    if not name or len(text.split()) > _MAX_SERIES_WORDS:
        return False
    places = (front.letters(line.text).find(name) for line in page if has_issue(line.text))
    return any(0 <= place <= _MAX_BEFORE_SERIES for place in places)
