"""The extraction service over HTTP."""
