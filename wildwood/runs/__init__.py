"""The commands that change what is stored, without the command line."""
