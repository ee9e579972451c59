"""Explanations and repairs for the refusals of each default plugin, one file per plugin."""
