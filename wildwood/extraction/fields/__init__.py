"""From lines to fields: header, citations and body."""
