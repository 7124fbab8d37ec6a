"""The page of pairs, and the server that shows it to one person."""
