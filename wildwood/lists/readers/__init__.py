"""A reader for each format of lists."""
