"""The CRFs: their features, and labelling words with them."""
