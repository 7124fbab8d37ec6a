"""The records of issues and what they leave out."""
