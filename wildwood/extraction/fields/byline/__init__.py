"""The authors below a title, with their affiliations, addresses and identifiers."""
