"""The collections that a rebuild fills and swaps in."""
