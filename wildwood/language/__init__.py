"""Which records are in English (spec, english-selection); needs the extra `language`."""
