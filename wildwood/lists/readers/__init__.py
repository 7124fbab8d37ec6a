"""The readers of lists, by family; each yields entries and faults."""
