"""The title: blocks of lines, which of them it is, and its subtitle."""
