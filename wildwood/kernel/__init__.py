"""What every product stands on: papers, features, strength, indexes, pairs, decisions, settings."""
