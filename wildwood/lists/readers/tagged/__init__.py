"""Read text in which each line of a record begins with a tag."""
