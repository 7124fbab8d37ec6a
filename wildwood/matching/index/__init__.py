"""Papers in memory that are found by hashed keys of their features."""
