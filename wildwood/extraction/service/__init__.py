"""The extraction service without HTTP."""
