"""The CRFs: features, training, and labelling words."""
