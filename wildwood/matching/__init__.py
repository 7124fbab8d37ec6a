"""Find similar papers in any index of known papers."""
