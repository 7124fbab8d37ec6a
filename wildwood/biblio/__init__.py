"""Words, names of persons, and bibliographic records, for lists and extraction."""
