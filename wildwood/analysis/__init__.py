"""Read-only analyses: surveys of limits, evaluation on labelled pairs, plots."""
