"""Which papers resemble which, over any index of known papers."""
