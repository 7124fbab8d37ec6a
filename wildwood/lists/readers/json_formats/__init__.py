"""Read lists in JSON."""
