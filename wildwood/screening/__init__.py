"""Select records in English (docs/specification.md, "English selection"; extra `language`)."""
