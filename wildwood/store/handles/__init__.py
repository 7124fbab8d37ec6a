"""The papers in MongoDB, by handle."""
