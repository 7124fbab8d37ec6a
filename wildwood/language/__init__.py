"""Select records in English (docs/specification.md, "English selection").

The package requires the extra `language`.
"""
