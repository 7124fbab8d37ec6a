"""What only reads: surveys of limits, evaluation on labelled pairs, plots."""
