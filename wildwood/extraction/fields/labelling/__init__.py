"""The sequence models: features, and labelling words."""
