"""Read tables: text with separators, and spreadsheets."""
