"""Conditions: statements about a state or a stretch of a run, as data. docs/conditions.md describes them."""
