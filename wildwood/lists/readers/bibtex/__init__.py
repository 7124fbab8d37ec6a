"""Read BibTeX and BibLaTeX."""
