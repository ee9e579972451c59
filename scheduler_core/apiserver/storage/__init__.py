"""Stored objects with versions, the watch events of their changes, and recorded Events."""
