"""Select the target sets of an issue."""
