"""The command line: the only part that imports click and rich."""
