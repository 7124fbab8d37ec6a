"""From bytes to lines: PDF, PostScript and plain text."""
