"""Find the fields of a document in its lines: header, citations and body."""
