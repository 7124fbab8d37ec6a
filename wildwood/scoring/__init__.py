"""From text to strength: features, the formula and its bounds."""
