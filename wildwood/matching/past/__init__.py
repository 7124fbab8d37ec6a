"""The papers of many issues, each issue to be compared with itself and those before it."""
