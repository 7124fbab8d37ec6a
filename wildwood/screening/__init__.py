"""Select records in English (docs/specification.md, "English selection").

Needs the extra `language`.
"""
