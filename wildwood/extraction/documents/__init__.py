"""Read PDF, PostScript and plain text into lines."""
