"""The body of the text: blocks, heads, nested sections, paragraphs, callouts."""
