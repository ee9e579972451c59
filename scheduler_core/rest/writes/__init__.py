"""Writes by subject: creating, changing, applying and deleting objects."""
