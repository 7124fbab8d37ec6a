"""Lists of papers in any of many formats: read, compared, and written again."""
