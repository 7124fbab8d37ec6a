"""Words and phrases by kind and language; see `patterns`."""
