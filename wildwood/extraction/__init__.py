"""Header, citations, body and text of scholarly documents; the extra `extraction`.

After Williams et al., A Web Service for Scholarly Big Data Information Extraction
(CiteSeerExtractor). The core knows nothing of it.
"""
