"""Lists of references: where they are, their entries, and what the style of an entry shows."""
