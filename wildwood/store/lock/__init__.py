"""Which command may write, and who holds a lock."""
