"""Harvest OAI-PMH servers."""
