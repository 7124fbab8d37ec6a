"""Extract the header, citations, body and text of scholarly documents (extra `extraction`).

See docs/specification.md, "Extraction service". The rest of the package does not import it.
"""
