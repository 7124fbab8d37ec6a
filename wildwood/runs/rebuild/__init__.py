"""All issues from their rifs, oldest first."""
