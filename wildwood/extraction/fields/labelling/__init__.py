"""The sequence models: features, training, and labelling words."""
