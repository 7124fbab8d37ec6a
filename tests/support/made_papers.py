"""Papers in plain text, made for tests."""

_FRENCH = (
    "Il est possible, dans le cas de la {0}, de ne pas avoir à choisir entre ce qui est et ce que"
    " l'on en dit; c'est ainsi que nous avons pu, au moyen des {1}, rendre compte de ce que l'on"
    " appelle ici une {2}, sans que cela soit pour autant le seul point de vue sur la question. Ce"
    " n'est que dans la mesure où elle est la plus sûre qu'il en va de la même façon pour les"
    " autres, et pour ce qui est de la suite, nous y sommes en tout cas tenus, car il ne peut pas y"
    " en avoir une qui soit de nous. "
)


def french_paper(title: str, author: str, subject: tuple[str, str, str]) -> bytes:
    """Return a paper most of whose words are the common words of French."""
    body = _FRENCH.format(*subject) * 12
    cited = f"[1] {author} (1999). {title}. Revue de {subject[2]}, 12, 1-20."
    return f"{title}\n\n{author}\n\nRésumé\n{body}\n\nRéférences\n\n{cited}\n".encode()


CORSICAN = "L'étiquetage morphosyntaxique du corse"
TUNA = "La pêche au thon en Méditerranée"
FRENCH_PAPERS = {
    CORSICAN: french_paper(CORSICAN, "Marie Dupont", ("syntaxe", "verbes", "grammaire")),
    TUNA: french_paper(TUNA, "Paul Martin", ("mer", "filets", "saison")),
}
"""Two papers of the same form, by title, on subjects of their own."""
