"""One issue, in the sequence of the specification."""
