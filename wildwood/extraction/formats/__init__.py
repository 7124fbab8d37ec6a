"""Write headers and citations in formats that other programs read: TEI, BibTeX and RIS."""
