"""One module for each command, named for it."""
