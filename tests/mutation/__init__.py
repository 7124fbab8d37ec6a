"""Change the code at random, and see whether a test notices."""
