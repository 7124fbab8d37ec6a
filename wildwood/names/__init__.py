"""Names of persons: their parts and forms, in lists, headers and citations."""
