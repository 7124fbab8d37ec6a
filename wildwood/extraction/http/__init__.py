"""Serve the extraction over HTTP."""
