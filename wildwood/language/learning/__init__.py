"""Words learned from confidently English records."""
